//! Sentences that only mean something after others.

use serde_json::json;

use super::stage::{Stage, lexicon};
use crate::{Conversation, Entry, Say};

fn after(lines: &[(&str, &str)]) -> Conversation {
    let entry = |(role, text): &(&str, &str)| match *role {
        "player" => Entry::Player((*text).to_owned()),
        _ => Entry::Nova { say: Say::Text((*text).to_owned()), calls: Vec::new() },
    };
    Conversation { entries: lines.iter().map(entry).collect() }
}

fn calls(before: &[(&str, &str)], words: &str) -> Vec<(String, serde_json::Value)> {
    let stage = Stage::new(&lexicon());
    let turn = stage.turn_after(after(before), words);
    let writes = turn.calls.into_iter().filter(|call| stage.writes(&call.name));
    writes.map(|call| (call.name, call.args)).collect()
}

#[test]
fn another_amount_takes_the_place_of_the_first() {
    let before = [("player", "give it 32 GB of memory"), ("nova", "This machine has 16 GB. How much?")];
    assert_eq!(calls(&before, "ok make it 6 then"), [("set_memory".to_owned(), json!({"max_mb": 6144}))]);
}

#[test]
fn a_bare_name_answers_the_question_which() {
    let before = [("player", "删个版本"), ("nova", "要删除哪个版本？")];
    assert_eq!(calls(&before, "1.16.5"), [("delete_version".to_owned(), json!({"version_id": "1.16.5"}))]);
}

#[test]
fn it_means_what_was_named_last() {
    let before = [("player", "what is lithium?"), ("nova", "A mod that makes the game faster.")];
    assert_eq!(calls(&before, "disable it"), [("disable_mod".to_owned(), json!({"mod": "lithium"}))]);
}

#[test]
fn yes_takes_up_what_nova_offered() {
    let before = [("player", "游戏老是崩"), ("nova", "内存太小了。要不要把内存调到 8G？")];
    assert_eq!(calls(&before, "好"), [("set_memory".to_owned(), json!({"max_mb": 8192}))]);
}

#[test]
fn no_thanks_does_nothing() {
    let before = [("player", "删除 1.16.5"), ("nova", "要删除 1.16.5 吗？")];
    assert_eq!(calls(&before, "算了"), []);
}
