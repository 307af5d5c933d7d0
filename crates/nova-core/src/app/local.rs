//! A model server that runs on this machine anyway (Ollama, LM Studio, llama.cpp): found by its usual port, asked for consent once.

use std::sync::Arc;

use futures_util::{FutureExt, future::BoxFuture};
use nova_agent::{Calls, Found, Link, ModelSetup, Who};
use nova_game::LocalModel;
use nova_llm::{Endpoint, Habits, local::{self, LocalPorts, LocalServer}};
use nova_model::{Explain, Message, Question, Rung};
use nova_net::{ClientOptions, Proxy};
use nova_tools::{Events, Host};
use url::Url;

use super::{App, rungs, voice::English};
use crate::prompt::PROMPT;

/// What such a server reads unless the player says more: many are started with little.
const CONTEXT: u64 = 8_000;

/// What the search takes along: it runs only when the chain gets that far.
struct Search {
    consent: LocalModel,
    host: Arc<dyn Host>,
    voice: Arc<English>,
    events: Arc<dyn Events>,
    answers: [String; 2],
    keep: Box<dyn FnOnce(LocalModel) + Send>,
}

impl App {
    /// The link of a server on this machine; none where the player wants none.
    pub(super) fn local_link(&self, events: &Arc<dyn Events>) -> Option<Link> {
        let consent = self.launcher.game.settings().model.local;
        if consent == LocalModel::No {
            return None;
        }
        let launcher = Arc::clone(&self.launcher);
        let search = Search {
            consent,
            host: Arc::clone(&self.host),
            voice: self.voice(),
            events: Arc::clone(events),
            answers: ["core.local.use", "core.local.leave"].map(|code| self.texts.say(&Message::new(code))),
            keep: Box::new(move |consent| super::model::keep_consent(&launcher, consent)),
        };
        Some(Link { server: None, who: Who::Search(Box::new(move || search.run().boxed())) })
    }
}

impl Search {
    async fn run(self) -> Found {
        let server = find().await?;
        let name = server.kind.name();
        let model = usable(&server).ok_or_else(|| Message::new("core.local.no-model").with("server", name))?;
        let consent = self.agreed(name, &model).await?;
        let endpoint = Endpoint { base: server.base.clone(), model, key: None };
        let client = Arc::new(rungs::connect(&endpoint, Proxy::Direct, Habits::default())?);
        let links = [Calls::Protocol, Calls::Json].map(|way| self.link(&client, way)).into();
        if consent == Consent::New {
            (self.keep)(LocalModel::Yes);
        }
        Ok(links)
    }

    fn link(&self, client: &Arc<Client>, way: Calls) -> Link {
        rungs::link(ModelSetup {
            client: Arc::clone(client),
            rung: Rung::Local,
            calls: way,
            prompt: PROMPT.into(),
            voice: self.voice.clone(),
            events: Arc::clone(&self.events),
            context: rungs::known_context(client, CONTEXT),
            price: None,
        })
    }

    /// The player's word, asked for once. A no is kept as well.
    async fn agreed(&self, server: &str, model: &str) -> Result<Consent, Message> {
        if self.consent == LocalModel::Yes {
            return Ok(Consent::Given);
        }
        let waiting = || Message::new("core.local.no-consent").with("server", server).with("model", model);
        let Some(surface) = self.host.questions() else { return Err(waiting()) };
        let text = Message::new("core.local.question").with("server", server).with("model", model);
        let [yes, _] = &self.answers;
        let question = Question { text, choices: self.answers.to_vec() };
        match surface.ask(&[question]).await {
            Some(answers) if answers.first() == Some(yes) => Ok(Consent::New),
            _ => Err(waiting()),
        }
    }
}

/// Whether the player was asked just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Consent {
    Given,
    New,
}

async fn find() -> Result<LocalServer, Message> {
    let none = || Message::new("core.local.none");
    let (ports, options) = (LocalPorts::default(), ClientOptions::default());
    let http = nova_net::client_for_this_machine(&options).map_err(|_| none())?;
    local::find(&http, &ports).await.into_iter().next().ok_or_else(none)
}

/// The first model that talks.
fn usable(server: &LocalServer) -> Option<String> {
    let talks = |name: &&String| !["embed", "rerank", "whisper"].iter().any(|kind| name.to_lowercase().contains(kind));
    server.models.iter().find(talks).cloned()
}
