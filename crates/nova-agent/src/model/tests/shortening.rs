//! A chat that grew too long.

use nova_llm::WireMessage;
use serde_json::json;

use super::{Plain, calls, chat, player, read, says};
use nova_model::LineState;

use crate::{Conversation, Entry, Settled, model::history::messages};

/// Chats of so many turns, each with a call whose answer has 900 characters.
fn long(turns: usize) -> Conversation {
    let turn = |at: usize| {
        let id = format!("id{at:07}");
        vec![
            player(&format!("question {at}")),
            calls(&[(id.as_str(), "list_mods", json!({}))]),
            read(&id, &"sodium lithium ".repeat(60)),
            says(&format!("answer {at}")),
        ]
    };
    chat((0..turns).flat_map(turn).collect())
}

fn text(message: &WireMessage) -> &str {
    match message {
        WireMessage::User(text)
        | WireMessage::System(text)
        | WireMessage::Assistant { text, .. }
        | WireMessage::Tool { text, .. } => text,
    }
}

#[test]
fn earlier_turns_become_a_few_lines_and_the_last_stay_whole() {
    let out = messages(&long(40), &Plain, 3_000);
    let first = text(&out[0]);
    assert!(first.starts_with("[Earlier in this chat") && first.contains("question 0"), "{first}");
    assert!(first.contains("(called list_mods)") && !first.contains("sodium"), "{first}");
    assert_eq!(text(&out[out.len() - 4]), "question 39");
    assert!(text(&out[out.len() - 2]).len() > 800, "the last answer is whole");
    let calls = |out: &[WireMessage]| {
        out.iter()
            .filter(|message| matches!(message, WireMessage::Assistant { calls, .. } if !calls.is_empty()))
            .count()
    };
    let answers = out.iter().filter(|message| matches!(message, WireMessage::Tool { .. })).count();
    assert_eq!(calls(&out), answers);
}

#[test]
fn a_short_chat_is_left_alone() {
    assert_eq!(messages(&long(3), &Plain, 3_000).len(), 12);
}

#[test]
fn the_beginning_changes_in_leaps_and_not_with_every_turn() {
    let beginnings: Vec<String> =
        (1..60).map(|turns| text(&messages(&long(turns), &Plain, 3_000)[0]).to_owned()).collect();
    let changes = beginnings.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((3..20).contains(&changes), "{changes} changes in 59 turns");
}

#[test]
fn in_one_long_turn_older_answers_keep_their_beginnings() {
    let mut entries = vec![player("look at everything")];
    for at in 0..30 {
        let id = format!("id{at:07}");
        entries.push(calls(&[(id.as_str(), "list_mods", json!({"at": at}))]));
        entries.push(read(&id, &"sodium lithium ".repeat(60)));
    }
    let out = messages(&chat(entries), &Plain, 3_000);
    let lengths: Vec<usize> = out
        .iter()
        .filter(|message| matches!(message, WireMessage::Tool { .. }))
        .map(|message| text(message).chars().count())
        .collect();
    assert_eq!(lengths.len(), 30);
    assert!(lengths[0] <= 161 && lengths[29] > 800, "{lengths:?}");
}

#[test]
fn the_lines_of_earlier_turns_do_not_grow_for_ever_and_the_newest_stay() {
    let out = messages(&long(600), &Plain, 3_000);
    let first = text(&out[0]);
    assert!(nova_llm::tokens::estimate(first) < 1_000, "{}", nova_llm::tokens::estimate(first));
    assert!(!first.contains("question 3\n"), "the oldest are gone");
    let total: u64 = out.iter().map(|message| nova_llm::tokens::estimate(text(message))).sum();
    assert!(total < 3_000, "{total}");
}

#[test]
fn a_shortened_turn_keeps_the_player_s_words_and_what_was_decided() {
    let mut entries =
        vec![Entry::Situation("Now. ".repeat(100)), player("rename it please"), says("planned")];
    let line = Settled {
        line: 1,
        call: "a".into(),
        tool: "rename_version".into(),
        state: LineState::Done { change: "c-12345678".into() },
        said: None,
    };
    entries.push(Entry::Settled(vec![line]));
    entries.extend(long(10).entries);
    let out = messages(&chat(entries), &Plain, 2_000);
    let first = text(&out[0]);
    assert!(first.contains("Player: rename it please"), "{first}");
    assert!(first.contains("Launcher: line 1, rename_version: done as change c-12345678"), "{first}");
    assert!(!first.contains("Now. Now."), "{first}");
}

#[test]
fn in_one_long_turn_the_beginning_moves_in_leaps_too() {
    let turn = |rounds: usize| {
        let mut entries = vec![player("look at everything")];
        for at in 0..rounds {
            let id = format!("id{at:07}");
            entries.push(calls(&[(id.as_str(), "list_mods", json!({"at": at}))]));
            entries.push(read(&id, &"sodium lithium ".repeat(60)));
        }
        messages(&chat(entries), &Plain, 3_000)
    };
    let all: Vec<Vec<WireMessage>> = (1..24).map(turn).collect();
    let kept = |pair: &[Vec<WireMessage>]| pair[1][..pair[0].len()] == pair[0][..];
    let changes = all.windows(2).filter(|pair| !kept(pair)).count();
    assert!((1..8).contains(&changes), "{changes} changes in 22 rounds");
}
