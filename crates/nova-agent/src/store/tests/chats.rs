//! What is kept comes back, and the list of chats.

use std::collections::BTreeMap;

use nova_llm::{Habits, Kept, Usage};
use nova_model::{Field, LineState, Message, Question, Report, Rung, ToolCall, ToolOutcome};
use serde_json::{Map, json};

use super::*;
use crate::{
    Settled,
    store::{Spent, StoreError, UsageRow, Which, rewrite::fit_within},
};

fn message() -> Message {
    let inner = Message::new("a.b").with("n", 3_usize).with("at", Field::Time(5));
    Message::new("mods.title").with("name", "钠").with("size", Field::Bytes(7)).with("why", inner)
}

fn result(outcome: ToolOutcome) -> Entry {
    Entry::Result { call: "call00001".to_owned(), tool: "list_mods".to_owned(), outcome }
}

fn done(text: &str, data: serde_json::Value) -> Entry {
    result(ToolOutcome::Done { text: text.to_owned(), data, said: vec![message()], foreign: true })
}

fn settled(state: LineState) -> Settled {
    let said = Some(message());
    Settled { line: 1, call: "call00001".to_owned(), tool: "disable_mod".to_owned(), state, said }
}

/// Every kind of entry, with everything that can be in it.
fn every_entry() -> Vec<Entry> {
    let report = Report::new(message()).hint(message());
    let extra = Map::from_iter([("signature".to_owned(), json!("abc"))]);
    let wire = Kept { reasoning: Some(("reasoning".to_owned(), "hm".to_owned())), calls: vec![extra] };
    let keep = Keep { wire, notes: BTreeMap::from([(0, "no such parameter".to_owned())]) };
    let call = ToolCall {
        id: "call00001".to_owned(),
        name: "list_mods".to_owned(),
        args: json!({"version_id": "1.20.1"}),
    };
    let states = [
        LineState::Waiting,
        LineState::Refused,
        LineState::Running,
        LineState::Done { change: "c-2b7k09xq".to_owned() },
        LineState::Stale,
        LineState::Failed { report: report.clone() },
        LineState::Skipped,
    ];
    vec![
        Entry::Situation("today".to_owned()),
        player("装了 \0 什么\u{1b}[0m模组？"),
        Entry::Nova { say: Say::Text("我看看".to_owned()), calls: vec![call], keep },
        Entry::Nova { say: Say::Messages(vec![message()]), calls: Vec::new(), keep: Keep::default() },
        done("3 mods", json!({"mods": [{"id": "sodium", "size": 3, "deep": [null, true, 1.5]}]})),
        result(ToolOutcome::Queued { line: 2, makes: vec![] }),
        result(ToolOutcome::Failed { report }),
        result(ToolOutcome::Skipped { why: message() }),
        Entry::Asked(vec![Question { text: message(), choices: vec!["一".to_owned(), "二".to_owned()] }]),
        Entry::Settled(states.into_iter().map(settled).collect()),
        Entry::SteppedDown { to: Rung::Planner, why: message() },
    ]
}

#[test]
fn every_kind_of_entry_comes_back_as_it_was() {
    let folder = Folder::new();
    let entries = every_entry();
    folder.store().append(&addition("h-1", entries.clone()), &redactor()).unwrap();
    let chat = folder.store().load("h-1").unwrap();
    assert_eq!(chat.entries.iter().map(|one| one.seq).collect::<Vec<_>>(), (1..=11).collect::<Vec<_>>());
    assert_eq!(chat.entries.into_iter().map(|one| one.entry).collect::<Vec<_>>(), entries);
    assert_eq!((chat.left_out, chat.unreadable), (0, 0));
}

#[test]
fn a_chat_is_named_after_the_players_first_words() {
    let folder = Folder::new();
    let mut store = folder.store();
    let first = addition(
        "h-1",
        vec![Entry::Situation("x".into()), player(&format!("  帮我\n看看 {}", "长".repeat(60)))],
    );
    let info = store.append(&first, &redactor()).unwrap();
    assert_eq!(info.title.chars().count(), 40);
    assert!(info.title.starts_with("帮我 看看 长") && info.title.ends_with('…'));
    let again = store.append(&addition("h-1", vec![player("second"), nova("yes")]), &redactor()).unwrap();
    assert_eq!((again.turns, &again.title, again.created), (2, &info.title, info.created));
    assert!(again.changed > info.changed);
}

#[test]
fn a_new_chat_does_not_take_the_id_of_another() {
    let folder = Folder::new();
    let mut store = folder.store();
    talk(&mut store, "h-1", "mine", "yes");
    let other = Addition { begins: Begins::Now, ..addition("h-1", vec![player("other")]) };
    assert!(matches!(store.append(&other, &redactor()), Err(StoreError::Taken { .. })));
    assert_eq!(store.load("h-1").unwrap().entries.len(), 2);
}

#[test]
fn a_chat_put_away_is_out_of_the_list_and_comes_back_whole() {
    let folder = Folder::new();
    let mut store = folder.store();
    talk(&mut store, "h-1", "sodium", "one");
    talk(&mut store, "h-2", "lithium", "two");
    let ids = |chats: Vec<crate::store::ChatInfo>| chats.into_iter().map(|chat| chat.id).collect::<Vec<_>>();
    assert_eq!(ids(store.list(Which::Kept).unwrap()), ["h-2", "h-1"]);
    assert!(store.delete("h-1").unwrap().deleted.is_some());
    assert_eq!(ids(store.list(Which::Kept).unwrap()), ["h-2"]);
    assert_eq!(ids(store.list(Which::Deleted).unwrap()), ["h-1"]);
    assert!(store.search("sodium", 10).unwrap().is_empty());
    assert_eq!(store.restore("h-1").unwrap().deleted, None);
    assert_eq!(store.load("h-1").unwrap().entries.len(), 2);
    assert_eq!(store.search("sodium", 10).unwrap().len(), 1);
}

#[test]
fn a_purged_chat_is_nowhere_in_the_file_and_its_cost_stays() {
    let folder = Folder::new();
    let mut store = folder.store();
    let usage = Usage { prompt: 900, cached: 100, completion: 100, micros: Some(250) };
    let row = UsageRow {
        turn: "u-1".into(),
        day: "2026-11-30".into(),
        host: "api.example".into(),
        model: "m".into(),
        usage,
    };
    let rows = vec![row.clone(), UsageRow { day: "2026-11-29".into(), ..row }];
    let words = "quicksilver".repeat(3000);
    let told = Addition { usage: rows, ..addition("h-1", vec![player(&words), nova(&words)]) };
    store.append(&told, &redactor()).unwrap();
    talk(&mut store, "h-2", "kept", "kept");
    store.purge("h-1").unwrap();
    let spent = Spent { tokens: 1000, micros: 250 };
    assert_eq!(store.spent_on("2026-11-30").unwrap(), spent);
    assert_eq!(store.usage_since("2026-11-30").unwrap()[0].spent, spent);
    assert_eq!(store.usage_since("2026-11-01").unwrap().len(), 2);
    assert!(matches!(store.load("h-1"), Err(StoreError::NoChat { .. })));
    store.close();
    for file in fs::read_dir(folder.path("")).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(11).any(|part| part == b"quicksilver"));
        // Trigrams of the index.
        assert!(!bytes.windows(4).any(|part| part == b"ksil"));
    }
}

#[test]
fn an_entry_that_is_too_large_keeps_its_short_text() {
    let folder = Folder::new();
    let mut store = folder.store();
    let big = json!({"lines": vec!["x".repeat(1000); 9000]});
    store.append(&addition("h-1", vec![player("logs?"), done("short", big)]), &redactor()).unwrap();
    let chat = store.load("h-1").unwrap();
    assert_eq!(chat.entries.iter().map(|one| one.cut).collect::<Vec<_>>(), [false, true]);
    assert_eq!(chat.entries[1].entry, done("short", json!({"text": "short"})));
}

#[test]
fn long_words_and_arguments_are_shortened_or_refused() {
    let fit = |entry: &Entry, most| fit_within(entry, &redactor(), most);
    let words = fit(&player(&"长".repeat(70_000)), 200_000).unwrap();
    assert!(words.cut);
    let Entry::Player(words) = serde_json::from_str(&words.json).unwrap() else { panic!("no words") };
    assert_eq!(words.chars().count(), 64 * 1024 + 1);
    let call = ToolCall { id: "1".into(), name: "x".into(), args: json!({"x": "y".repeat(300_000)}) };
    let calls = Entry::Nova { say: Say::nothing(), calls: vec![call], keep: Keep::default() };
    assert!(fit(&calls, 200_000).unwrap().json.contains(r#""args":{}"#));
    assert!(matches!(fit(&player(&"x".repeat(9000)), 1000), Err(StoreError::TooBig { .. })));
}

#[test]
fn of_a_very_long_chat_the_newest_turns_are_read() {
    let folder = Folder::new();
    let mut store = folder.store();
    for _ in 0..5 {
        let turns = (0..2500).flat_map(|_| [player("a"), nova("b")]);
        store.append(&addition("h-1", turns.collect()), &redactor()).unwrap();
    }
    let odd = store.append(&addition("h-1", vec![nova("c")]), &redactor()).unwrap();
    assert_eq!(odd.turns, 12_500);
    let chat = store.load("h-1").unwrap();
    assert_eq!((chat.entries.len(), chat.left_out), (19_999, 5002));
    assert_eq!(chat.entries[0].entry, player("a"));
    assert_eq!(chat.entries.last().unwrap().entry, nova("c"));
}

#[test]
fn the_player_renames_a_chat() {
    let folder = Folder::new();
    let mut store = folder.store();
    talk(&mut store, "h-1", "x", "y");
    assert_eq!(store.rename("h-1", " 光影\n问题 ", &redactor()).unwrap().title, "光影 问题");
    for missing in
        [store.rename("h-2", "x", &redactor()), store.delete("h-2"), store.restore("h-2"), store.purge("h-2")]
    {
        assert!(matches!(missing, Err(StoreError::NoChat { id }) if id == "h-2"));
    }
}

#[test]
fn habits_are_kept_for_each_server_and_model() {
    let folder = Folder::new();
    let mut store = folder.store();
    let habits = Habits { no_tools: true, context: Some(8192), ..Habits::default() };
    store.keep_habits("https://a.example/v1", "m", &habits, &redactor()).unwrap();
    store.keep_habits("https://a.example/v1", "m", &habits, &redactor()).unwrap();
    let mut other = folder.store();
    assert_eq!(other.habits("https://a.example/v1", "m", &redactor()).unwrap(), Some(habits));
    assert_eq!(other.habits("https://a.example/v1", "n", &redactor()).unwrap(), None);
}

#[test]
fn an_entry_of_a_kind_that_is_not_known_is_passed_over_and_counted() {
    let folder = Folder::new();
    let mut store = folder.store();
    talk(&mut store, "h-1", "x", "y");
    store
        .writer()
        .unwrap()
        .execute("UPDATE entries SET json = '{\"entry\":\"new\"}' WHERE seq = 2", [])
        .unwrap();
    let chat = store.load("h-1").unwrap();
    assert_eq!((chat.entries.len(), chat.unreadable), (1, 1));
}

#[test]
fn amounts_that_no_server_means_are_held_and_never_break_the_sums() {
    let folder = Folder::new();
    let mut store = folder.store();
    let most = Usage { prompt: u64::MAX, cached: u64::MAX, completion: u64::MAX, micros: Some(u64::MAX) };
    let row = UsageRow {
        turn: "u-1".into(),
        day: "2026-11-30".into(),
        host: "api.example".into(),
        model: "m".into(),
        usage: most,
    };
    let told = Addition { usage: vec![row; 3], ..addition("h-1", vec![player("x")]) };
    store.append(&told, &redactor()).unwrap();
    let spent = Spent { tokens: 6_000_000_000, micros: 3_000_000_000_000 };
    assert_eq!(store.spent_on("2026-11-30").unwrap(), spent);
    // Rows of an older program, and of somebody who edits the file.
    store
        .writer()
        .unwrap()
        .execute_batch(
            "INSERT INTO usage (turn, day, host, model, prompt, cached, completion, micros) VALUES
             ('u-2', '2026-11-30', 'h', 'm', 9223372036854775807, 0, 9223372036854775807, 9223372036854775807),
             ('u-3', '2026-11-30', 'h', 'm', -9223372036854775808, 0, -5, -9223372036854775808)",
        )
        .unwrap();
    let spent = Spent { tokens: 8_000_000_000, micros: 4_000_000_000_000 };
    assert_eq!(store.spent_on("2026-11-30").unwrap(), spent);
    assert_eq!(store.usage_since("2026-11-30").unwrap().len(), 2);
}
