//! Why there is no answer.

use std::time::Duration;

use nova_model::{Explain, Message, Report, Retry};

/// What kind of failure it is: it decides what may help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The server could not be reached at all.
    Offline,
    /// It was reached and went silent.
    TimedOut,
    /// 401 or 403: the key is missing, wrong, or not allowed to.
    Key,
    /// The account has no credit.
    Credit,
    /// 429, after waiting as long as is reasonable.
    Busy,
    /// 404: the address or the model does not exist.
    NotFound,
    /// The model has no tools API.
    NoTools,
    /// The request is longer than the model can read.
    TooLong,
    /// The provider's filter blocked the answer.
    Blocked,
    /// Another 4xx: the server does not like the request.
    Refused,
    /// 5xx, or an error in the middle of a stream.
    Server,
    /// The connection broke in the middle.
    Cut,
    /// The answer was empty, twice.
    Empty,
    /// What came is no answer of such a server (HTML, another protocol, too large).
    Garbled,
    /// No client could be built.
    Client,
}

/// A request without an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault:?} from {host}: {said}")]
pub struct LlmError {
    /// What kind.
    pub fault: Fault,
    /// The server's host and port; never a key or a query.
    pub host: String,
    /// The model that was asked.
    pub model: String,
    /// The HTTP status, where there was one.
    pub status: Option<u16>,
    /// What the server or the system says, cleaned and capped.
    pub said: String,
    /// How long the server wants to be left alone.
    pub retry_after: Option<Duration>,
    /// Whether words had been shown already.
    pub shown: bool,
}

impl Explain for LlmError {
    fn report(&self) -> Report {
        let code = match self.fault {
            Fault::Offline => "llm.offline",
            Fault::TimedOut => "llm.timed-out",
            Fault::Key => "llm.key",
            Fault::Credit => "llm.credit",
            Fault::Busy => "llm.busy",
            Fault::NotFound => "llm.not-found",
            Fault::NoTools => "llm.no-tools",
            Fault::TooLong => "llm.too-long",
            Fault::Blocked => "llm.blocked",
            Fault::Refused => "llm.refused",
            Fault::Server => "llm.server",
            Fault::Cut => "llm.cut",
            Fault::Empty => "llm.empty",
            Fault::Garbled => "llm.garbled",
            Fault::Client => "llm.client",
        };
        let retry = match self.fault {
            Fault::Offline | Fault::TimedOut | Fault::Busy | Fault::Server | Fault::Cut | Fault::Empty => {
                Retry::Later
            }
            _ => Retry::No,
        };
        Report { retry, ..Report::new(self.message(code)) }
    }
}

impl LlmError {
    /// The same in a few words, as the reason why it is asked again: half a sentence that says nothing of what to do.
    pub fn in_short(&self) -> Report {
        let code = match self.fault {
            Fault::Offline => "llm.wait.offline",
            Fault::TimedOut => "llm.wait.timed-out",
            Fault::Busy => "llm.wait.busy",
            Fault::Cut => "llm.wait.cut",
            Fault::Empty => "llm.wait.empty",
            _ => "llm.wait.server",
        };
        Report { message: self.message(code), ..self.report() }
    }

    fn message(&self, code: &'static str) -> Message {
        Message::new(code)
            .with("host", self.host.as_str())
            .with("model", self.model.as_str())
            .with("status", usize::from(self.status.unwrap_or_default()))
            .with("said", self.quoted())
    }

    /// What was said as part of a sentence: without its own full stop. Of bytes that are no text the status says more.
    fn quoted(&self) -> String {
        const UNREADABLE: usize = 3;
        let said = self.said.trim_end_matches(['.', '。', ' ']);
        let unreadable = said.matches(char::REPLACEMENT_CHARACTER).count() > UNREADABLE;
        match self.status {
            _ if !said.is_empty() && !unreadable => said.to_owned(),
            Some(status) => format!("HTTP {status}"),
            None => "…".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(said: &str, status: Option<u16>) -> String {
        let error = LlmError {
            fault: Fault::Server,
            host: "a.example".to_owned(),
            model: "m".to_owned(),
            status,
            said: said.to_owned(),
            retry_after: None,
            shown: false,
        };
        error.quoted()
    }

    #[test]
    fn what_a_server_says_is_quoted_without_its_full_stop_and_never_as_garbage() {
        assert_eq!(quoted("The key is wrong.", Some(401)), "The key is wrong");
        assert_eq!(quoted("密钥无效。", Some(401)), "密钥无效");
        assert_eq!(quoted("", Some(502)), "HTTP 502");
        assert_eq!(quoted("a\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}", Some(200)), "HTTP 200");
        assert_eq!(quoted("", None), "…");
    }
}
