//! What the player wants Nova to remember.

use std::{fs, path::PathBuf, sync::Arc};

use nova_content::{
    Proposal,
    notes::{LONGEST, MOST, NoteError, Notes},
};
use nova_files::Files;
use nova_model::{Clock, Explain, IdKind, Known, Millis, Origin, Redactor, Secret};
use tempfile::TempDir;

struct Now;

impl Clock for Now {
    fn now(&self) -> Millis {
        1_700_000_000_000
    }
}

struct Desk {
    _temp: TempDir,
    data: PathBuf,
    files: Files,
    redactor: Redactor,
}

impl Desk {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let data = temp.path().join("data");
        let known = Known {
            secrets: vec![Secret::new("open-sesame")],
            user_names: vec!["xaver".to_owned()],
            ..Known::default()
        };
        let files = Files::open(&data, Arc::new(Now));
        Self { _temp: temp, data, files, redactor: Redactor::new(&known) }
    }

    fn with_file(text: &str) -> Self {
        let desk = Self::new();
        fs::create_dir_all(&desk.data).unwrap();
        fs::write(desk.data.join("memory.json"), text).unwrap();
        desk
    }

    fn notes(&self) -> Notes {
        Notes::read(&self.data)
    }

    fn plan(&self, text: &str) -> Result<Proposal, NoteError> {
        self.notes().remember(&self.data, text, 1_700_000_000_000, &self.redactor)
    }

    fn apply(&self, proposal: Proposal) -> String {
        self.files.apply(proposal.batch, &Origin::default()).unwrap().id
    }

    fn remember(&self, text: &str) -> String {
        self.apply(self.plan(text).unwrap())
    }

    fn texts(&self) -> Vec<String> {
        self.notes().items.into_iter().map(|note| note.text).collect()
    }
}

#[test]
fn what_is_remembered_can_be_found_forgotten_and_brought_back() {
    let desk = Desk::new();
    desk.remember("  我和朋友玩 1.20.1\u{1b}[31m\n");
    desk.remember("Shaders are too slow here");
    assert_eq!(desk.texts(), ["我和朋友玩 1.20.1", "Shaders are too slow here"]);
    let notes = desk.notes();
    assert!(notes.items.iter().all(|note| IdKind::of(&note.id) == Some(IdKind::Note)));
    let found: Vec<_> = notes.matching("SLOW shaders").iter().map(|note| note.text.as_str()).collect();
    assert_eq!(found, ["Shaders are too slow here"]);
    let first = notes.items[0].id.clone();
    let change = desk.apply(notes.forget(&desk.data, &first, 0).unwrap());
    assert_eq!(desk.texts(), ["Shaders are too slow here"]);
    desk.files.undo(&change, &Origin::default()).unwrap();
    assert_eq!(desk.texts().len(), 2);
    let gone = desk.notes().forget(&desk.data, "n-00000000", 0).unwrap_err();
    assert_eq!(gone.report().code(), "content.note.no-such");
}

#[test]
fn a_plan_made_again_is_the_same_plan() {
    let desk = Desk::new();
    let [one, two] = [desk.plan("I like mods").unwrap(), desk.plan("I like mods").unwrap()];
    assert_eq!(one, two);
}

#[test]
fn secrets_are_refused_and_not_repeated_and_names_and_servers_are_not_secret() {
    let desk = Desk::new();
    for text in [
        "my key is sk-proj-0123456789abcdefghijABCDEFGHIJ",
        "write to me at someone@example.com",
        "Authorization: Bearer abcdef0123456789",
        "the door opens with open-sesame",
        "my password is hunter2",
        "密码是 hunter2",
        "access_token=abcdef12345",
    ] {
        let error = desk.plan(text).unwrap_err();
        assert_eq!(error, NoteError::Secret, "{text}");
        assert_eq!(error.report().message.fields.len(), 0);
    }
    for text in ["I am xaver", "our server is 192.168.1.5", "I forgot my password once", "<key> of the house"]
    {
        assert!(desk.plan(text).is_ok(), "{text}");
    }
    assert!(!desk.data.exists());
}

#[test]
fn notes_have_bounds() {
    let desk = Desk::new();
    assert_eq!(desk.plan(" \u{200b}\n ").unwrap_err(), NoteError::Empty);
    assert_eq!(desk.plan(&"中".repeat(LONGEST + 1)).unwrap_err(), NoteError::TooLong { length: LONGEST + 1 });
    desk.remember(&"中".repeat(LONGEST));
    assert_eq!(desk.plan(&"中".repeat(LONGEST)).unwrap_err(), NoteError::Known);
    let notes: Vec<_> = (0..MOST)
        .map(|at| serde_json::json!({"id": format!("n-{at:08}"), "text": at.to_string(), "at": 0}))
        .collect();
    let full = Desk::with_file(&serde_json::json!({"format": 1, "notes": notes}).to_string());
    assert_eq!(full.plan("one more").unwrap_err(), NoteError::Full);
}

#[test]
fn what_a_later_program_wrote_beside_is_kept() {
    let desk = Desk::with_file(
        r#"{"format": 1, "mine": 1, "notes": [{"id": "n-1", "text": "a", "at": 1, "colour": "red"}]}"#,
    );
    desk.remember("b");
    let text = fs::read_to_string(desk.data.join("memory.json")).unwrap();
    assert!(text.contains("\"mine\": 1") && text.contains("\"colour\": \"red\""), "{text}");
}

#[test]
fn a_file_that_cannot_be_read_is_told_and_kept_aside() {
    let deep = "[".repeat(100_000);
    let large = format!("{{\"format\": 1, \"x\": \"{}\"}}", "x".repeat(1 << 20));
    for (text, code) in [
        ("\0garbage", "content.note.damaged"),
        ("[]", "content.note.damaged"),
        (r#"{"format": 1, "notes": [{"id": 7}]}"#, "content.note.damaged"),
        (r#"{"format": 1, "notes": [{"id": "../x", "text": "b", "at": 0}]}"#, "content.note.damaged"),
        (r#"{"format": 9, "notes": []}"#, "content.note.newer"),
        (deep.as_str(), "content.note.damaged"),
        (large.as_str(), "content.note.unreadable"),
    ] {
        let desk = Desk::with_file(text);
        assert_eq!(desk.notes().problems[0].message.code, code);
        assert!(desk.texts().is_empty());
        let plan = desk.plan("new").unwrap();
        assert_eq!(plan.warnings[0].code, code);
        desk.apply(plan);
        assert_eq!(desk.texts(), ["new"]);
        let kept = desk.data.join("memory.json.kept-20231114-221320");
        assert_eq!(fs::read_to_string(kept).unwrap(), text);
    }
}

#[test]
fn what_was_written_by_hand_is_read_short_and_plain() {
    let text = "x\u{202e}y".repeat(LONGEST);
    let notes = serde_json::json!([{"id": "n-1", "text": text, "at": 0}]);
    let desk = Desk::with_file(&serde_json::json!({"format": 1, "notes": notes}).to_string());
    let read = desk.notes().items;
    assert_eq!(read.len(), 1);
    assert!(read[0].text.chars().count() <= LONGEST && !read[0].text.contains('\u{202e}'));
}
