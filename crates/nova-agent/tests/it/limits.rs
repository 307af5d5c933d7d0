//! Turns that would go on for ever, or in circles.

use nova_agent::{Say, TurnLimits};
use nova_model::{Message, TurnEnd};
use nova_tools::Decision;
use serde_json::json;

use crate::stage::{Stage, calls, outcomes, words};

fn list() -> nova_agent::Round {
    calls(&[("", "list_things", json!({}))])
}

fn which(end: &TurnEnd) -> Message {
    match end {
        TurnEnd::Limit { which } => which.clone(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn after_the_last_round_nova_says_where_things_stand_without_tools() {
    let set = |n: usize| calls(&[("", "set_thing", json!({ "name": format!("s{n}") }))]);
    let rounds = vec![set(1), set(2), words("that is how far I got")];
    let mut stage = Stage::new(rounds, Decision::Yes);
    stage.limits = TurnLimits { rounds: 2, ..TurnLimits::default() };
    let result = stage.run().await;
    assert_eq!(which(&result.end), Message::new("agent.limit-rounds").with("count", 2_usize));
    assert_eq!(result.say, [Say::Text("that is how far I got".to_owned())]);
    assert!(stage.brain.shown[2].is_empty());
    // What was planned until then is still offered.
    assert_eq!(stage.disk.origins.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn calls_in_the_last_round_are_not_made() {
    let mut stage = Stage::new(vec![list(), list()], Decision::Yes);
    stage.limits = TurnLimits { rounds: 1, ..TurnLimits::default() };
    assert_eq!(outcomes(&stage.run().await), ["done"]);
}

#[tokio::test]
async fn the_same_call_may_be_made_three_times() {
    let rounds = (0..4).map(|_| list()).collect();
    let mut stage = Stage::new(rounds, Decision::Yes);
    stage.limits.stalls = 10;
    assert_eq!(outcomes(&stage.run().await), ["done", "done", "done", "agent.repeated"]);
}

#[tokio::test]
async fn a_call_that_failed_is_not_made_again() {
    let fail = || calls(&[("", "check_thing", json!({"how": "tell"}))]);
    let mut stage = Stage::new(vec![fail(), fail()], Decision::Yes);
    assert_eq!(outcomes(&stage.run().await), ["test.tell", "agent.failed-before"]);
}

#[tokio::test]
async fn after_a_change_was_made_looking_and_trying_again_is_allowed() {
    let rename = |thing: &str, to: &str| calls(&[("", "rename_thing", json!({"thing": thing, "to": to}))]);
    let rounds = vec![list(), list(), list(), rename("x", "y"), rename("a", "x"), list(), rename("x", "y")];
    let mut stage = Stage::new(rounds, Decision::Yes);
    stage.trust = nova_agent::Trust::AutoReversible { tools: ["rename_thing".to_owned()].into() };
    stage.limits.stalls = 10;
    let result = stage.say("rename a to x, then x to y").await;
    // The last one needs the line before it, so it asks; but it is planned, though it failed at first.
    let wanted = ["done", "done", "done", "test.no-such-thing", "done", "done", "line 2"];
    assert_eq!(outcomes(&result), wanted);
    let texts: Vec<_> = result.calls.iter().filter(|made| made.call.name == "list_things").collect();
    assert_ne!(texts[0].outcome, texts[3].outcome, "looks anew after the change");
}

#[tokio::test]
async fn rounds_that_bring_nothing_new_end_the_turn() {
    let rounds = (0..9).map(|n| calls(&[("", "no_such_tool", json!({ "n": n }))])).collect();
    let mut stage = Stage::new(rounds, Decision::Yes);
    let result = stage.run().await;
    assert_eq!(which(&result.end).code, "agent.limit-stalled");
    assert_eq!(result.calls.len(), 3);
}

#[tokio::test]
async fn calls_beyond_the_limit_are_answered_and_not_made() {
    let set = |n: usize| ("", "set_thing", json!({ "name": format!("s{n}") }));
    let mut stage = Stage::new(vec![calls(&[set(1), set(2), set(3)])], Decision::Yes);
    stage.limits = TurnLimits { calls: 2, ..TurnLimits::default() };
    let result = stage.run().await;
    assert_eq!(outcomes(&result), ["line 1", "line 2", "agent.too-many-calls"]);
    assert_eq!(which(&result.end).code, "agent.limit-calls");
}

#[tokio::test]
async fn the_window_moves_once_a_turn() {
    let open = || calls(&[("", "open_page", json!({}))]);
    let mut stage = Stage::new(vec![open(), open()], Decision::Yes);
    assert_eq!(outcomes(&stage.run().await), ["done", "agent.navigated"]);
    stage.brain.rounds = [Ok(open())].into();
    assert_eq!(outcomes(&stage.run().await), ["done"], "the next turn may move it again");
}
