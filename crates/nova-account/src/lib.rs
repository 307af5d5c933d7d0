//! Accounts: the Microsoft sign-in from the device code to the profile, Yggdrasil (authlib-injector) servers, offline players, skins.
//!
//! Tokens live in a [`nova_model::SecretStore`] and nowhere else; what is kept in files are names, ids and kinds.
//!
//! | to change | look at |
//! |---|---|
//! | what the tools, pages and the launch call | [`Auth`] (`auth/`) |
//! | `accounts.json` and its changes | [`Accounts`] (`accounts/`) |
//! | a step of Microsoft's sign-in | `microsoft/`, one file a service |
//! | skin servers | `yggdrasil/` |
//! | skins and capes | `skin/` |
//! | how a request is made and an answer read | `web/`: the only place that reaches the network |
//! | what is kept in the secret store | `tokens.rs`; who may renew it: `turns.rs` |
//! | what is said when something fails | `error/` |
//!
//! Cancelling is dropping the future: the connection goes with it, and nothing is kept before a player has arrived.

mod accounts;
mod auth;
mod codes;
mod endpoints;
mod error;
mod microsoft;
mod offline;
mod player_id;
mod profile;
mod services;
mod session;
mod skin;
mod tokens;
mod turns;
mod web;
mod yggdrasil;

pub use accounts::{Account, AccountChange, AccountKind, Accounts};
pub use auth::{Auth, SignedIn, forget};
pub use codes::CODES;
pub use endpoints::Endpoints;
pub use error::{AccountError, Outage, Result};
pub use microsoft::{DeviceCode, DeviceLogin, Grant, Ownership, Polled, XboxFault, is_client_id};
pub use offline::{NameFault, check_name, offline_id};
pub use player_id::PlayerId;
pub use profile::Profile;
pub use services::{Services, Step};
pub use session::{Fresh, GameSession};
pub use skin::{Cape, Looks, Model, PictureFault, PictureKind, Skin, check_skin};
pub use turns::Turns;
pub use web::{Web, WebOptions};
pub use yggdrasil::{
    Choice, Entry, InjectorJar, NEWEST_INJECTOR, ServerMeta, SignedInAt, YggdrasilServer, discover,
    injector_path, sign_out_everywhere,
};
