//! No write without the player's word, in any host, whatever the brain says.

use futures_util::FutureExt;
use nova_agent::{Mode, Trust};
use nova_model::{LineState, Rung, TurnEnd};
use nova_tools::{Capability, Decision, Offer, Pretend, Registry};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    stage::{Stage, calls, outcomes, states, words},
    things::{Disk, all, can_confirm},
};

fn three() -> Vec<nova_agent::Round> {
    vec![calls(&[
        ("1", "rename_thing", json!({"thing": "a", "to": "x"})),
        ("2", "purge_thing", json!({"thing": "b"})),
        ("3", "set_thing", json!({"name": "max_mb"})),
    ])]
}

fn untouched(stage: &Stage) -> bool {
    stage.disk.names() == ["a", "b", "c", "settings"] && stage.disk.origins.lock().unwrap().is_empty()
}

#[tokio::test]
async fn a_host_that_cannot_confirm_has_no_write_tools_and_does_none() {
    let mut stage = Stage::with_player(three(), [].into(), None);
    let result = stage.run().await;
    assert!(
        stage.brain.shown[0].iter().all(|name| !["rename_thing", "purge_thing", "set_thing"].contains(name))
    );
    assert_eq!(outcomes(&result), ["tools.unknown"; 3]);
    assert!(result.checklist.is_empty() && untouched(&stage));
}

#[tokio::test]
async fn writes_in_the_registry_of_a_host_that_cannot_confirm_are_forbidden() {
    let mut stage = Stage::with_player(three(), [].into(), None);
    let registry = Registry::build(all(&stage.disk), &can_confirm()).unwrap();
    stage.dispatcher = nova_tools::Dispatcher::new(registry, nova_tools::DispatchLimits::default());
    let result = stage.run().await;
    assert_eq!(outcomes(&result), ["agent.no-confirm"; 3]);
    assert!(result.checklist.is_empty() && untouched(&stage));
}

#[tokio::test]
async fn a_host_that_refuses_changes_nothing_and_is_asked_once() {
    let mut stage = Stage::new(three(), Decision::No);
    let result = stage.run().await;
    assert_eq!(states(&result), ["refused"; 3]);
    assert_eq!(stage.player.asked.lock().unwrap().len(), 1);
    assert!(untouched(&stage));
}

#[tokio::test]
async fn a_host_that_confirms_some_changes_only_those() {
    let mut stage = Stage::deciding(three(), |_: &[Offer]| {
        async { vec![Decision::No, Decision::No, Decision::Yes] }.boxed()
    });
    let result = stage.run().await;
    assert_eq!(states(&result), ["refused", "refused", "done"]);
    assert_eq!(stage.disk.names(), ["a", "b", "c", "settings"]);
    assert_eq!(stage.disk.origins.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_decision_that_is_missing_is_a_no() {
    let mut stage = Stage::deciding(three(), |_: &[Offer]| async { vec![Decision::Yes] }.boxed());
    assert_eq!(states(&stage.run().await), ["done", "refused", "refused"]);
}

#[tokio::test]
async fn a_host_that_only_pretends_to_confirm_plans_and_does_nothing() {
    let mut stage = Stage::with_player(three(), can_confirm(), None);
    stage.scope.host = std::sync::Arc::new(Pretend(can_confirm()));
    let result = stage.run().await;
    assert_eq!(states(&result), ["waiting"; 3]);
    assert!(untouched(&stage));
}

#[tokio::test]
async fn a_plan_only_turn_asks_nobody_and_changes_nothing_whatever_the_trust() {
    let mut stage = Stage::new(three(), Decision::Yes);
    stage.mode = Mode::PlanOnly;
    let chosen = ["rename_thing", "purge_thing", "set_thing"].map(str::to_owned);
    stage.trust = Trust::AutoReversible { tools: chosen.into() };
    let result = stage.run().await;
    assert_eq!(states(&result), ["waiting"; 3]);
    assert!(stage.player.asked.lock().unwrap().is_empty() && untouched(&stage));
}

#[tokio::test]
async fn what_cannot_be_undone_is_never_ticked_beforehand() {
    let mut stage = Stage::new(three(), Decision::No);
    stage.run().await;
    let ticked: Vec<bool> = stage.player.asked.lock().unwrap()[0].iter().map(|offer| offer.ticked).collect();
    assert_eq!(ticked, [true, false, true]);
}

#[tokio::test]
async fn chosen_reversible_changes_run_at_once_and_permanent_ones_still_ask() {
    let mut stage = Stage::new(three(), Decision::No);
    stage.trust =
        Trust::AutoReversible { tools: ["rename_thing".to_owned(), "purge_thing".to_owned()].into() };
    let result = stage.run().await;
    assert_eq!(outcomes(&result), ["done", "line 2", "line 3"]);
    assert_eq!(states(&result), ["done", "refused", "refused"]);
    assert_eq!(result.receipts.len(), 1);
    assert_eq!(stage.disk.names(), ["b", "c", "settings", "x"]);
}

#[tokio::test]
async fn after_foreign_text_an_approval_given_beforehand_no_longer_counts() {
    let mut rounds = vec![calls(&[("0", "read_story", json!({}))])];
    rounds.extend(three());
    let mut stage = Stage::new(rounds, Decision::No);
    stage.trust = Trust::AutoReversible { tools: ["rename_thing".to_owned()].into() };
    let result = stage.run().await;
    assert!(untouched(&stage));
    assert!(result.checklist.lines().iter().all(|line| line.from_foreign));
    assert!(stage.player.asked.lock().unwrap()[0].iter().all(|offer| offer.from_foreign));
    // The text is still before a model in the next turn, though this turn read nothing. The planner reads the sentence alone.
    for (rung, marked) in [(Rung::Tools, true), (Rung::Planner, false)] {
        stage.brain.on = Some(rung);
        stage.brain.rounds = three().into_iter().map(Ok).collect();
        let next = stage.run().await;
        assert!(untouched(&stage));
        assert!(next.checklist.lines().iter().all(|line| line.from_foreign == marked));
    }
}

#[tokio::test]
async fn what_the_player_did_not_name_waits_even_where_an_approval_was_given_beforehand() {
    let mut rounds = vec![calls(&[("0", "list_things", json!({}))])];
    rounds.extend(three());
    let mut stage = Stage::new(rounds, Decision::No);
    stage.trust = Trust::AutoReversible { tools: ["rename_thing".to_owned()].into() };
    let result = stage.say("what is there?").await;
    assert!(untouched(&stage));
    assert_eq!(states(&result)[0], "refused");
}

#[tokio::test]
async fn a_call_that_names_nothing_or_sets_a_value_has_to_be_heard_in_the_players_words() {
    let chosen =
        || Trust::AutoReversible { tools: ["set_thing".to_owned(), "rename_thing".to_owned()].into() };
    let rounds = || vec![calls(&[("1", "set_thing", json!({"name": "max_mb"}))])];
    for (heard, outcome) in
        [(vec!["set_thing"], "done"), (vec![], "line 1"), (vec!["rename_thing"], "line 1")]
    {
        let mut stage = Stage::new(rounds(), Decision::No);
        (stage.trust, stage.heard_tools) = (chosen(), heard);
        assert_eq!(outcomes(&stage.say("make it faster").await), [outcome]);
    }
    let rename = vec![calls(&[("1", "rename_thing", json!({"thing": "a", "to": "x"}))])];
    let mut stage = Stage::new(rename, Decision::No);
    (stage.trust, stage.heard_tools) = (chosen(), Vec::new());
    assert_eq!(outcomes(&stage.say("what is a?").await), ["line 1"], "the new name is nobody's");
}

#[tokio::test]
async fn what_is_pasted_is_not_said() {
    let mut stage = Stage::new(vec![calls(&[("1", "set_thing", json!({"name": "max_mb"}))])], Decision::No);
    stage.trust = Trust::AutoReversible { tools: ["set_thing".to_owned()].into() };
    let pasted = format!("what does this mean? {}", "set max_mb. ".repeat(60));
    assert_eq!(outcomes(&stage.say(&pasted).await), ["line 1"]);
}

#[tokio::test]
async fn lines_planned_in_the_message_that_reads_are_not_from_what_it_read() {
    let round =
        calls(&[("1", "rename_thing", json!({"thing": "a", "to": "x"})), ("2", "read_story", json!({}))]);
    let mut stage = Stage::new(vec![round], Decision::No);
    assert!(!stage.run().await.checklist.lines()[0].from_foreign);
}

#[tokio::test]
async fn the_steps_of_trust_below_confirm_show_no_writes_and_forbid_them() {
    for (trust, code, shown) in [(Trust::ChatOnly, "agent.chat-only", 0), (Trust::Read, "agent.read-only", 5)]
    {
        let mut stage = Stage::new(three(), Decision::Yes);
        stage.trust = trust;
        let result = stage.run().await;
        assert_eq!(outcomes(&result), [code; 3]);
        assert_eq!(stage.brain.shown[0].len(), shown);
        assert!(untouched(&stage));
    }
}

#[tokio::test]
async fn an_id_that_nobody_named_is_refused_until_a_read_has_shown_it() {
    let rename = || calls(&[("1", "rename_thing", json!({"thing": "a", "to": "x"}))]);
    let rounds = vec![rename(), calls(&[("2", "list_things", json!({}))]), rename(), words("listed")];
    let mut stage = Stage::new(rounds, Decision::No);
    let result = stage.say("tidy up").await;
    assert_eq!(outcomes(&result), ["tools.id-not-seen", "done", "line 1"]);
}

#[tokio::test]
async fn the_ids_of_reads_are_proven_too_and_the_host_may_vouch_for_some() {
    let look = |thing: &str| calls(&[("", "read_thing", json!({ "thing": thing }))]);
    let mut stage = Stage::new(vec![look("b"), look("a"), look("settings")], Decision::No);
    stage.known = vec!["settings".to_owned()];
    let result = stage.say("what about b?").await;
    assert_eq!(outcomes(&result), ["done", "tools.id-not-seen", "done"]);
}

#[tokio::test]
async fn text_read_outside_proves_no_id() {
    let rounds = vec![
        calls(&[("1", "read_story", json!({}))]),
        calls(&[("2", "rename_thing", json!({"thing": "a", "to": "x"}))]),
    ];
    let mut stage = Stage::new(rounds, Decision::Yes);
    assert_eq!(outcomes(&stage.say("what does it say?").await), ["done", "tools.id-not-seen"]);
}

/// Any call a brain may come up with, sensible or not.
fn any_call() -> impl Strategy<Value = (&'static str, Value)> {
    let name = || prop::sample::select(vec!["a", "b", "c", "settings", "nothing", "../x"]);
    let to = || prop::sample::select(vec!["x", "y", "b", "broken", "panic"]);
    prop_oneof![
        Just(("list_things", json!({}))),
        Just(("read_story", json!("{}"))),
        Just(("open_page", json!(null))),
        Just(("no_such_tool", json!([]))),
        Just(("rename_thing", json!("{\"thing\""))),
        (name(), to()).prop_map(|(thing, to)| ("rename_thing", json!({"thing": thing, "to": to}))),
        name().prop_map(|thing| ("purge_thing", json!({"thing": thing}))),
        name().prop_map(|thing| ("set_thing", json!({"name": thing}))),
    ]
}

fn any_rounds() -> impl Strategy<Value = Vec<Vec<(&'static str, Value)>>> {
    prop::collection::vec(prop::collection::vec(any_call(), 0..5), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is called: a line that was not confirmed is not done, every call has its answer (checked by the stage),
    /// and as many changes are made as lines say they are done.
    #[test]
    fn only_confirmed_lines_are_done(rounds in any_rounds(), yes in prop::collection::vec(any::<bool>(), 30)) {
        let script = rounds.iter().map(|round| {
            let list: Vec<_> = round.iter().map(|(name, args)| ("", *name, args.clone())).collect();
            calls(&list)
        });
        let decide = |yes: bool| if yes { Decision::Yes } else { Decision::No };
        let decisions: Vec<Decision> = yes.iter().map(|yes| decide(*yes)).collect();
        let mut stage = Stage::deciding(script.collect(), move |_: &[Offer]| {
            let decisions = decisions.clone();
            async move { decisions }.boxed()
        });
        let before = stage.disk.names();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let result = runtime.block_on(stage.run());
        let done = |state: &LineState| matches!(state, LineState::Done { .. });
        for (line, yes) in result.checklist.lines().iter().zip(&yes) {
            prop_assert!(*yes || line.state == LineState::Refused);
        }
        let count = result.checklist.lines().iter().filter(|line| done(&line.state)).count();
        prop_assert_eq!(count, stage.disk.origins.lock().unwrap().len());
        prop_assert!(count > 0 || stage.disk.names() == before);
        let ended = matches!(result.end, TurnEnd::Answered | TurnEnd::Limit { .. });
        prop_assert!(ended);
    }
}

#[test]
fn the_tools_of_these_tests_include_writes_of_every_kind() {
    let disk = Disk::with(&[]);
    let both = [Capability::Confirm, Capability::Pages].into();
    let writes = |registry: &Registry| registry.tools().len() - registry.without_writes().tools().len();
    assert_eq!(writes(&Registry::build(all(&disk), &both).unwrap()), 3);
}
