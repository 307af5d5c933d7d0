//! Who answers: the model that is set, a server found on this machine, the built-in planner.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use nova_agent::{Calls, Chain, Link, Mode, ModelBrain, ModelSetup, Price, Who};
use nova_llm::{Client, ClientLimits, Endpoint, Habits};
use nova_model::{Message, Report, Rung};
use nova_net::{ClientOptions, Proxy};
use nova_tools::Events;
use url::Url;

use super::{App, model::Resolved, voice::English};
use crate::prompt::PROMPT;

/// Tokens of a request where nothing else is known.
const CONTEXT: u64 = 32_000;

/// Which rungs may answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rungs {
    /// The best there is.
    #[default]
    All,
    /// The built-in planner.
    Planner,
    /// The model that is set, with its tools API, and nobody else.
    Tools,
    /// The model that is set, with calls as JSON text, and nobody else.
    Json,
}

/// One client a model, for as long as the launcher runs: what it has learnt and its open connections are kept.
#[derive(Default)]
pub(super) struct Clients(Mutex<BTreeMap<(String, String), Known>>);

/// A client, and what of its habits is kept on disk.
struct Known {
    client: Arc<Client>,
    kept: Habits,
}

impl App {
    /// The chain for one turn.
    pub(super) async fn chain(
        &self,
        rungs: Rungs,
        mode: Mode,
        events: &Arc<dyn Events>,
    ) -> Result<Chain, Report> {
        let mut links = match rungs {
            Rungs::Planner => Vec::new(),
            Rungs::Tools => self.set_links(&[Calls::Protocol], events).await,
            Rungs::Json => self.set_links(&[Calls::Json], events).await,
            Rungs::All => {
                let local = self.local_link(mode, events);
                // With nothing set, what the player can do about a server on this machine is the better reason.
                let mut links = match local {
                    Some(_) if !self.is_model_set() => Vec::new(),
                    _ => self.set_links(&[Calls::Protocol, Calls::Json], events).await,
                };
                links.extend(local);
                links
            }
        };
        if matches!(rungs, Rungs::All | Rungs::Planner) {
            links.push(Link::own(self.planner()?));
        }
        Ok(Chain::of(links).await)
    }

    fn is_model_set(&self) -> bool {
        self.overrides.base.is_some() || self.launcher.game.settings().model.base_url.is_some()
    }

    /// The model that is set, in these ways of calling; or why it is not asked.
    async fn set_links(&self, ways: &[Calls], events: &Arc<dyn Events>) -> Vec<Link> {
        match self.set_model_client().await {
            Ok((client, resolved)) => self.links(&client, &resolved, ways, events),
            Err(why) => vec![Link::nobody(why)],
        }
    }

    async fn set_model_client(&self) -> Result<(Arc<Client>, Resolved), Message> {
        let resolved = self.model()?;
        if let Some(why) = self.rests.why(&server(&resolved.endpoint.base), self.launcher.clock.now()) {
            return Err(why);
        }
        if self.micros_left().await == Some(0) {
            return Err(Message::new("agent.limit-money"));
        }
        let endpoint = &resolved.endpoint;
        if let Some(client) = self.clients.get(endpoint) {
            return Ok((client, resolved));
        }
        // What cannot be read is learnt again.
        let known = self.chats().habits(&server(&endpoint.base), &endpoint.model).await.ok().flatten();
        let client = connect(endpoint, resolved.proxy.clone(), known.unwrap_or_default())?;
        Ok((self.clients.keep(client), resolved))
    }

    /// Money that may still be spent today; none where there is no limit, or where what was spent cannot be read.
    pub(super) async fn micros_left(&self) -> Option<u64> {
        let limit = self.launcher.game.settings().limits.money_per_day?.micros();
        let spent = self.chats().spent_today().await.ok()?;
        Some(limit.saturating_sub(spent.micros))
    }

    /// Keeps what was learnt of the servers in this turn.
    pub(super) async fn keep_habits(&self) {
        for (server, model, habits) in self.clients.learnt() {
            // What cannot be kept is learnt again.
            drop(self.chats().keep_habits(&server, &model, habits).await);
        }
    }

    fn links(
        &self,
        client: &Arc<Client>,
        resolved: &Resolved,
        ways: &[Calls],
        events: &Arc<dyn Events>,
    ) -> Vec<Link> {
        let context = known_context(client, resolved.context.unwrap_or(CONTEXT));
        let skip = |way: &Calls| *way == Calls::Protocol && ways.len() > 1 && client.habits().no_tools;
        let setup = |way| ModelSetup {
            client: Arc::clone(client),
            rung: if way == Calls::Protocol { Rung::Tools } else { Rung::Json },
            calls: way,
            prompt: PROMPT.into(),
            voice: self.voice(),
            events: Arc::clone(events),
            context,
            price: resolved.price.map(price),
        };
        ways.iter().filter(|way| !skip(way)).map(|way| link(setup(*way))).collect()
    }

    pub(super) fn voice(&self) -> Arc<English> {
        Arc::new(English::new(Arc::clone(&self.launcher), self.zone.clone()))
    }
}

impl Clients {
    /// The client of a model, where there is one.
    fn get(&self, endpoint: &Endpoint) -> Option<Arc<Client>> {
        let clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = clients.get(&key(endpoint))?;
        (known.client.endpoint().key == endpoint.key).then(|| Arc::clone(&known.client))
    }

    fn keep(&self, client: Client) -> Arc<Client> {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = client.habits();
        let client = Arc::new(client);
        clients.insert(key(client.endpoint()), Known { client: Arc::clone(&client), kept });
        client
    }

    /// What was learnt since the last time, by server and model.
    fn learnt(&self) -> Vec<(String, String, Habits)> {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let news = clients.values_mut().filter_map(|known| {
            let now = known.client.habits();
            let endpoint = known.client.endpoint();
            (std::mem::replace(&mut known.kept, now) != now)
                .then(|| (server(&endpoint.base), endpoint.model.clone(), now))
        });
        news.collect()
    }
}

fn key(endpoint: &Endpoint) -> (String, String) {
    (endpoint.base.to_string(), endpoint.model.clone())
}

/// A client with the network's own options.
pub(super) fn connect(endpoint: &Endpoint, proxy: Proxy, habits: Habits) -> Result<Client, Message> {
    let limits = ClientLimits::default();
    let idle = limits.idle.max(limits.first);
    let options = ClientOptions { proxy, idle, ..ClientOptions::default() };
    let http = nova_net::client(&endpoint.base, &options)
        .map_err(|error| nova_model::Explain::report(&error).message)?;
    Ok(Client::new(http, endpoint.clone(), habits, limits))
}

fn price(set: nova_game::Price) -> Price {
    Price { input: set.input.micros(), output: set.output.micros() }
}

/// A link for a model.
pub(super) fn link(setup: ModelSetup) -> Link {
    let server = server(&setup.client.endpoint().base);
    Link { server: Some(server), who: Who::Brain(Box::new(ModelBrain::new(setup))) }
}

/// What a model can read: the setting, unless the server was found to take less.
pub(super) fn known_context(client: &Client, set: u64) -> u64 {
    client.habits().context.map_or(set, |learnt| learnt.min(set))
}

/// A server by host and port.
pub(super) fn server(base: &Url) -> String {
    let host = base.host_str().unwrap_or_default();
    match base.port_or_known_default() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}
