//! Sentences that only mean something after others.

use serde_json::json;

use super::stage::{Stage, lexicon};
use crate::{Conversation, Entry, Keep, Say};

fn after(lines: &[(&str, &str)]) -> Conversation {
    let entry = |(role, text): &(&str, &str)| match *role {
        "player" => Entry::Player((*text).to_owned()),
        _ => Entry::Nova { say: Say::Text((*text).to_owned()), calls: Vec::new(), keep: Keep::default() },
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

#[test]
fn a_correction_keeps_what_is_meant_and_drops_what_is_not() {
    let before = [("player", "記憶體調到 18G"), ("nova", "要把記憶體上限設成 18432 MB 嗎？")];
    let eight = vec![("set_memory".to_owned(), json!({"max_mb": 8192}))];
    for words in ["打錯了，是 8G 不是 18G", "不是 18G，是 8G", "8G not 18G", "not 18G, 8G"] {
        assert_eq!(calls(&before, words), eight, "{words}");
    }
}

#[test]
fn only_the_place_may_be_put_right() {
    let before = [("player", "把 jei 关了"), ("nova", "要停用 1.20.1-fabric 里的 jei，确定吗？")];
    let there = vec![("disable_mod".to_owned(), json!({"mod": "jei", "version_id": "1.20.1-forge"}))];
    for words in ["不对，我说的是 1.20.1-forge 里的那个", "不是这个，是 1.20.1-forge 的"] {
        assert_eq!(calls(&before, words), there, "{words}");
    }
}

#[test]
fn a_number_after_talk_of_java_is_a_java() {
    let before = [("player", "java 有哪些"), ("nova", "找到三个：Java 8、17、21。")];
    let java = |version: &str| vec![("set_java".to_owned(), json!({"java": 17, "version_id": version}))];
    assert_eq!(calls(&before, "那 1.20.1-forge 就用 17 那个"), java("1.20.1-forge"));
    assert_eq!(calls(&before, "use 17 for 1.16.5"), java("1.16.5"));
}

#[test]
fn a_yes_to_an_offer_may_say_so_twice() {
    let before = [
        ("player", "will anything break if I disable iris?"),
        ("nova", "Nothing depends on iris in 1.20.1-fabric. Disable it?"),
    ];
    let off = vec![("disable_mod".to_owned(), json!({"mod": "iris"}))];
    for words in ["yep, do it", "yes please", "sure, go ahead", "ok do that"] {
        assert_eq!(calls(&before, words), off, "{words}");
    }
    for words in ["no", "nah leave it", "不用", "don't", "wait"] {
        assert_eq!(calls(&before, words), [], "{words}");
    }
}

#[test]
fn a_numbered_text_of_an_earlier_turn_counts_the_second() {
    let mut chat = after(&[("player", "what worlds are in the fabric version")]);
    let listed = json!({"text": "1. 新的世界 (1.20.1-fabric)  2. Survival (1.20.1-fabric)"});
    let outcome =
        nova_model::ToolOutcome::Done { text: String::new(), data: listed, said: Vec::new(), foreign: false };
    chat.entries.push(Entry::Result { call: "x".into(), tool: "list_saves".into(), outcome });
    let made = writes(chat, "move the second one to ATM9");
    assert_eq!(made, [("move_save".to_owned(), json!({"save": "Survival", "to_version": "ATM9"}))]);
}

#[test]
fn ids_that_only_stand_in_a_text_are_taken_by_the_name_beside_them() {
    let mut stage = Stage::new(&lexicon());
    let text = "tr-6 save 'Creative Test' (1.21.4), 2 days ago; tr-7 mod optifabric (1.20.1-fabric), today";
    stage.stand_ins.insert("list_trash".to_owned(), text.to_owned());
    let text = "ch-12 set_memory 4096 -> 8192, today, undoable; ch-11 disable_mod jei, yesterday, undoable";
    stage.stand_ins.insert("list_changes".to_owned(), text.to_owned());
    let text = "1 finding. f-3: duplicate id jei in jei-15.2.0.jar and jei-15.3.1.jar";
    stage.stand_ins.insert("check_mod_conflicts".to_owned(), text.to_owned());
    for (words, tool, args) in [
        ("垃圾桶裡的 optifabric 幫我救回來", "restore_trash", json!({"trash_id": "tr-7"})),
        ("get Creative Test back out of the trash", "restore_trash", json!({"trash_id": "tr-6"})),
        ("undo the last thing you changed", "undo_change", json!({"change_id": "ch-12"})),
        ("fix the conflict you find", "resolve_mod_conflict", json!({"finding_id": "f-3"})),
    ] {
        let made: Vec<_> =
            stage.turn(words).calls.into_iter().filter(|call| stage.writes(&call.name)).collect();
        let made: Vec<_> = made.into_iter().map(|call| (call.name, call.args)).collect();
        assert_eq!(made, [(tool.to_owned(), args)], "{words}");
    }
}
