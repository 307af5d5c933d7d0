//! The server: a socket, and one task a connection.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::{
    Captured,
    http::{Line, Played},
    log::Log,
    script::Script,
    state::State,
};

/// Where a server listens and what it writes down.
#[derive(Clone, Debug, Default)]
pub struct Listen {
    /// The port on 127.0.0.1; 0 for any that is free.
    pub port: u16,
    /// A file for a JSON line a request; it is made anew.
    pub log: Option<PathBuf>,
}

/// A model server that follows a script. It stops when it is dropped.
#[derive(Debug)]
pub struct ModelServer {
    base: String,
    state: Arc<Mutex<State>>,
    accepting: JoinHandle<()>,
}

impl ModelServer {
    /// Starts one on a free port.
    pub async fn start(script: Script) -> Result<Self> {
        Self::listen(script, &Listen::default()).await
    }

    /// Starts one on a port of choice.
    pub async fn listen(script: Script, listen: &Listen) -> Result<Self> {
        let address = ("127.0.0.1", listen.port);
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on port {}", listen.port))?;
        let base = format!("http://{}/v1", listener.local_addr()?);
        let state = Arc::new(Mutex::new(State::new(script, Log::to(listen.log.as_deref())?)));
        let accepting = tokio::spawn(accept(listener, Arc::clone(&state)));
        Ok(Self { base, state, accepting })
    }

    /// The base address for a client, `http://127.0.0.1:PORT/v1`.
    pub fn base(&self) -> String {
        self.base.clone()
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Captured> {
        lock(&self.state).requests.clone()
    }

    /// What was wrong with them, each with the number of its request.
    pub fn violations(&self) -> Vec<String> {
        lock(&self.state).violations.clone()
    }

    /// What the dialect refused, or the key: a client may learn from that, it is no violation.
    pub fn refusals(&self) -> Vec<String> {
        lock(&self.state).refusals.clone()
    }

    /// Answers whose client went away before the end.
    pub fn disconnects(&self) -> usize {
        lock(&self.state).disconnects
    }

    /// Steps that have been used or passed over.
    pub fn steps_used(&self) -> usize {
        lock(&self.state).used()
    }
}

impl Drop for ModelServer {
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
            Err(error) => return lock(&state).unreadable(&format!("{error:#}")),
        };
        let plan = lock(&state).answer(&got);
        match line.play(&plan).await {
            Played::Whole => {}
            Played::BrokenOff => return,
            Played::ClientGone => return lock(&state).client_gone(&got),
        }
    }
}
