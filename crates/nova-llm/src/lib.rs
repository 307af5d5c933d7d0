//! A client for OpenAI-compatible chat servers, whatever their habits. Knows no launcher: it takes messages and a tool list, and
//! gives words and calls.
//!
//! It always streams. What a server accepts is learnt from its errors and remembered as [`Habits`]. Nothing of a stream that
//! was cut or broken is ever given as a call. Cancelling is dropping the future: the connection goes with it.

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
