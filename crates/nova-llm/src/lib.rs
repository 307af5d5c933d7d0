//! A client for OpenAI-compatible chat servers, whatever their habits. Knows no launcher: it takes messages and a tool list, and
//! gives words and calls.
//!
//! It always streams. What a server accepts is learnt from its errors and remembered as [`Habits`]. Nothing of a stream that
//! was cut or broken is ever given as a call. Cancelling is dropping the future: the connection goes with it.
//!
//! Beside [`Client`]: [`list`] and [`probe`] ask for models, [`find`] looks for servers on this machine, [`base`] reads an
//! address, [`PRESETS`] knows the providers, [`envelope`] is the way without a tools API, and [`tokens`] estimates sizes.

mod address;
mod client;
mod codes;
mod endpoint;
pub mod envelope;
mod error;
mod failure;
mod habits;
mod learn;
mod local;
mod models;
mod presets;
mod reply;
mod request;
pub mod tokens;
mod wire;

pub use address::{BadAddress, base, is_plain};
pub use client::{Client, ClientLimits, Sink, Wait};
pub use codes::CODES;
pub use endpoint::Endpoint;
pub use error::{Fault, LlmError};
pub use habits::Habits;
pub use local::{LocalKind, LocalPorts, LocalServer, find};
pub use models::{Probe, list, probe};
pub use presets::{KeyUse, PRESETS, Preset, preset};
pub use reply::{Args, Finish, Kept, RawCall, Reply, Usage};
pub use request::{Request, Shape, WireCall, WireMessage};
pub use tokens::Reading;
