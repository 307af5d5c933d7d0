//! Who answers: the model that is set, a server found on this machine, the built-in planner.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use nova_agent::{Calls, Chain, Link, Mode, ModelBrain, ModelSetup, Price, Who};
use nova_llm::{Client, ClientLimits, Endpoint, Habits};
use nova_model::{Clock, Message, Report, Rung};
use nova_net::{ClientOptions, Proxy, is_loopback};
use nova_tools::Events;
use url::Url;

use super::{App, Request, model::Resolved, voice::English};
use crate::{prompt::PROMPT, texts::Lang};

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

/// A client, the way it goes, and what of its habits is kept on disk.
struct Known {
    client: Arc<Client>,
    proxy: Proxy,
    kept: Habits,
}

impl App {
    /// The chain for one turn.
    pub(super) async fn chain(
        &self,
        rungs: Rungs,
        mode: Mode,
        events: &Arc<dyn Events>,
        request: &Request,
    ) -> Result<Chain, Report> {
        let mut links = match rungs {
            Rungs::Planner => Vec::new(),
            Rungs::Tools => self.set_links(&[Calls::Protocol], mode, events).await,
            Rungs::Json => self.set_links(&[Calls::Json], mode, events).await,
            Rungs::All => {
                let mut links = self.set_links(&[Calls::Protocol, Calls::Json], mode, events).await;
                links.extend(self.local_link(mode, events));
                links
            }
        };
        if matches!(rungs, Rungs::All | Rungs::Planner) {
            links.push(Link::own(self.planner(request)?));
        }
        Ok(Chain::of(links).await)
    }

    /// The model that is set, in these ways of calling; or why it is not asked.
    async fn set_links(&self, ways: &[Calls], mode: Mode, events: &Arc<dyn Events>) -> Vec<Link> {
        match self.set_model_client(mode).await {
            Ok((client, resolved)) => self.links(&client, &resolved, ways, events),
            Err(why) => vec![Link::nobody(why)],
        }
    }

    async fn set_model_client(&self, mode: Mode) -> Result<(Arc<Client>, Resolved), Message> {
        let resolved = self.model_now().await?;
        if let Some(why) = self.rests.why(&server(&resolved.endpoint.base), self.launcher.clock.now()) {
            return Err(why);
        }
        if self.micros_left(mode).await == Some(0) {
            return Err(Message::new("agent.limit-money"));
        }
        let endpoint = &resolved.endpoint;
        let habits = self.known_habits(mode, endpoint).await;
        let clock = &self.launcher.clock;
        let client = self.clients.get(endpoint, &resolved.proxy, clock, habits)?;
        Ok((client, resolved))
    }

    /// What was learnt of a server before. What cannot be read is learnt again. A run that only plans does not open the store,
    /// which would make files beside it.
    async fn known_habits(&self, mode: Mode, endpoint: &Endpoint) -> Habits {
        if mode == Mode::PlanOnly {
            return Habits::default();
        }
        let known = self.chats().habits(&server(&endpoint.base), &endpoint.model).await;
        known.ok().flatten().unwrap_or_default()
    }

    /// Money that may still be spent today; none where there is no limit. Where what was spent cannot be read, nothing is left.
    pub(super) async fn micros_left(&self, mode: Mode) -> Option<u64> {
        let limit = self.launcher.game.settings().limits.money_per_day?.micros();
        if mode == Mode::PlanOnly {
            return Some(limit);
        }
        let spent = self.chats().spent_today().await.map_or(limit, |spent| spent.micros);
        Some(limit.saturating_sub(spent))
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
        let setup = ModelSetup {
            client: Arc::clone(client),
            rung: Rung::Tools,
            calls: Calls::Protocol,
            prompt: PROMPT.into(),
            voice: self.voice(),
            events: Arc::clone(events),
            context: resolved.context.unwrap_or(CONTEXT),
            price: resolved.price.map(price),
        };
        let rung = |way| if way == Calls::Protocol { Rung::Tools } else { Rung::Json };
        links(&setup, ways, rung)
    }

    pub(super) fn voice(&self) -> Arc<English> {
        Arc::new(English::new(Arc::clone(&self.launcher), self.texts_in(Lang::En)))
    }
}

impl Clients {
    /// The client of a model; a new one where its key or its proxy has changed.
    pub(super) fn get(
        &self,
        endpoint: &Endpoint,
        proxy: &Proxy,
        clock: &Arc<dyn Clock>,
        habits: Habits,
    ) -> Result<Arc<Client>, Message> {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = clients.get(&key(endpoint)).filter(|known| known.is(endpoint, proxy));
        if let Some(known) = known {
            return Ok(Arc::clone(&known.client));
        }
        let client = Arc::new(connect(endpoint, proxy.clone(), clock, habits)?);
        let known = Known { client: Arc::clone(&client), proxy: proxy.clone(), kept: habits };
        clients.insert(key(endpoint), known);
        Ok(client)
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

impl Known {
    fn is(&self, endpoint: &Endpoint, proxy: &Proxy) -> bool {
        self.client.endpoint().key == endpoint.key && self.proxy == *proxy
    }
}

fn key(endpoint: &Endpoint) -> (String, String) {
    (endpoint.base.to_string(), endpoint.model.clone())
}

/// A client with the network's own options.
fn connect(
    endpoint: &Endpoint,
    proxy: Proxy,
    clock: &Arc<dyn Clock>,
    habits: Habits,
) -> Result<Client, Message> {
    let limits = ClientLimits::default();
    let idle = limits.idle.max(limits.first);
    let options = ClientOptions { proxy, idle, ..ClientOptions::default() };
    let http = nova_net::client(&endpoint.base, &options)
        .map_err(|error| nova_model::Explain::report(&error).message)?;
    Ok(Client::new(http, endpoint.clone(), habits, limits).with_clock(Arc::clone(clock)))
}

fn price(set: nova_game::Price) -> Price {
    Price { input: set.input.micros(), output: set.output.micros() }
}

/// The links of one model, in these ways of calling, each on its rung. What its server was found not to have is not tried again
/// where another way is left, and what it was found to read at most counts.
pub(super) fn links(setup: &ModelSetup, ways: &[Calls], rung: impl Fn(Calls) -> Rung) -> Vec<Link> {
    let habits = setup.client.habits();
    let context = habits.context.map_or(setup.context, |learnt| learnt.min(setup.context));
    let server = server(&setup.client.endpoint().base);
    let skip = |way: Calls| way == Calls::Protocol && ways.len() > 1 && habits.no_tools;
    let ways = ways.iter().copied().filter(|way| !skip(*way));
    let brain = |way| ModelBrain::new(ModelSetup { calls: way, rung: rung(way), context, ..setup.clone() });
    ways.map(|way| Link { server: Some(server.clone()), who: Who::Brain(Box::new(brain(way))) }).collect()
}

/// A server by host and port; this computer has one name.
pub(super) fn server(base: &Url) -> String {
    let host = if is_loopback(base) { "localhost" } else { base.host_str().unwrap_or_default() };
    match base.port_or_known_default() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}
