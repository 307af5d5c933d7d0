//! One request and its answer.

use std::time::{Duration, SystemTime};

use nova_model::Clock;
use reqwest::{
    Response,
    header::{DATE, HeaderMap, LOCATION, RETRY_AFTER},
};
use tokio::time::Instant;
use url::Url;

use super::{
    ClientLimits, Sink,
    read::{self, Patience, Stop},
    server::{Server, deepest, error_body},
};
use crate::{
    Fault, LlmError, Reply, Request, address,
    failure::{Said, Tools, kind},
};

/// A request that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) error: LlmError,
    /// What the server said, for what can be learnt from it.
    pub(crate) said: Said,
    /// The server was silent for as long as it may be: the player has waited enough.
    pub(crate) silent: bool,
}

impl From<LlmError> for Failure {
    fn from(error: LlmError) -> Self {
        Self { error, said: Said::default(), silent: false }
    }
}

/// One request.
pub(crate) struct Attempt<'a> {
    pub(crate) server: Server<'a>,
    pub(crate) limits: &'a ClientLimits,
    pub(crate) clock: Option<&'a dyn Clock>,
    pub(crate) request: &'a Request,
}

impl Attempt<'_> {
    /// Sends it and reads the answer.
    pub(crate) async fn run(&self, body: Vec<u8>, sink: &mut dyn Sink) -> Result<Reply, Failure> {
        let patience = Patience::from(Instant::now(), self.limits);
        let until = patience.first;
        let request = self.server.post(body)?;
        let response = match tokio::time::timeout_at(until, request.send()).await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => return Err(self.unsent(&error)),
            Err(_) => return Err(self.silent(false)),
        };
        if !response.status().is_success() {
            return Err(self.refused(response).await);
        }
        let status = response.status().as_u16();
        match read::read(response, self.request, self.limits, patience, sink).await {
            Ok(reply) => Ok(reply),
            Err((stop, shown)) => Err(self.stopped(stop, status, shown)),
        }
    }

    fn unsent(&self, error: &reqwest::Error) -> Failure {
        let fault = match error {
            _ if error.is_builder() => Fault::Client,
            _ if error.is_connect() => Fault::Offline,
            _ if error.is_timeout() => Fault::TimedOut,
            _ => Fault::Cut,
        };
        let silent = fault == Fault::TimedOut;
        Failure { silent, ..self.server.error(fault, None, &deepest(error)).into() }
    }

    fn silent(&self, shown: bool) -> Failure {
        let error = LlmError { shown, ..self.server.error(Fault::TimedOut, None, "") };
        Failure { silent: true, ..error.into() }
    }

    async fn refused(&self, response: Response) -> Failure {
        let status = response.status();
        let retry_after = retry_after(response.headers(), self.clock);
        if status.is_redirection() {
            let to = redirected_to(response.headers(), self.server.base);
            return self
                .server
                .error(Fault::Refused, Some(status.as_u16()), &format!("{status} → {to}"))
                .into();
        }
        let said = Said::of_text(&error_body(response).await);
        let mut failure = self.failed(Some(status.as_u16()), said);
        failure.error.retry_after = retry_after;
        if failure.error.said.is_empty() {
            status.to_string().clone_into(&mut failure.error.said);
        }
        failure
    }

    fn failed(&self, status: Option<u16>, said: Said) -> Failure {
        let tools = if self.request.tools.is_some() { Tools::Sent } else { Tools::NotSent };
        let fault = kind(status, &said, tools);
        let status = status.filter(|status| *status != 200).or(said.status);
        let words = if said.message.is_empty() { &said.code } else { &said.message };
        Failure { error: self.server.error(fault, status, words), said, silent: false }
    }

    fn stopped(&self, stop: Stop, status: u16, shown: bool) -> Failure {
        let mut failure = match stop {
            Stop::Said(said) => self.failed(Some(status), *said),
            Stop::Silent => self.silent(shown),
            Stop::Cut(said) => self.server.error(Fault::Cut, None, &said).into(),
            Stop::Empty => self.server.error(Fault::Empty, None, "").into(),
            Stop::Blocked => self.server.error(Fault::Blocked, None, "").into(),
            Stop::Garbled(said) => self.server.error(Fault::Garbled, Some(status), &said).into(),
        };
        failure.error.shown = shown;
        failure
    }
}

/// The host that a redirect names. Nothing more of it is shown: the rest may hold anything.
fn redirected_to(headers: &HeaderMap, base: &Url) -> String {
    let location = headers.get(LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    base.join(location).map(|url| address::host_of(&url)).unwrap_or_default()
}

/// How long a server wants to be left alone: a number of seconds, or a date. A date counts from the server's own time where
/// it says it; one that is past is now, and anything else is as if nothing was said.
pub(crate) fn retry_after(headers: &HeaderMap, clock: Option<&dyn Clock>) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(millis) = text("retry-after-ms").and_then(|text| text.parse().ok()) {
        return Duration::try_from_secs_f64(f64::max(millis, 0.0) / 1000.0).ok();
    }
    let said = text(RETRY_AFTER.as_str())?;
    if let Ok(seconds) = said.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(said).ok()?;
    let theirs = text(DATE.as_str()).and_then(|text| httpdate::parse_http_date(text).ok());
    let now = theirs.or_else(|| at(clock?))?;
    Some(date.duration_since(now).unwrap_or_default())
}

fn at(clock: &dyn Clock) -> Option<SystemTime> {
    let millis = u64::try_from(clock.now()).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_millis(millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct At(i64);

    impl Clock for At {
        fn now(&self) -> i64 {
            self.0
        }
    }

    const SEVEN_28: &str = "Wed, 21 Oct 2026 07:28:00 GMT";

    fn wait(headers: &[(&'static str, &str)], clock: Option<&dyn Clock>) -> Option<Duration> {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        retry_after(&headers.collect::<HeaderMap>(), clock)
    }

    #[test]
    fn seconds_are_read_and_rubbish_is_nothing() {
        assert_eq!(wait(&[("retry-after", "2")], None), Some(Duration::from_secs(2)));
        assert_eq!(wait(&[("retry-after", " 0.5 ")], None), Some(Duration::from_millis(500)));
        assert_eq!(
            wait(&[("retry-after-ms", "250"), ("retry-after", "9")], None),
            Some(Duration::from_millis(250))
        );
        for rubbish in ["", "soon", "-1", "NaN", "inf", "1e300", "Wed, 99 Oct"] {
            assert_eq!(wait(&[("retry-after", rubbish)], None), None, "{rubbish}");
        }
        assert_eq!(wait(&[], None), None);
    }

    #[test]
    fn a_date_counts_from_the_servers_time_then_from_ours() {
        let earlier = ("date", "Wed, 21 Oct 2026 07:27:50 GMT");
        assert_eq!(wait(&[("retry-after", SEVEN_28), earlier], None), Some(Duration::from_secs(10)));
        let later = ("date", "Wed, 21 Oct 2026 08:00:00 GMT");
        assert_eq!(wait(&[("retry-after", SEVEN_28), later], None), Some(Duration::ZERO));
        let ours = At(1_792_567_675_000);
        assert_eq!(wait(&[("retry-after", SEVEN_28)], Some(&ours)), Some(Duration::from_secs(5)));
        assert_eq!(wait(&[("retry-after", SEVEN_28)], None), None);
    }

    #[test]
    fn of_a_redirect_only_the_host_is_shown() {
        let base = Url::parse("https://a.example/v1").unwrap();
        let to = |location: &str| {
            let headers = [(LOCATION, location.parse().unwrap())].into_iter().collect::<HeaderMap>();
            redirected_to(&headers, &base)
        };
        assert_eq!(to("https://b.example:8443/login?key=1"), "b.example:8443");
        assert_eq!(to("/login"), "a.example");
    }
}
