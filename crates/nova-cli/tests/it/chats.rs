//! `nova chats` over a store with two chats.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the command then meets")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Arc,
};

use nova_agent::{
    Entry, Keep, Say,
    store::{Addition, Begins, Ground, Keeping, Store},
};
use nova_model::{Clock, Known, Millis, Redactor, Report};
use serde_json::Value;

/// 2026-11-30.
struct Day;

impl Clock for Day {
    fn now(&self) -> Millis {
        1_796_000_000_000
    }
}

struct Plain;

impl Ground for Plain {
    fn make(&self, file: &Path) -> Result<(), Report> {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, b"").unwrap();
        Ok(())
    }

    fn close(&self, _file: &Path) -> Result<(), Report> {
        Ok(())
    }
}

struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        let mut store = Store::new(desk.path("data/chats.db"), Arc::new(Plain), Arc::new(Day));
        for (chat, words, answer) in [
            ("h-00000001", "帮我停用光影模组", "已经停用"),
            ("h-00000002", "which \u{1b}[31mmods?", "lithium"),
        ] {
            let say = Say::Text(answer.to_owned());
            let nova = Entry::Nova { say, calls: Vec::new(), keep: Keep::default() };
            let keeping = |entry, text: &str| Keeping { entry, text: text.to_owned() };
            let entries = vec![keeping(Entry::Player(words.to_owned()), words), keeping(nova, answer)];
            let addition =
                Addition { chat: chat.to_owned(), begins: Begins::Now, entries, usage: Vec::new() };
            store.append(&addition, &Redactor::new(&Known::default())).unwrap();
        }
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn nova(&self, words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_nova"))
            .arg("--data-dir")
            .arg(self.path("data"))
            .args(["--game-dir", "none", "--lang", "en", "chats"])
            .args(words)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// The object that is printed, and how it ended.
    fn json(&self, words: &[&str]) -> (Value, i32) {
        let output = self.nova(&[words, &["--json"]].concat());
        let printed = String::from_utf8(output.stdout).unwrap();
        (serde_json::from_str(&printed).unwrap(), output.status.code().unwrap())
    }

    fn text(&self, words: &[&str]) -> String {
        let output = self.nova(words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

fn ids(things: &Value) -> Vec<&str> {
    things.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect()
}

#[test]
fn chats_are_listed_found_and_shown() {
    let desk = Desk::new();
    let (list, exit) = desk.json(&["list"]);
    assert_eq!((ids(&list["chats"]), exit), (vec!["h-00000002", "h-00000001"], 0));
    assert_eq!(list["problems"], serde_json::json!([]));
    let (found, _) = desk.json(&["search", "光影"]);
    assert_eq!(ids(&found["hits"]), ["h-00000001"]);
    assert_eq!(found["hits"][0]["kind"], "player");
    let (shown, _) = desk.json(&["show", "h-00000001"]);
    assert_eq!((&shown["id"], &shown["entries"][1]["text"]), (&"h-00000001".into(), &"已经停用".into()));
    let text = desk.text(&["show", "latest"]);
    assert!(text.contains("> which mods?\nlithium") && !text.contains('\u{1b}'), "{text}");
    assert_eq!(desk.json(&["show", "h-00000009"]).1, 4);
}

#[test]
fn a_chat_is_exported_and_nothing_is_overwritten() {
    let desk = Desk::new();
    assert!(desk.text(&["export", "h-00000001"]).contains("## You\n\n> 帮我停用光影模组"));
    let (done, exit) = desk.json(&["export", "h-00000001", "--format", "json", "--to", "chat.json"]);
    assert_eq!((&done["format"], exit), (&"json".into(), 0));
    let kept: Value = serde_json::from_slice(&fs::read(desk.path("chat.json")).unwrap()).unwrap();
    assert_eq!(kept["entries"][0]["of"], "帮我停用光影模组");
    let (refused, exit) = desk.json(&["export", "h-00000002", "--to", "chat.json"]);
    assert_eq!((&refused["errors"][0]["code"], exit), (&"files.taken".into(), 4));
}

#[test]
fn a_chat_is_renamed_deleted_restored_and_only_freed_when_that_is_said() {
    let desk = Desk::new();
    assert_eq!(desk.json(&["rename", "h-00000001", "my", "talk"]).0["title"], "my talk");
    assert!(desk.text(&["delete", "h-00000001"]).contains("nova chats restore h-00000001"));
    assert_eq!(ids(&desk.json(&["list"]).0["chats"]), ["h-00000002"]);
    assert_eq!(ids(&desk.json(&["list", "--deleted"]).0["chats"]), ["h-00000001"]);
    desk.text(&["restore", "h-00000001"]);
    let (refused, exit) = desk.json(&["purge", "h-00000001", "--yes"]);
    assert_eq!((&refused["errors"][0]["code"], exit), (&"cli.chats.purge-how".into(), 3));
    assert_eq!(desk.json(&["list"]).0["chats"].as_array().unwrap().len(), 2);
    desk.text(&["purge", "h-00000001", "--yes-permanent"]);
    assert_eq!(desk.json(&["show", "h-00000001"]).1, 4);
}

#[test]
fn a_store_that_is_none_is_kept_and_said_and_the_list_is_empty() {
    let desk = Desk::new();
    fs::write(desk.path("data/chats.db"), "notes of mine").unwrap();
    let (list, exit) = desk.json(&["list"]);
    assert_eq!((list["chats"].as_array().unwrap().len(), exit), (0, 0));
    assert_eq!(list["problems"][0]["code"], "agent.store.aside");
    assert_eq!(desk.json(&["list"]).0["problems"], serde_json::json!([]));
}
