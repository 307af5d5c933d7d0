//! Where the services are. Each is a field, so that tests and a player's own arrangement can name another place.

use url::Url;

use crate::{AccountError, Result};

/// The base addresses. Each ends with a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoints {
    /// Microsoft's OAuth for personal accounts: `devicecode` and `token` below it.
    pub microsoft: String,
    /// Xbox's user tokens.
    pub xbox: String,
    /// Xbox's tokens for one service (XSTS).
    pub xsts: String,
    /// The game's own services: tokens, licences, profiles, skins.
    pub minecraft: String,
}

impl Default for Endpoints {
    fn default() -> Self {
        Self {
            microsoft: "https://login.microsoftonline.com/consumers/oauth2/v2.0/".to_owned(),
            xbox: "https://user.auth.xboxlive.com/".to_owned(),
            xsts: "https://xsts.auth.xboxlive.com/".to_owned(),
            minecraft: "https://api.minecraftservices.com/".to_owned(),
        }
    }
}

/// An address below a base.
pub(crate) fn below(base: &str, path: &str) -> Result<Url> {
    let bad = |_| AccountError::BadAddress { address: nova_model::clean(base, 200) };
    Url::parse(base).and_then(|base| base.join(path)).map_err(bad)
}
