//! One running call under watch: its time limit, its heartbeat, the player's stop, and its panics.

use std::{pin::pin, sync::Arc, time::Duration};

use futures_util::future::BoxFuture;
use nova_model::{Event, Message, Report, Retry, ToolCall};
use tokio::{
    task::JoinError,
    time::{Instant, Interval, MissedTickBehavior, interval_at, sleep},
};
use tokio_util::sync::CancellationToken;

use super::Scope;
use crate::{Call, Events, Progress, ToolError, millis, tool::panicked};

/// The watch over one call.
pub(super) struct Watch {
    pace: Arc<Pace>,
    heartbeat: Duration,
    cancel: CancellationToken,
}

/// How far one call is, for its events.
struct Pace {
    id: String,
    name: String,
    started: Instant,
    limit: Option<Duration>,
    events: Arc<dyn Events>,
}

impl Watch {
    pub(super) fn new(call: &ToolCall, limit: Option<Duration>, heartbeat: Duration, scope: &Scope) -> Self {
        let pace = Pace {
            id: call.id.clone(),
            name: call.name.clone(),
            started: Instant::now(),
            limit,
            events: Arc::clone(&scope.events),
        };
        Self { pace: Arc::new(pace), heartbeat, cancel: scope.cancel.child_token() }
    }

    /// What the tool gets.
    pub(super) fn call(&self, scope: &Scope) -> Call {
        Call {
            id: self.pace.id.clone(),
            cancel: self.cancel.clone(),
            progress: Arc::clone(&self.pace) as Arc<dyn Progress>,
            host: Arc::clone(&scope.host),
            coming: Arc::default(),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.pace.started.elapsed()
    }

    /// Runs a tool's future to its end, its limit or the player's stop, whichever is first. What is given up is told
    /// through its token; a blocking part that does not look at it goes on unheard.
    pub(super) async fn over<R: Send + 'static>(
        &self,
        future: BoxFuture<'static, Result<R, ToolError>>,
        scope: &Scope,
    ) -> Result<R, ToolError> {
        let given_up = self.cancel.clone().drop_guard();
        let mut task = tokio::spawn(future);
        let ended = self.wait(&mut task, scope).await;
        match ended {
            Ended::Done(result) => {
                // The plan that came back keeps the token for its work.
                given_up.disarm();
                result
            }
            Ended::Stopped => {
                task.abort();
                Err(ToolError::Tell(Report::new(Message::new("tools.cancelled").with("tool", self.name()))))
            }
            Ended::TimedOut => {
                task.abort();
                Err(ToolError::Tell(self.timed_out()))
            }
        }
    }

    /// Runs blocking work to its end, whatever the player says meanwhile.
    pub(super) async fn to_the_end<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<R, ToolError> + Send + 'static,
    ) -> Result<R, ToolError> {
        let mut task = tokio::task::spawn_blocking(work);
        let mut beat = self.heartbeat();
        loop {
            tokio::select! {
                biased;
                joined = &mut task => return self.joined(joined),
                _ = beat.tick() => self.pace.beat(Doing::Work),
            }
        }
    }

    fn heartbeat(&self) -> Interval {
        let mut beat = interval_at(self.pace.started + self.heartbeat, self.heartbeat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Skip);
        beat
    }

    async fn wait<R>(
        &self,
        task: &mut tokio::task::JoinHandle<Result<R, ToolError>>,
        scope: &Scope,
    ) -> Ended<R> {
        let mut timeout = pin!(limit(self.pace.limit));
        let mut beat = self.heartbeat();
        loop {
            tokio::select! {
                biased;
                joined = &mut *task => return Ended::Done(self.joined(joined)),
                () = scope.cancel.cancelled() => return Ended::Stopped,
                () = &mut timeout => return Ended::TimedOut,
                _ = beat.tick() => self.pace.beat(Doing::Call),
            }
        }
    }

    fn joined<R>(&self, joined: Result<Result<R, ToolError>, JoinError>) -> Result<R, ToolError> {
        joined.unwrap_or_else(|_| Err(panicked(self.name())))
    }

    fn timed_out(&self) -> Report {
        let message =
            Message::new("tools.timeout").with("tool", self.name()).with("seconds", seconds(self.pace.limit));
        Report { retry: Retry::Later, ..Report::new(message) }
    }

    fn name(&self) -> &str {
        &self.pace.name
    }
}

/// What takes its time.
#[derive(Clone, Copy)]
enum Doing {
    Call,
    Work,
}

enum Ended<R> {
    Done(Result<R, ToolError>),
    Stopped,
    TimedOut,
}

impl Pace {
    fn beat(&self, doing: Doing) {
        let code = match (doing, self.limit) {
            (Doing::Work, _) => "tools.working",
            (Doing::Call, Some(_)) => "tools.running",
            (Doing::Call, None) => "tools.waiting",
        };
        let elapsed = seconds(Some(self.started.elapsed()));
        let note = Message::new(code).with("tool", self.name.as_str()).with("elapsed", elapsed);
        self.report(match self.limit {
            Some(limit) => note.with("limit", seconds(Some(limit))),
            None => note,
        });
    }
}

impl Progress for Pace {
    fn report(&self, note: Message) {
        self.events.send(Event::ToolProgress {
            id: self.id.clone(),
            elapsed: millis(self.started.elapsed()),
            limit: self.limit.map(millis),
            note: Some(note),
        });
    }
}

/// Ends after the limit; never, where there is none.
async fn limit(limit: Option<Duration>) {
    match limit {
        Some(limit) => sleep(limit).await,
        None => std::future::pending().await,
    }
}

fn seconds(time: Option<Duration>) -> i64 {
    i64::try_from(time.unwrap_or_default().as_secs()).unwrap_or(i64::MAX)
}
