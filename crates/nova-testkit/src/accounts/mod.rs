//! A stand-in of the services that sign players in: Microsoft's OAuth (device code and tokens), Xbox twice, the game's own services,
//! and a skin server that speaks Yggdrasil. All of them behind one port, each below its own host's name.
//!
//! In a test it is a value that stops when it is dropped:
//!
//! ```no_run
//! # async fn test() -> anyhow::Result<()> {
//! use nova_testkit::accounts::{AuthServer, AuthWorld};
//!
//! let server = AuthServer::start(AuthWorld::default()).await?;
//! // ... begin to sign in at server.host("login.microsoftonline.com") ...
//! let code = server.codes().pop().unwrap_or_default();
//! server.agree(&code);
//! // ... go on ...
//! assert_eq!(server.violations(), Vec::<String>::new());
//! # Ok(())
//! # }
//! ```
//!
//! As a process it is `testkit accounts [--port N] [--agree]`: the first line says where it listens, the second is a sources file for
//! `--sources`. Without `--agree` a code is agreed to by `POST /testkit/agree/CODE` (`decline`, `expire` likewise).
//!
//! **Checks** hold for each request; a violation is kept, and the request answered all the same: methods, content types, a user
//! agent, the fields that each service wants, polls that come too early, no token in an address, and each token at the one service
//! that it is for.

mod check;
mod fault;
mod microsoft;
mod secrets;
mod server;
mod services;
mod state;
mod world;
mod xbox;
mod yggdrasil;

pub use fault::AuthFault;
pub use server::AuthServer;
pub use world::{AuthWorld, Licence, Player, SkinUser};
