//! What must not be kept is nowhere in the folder.

use nova_llm::{Habits, Kept, Usage};
use nova_model::{LineState, Message, Question, Report, Rung, Secret, ToolCall, ToolOutcome};
use serde_json::{Map, json};

use super::*;
use crate::{Settled, store::UsageRow};

const KEY: &str = "sk-test0123456789abcdefXYZ";
const SECRET: &str = "correct horse battery";
const HOME: &str = "/srv/people/wangxiaoming";
const NAME: &str = "wangxiaoming";

fn known() -> Redactor {
    Redactor::new(&Known {
        user_names: vec![NAME.to_owned(), "nova".to_owned(), "result".to_owned()],
        home_dirs: vec![HOME.to_owned()],
        secrets: vec![Secret::new(SECRET)],
    })
}

/// Secrets wherever an entry has room for a text.
fn leaky() -> Vec<Entry> {
    let text = || format!("{KEY} {SECRET} {HOME}/game {NAME}");
    let message =
        || Message::new("a.b").with("x", text()).with("y", Message::new("c.d").with("z", vec![text()]));
    let report = || Report::new(message()).hint(message());
    let value = || json!({ text(): [text(), {"accessToken": "plain", "x": text()}] });
    let outcome = |outcome| Entry::Result { call: KEY.to_owned(), tool: text(), outcome };
    let wire = Kept {
        reasoning: Some(("reasoning".to_owned(), text())),
        calls: vec![Map::from_iter([
            ("signature".to_owned(), json!(text())),
            ("index".to_owned(), json!(1)),
        ])],
    };
    let call = ToolCall { id: KEY.to_owned(), name: text(), args: value() };
    let done = |state| Settled { line: 1, call: KEY.to_owned(), tool: text(), state, said: Some(message()) };
    vec![
        Entry::Situation(text()),
        Entry::Player(text()),
        Entry::Nova {
            say: Say::Text(text()),
            calls: vec![call],
            keep: Keep { wire, notes: [(0, text())].into() },
        },
        Entry::Nova { say: Say::Messages(vec![message()]), calls: Vec::new(), keep: Keep::default() },
        outcome(ToolOutcome::Done { text: text(), data: value(), said: vec![message()], foreign: false }),
        outcome(ToolOutcome::Failed { report: report() }),
        outcome(ToolOutcome::Skipped { why: message() }),
        Entry::Asked(vec![Question { text: message(), choices: vec![text()] }]),
        Entry::Settled(vec![done(LineState::Failed { report: report() })]),
        Entry::SteppedDown { to: Rung::Json, why: message() },
    ]
}

fn assert_clean(folder: &Folder) {
    let mut looked = 0;
    for file in fs::read_dir(folder.path("")).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        for secret in [KEY, SECRET, HOME, NAME, "test0123456789"] {
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "{secret} is in the file");
        }
        looked += bytes.len();
    }
    assert!(looked > 0);
}

#[test]
fn no_key_no_home_and_no_name_reaches_any_file() {
    let folder = Folder::new();
    let mut store = folder.store();
    let entries: Vec<_> = leaky();
    let text = format!("{KEY} {SECRET} {HOME} {NAME}");
    let keeping = entries.iter().map(|entry| Keeping { entry: entry.clone(), text: text.clone() }).collect();
    let (host, model) = (format!("{NAME}.example"), KEY.to_owned());
    let usage =
        UsageRow { turn: "u-1".into(), day: "2026-11-30".into(), host, model, usage: Usage::default() };
    let told = Addition { chat: "h-1".into(), begins: Begins::Now, entries: keeping, usage: vec![usage] };
    store.append(&told, &known()).unwrap();
    store.rename("h-1", &text, &known()).unwrap();
    store
        .keep_habits(&format!("https://{NAME}:{SECRET}@a.example"), KEY, &Habits::default(), &known())
        .unwrap();
    // With the log still there, and after it went into the file.
    assert_clean(&folder);
    let chat = store.load("h-1").unwrap();
    store.close();
    assert_clean(&folder);
    // All of them are entries still, although the player's name is a word of ours.
    assert_eq!(chat.entries.len(), entries.len());
    assert_eq!(chat.unreadable, 0);
}

#[test]
fn calls_and_answers_still_belong_together_and_what_a_server_signed_goes_whole() {
    let folder = Folder::new();
    let mut store = folder.store();
    store.append(&addition("h-1", leaky()), &known()).unwrap();
    let chat = store.load("h-1").unwrap();
    let Entry::Nova { calls, keep, .. } = &chat.entries[2].entry else { panic!("no words of Nova") };
    let Entry::Result { call, .. } = &chat.entries[4].entry else { panic!("no result") };
    assert_eq!(&calls[0].id, call);
    assert_eq!(keep.wire.reasoning, None);
    assert_eq!(keep.wire.calls[0].keys().collect::<Vec<_>>(), ["index"]);
}
