//! Why a file could not be fetched, and what that means for the next try.

use std::{sync::Arc, time::Duration};

use nova_model::{Explain, Field, Message, Report, Retry};
use url::Url;

use super::{Digest, LandingError, Refusal};
use crate::NetError;

/// Why a file could not be fetched. Addresses are without logins and queries.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FetchError {
    /// The server cannot be reached.
    #[error("{url} cannot be reached: {why}")]
    Offline {
        /// The address.
        url: String,
        /// What the library says.
        why: String,
    },
    /// There is no encrypted connection: a certificate that is not trusted, or no TLS at all.
    #[error("{url} is not safe to ask: {why}")]
    Tls {
        /// The address.
        url: String,
        /// What the library says.
        why: String,
    },
    /// The server did not begin to answer in time.
    #[error("{url} did not answer within {after:?}")]
    TimedOut {
        /// The address.
        url: String,
        /// How long it had.
        after: Duration,
    },
    /// The server fell silent in the middle of the file.
    #[error("{url} fell silent after {got} bytes")]
    Stalled {
        /// The address.
        url: String,
        /// What had come.
        got: u64,
    },
    /// So little comes that the file would not end.
    #[error("{url} sends {speed} bytes a second")]
    TooSlow {
        /// The address.
        url: String,
        /// Bytes a second.
        speed: u64,
    },
    /// The connection broke before the file was whole.
    #[error("{url} broke off after {got} bytes: {why}")]
    Cut {
        /// The address.
        url: String,
        /// What had come.
        got: u64,
        /// What the library says.
        why: String,
    },
    /// The server refuses with a status.
    #[error("{url} answers {status}")]
    Status {
        /// The address.
        url: String,
        /// The status.
        status: u16,
    },
    /// The server takes no more requests for now.
    #[error("{url} is busy ({status}), wait {wait:?}")]
    Busy {
        /// The address.
        url: String,
        /// The status.
        status: u16,
        /// When to come back, where the server says so.
        wait: Option<Duration>,
    },
    /// A page came instead of the file, as a network does that wants its users to sign in first.
    #[error("{url} answers with a page")]
    Portal {
        /// The address.
        url: String,
    },
    /// It is not as long as it must be.
    #[error("{url} has {got} bytes instead of {expected}")]
    WrongSize {
        /// The address.
        url: String,
        /// What it must have.
        expected: u64,
        /// What it has, or how much had come when it was too much.
        got: u64,
    },
    /// It is longer than anything of its kind.
    #[error("{url} is larger than {cap} bytes")]
    TooBig {
        /// The address.
        url: String,
        /// The most it may have.
        cap: u64,
    },
    /// Its hash is another.
    #[error("{url} hashes to {got} instead of {expected}")]
    WrongDigest {
        /// The address.
        url: String,
        /// What it must hash to.
        expected: Box<Digest>,
        /// What it hashes to.
        got: Box<Digest>,
    },
    /// The answer is no HTTP, or not what was asked for.
    #[error("{url} answers nonsense: {why}")]
    Garbled {
        /// The address.
        url: String,
        /// What is wrong.
        why: String,
    },
    /// The address must not be asked.
    #[error("{url} is not asked: {why:?}")]
    Refused {
        /// The address.
        url: String,
        /// The reason.
        why: Refusal,
    },
    /// The server failed again and again, and is left alone for a while.
    #[error("{host} rests")]
    Resting {
        /// The server.
        host: String,
    },
    /// The landing cannot take the file.
    #[error("{key} cannot be kept: {source}")]
    Landing {
        /// The file.
        key: String,
        /// The landing's own error.
        source: LandingError,
    },
    /// There is no HTTP client.
    #[error("no client for {url}: {source}")]
    Client {
        /// The address.
        url: String,
        /// What is wrong.
        source: Arc<NetError>,
    },
    /// Nobody said where the file is.
    #[error("{name} has no source")]
    NoSource {
        /// The file.
        name: String,
    },
    /// Two different files are wanted at one place.
    #[error("two files are wanted as {key}")]
    Clash {
        /// The place.
        key: String,
    },
    /// It was called off.
    #[error("called off")]
    Cancelled,
    /// Others had failed before, so that going on was no use.
    #[error("not tried any more")]
    Stopped,
}

/// What a failure means for the next try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The same source may do better, several times.
    Again,
    /// The same source gets one more chance.
    Once,
    /// Only another source can help.
    Next,
    /// Nothing can help.
    End,
}

/// What a failure says about the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blame {
    /// It fails.
    Host,
    /// It fails, and takes its time to do so.
    Hangs,
    /// It wants to be left alone for so long.
    Busy(Duration),
    /// It is there and answers.
    None,
}

impl FetchError {
    /// The status a server refused with.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Status { status, .. } | Self::Busy { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// Whether the server says that there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self.status(), Some(404 | 410))
    }

    /// Whether another network or a later hour may help, rather than another file.
    pub fn is_about_the_line(&self) -> bool {
        match self {
            Self::Offline { .. }
            | Self::TimedOut { .. }
            | Self::Stalled { .. }
            | Self::TooSlow { .. }
            | Self::Cut { .. }
            | Self::Busy { .. }
            | Self::Portal { .. }
            | Self::Resting { .. } => true,
            Self::Status { status, .. } => *status >= 500,
            _ => false,
        }
    }

    /// Whether it took long to find out.
    pub(super) fn is_a_hang(&self) -> bool {
        matches!(self, Self::TimedOut { .. } | Self::Stalled { .. } | Self::TooSlow { .. })
    }

    pub(super) fn verdict(&self, patience: Duration) -> Verdict {
        match self {
            Self::Offline { .. }
            | Self::TimedOut { .. }
            | Self::Stalled { .. }
            | Self::TooSlow { .. }
            | Self::Cut { .. } => Verdict::Again,
            Self::Status { status, .. } if may_pass(*status) => Verdict::Again,
            Self::Busy { wait, .. } if wait.is_none_or(|wait| wait <= patience) => Verdict::Again,
            Self::WrongSize { .. } | Self::WrongDigest { .. } | Self::Garbled { .. } => Verdict::Once,
            Self::Status { .. }
            | Self::Busy { .. }
            | Self::Tls { .. }
            | Self::Portal { .. }
            | Self::TooBig { .. }
            | Self::Refused { .. }
            | Self::Resting { .. } => Verdict::Next,
            Self::Landing { .. }
            | Self::Client { .. }
            | Self::NoSource { .. }
            | Self::Clash { .. }
            | Self::Cancelled
            | Self::Stopped => Verdict::End,
        }
    }

    pub(super) fn blame(&self) -> Blame {
        match self {
            Self::Busy { wait: Some(wait), .. } => Blame::Busy(*wait),
            Self::Tls { .. } => Blame::Host,
            _ if self.is_a_hang() => Blame::Hangs,
            _ if self.is_about_the_line() => Blame::Host,
            _ => Blame::None,
        }
    }
}

/// Whether a status may be another one with the next request.
fn may_pass(status: u16) -> bool {
    matches!(status, 408 | 425 | 500..=599) && !matches!(status, 501 | 505)
}

/// An address as it may be shown: without a login, a query or a fragment.
pub(super) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    // Fails only for addresses that cannot have a login.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    nova_model::clean(url.as_str(), 300)
}

impl Explain for FetchError {
    fn report(&self) -> Report {
        let report = match self {
            Self::Landing { source, .. } => return source.report(),
            Self::Client { source, .. } => return source.report(),
            _ => self.hints().into_iter().fold(Report::new(self.message()), Report::hint),
        };
        let retry = if self.is_about_the_line() { Retry::Later } else { Retry::No };
        Report { retry, ..report }
    }
}

impl FetchError {
    fn message(&self) -> Message {
        let about = |code: &'static str, url: &str| Message::new(code).with("url", url);
        match self {
            Self::Offline { url, why } => about("net.offline", url).with("why", why.as_str()),
            Self::Tls { url, why } => about("net.tls", url).with("why", why.as_str()),
            Self::TimedOut { url, after } => about("net.timed-out", url).with("seconds", seconds(*after)),
            Self::Stalled { url, got } => about("net.stalled", url).with("got", Field::Bytes(*got)),
            Self::TooSlow { url, speed } => about("net.too-slow", url).with("speed", Field::Bytes(*speed)),
            Self::Cut { url, got, why } => {
                about("net.cut", url).with("got", Field::Bytes(*got)).with("why", why.as_str())
            }
            Self::Portal { url } => about("net.portal", url),
            Self::WrongSize { url, expected, got } => {
                let message = about("net.wrong-size", url).with("expected", number(*expected));
                message.with("got", number(*got))
            }
            Self::TooBig { url, cap } => about("net.too-big", url).with("cap", Field::Bytes(*cap)),
            Self::WrongDigest { url, expected, .. } => {
                about("net.wrong-digest", url).with("kind", expected.kind().name())
            }
            Self::Garbled { url, why } => about("net.garbled", url).with("why", why.as_str()),
            Self::Resting { host } => Message::new("net.resting").with("host", host.as_str()),
            Self::NoSource { name } => Message::new("net.no-source").with("name", name.as_str()),
            Self::Clash { key } => Message::new("net.clash").with("key", key.as_str()),
            Self::Cancelled => Message::new("net.cancelled"),
            Self::Stopped | Self::Landing { .. } | Self::Client { .. } => Message::new("net.stopped"),
            Self::Status { url, status } => {
                about(status_code(*status), url).with("status", i64::from(*status))
            }
            Self::Busy { url, wait: Some(wait), .. } => {
                about("net.busy-for", url).with("seconds", seconds(*wait))
            }
            Self::Busy { url, wait: None, .. } => about("net.busy", url),
            Self::Refused { url, why } => about(refusal_code(*why), url),
        }
    }

    fn hints(&self) -> Option<Message> {
        let code = match self {
            Self::Offline { .. } | Self::TimedOut { .. } | Self::Resting { .. } => "net.hint.line",
            Self::Tls { .. } => "net.hint.clock",
            Self::Portal { .. } => "net.hint.portal",
            Self::WrongDigest { .. } | Self::WrongSize { .. } => "net.hint.source",
            _ if self.is_about_the_line() => "net.hint.source",
            _ => return None,
        };
        Some(Message::new(code))
    }
}

fn status_code(status: u16) -> &'static str {
    match status {
        401 | 403 => "net.denied",
        404 | 410 => "net.missing",
        500.. => "net.server",
        _ => "net.status",
    }
}

fn refusal_code(why: Refusal) -> &'static str {
    match why {
        Refusal::Scheme => "net.refused.scheme",
        Refusal::Plain => "net.refused.plain",
        Refusal::Login => "net.refused.login",
        Refusal::Host => "net.refused.host",
        Refusal::Home => "net.refused.home",
        Refusal::Hops => "net.refused.hops",
        Refusal::Nowhere => "net.refused.nowhere",
    }
}

fn seconds(time: Duration) -> Field {
    number(time.as_secs() + u64::from(time.subsec_nanos() > 0))
}

fn number(count: u64) -> Field {
    Field::Number(i64::try_from(count).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_what_may_be_secret() {
        let url: Url = "https://me:secret@a.example/x?token=secret#secret".parse().unwrap();
        assert_eq!(shown(&url), "https://a.example/x");
    }

    #[test]
    fn a_retry_is_made_only_where_it_can_help() {
        let url = String::new();
        let status = |status| FetchError::Status { url: url.clone(), status };
        let busy =
            |secs| FetchError::Busy { url: url.clone(), status: 429, wait: Some(Duration::from_secs(secs)) };
        let patience = Duration::from_mins(1);
        for status_again in [408, 425, 500, 502, 503, 504] {
            assert_eq!(status(status_again).verdict(patience), Verdict::Again, "{status_again}");
        }
        for status_next in [204, 304, 400, 401, 403, 404, 410, 416, 501, 505] {
            assert_eq!(status(status_next).verdict(patience), Verdict::Next, "{status_next}");
        }
        assert_eq!(busy(60).verdict(patience), Verdict::Again);
        assert_eq!(busy(86_400).verdict(patience), Verdict::Next);
        assert_eq!(FetchError::Portal { url: url.clone() }.verdict(patience), Verdict::Next);
        assert_eq!(FetchError::Cancelled.verdict(patience), Verdict::End);
    }
}
