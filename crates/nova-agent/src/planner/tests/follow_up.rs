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
    writes(after(before), words)
}

fn asked(player: &str, choices: &[&str], words: &str) -> Vec<(String, serde_json::Value)> {
    let mut chat = after(&[("player", player)]);
    let choices = choices.iter().map(|choice| (*choice).to_owned()).collect();
    let question = nova_model::Question { text: nova_model::Message::new("planner.which.other"), choices };
    chat.entries.push(Entry::Asked(vec![question]));
    writes(chat, words)
}

fn writes(chat: Conversation, words: &str) -> Vec<(String, serde_json::Value)> {
    let stage = Stage::new(&lexicon());
    let turn = stage.turn_after(chat, words);
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

#[test]
fn a_number_means_the_choice_of_that_number() {
    let delete = |id: &str| vec![("delete_version".to_owned(), json!({"version_id": id}))];
    let choices = ["1.21.4", "1.16.5", "ATM9"];
    assert_eq!(asked("删个版本", &choices, "第二个"), delete("1.16.5"));
    assert_eq!(asked("delete a version", &choices, "the third one please"), delete("ATM9"));
    assert_eq!(asked("刪個版本", &choices, "最後一個"), delete("ATM9"));
}

#[test]
fn a_yes_takes_the_only_choice_and_a_no_none() {
    let off = vec![("disable_mod".to_owned(), json!({"mod": "create", "version_id": "1.20.1-forge"}))];
    for yes in ["yes", "yeah that one", "好", "就這個", "对", "sure, go ahead"] {
        assert_eq!(asked("disable create", &["create (1.20.1-forge)"], yes), off, "{yes}");
    }
    for no in ["no", "不用了", "nah", "算了", "取消", "no, leave it"] {
        assert_eq!(asked("disable create", &["create (1.20.1-forge)"], no), [], "{no}");
    }
}

#[test]
fn a_yes_to_an_offer_takes_the_thing_that_was_named_with_it() {
    let offer = "One backup: 老存档 from last month. Restore it?";
    let before = [("player", "what backups does 1.16.5 have"), ("nova", offer)];
    let restore = vec![("restore_backup".to_owned(), json!({"backup_id": "bk-3"}))];
    assert_eq!(calls(&before, "yeah that one"), restore);
    assert_eq!(calls(&before, "no"), []);
}

#[test]
fn a_yes_to_nothing_does_not_repeat_what_was_asked_for() {
    let before = [("player", "删除 1.16.5"), ("nova", "好的，已经删除了 1.16.5。")];
    for yes in ["好", "好的", "ok", "yes", "嗯"] {
        assert_eq!(calls(&before, yes), [], "{yes}");
    }
}
