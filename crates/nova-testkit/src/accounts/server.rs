//! The server: a socket, one task a connection, and what a test tells it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::{
    AuthFault, AuthWorld,
    secrets::Secret,
    state::{HOSTS, Rule, State},
};
use crate::model::{
    Captured,
    http::{Line, Played},
};

/// The services that sign players in. They stop when this is dropped.
#[derive(Debug)]
pub struct AuthServer {
    base: String,
    state: Arc<Mutex<State>>,
    accepting: JoinHandle<()>,
}

impl AuthServer {
    /// Starts them on a free port.
    pub async fn start(world: AuthWorld) -> Result<Self> {
        Self::listen(world, 0).await
    }

    /// Starts them on a port of choice.
    pub async fn listen(world: AuthWorld, port: u16) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port))
            .await
            .with_context(|| format!("cannot listen on port {port}"))?;
        let base = format!("http://{}", listener.local_addr()?);
        let state = Arc::new(Mutex::new(State::new(world, base.clone())));
        let accepting = tokio::spawn(accept(listener, Arc::clone(&state)));
        Ok(Self { base, state, accepting })
    }

    /// `http://127.0.0.1:PORT`.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Where a host stands here, with a slash at the end.
    pub fn host(&self, name: &str) -> String {
        format!("{}/{name}/", self.base)
    }

    /// A sources file that leads every host here.
    pub fn sources(&self) -> Value {
        let hosts =
            HOSTS.iter().map(|(name, _)| ((*name).to_owned(), json!(format!("{}/{name}", self.base))));
        json!({"hosts": hosts.collect::<serde_json::Map<_, _>>()})
    }

    /// The codes that wait in a browser, in the order they were asked for.
    pub fn codes(&self) -> Vec<String> {
        self.state().codes.iter().map(|code| code.shown.clone()).collect()
    }

    /// The player agrees.
    pub fn agree(&self, code: &str) -> bool {
        self.state().decide(code, "agree")
    }

    /// The player declines.
    pub fn decline(&self, code: &str) -> bool {
        self.state().decide(code, "decline")
    }

    /// The code is too old.
    pub fn expire(&self, code: &str) -> bool {
        self.state().decide(code, "expire")
    }

    /// The next polls of every code are too fast for the server.
    pub fn slow_down(&self, times: u32) {
        self.state().codes.iter_mut().for_each(|code| code.slow = times);
    }

    /// The next requests whose path has this in it go wrong.
    pub fn fail(&self, path: &str, fault: AuthFault, times: u32) {
        self.state().rules.push(Rule { path: path.to_owned(), fault, left: times });
    }

    /// Nothing goes wrong any more.
    pub fn heal(&self) {
        self.state().rules.clear();
    }

    /// Every token ends, as after a change of password.
    pub fn revoke(&self) {
        self.state().secrets.end(&[Secret::Refresh, Secret::Access, Secret::Minecraft, Secret::Server]);
    }

    /// The game's tokens end.
    pub fn end_game_tokens(&self) {
        self.state().secrets.end(&[Secret::Minecraft]);
    }

    /// The skin server's tokens have to be refreshed.
    pub fn stale_server_tokens(&self) {
        let mut state = self.state();
        let tokens = state.secrets.0.iter_mut().filter(|issued| issued.kind == Secret::Server);
        tokens.for_each(|issued| issued.of.push_str(" stale"));
    }

    /// Changes who there is.
    pub fn change(&self, change: impl FnOnce(&mut AuthWorld)) {
        change(&mut self.state().world);
    }

    /// The picture that a player wears, and whether it is slim.
    pub fn worn(&self, id: &str) -> Option<(Vec<u8>, bool)> {
        self.state()
            .worn
            .get(id)
            .filter(|worn| !worn.png.is_empty())
            .map(|worn| (worn.png.clone(), worn.slim))
    }

    /// Whether the player of the Microsoft account wears a cape.
    pub fn has_cape(&self) -> bool {
        self.state().worn.values().any(|worn| worn.cape)
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Captured> {
        self.state().requests.clone()
    }

    /// How many requests had this in their path.
    pub fn asked(&self, path: &str) -> usize {
        self.state().requests.iter().filter(|request| request.path.contains(path)).count()
    }

    /// What was wrong with them, each with the number of its request.
    pub fn violations(&self) -> Vec<String> {
        self.state().violations.clone()
    }

    /// Answers whose client went away before the end.
    pub fn disconnects(&self) -> usize {
        self.state().disconnects
    }

    /// Every token that was handed out, and every password: none of them may stand anywhere but in a secret store.
    pub fn secrets(&self) -> Vec<String> {
        self.state().secrets.0.iter().map(|issued| issued.text.clone()).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Drop for AuthServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The connections end with the server: dropping the set aborts them.
async fn accept(listener: TcpListener, state: Arc<Mutex<State>>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => if let Ok((stream, _)) = accepted {
                connections.spawn(serve(stream, Arc::clone(&state)));
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve(stream: TcpStream, state: Arc<Mutex<State>>) {
    let mut line = Line::new(stream);
    loop {
        let got = match line.request().await {
            Ok(Some(got)) => got,
            Ok(None) => return,
            Err(error) => return lock(&state).wrong(&format!("a request that could not be read: {error:#}")),
        };
        let plan = lock(&state).answer(&got);
        match line.play(&plan).await {
            Played::Whole => {}
            Played::BrokenOff => return,
            Played::ClientGone => {
                lock(&state).disconnects += 1;
                return;
            }
        }
    }
}
