//! Skin servers that speak Yggdrasil the way authlib-injector wants it: found by an address, signed in to with a password, and
//! brought into the game by a Java agent.

mod answers;
mod auth;
mod discover;
mod inject;
mod meta;

pub use auth::{Choice, Entry, SignedInAt, sign_out_everywhere};
pub(crate) use auth::{authenticate, invalidate, refresh, validate};
pub(crate) use discover::describe;
pub use discover::discover;
pub use inject::{InjectorJar, inject_arguments, injector_path, newest_injector};
pub use meta::{ServerMeta, YggdrasilServer};

use url::Url;

use crate::{AccountError, Result};

/// An address below a server's API.
fn below(api: &Url, path: &str) -> Result<Url> {
    api.join(path).map_err(|_| AccountError::BadAddress { address: crate::web::shown(api) })
}
