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
    let mut next = error.source();
    while let Some(cause) = next {
        if cause.is::<rustls::Error>() {
            return true;
        }
        next = inner(cause);
    }
    false
}

/// The cause of a cause. What an `io::Error` holds is not its source, but the one whose source comes next.
fn inner<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    let held = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    held.map(|held| held as &(dyn Error + 'static)).or_else(|| cause.source())
}
