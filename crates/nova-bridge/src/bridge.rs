//! The bridge: a desk, a port, and who may use it.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use anyhow::{Context, Result};
use nova_core::{Setup, texts::Lang};
use nova_desk::{Desk, DeskSetup};
use tokio::net::TcpListener;

use crate::{
    gate::Gate,
    serve::{self, Served},
    shell::BrowserShell,
};

/// What the bridge is opened with.
pub struct BridgeSetup {
    /// What the launcher is opened with.
    pub setup: Setup,
    /// The language of the system, spoken where none is set.
    pub system_lang: Lang,
    /// The folder of the built page. Need not exist: the commands are served all the same.
    pub ui: PathBuf,
    /// The port on 127.0.0.1; 0 for any.
    pub port: u16,
}

/// A desk behind a port that is listened on.
pub struct Bridge {
    listener: TcpListener,
    gate: Arc<Gate>,
    served: Served,
}

impl Bridge {
    /// Takes the port and opens the launcher. Whoever calls meanwhile waits until [`Bridge::serve`].
    pub async fn open(from: BridgeSetup) -> Result<Self> {
        let BridgeSetup { setup, system_lang, ui, port } = from;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .with_context(|| format!("port {port} is not free"))?;
        let gate = Arc::new(Gate::new(listener.local_addr()?, &*setup.random));
        let shell = Arc::new(BrowserShell::default());
        let desk = Desk::open(DeskSetup { setup, system_lang, shell: Arc::clone(&shell) as _ })?;
        Ok(Self { listener, gate, served: Served { desk, shell, ui } })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.gate.address()
    }

    /// The secret that goes with every command, in the header `x-nova-token`.
    pub fn token(&self) -> &str {
        self.gate.token()
    }

    /// The address for a browser. The token stands behind `#`, which browsers keep to themselves.
    pub fn link(&self) -> String {
        format!("http://{}/#token={}", self.address(), self.token())
    }

    /// Serves until the process ends.
    pub async fn serve(self) -> Result<()> {
        let routes = serve::routes(self.served, self.gate);
        axum::serve(self.listener, routes).await?;
        Ok(())
    }
}
