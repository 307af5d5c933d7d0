//! Who may call: the page that was opened with the printed token, under the printed address.

use std::net::SocketAddr;

use axum::http::{HeaderMap, header};
use data_encoding::HEXLOWER;
use nova_model::Random;

/// The header that carries the token.
const TOKEN: &str = "x-nova-token";

/// The token and the address.
pub(crate) struct Gate {
    address: SocketAddr,
    token: String,
}

impl Gate {
    pub(crate) fn new(address: SocketAddr, random: &dyn Random) -> Self {
        let mut bytes = [0; 32];
        random.fill(&mut bytes);
        Self { address, token: HEXLOWER.encode(&bytes) }
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// The name that a browser was told: another one that leads here is somebody's trick.
    pub(crate) fn is_home(&self, headers: &HeaderMap) -> bool {
        headers.get(header::HOST).is_some_and(|host| host.as_bytes() == self.address.to_string().as_bytes())
    }

    /// Whether a call comes from the page.
    pub(crate) fn lets(&self, headers: &HeaderMap) -> bool {
        let own = format!("http://{}", self.address);
        let from_here = headers.get(header::ORIGIN).is_none_or(|origin| origin.as_bytes() == own.as_bytes());
        let known = headers.get(TOKEN).is_some_and(|token| token.as_bytes() == self.token.as_bytes());
        self.is_home(headers) && from_here && known
    }
}
