//! What the HTTP library reports, as errors of ours.

use std::{error::Error, io, time::Duration};

use url::Url;

use super::{FetchError, error::shown};
use crate::client::deepest;

/// The longest text of a library that is shown.
const LONGEST: usize = 200;

/// Why there was no answer.
pub(super) fn of_request(url: &Url, error: &reqwest::Error, connect: Duration) -> FetchError {
    let (url, why) = (shown(url), nova_model::clean(&deepest(error), LONGEST));
    if is_about_tls(error) {
        return FetchError::Tls { url, why };
    }
    if error.is_timeout() {
        return FetchError::TimedOut { url, after: connect };
    }
    if error.is_connect() { FetchError::Offline { url, why } } else { FetchError::Cut { url, got: 0, why } }
}

/// Why a body ended.
pub(super) fn of_body(url: &str, error: &reqwest::Error, got: u64) -> FetchError {
    let (url, why) = (url.to_owned(), nova_model::clean(&deepest(error), LONGEST));
    FetchError::Cut { url, got, why }
}

/// A certificate, or something else than TLS where TLS was to be.
fn is_about_tls(error: &reqwest::Error) -> bool {
    has(error, |cause| {
        let inner = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        cause.is::<rustls::Error>() || inner.is_some_and(<dyn Error + Send + Sync>::is::<rustls::Error>)
    })
}

fn has(error: &reqwest::Error, what: impl Fn(&(dyn Error + 'static)) -> bool) -> bool {
    let mut next: Option<&(dyn Error + 'static)> = error.source();
    while let Some(cause) = next {
        if what(cause) {
            return true;
        }
        next = cause.source();
    }
    false
}
