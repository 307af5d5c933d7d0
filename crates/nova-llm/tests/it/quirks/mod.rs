//! What servers do differently: a table of all known quirks, each with the answer that shows it and what has to come of it. The
//! same checks run over the examples of the shared list, where that is there.

mod calls;
mod ends;
mod errors;
mod history;
mod pieces;
mod reasoning;
mod replay;

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::{
    scene::{Outcome, Scene, delta, finish, stream},
    server::Answer,
};

/// One quirk.
pub(crate) struct Quirk {
    /// Its id in the shared list.
    pub(crate) id: &'static str,
    /// What is asked, and how.
    pub(crate) scene: fn() -> Scene,
    /// Answers that show it, each to be given in a run of its own.
    pub(crate) shows: Vec<Answer>,
    /// What the server answers afterwards; the same again where there is nothing.
    pub(crate) then: Option<Answer>,
    /// What has to come of it.
    pub(crate) check: fn(&Outcome),
}

impl Quirk {
    fn asking(self, scene: fn() -> Scene) -> Self {
        Self { scene, ..self }
    }

    fn then(self, then: Answer) -> Self {
        Self { then: Some(then), ..self }
    }

    pub(crate) async fn play(&self, shown: Answer) {
        let answers = [shown].into_iter().chain(self.then.clone()).collect();
        let outcome = (self.scene)().play(answers).await;
        println!("{}: {:?}\n{:?}", self.id, outcome.result, outcome.heard);
        let checked = catch_unwind(AssertUnwindSafe(|| (self.check)(&outcome)));
        assert!(checked.is_ok(), "{} failed", self.id);
    }
}

/// A quirk that this answer shows.
fn quirk(id: &'static str, shows: Answer, check: fn(&Outcome)) -> Quirk {
    Quirk { id, scene: Scene::default, shows: vec![shows], then: None, check }
}

/// A piece of a call as the only news of a chunk.
fn piece(call: &Value) -> Value {
    json!({"tool_calls": [call]})
}

/// A stream of pieces of calls that ends for calls.
fn pieces(calls: &[Value]) -> Answer {
    stream(&calls.iter().map(piece).collect::<Vec<_>>(), "tool_calls")
}

/// A stream of these lines.
fn lines(lines: &[&str]) -> Answer {
    Answer::events(lines)
}

/// The usual answer after a mended request.
fn fine() -> Answer {
    stream(&[json!({"content": "fine"})], "stop")
}

fn hi() -> String {
    delta(&json!({"content": "hi"}))
}

/// A whole answer with this message.
fn message(message: &Value, reason: &str) -> Answer {
    let body = json!({"choices": [{"index": 0, "message": message, "finish_reason": reason}]});
    Answer::json(200, &body.to_string())
}

/// A whole answer with one call.
fn whole_call(name: &str, arguments: &Value) -> Answer {
    let call = json!({"id": "a", "type": "function", "function": {"name": name, "arguments": arguments}});
    message(&json!({"tool_calls": [call]}), "tool_calls")
}

fn stop() -> String {
    finish("stop")
}

fn says_hi(outcome: &Outcome) {
    assert_eq!((outcome.text(), outcome.heard.text.as_str()), ("hi", "hi"));
    assert_eq!((outcome.calls(), outcome.asked.len()), (Vec::new(), 1));
}

fn says_hi_to_its_end(outcome: &Outcome) {
    says_hi(outcome);
    assert_eq!(outcome.reply().finish, nova_llm::Finish::Done);
}

/// Every quirk.
pub(crate) fn all() -> Vec<Quirk> {
    [
        pieces::quirks(),
        ends::quirks(),
        calls::quirks(),
        history::quirks(),
        reasoning::quirks(),
        errors::quirks(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_quirk_has_its_result() {
    let plays = all().into_iter().map(|quirk| {
        tokio::spawn(async move {
            for shown in quirk.shows.clone() {
                quirk.play(shown).await;
            }
        })
    });
    all_well(plays.collect()).await;
}

/// Waits for all plays, so that a run names every quirk that fails.
async fn all_well(plays: Vec<JoinHandle<()>>) {
    let mut failures = Vec::new();
    for play in plays {
        failures.extend(play.await.err().map(|error| error.to_string()));
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn every_quirk_stands_here_once() {
    let all = all();
    let ids: std::collections::BTreeSet<&str> = all.iter().map(|quirk| quirk.id).collect();
    assert_eq!((ids.len(), all.len()), (85, 85));
}
