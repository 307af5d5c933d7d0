//! Several calls of one message: concurrent reads together, the rest alone and in order, identical reads once.

use std::collections::HashMap;

use futures_util::{FutureExt, StreamExt, stream};
use nova_model::{Effect, ToolCall};

use super::{Called, Dispatcher, Scope};
use crate::Flag;

/// One call to run, or a copy of an earlier one.
enum Job<'a> {
    Run { call: &'a ToolCall, concurrent: bool },
    SameAs { call: &'a ToolCall, first: usize },
}

impl Dispatcher {
    /// Runs reads and navigations; the results stand in the order of the calls.
    pub async fn batch(&self, calls: &[ToolCall], scope: &Scope) -> Vec<Called> {
        let jobs = self.jobs(calls);
        let mut results: Vec<Called> = Vec::with_capacity(jobs.len());
        for group in jobs.chunk_by(|a, b| a.together() && b.together()) {
            let ran = self.group(group, scope).await;
            for (job, ran) in group.iter().zip(ran) {
                let called = match job {
                    Job::Run { .. } => ran,
                    Job::SameAs { call, first } => {
                        results.get(*first).map(|called| called.copied_for(call).announced(scope))
                    }
                };
                results.extend(called);
            }
        }
        results
    }

    fn jobs<'a>(&self, calls: &'a [ToolCall]) -> Vec<Job<'a>> {
        let mut seen: HashMap<(&str, String), usize> = HashMap::new();
        let mut jobs = Vec::with_capacity(calls.len());
        for (index, call) in calls.iter().enumerate() {
            let spec = self.registry().get(&call.name).map(|tool| tool.spec());
            let read = spec.is_some_and(|spec| spec.effect() == Effect::Read);
            let first = *seen.entry((&call.name, call.args.to_string())).or_insert(index);
            jobs.push(if read && first < index {
                Job::SameAs { call, first }
            } else {
                Job::Run { call, concurrent: spec.is_some_and(|spec| spec.has(Flag::Concurrent)) }
            });
        }
        jobs
    }

    /// Runs the jobs of a group side by side; copies of others have no result of their own.
    async fn group(&self, group: &[Job<'_>], scope: &Scope) -> Vec<Option<Called>> {
        // Boxed here, so that a turn's future is known to be `Send` wherever it is spawned.
        let runs: Vec<_> = group.iter().map(|job| self.job(job, scope).boxed()).collect();
        stream::iter(runs).buffered(self.limits.concurrent.max(1)).collect().await
    }

    async fn job(&self, job: &Job<'_>, scope: &Scope) -> Option<Called> {
        match job {
            Job::Run { call, .. } => Some(self.call(call, scope).await),
            Job::SameAs { .. } => None,
        }
    }
}

impl Job<'_> {
    fn together(&self) -> bool {
        matches!(self, Self::SameAs { .. } | Self::Run { concurrent: true, .. })
    }
}

impl Called {
    fn copied_for(&self, call: &ToolCall) -> Self {
        let id = call.id.clone();
        Self { call: ToolCall { id, ..self.call.clone() }, ..self.clone() }
    }
}
