//! Doing a checklist: once, checked against the state it was planned on, line by line.

use std::sync::Arc;

use futures_util::FutureExt;
use nova_agent::{Mode, Round, TurnResult, World, execute};
use nova_tools::{Decision, Offer};
use serde_json::json;

use crate::stage::{Stage, calls, outcomes, state, states};

fn rename(id: &'static str, thing: &str, to: &str) -> (&'static str, &'static str, serde_json::Value) {
    (id, "rename_thing", json!({"thing": thing, "to": to}))
}

/// A stage whose checklist is made and not yet shown.
async fn planned(rounds: Vec<Round>) -> (Stage, TurnResult) {
    let mut stage = Stage::new(rounds, Decision::Yes);
    stage.mode = Mode::PlanOnly;
    let result = stage.run().await;
    (stage, result)
}

fn world(stage: &Stage) -> Arc<dyn World> {
    stage.disk.clone()
}

#[tokio::test]
async fn a_checklist_is_done_once_even_if_nothing_was_confirmed() {
    let (stage, mut result) = planned(vec![calls(&[rename("1", "a", "x")])]).await;
    let world = world(&stage);
    execute(&mut result.checklist, &[Decision::No], stage.doing(&world)).await.unwrap();
    let again = execute(&mut result.checklist, &[Decision::Yes], stage.doing(&world)).await;
    assert_eq!(again.unwrap_err().code(), "agent.checklist-used");
    assert_eq!(states(&result), ["refused"]);
    assert!(stage.disk.origins.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_line_whose_file_moved_on_is_stale_and_comes_back_as_a_fresh_plan() {
    let (stage, mut result) = planned(vec![calls(&[rename("1", "a", "x"), rename("2", "b", "y")])]).await;
    stage.disk.touch("a");
    let world = world(&stage);
    let yes = [Decision::Yes; 2];
    let settlement = execute(&mut result.checklist, &yes, stage.doing(&world)).await.unwrap();
    assert_eq!(states(&result), ["stale", "done"]);
    assert_eq!(stage.disk.names(), ["a", "c", "settings", "y"]);
    assert_eq!(settlement.fresh.len(), 1);
    assert_eq!(settlement.fresh[0].line, 1);
    assert_ne!(settlement.fresh[0].plan.stamps, result.checklist.lines()[0].plan.stamps);
    let mut next = result.checklist.renewed("turn-1b", settlement.fresh);
    assert_eq!(next.offers().iter().map(|offer| offer.line).collect::<Vec<_>>(), [1]);
    execute(&mut next, &[Decision::Yes], stage.doing(&world)).await.unwrap();
    assert_eq!(stage.disk.names(), ["c", "settings", "x", "y"]);
    assert_eq!(stage.disk.origins.lock().unwrap()[1].turn.as_deref(), Some("turn-1"));
}

#[tokio::test]
async fn a_line_whose_file_is_gone_is_stale_and_has_no_fresh_plan() {
    let (stage, mut result) = planned(vec![calls(&[rename("1", "a", "x")])]).await;
    stage.disk.things.lock().unwrap().remove(&crate::things::path("a"));
    let world = world(&stage);
    let settlement = execute(&mut result.checklist, &[Decision::Yes], stage.doing(&world)).await.unwrap();
    assert_eq!((states(&result), settlement.fresh.len()), (vec!["stale".to_owned()], 0));
}

#[tokio::test]
async fn lines_in_one_settings_file_do_not_make_each_other_stale() {
    let set = |id, name: &str| (id, "set_thing", json!({ "name": name }));
    let round = || calls(&[set("1", "max_mb"), set("2", "java"), set("3", "theme")]);
    let mut stage = Stage::new(vec![round()], Decision::Yes);
    assert_eq!(states(&stage.run().await), ["done"; 3]);
    let first_refused = |_: &[Offer]| async { vec![Decision::No, Decision::Yes, Decision::Yes] }.boxed();
    let mut stage = Stage::deciding(vec![round()], first_refused);
    assert_eq!(states(&stage.run().await), ["refused", "done", "done"]);
}

#[tokio::test]
async fn a_change_from_outside_between_two_lines_is_still_seen() {
    let (stage, mut result) = planned(vec![calls(&[rename("1", "a", "x"), rename("2", "b", "y")])]).await;
    stage.disk.touch("b");
    let world = world(&stage);
    execute(&mut result.checklist, &[Decision::Yes; 2], stage.doing(&world)).await.unwrap();
    assert_eq!(states(&result), ["done", "stale"]);
}

#[tokio::test]
async fn a_line_on_the_file_of_an_earlier_one_needs_it() {
    let round = || calls(&[rename("1", "a", "x"), rename("2", "b", "x"), rename("3", "c", "z")]);
    let first_refused = |lines: &[Offer]| {
        assert_eq!(
            lines.iter().map(|line| line.needs.clone()).collect::<Vec<_>>(),
            [vec![], vec![1], vec![]]
        );
        async { vec![Decision::No, Decision::Yes, Decision::Yes] }.boxed()
    };
    let mut stage = Stage::deciding(vec![round()], first_refused);
    assert_eq!(states(&stage.run().await), ["refused", "skipped", "done"]);
}

#[tokio::test]
async fn a_line_that_names_what_it_needs_is_skipped_without_it_and_so_is_what_needs_that() {
    let after = |id, thing: &str, to: &str, call: &str| {
        (id, "rename_thing", json!({"thing": thing, "to": to, "after": call}))
    };
    let round = calls(&[rename("1", "a", "broken"), after("2", "b", "y", "1"), after("3", "c", "z", "2")]);
    let mut stage = Stage::new(vec![round], Decision::Yes);
    assert_eq!(states(&stage.run().await), ["failed", "skipped", "skipped"]);
    assert_eq!(stage.disk.names(), ["a", "b", "c", "settings"]);
}

#[tokio::test]
async fn a_line_that_fails_or_panics_does_not_stop_the_others() {
    let round = calls(&[rename("1", "a", "broken"), rename("2", "b", "panic"), rename("3", "c", "z")]);
    let mut stage = Stage::new(vec![round], Decision::Yes);
    let result = stage.run().await;
    assert_eq!(states(&result), ["failed", "failed", "done"]);
    let code = |index: usize| match &result.checklist.lines()[index].state {
        nova_model::LineState::Failed { report } => report.code().to_string(),
        other => state(other),
    };
    assert_eq!([code(0), code(1)], ["test.broken", "tools.panicked"]);
    assert_eq!(result.receipts.iter().map(|done| done.line).collect::<Vec<_>>(), [3]);
}

#[tokio::test]
async fn the_same_write_twice_is_one_line() {
    let rounds =
        vec![calls(&[rename("1", "a", "x"), rename("2", "a", "x")]), calls(&[rename("3", "a", "x")])];
    let mut stage = Stage::new(rounds, Decision::Yes);
    let result = stage.run().await;
    assert_eq!(outcomes(&result), ["line 1"; 3]);
    assert_eq!(states(&result), ["done"]);
    assert_eq!(stage.disk.origins.lock().unwrap().len(), 1);
}
