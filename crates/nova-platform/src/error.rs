//! What can go wrong on the way to an answer. Hosts and addresses are shown; keys and queries never are.

use std::time::Duration;

use nova_model::{Explain, Field, Message, Report, Retry};
use nova_net::NetError;

use crate::Source;

/// Shorthand.
pub type Result<T> = std::result::Result<T, PlatformError>;

/// Why a platform gave no answer, or none that can be used.
#[derive(Debug, thiserror::Error)]
pub enum PlatformError {
    /// The platform answers nobody without a key, and none is kept.
    #[error("{source_name} wants a key", source_name = platform.label())]
    NoKey {
        /// The platform.
        platform: Source,
    },
    /// It does not take the key.
    #[error("{host} refuses the key with {status}")]
    KeyRefused {
        /// Who.
        host: String,
        /// The HTTP status.
        status: u16,
    },
    /// It has nothing of this name.
    #[error("{host} has no {name}")]
    NotFound {
        /// Who.
        host: String,
        /// What was asked for.
        name: String,
    },
    /// It takes no more requests for now, and for longer than anybody waits.
    #[error("{host} is busy, wait {wait:?}")]
    Busy {
        /// Who.
        host: String,
        /// How long it wants to be left alone, where it says so.
        wait: Option<Duration>,
    },
    /// It cannot be reached.
    #[error("{host} cannot be reached: {why}")]
    Unreachable {
        /// Who.
        host: String,
        /// What the library says.
        why: String,
    },
    /// It was silent for too long.
    #[error("{host} did not answer in time")]
    TimedOut {
        /// Who.
        host: String,
    },
    /// The connection broke before the answer was whole.
    #[error("{host} broke off")]
    Cut {
        /// Who.
        host: String,
    },
    /// It answered with a page, as the sign-in page of a hotel's network does.
    #[error("{host} answers with a page")]
    Portal {
        /// Who.
        host: String,
    },
    /// It has an error of its own.
    #[error("{host} answers {status}")]
    Server {
        /// Who.
        host: String,
        /// The HTTP status.
        status: u16,
    },
    /// It refuses with another status.
    #[error("{host} answers {status}: {said}")]
    Status {
        /// Who.
        host: String,
        /// The HTTP status.
        status: u16,
        /// What it says, on one line.
        said: String,
    },
    /// It sends us to somebody else. Nobody follows: what is asked, and the key, are for the platform alone.
    #[error("{host} sends us to {to}")]
    Elsewhere {
        /// Who.
        host: String,
        /// Where to.
        to: String,
    },
    /// The answer is longer than any real one.
    #[error("the answer of {host} is larger than {cap} bytes")]
    TooLarge {
        /// Who.
        host: String,
        /// The most it may have.
        cap: u64,
    },
    /// The answer is not what it has to be.
    #[error("{host} answers nonsense: {why}")]
    Garbled {
        /// Who.
        host: String,
        /// What is wrong with it.
        why: String,
    },
    /// The address that was set is not encrypted.
    #[error("{address} is not encrypted")]
    Plain {
        /// The address.
        address: String,
    },
    /// What was given can be no id of the platform.
    #[error("{id:?} is no id")]
    BadId {
        /// What was given.
        id: String,
    },
    /// There is no HTTP client.
    #[error(transparent)]
    Net(#[from] NetError),
}

impl PlatformError {
    /// Whether a mirror, another network or a later hour may help.
    pub fn is_about_the_line(&self) -> bool {
        matches!(
            self,
            Self::Busy { .. }
                | Self::Unreachable { .. }
                | Self::TimedOut { .. }
                | Self::Cut { .. }
                | Self::Portal { .. }
                | Self::Server { .. }
        )
    }

    fn message(&self) -> Message {
        let about = |code: &'static str, host: &str| Message::new(code).with("host", host);
        match self {
            Self::NoKey { platform } => Message::new("platform.no-key").with("platform", platform.label()),
            Self::KeyRefused { host, status } => status_of(about("platform.key-refused", host), *status),
            Self::NotFound { host, name } => about("platform.not-found", host).with("name", name.as_str()),
            Self::Busy { host, wait: None } => about("platform.busy", host),
            Self::Busy { host, wait: Some(wait) } => {
                about("platform.busy-for", host).with("seconds", seconds(*wait))
            }
            Self::Unreachable { host, why } => about("platform.unreachable", host).with("why", why.as_str()),
            Self::TimedOut { host } => about("platform.timed-out", host),
            Self::Cut { host } => about("platform.cut", host),
            Self::Portal { host } => about("platform.portal", host),
            Self::Server { host, status } => status_of(about("platform.server", host), *status),
            Self::Status { host, status, said } => {
                status_of(about("platform.status", host), *status).with("said", said.as_str())
            }
            Self::Elsewhere { host, to } => about("platform.elsewhere", host).with("to", to.as_str()),
            Self::TooLarge { host, cap } => about("platform.too-large", host).with("cap", Field::Bytes(*cap)),
            Self::Garbled { host, why } => about("platform.garbled", host).with("why", why.as_str()),
            Self::Plain { address } => Message::new("platform.plain").with("address", address.as_str()),
            Self::BadId { id } => Message::new("platform.bad-id").with("id", id.as_str()),
            Self::Net(error) => error.report().message,
        }
    }

    fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoKey { .. } => Some("platform.hint.key"),
            Self::KeyRefused { .. } => Some("platform.hint.key-again"),
            Self::Unreachable { .. } | Self::TimedOut { .. } | Self::Cut { .. } => Some("platform.hint.line"),
            Self::Busy { .. } | Self::Server { .. } => Some("platform.hint.wait"),
            Self::Portal { .. } | Self::Elsewhere { .. } => Some("platform.hint.portal"),
            Self::NotFound { .. } | Self::BadId { .. } => Some("platform.hint.search"),
            _ => None,
        }
    }
}

impl Explain for PlatformError {
    fn report(&self) -> Report {
        let report = Report::new(self.message());
        let report = self.hint().map(Message::new).into_iter().fold(report, Report::hint);
        let retry = if self.is_about_the_line() { Retry::Later } else { Retry::No };
        Report { retry, ..report }
    }
}

fn status_of(message: Message, status: u16) -> Message {
    message.with("status", i64::from(status))
}

/// Whole seconds, upwards: who comes back too early is refused again.
fn seconds(wait: Duration) -> Field {
    let whole = wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0));
    Field::Number(i64::try_from(whole).unwrap_or(i64::MAX))
}
