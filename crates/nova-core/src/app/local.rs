//! A model server that runs on this machine anyway (Ollama, LM Studio, llama.cpp): found by its usual port, asked for consent once.

use std::{sync::Arc, time::Duration};

use futures_util::FutureExt;
use nova_agent::{Calls, Found, Link, Mode, ModelSetup, Who};
use nova_game::LocalConsent;
use nova_llm::{Endpoint, Habits, LocalKind, LocalPorts, LocalServer};
use nova_model::{Message, Question, Rung};
use nova_net::{ClientOptions, Proxy};
use nova_tools::{Events, Host, NoHost};
use url::Url;

use super::{
    App,
    rests::Rests,
    rungs::{self, Clients},
    setting,
    voice::English,
};
use crate::{launcher::Launcher, prompt::PROMPT, texts::Texts};

/// What such a server reads unless the player says more: many are started with little.
const CONTEXT: u64 = 8_000;

/// How long a server on this machine may take to accept a connection.
const PATIENCE: Duration = Duration::from_millis(300);

/// What the search takes along: it runs only when the chain gets that far.
struct Search {
    ports: LocalPorts,
    consent: LocalConsent,
    host: Arc<dyn Host>,
    voice: Arc<English>,
    events: Arc<dyn Events>,
    texts: Texts,
    launcher: Arc<Launcher>,
    clients: Arc<Clients>,
    rests: Arc<Rests>,
    context: u64,
}

/// Why a server that was found is not asked.
enum Not {
    /// It cannot be.
    Able(Message),
    /// The player has not said yes.
    Allowed(Message),
}

impl From<Message> for Not {
    fn from(why: Message) -> Self {
        Self::Able(why)
    }
}

impl App {
    /// The link of a server on this machine; none where the player wants none. A run that only plans keeps no answer, so it asks
    /// nobody.
    pub(super) fn local_link(&self, mode: Mode, events: &Arc<dyn Events>) -> Option<Link> {
        let set = self.launcher.game.settings().model;
        let consent = set.local;
        if consent == LocalConsent::No {
            return None;
        }
        let host: Arc<dyn Host> = match mode {
            Mode::Confirm => Arc::clone(&self.host) as _,
            Mode::PlanOnly => Arc::new(NoHost),
        };
        let search = Search {
            ports: self.ports,
            consent,
            host,
            voice: self.voice(),
            events: Arc::clone(events),
            texts: self.texts(),
            launcher: Arc::clone(&self.launcher),
            clients: Arc::clone(&self.clients),
            rests: Arc::clone(&self.rests),
            // The setting is that of the model that is set, where one is.
            context: set.context.filter(|_| set.base_url.is_none()).unwrap_or(CONTEXT),
        };
        Some(Link { server: None, who: Who::Search(Box::new(move || search.run().boxed())) })
    }
}

impl Search {
    async fn run(self) -> Found {
        match self.links().await {
            Ok(links) => Found::Links(links),
            Err(Not::Able(why)) => Found::Nobody(why),
            Err(Not::Allowed(why)) => Found::NotAllowed(why),
        }
    }

    async fn links(&self) -> Result<Vec<Link>, Not> {
        let server = find(self.ports).await.ok_or_else(none)?;
        let name = name(server.kind);
        let model = server.models.first().cloned();
        let model = model.ok_or_else(none)?;
        let consent = self.agreed(name, &model).await?;
        if consent == Consent::New {
            self.keep(LocalConsent::Yes);
        }
        if let Some(why) = self.rests.why(&rungs::server(&server.base), self.launcher.clock.now()) {
            return Err(Not::Able(why));
        }
        let endpoint = Endpoint { base: server.base, model, key: None };
        let clock = &self.launcher.clock;
        let client = self.clients.get(&endpoint, &Proxy::Direct, clock, Habits::default())?;
        let setup = ModelSetup {
            client,
            rung: Rung::Local,
            calls: Calls::Protocol,
            prompt: PROMPT.into(),
            voice: self.voice.clone(),
            events: Arc::clone(&self.events),
            context: self.context,
            price: None,
        };
        Ok(rungs::links(&setup, &[Calls::Protocol, Calls::Json], |_| Rung::Local))
    }

    /// An answer that cannot be kept is asked for again the next time.
    fn keep(&self, consent: LocalConsent) {
        drop(setting::keep_consent(&self.launcher, consent));
    }

    /// The player's word, asked for once. A no is kept as well; a card that was closed is none.
    async fn agreed(&self, server: &str, model: &str) -> Result<Consent, Not> {
        if self.consent == LocalConsent::Yes {
            return Ok(Consent::Given);
        }
        let about = Message::new("core.local.no-consent").with("server", server).with("model", model);
        let waiting = || Not::Allowed(about.clone());
        let Some(surface) = self.host.questions() else { return Err(waiting()) };
        let text = Message::new("core.local.question").with("server", server).with("model", model);
        let [yes, no] =
            ["core.local.use", "core.local.leave"].map(|code| self.texts.say(&Message::new(code)));
        let question = Question { text, choices: vec![yes.clone(), no.clone()] };
        match surface.ask(&[question]).await {
            Some(answers) if answers.first() == Some(&yes) => Ok(Consent::New),
            Some(answers) => {
                if answers.first().is_some_and(|answer| *answer == no) {
                    self.keep(LocalConsent::No);
                }
                Err(waiting())
            }
            None => Err(waiting()),
        }
    }
}

/// Whether the player was asked just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Consent {
    Given,
    New,
}

/// Nothing was found here. Where a model is set, why it failed was told before.
fn none() -> Message {
    Message::new("core.model.none")
}

async fn find(ports: LocalPorts) -> Option<LocalServer> {
    let here = Url::parse("http://127.0.0.1/").ok()?;
    let options = ClientOptions { connect: PATIENCE, ..ClientOptions::default() };
    let http = nova_net::client(&here, &options).ok()?;
    nova_llm::find(&http, ports).await.into_iter().next()
}

fn name(kind: LocalKind) -> &'static str {
    match kind {
        LocalKind::Ollama => "Ollama",
        LocalKind::LmStudio => "LM Studio",
        LocalKind::LlamaCpp => "llama.cpp",
    }
}
