//! Where a model is.

use nova_model::Secret;
use url::Url;

/// A model on a server.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The base address, as the provider gives it (`https://api.deepseek.com/v1`, `http://127.0.0.1:11434/v1`), without a
    /// slash at its end.
    pub base: Url,
    /// The model's name, as the server knows it.
    pub model: String,
    /// The key; servers on this machine need none.
    pub key: Option<Secret>,
}
