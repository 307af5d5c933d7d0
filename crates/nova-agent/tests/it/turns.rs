//! Turns from beginning to end.

use nova_agent::{Broke, Entry, Falls, Say};
use nova_model::{Event, LineState, Message, Report, TurnEnd};
use nova_tools::Decision;
use serde_json::json;

use crate::stage::{Stage, asking, calls, outcomes, states, words};

#[tokio::test]
async fn a_confirmed_line_is_done_under_its_turn_and_the_brain_has_a_closing_word() {
    let rename = calls(&[("1", "rename_thing", json!({"thing": "a", "to": "z"}))]);
    let mut stage = Stage::new(vec![rename, words("I have put it on the list.")], Decision::Yes);
    stage.brain.closing = Some("It is done.");
    let result = stage.run().await;
    assert_eq!(outcomes(&result), ["line 1"]);
    assert_eq!(result.checklist.lines()[0].state, LineState::Done { change: "c-1".to_owned() });
    assert_eq!(stage.disk.names(), ["b", "c", "settings", "z"]);
    let said = ["I have put it on the list.", "It is done."].map(|text| Say::Text(text.to_owned()));
    assert_eq!(result.say, said);
    let origins = stage.disk.origins.lock().unwrap();
    assert_eq!(origins[0].turn.as_deref(), Some("turn-1"));
    assert_eq!((origins[0].tool.as_str(), origins[0].at), ("rename_thing", 43_200_000));
    assert_eq!(result.end, TurnEnd::Answered);
}

#[tokio::test]
async fn every_line_of_a_turn_carries_the_turn() {
    let both = calls(&[
        ("1", "rename_thing", json!({"thing": "a", "to": "y"})),
        ("2", "rename_thing", json!({"thing": "b", "to": "z"})),
    ]);
    let mut stage = Stage::new(vec![both], Decision::Yes);
    stage.run().await;
    let origins = stage.disk.origins.lock().unwrap();
    let turns: Vec<_> = origins.iter().map(|origin| origin.turn.as_deref()).collect();
    assert_eq!(turns, [Some("turn-1"); 2]);
}

#[tokio::test]
async fn reads_of_a_message_run_before_its_writes_are_planned_and_answers_keep_the_order() {
    let mixed = calls(&[
        ("1", "rename_thing", json!({"thing": "settings", "to": "z"})),
        ("2", "list_things", json!({})),
        ("3", "no_such_tool", json!({})),
        ("4", "list_things", json!({})),
    ]);
    let mut stage = Stage::new(vec![mixed], Decision::No);
    let result = stage.say("tidy up").await;
    // The id of the write is proven by the read behind it.
    assert_eq!(outcomes(&result), ["line 1", "done", "tools.unknown", "done"]);
}

#[tokio::test]
async fn a_read_that_fails_or_panics_is_told_and_the_turn_goes_on() {
    let failing = calls(&[
        ("1", "check_thing", json!({"how": "tell"})),
        ("2", "check_thing", json!({"how": "panic"})),
        ("3", "check_thing", json!({"what": 1})),
    ]);
    let mut stage = Stage::new(vec![failing, words("so be it")], Decision::Yes);
    let result = stage.run().await;
    assert_eq!(outcomes(&result), ["test.tell", "tools.panicked", "tools.bad-arguments"]);
    assert_eq!(result.end, TurnEnd::Answered);
}

#[tokio::test]
async fn a_failure_that_stops_the_turn_leaves_no_call_unanswered_and_no_line_open() {
    let first = calls(&[("1", "rename_thing", json!({"thing": "a", "to": "z"}))]);
    let second = calls(&[
        ("2", "check_thing", json!({"how": "stop"})),
        ("3", "list_things", json!({})),
        ("4", "rename_thing", json!({"thing": "b", "to": "y"})),
    ]);
    let mut stage = Stage::new(vec![first, second], Decision::Yes);
    let result = stage.run().await;
    assert_eq!(outcomes(&result), ["line 1", "test.stop", "done", "agent.turn-stopped"]);
    assert!(matches!(&result.end, TurnEnd::Failed { report } if report.code() == "test.stop"));
    assert_eq!(states(&result), ["refused"]);
    assert!(stage.disk.origins.lock().unwrap().is_empty());
    assert!(stage.player.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn questions_end_the_turn_with_every_call_answered() {
    let round = asking(calls(&[
        ("1", "list_things", json!({})),
        ("2", "rename_thing", json!({"thing": "a", "to": "z"})),
    ]));
    let mut stage = Stage::new(vec![round, words("never said")], Decision::Yes);
    let result = stage.run().await;
    assert_eq!(outcomes(&result), ["done", "line 1"]);
    assert_eq!((result.asked.len(), &result.end), (1, &TurnEnd::Asked));
    assert_eq!(stage.brain.shown.len(), 1);
    assert!(stage.heard.0.lock().unwrap().iter().any(|event| matches!(event, Event::Asked { .. })));
}

#[tokio::test]
async fn a_brain_that_fails_says_why_so_that_another_rung_may_try() {
    let mut stage = Stage::new(vec![], Decision::Yes);
    stage.brain.rounds.push_back(Err(Broke::new(Report::new(Message::new("llm.key")), Falls::PastServer)));
    let result = stage.run().await;
    assert_eq!(result.broke.unwrap().code(), "llm.key");
    assert!(matches!(result.end, TurnEnd::Failed { .. }));
}

#[tokio::test]
async fn calls_without_an_id_of_their_own_get_one() {
    let twice = || {
        calls(&[
            ("", "list_things", json!({})),
            ("x", "list_things", json!({})),
            ("x", "list_things", json!({})),
        ])
    };
    let mut stage = Stage::new(vec![twice(), words("one")], Decision::Yes);
    let first = stage.run().await;
    stage.brain.rounds = [Ok(twice()), Ok(words("two"))].into();
    let second = stage.run().await;
    let mut ids: Vec<_> = first.calls.iter().chain(&second.calls).map(|made| made.call.id.clone()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 6);
    assert!(ids.iter().all(|id| !id.is_empty()));
}

#[tokio::test]
async fn events_tell_the_turn_in_order() {
    let round =
        calls(&[("1", "list_things", json!({})), ("2", "rename_thing", json!({"thing": "a", "to": "z"}))]);
    let mut stage = Stage::new(vec![round], Decision::Yes);
    stage.run().await;
    let heard = stage.heard.0.lock().unwrap();
    let names: Vec<String> = heard
        .iter()
        .map(|event| serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned())
        .collect();
    let wanted = [
        "turn_started",
        "tool_started",
        "tool_finished",
        "tool_started",
        "line_added",
        "tool_finished",
        "text_done",
        "line_changed",
        "line_changed",
        "turn_finished",
    ];
    assert_eq!(names, wanted);
}

#[tokio::test]
async fn what_became_of_the_checklist_is_known_in_the_next_turn() {
    let mut stage = Stage::new(
        vec![calls(&[("1", "rename_thing", json!({"thing": "a", "to": "z"}))]), words("listed")],
        Decision::Yes,
    );
    stage.run().await;
    let settled = stage.conversation.entries.iter().find_map(|entry| match entry {
        Entry::Settled(lines) => Some(lines.clone()),
        _ => None,
    });
    let line = &settled.unwrap()[0];
    assert_eq!((line.call.as_str(), line.line), ("1", 1));
    assert_eq!(line.state, LineState::Done { change: "c-1".to_owned() });
    assert!(line.said.is_some());
    // The change's id is proven now, though nobody ever typed it.
    stage.brain.rounds = [Ok(calls(&[("2", "rename_thing", json!({"thing": "c-1", "to": "q"}))]))].into();
    let result = stage.say("and now?").await;
    assert_eq!(outcomes(&result), ["test.no-such-thing"]);
}

#[tokio::test]
async fn stand_ins_answer_instead_of_the_tool_and_count_as_foreign() {
    let rounds = vec![
        calls(&[("1", "list_things", json!({}))]),
        calls(&[("2", "rename_thing", json!({"thing": "settings", "to": "z"}))]),
    ];
    let mut stage = Stage::new(rounds, Decision::No);
    stage.stand_ins = [("list_things".to_owned(), "there are settings here".to_owned())].into();
    let result = stage.say("tidy up").await;
    assert_eq!(outcomes(&result), ["done", "line 1"]);
    let nova_model::ToolOutcome::Done { data, foreign, .. } = &result.calls[0].outcome else { panic!() };
    assert_eq!((data, *foreign), (&json!({"text": "there are settings here"}), true));
    assert!(result.checklist.lines()[0].from_foreign);
    // In the next turn the text still proves what should come from that tool.
    stage.stand_ins.clear();
    stage.brain.rounds =
        [Ok(calls(&[("3", "rename_thing", json!({"thing": "settings", "to": "y"}))]))].into();
    assert_eq!(outcomes(&stage.say("and again").await), ["line 1"]);
}
