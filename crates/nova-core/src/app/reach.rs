//! Whether the model answers: its server's list, then one short question. The list alone proves nothing about the key, since
//! some servers show it to everybody and others have none.

use std::time::Duration;

use nova_llm::{
    Client, ClientLimits, Endpoint, Fault, Habits, LlmError, Preset, Probe, Request, Shape, Sink, WireMessage,
};
use nova_model::{Explain, Message, Millis, Report, suggest};
use nova_net::ClientOptions;
use url::Url;

use super::{
    App,
    model::{self, Reach},
};

/// A test waits for no sleepy server.
const PATIENCE: Duration = Duration::from_secs(30);
/// A connection that does not come about by then does not come about.
const CONNECT: Duration = Duration::from_secs(10);

/// Whether the server's list has the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// It has.
    Yes,
    /// It has not; these names are near.
    No(Vec<String>),
    /// There is no list.
    Unknown,
}

/// A server that answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tested {
    /// The address that works.
    pub base: Url,
    /// Whether that is another form than the one that is set.
    pub moved: Moved,
    /// The models of its list; empty where there is none.
    pub models: Vec<String>,
    /// The model that answered; none where none is set, and none was asked.
    pub name: Option<String>,
    /// Whether the list has it.
    pub listed: Listed,
    /// How long its answer took.
    pub took: Millis,
}

/// Whether an address has to be corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// It works as it is set.
    No,
    /// It works with `/v1` at its end.
    Yes,
}

/// Nobody reads the answer.
struct Unheard;

impl Sink for Unheard {
    fn text(&mut self, _piece: &str) {}
}

impl App {
    /// The providers that Nova knows.
    pub fn providers(&self) -> &'static [Preset] {
        nova_llm::PRESETS
    }

    /// The provider of this id, or the nearest ones.
    pub fn provider(&self, id: &str) -> Result<&'static Preset, Report> {
        nova_llm::preset(id).ok_or_else(|| {
            let near = suggest(id, nova_llm::PRESETS.iter().map(|preset| preset.id));
            let near: Vec<String> = near.into_iter().map(str::to_owned).collect();
            let report =
                Report::new(Message::new("core.model.no-provider").with("id", nova_model::clean(id, 60)));
            let hint = Message::new("core.near").with("names", near.clone());
            if near.is_empty() { report } else { report.hint(hint) }
        })
    }

    /// Asks the model's server for its list and the model for one word.
    pub async fn test_model(&self) -> Result<Tested, Report> {
        let reach = self.aside(Reach::of).await.map_err(Report::new)?;
        let name = model::name(&self.launcher.game.settings(), &self.overrides).cloned();
        if let Some(key) = &reach.secret {
            self.launcher.learn_secret(key);
        }
        let options = ClientOptions { proxy: reach.proxy.clone(), connect: CONNECT, idle: PATIENCE };
        let http = nova_net::client(&reach.base, &options).map_err(|error| error.report())?;
        let probed = nova_llm::probe(&http, &reach.base, reach.secret.as_ref()).await;
        let (base, models) = found(probed, &reach.base).map_err(|error| error.report())?;
        let begun = self.launcher.clock.now();
        if let Some(name) = &name {
            let endpoint = Endpoint { base: base.clone(), model: name.clone(), key: reach.secret.clone() };
            let client = Client::new(http, endpoint, Habits::default(), limits());
            client.chat(&question(), &mut Unheard).await.map_err(|error| error.report())?;
        }
        let took = self.launcher.clock.now().saturating_sub(begun);
        let moved = if base == reach.base { Moved::No } else { Moved::Yes };
        Ok(Tested { moved, listed: is_listed(name.as_deref(), &models), base, models, name, took })
    }
}

/// The address and the list; a server without a list may answer questions all the same.
fn found(probed: Result<Probe, LlmError>, base: &Url) -> Result<(Url, Vec<String>), LlmError> {
    match probed {
        Ok(found) => Ok((found.base, found.models)),
        Err(error) if matches!(error.fault, Fault::NotFound | Fault::Garbled | Fault::Refused) => {
            Ok((base.clone(), Vec::new()))
        }
        Err(error) => Err(error),
    }
}

fn limits() -> ClientLimits {
    ClientLimits { first: PATIENCE, idle: PATIENCE, retries: 0, ..ClientLimits::default() }
}

fn question() -> Request {
    let words = WireMessage::User("Reply with the word OK.".to_owned());
    Request { messages: vec![words], tools: None, names: Vec::new(), shape: Shape::Free }
}

fn is_listed(name: Option<&str>, models: &[String]) -> Listed {
    match name {
        Some(name) if models.iter().any(|model| model == name) => Listed::Yes,
        Some(name) if !models.is_empty() => {
            let near = suggest(name, models.iter().map(String::as_str));
            Listed::No(near.into_iter().map(str::to_owned).collect())
        }
        _ => Listed::Unknown,
    }
}
