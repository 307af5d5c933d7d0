//! Files that are missing, broken, old, new, or used by several at once.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use super::*;
use crate::store::{StoreError, Unusable, Which, schema};

/// Where the child of the test below writes.
const CHILD: &str = "NOVA_TEST_CHATS";

const V2: &[&str] = &[schema::STEPS[0], "ALTER TABLE chats ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;"];

fn second(folder: &Folder) -> Store {
    let clock = Arc::new(Steps(AtomicI64::new(1_796_000_000_000)));
    Store::with_steps(folder.path("chats.db"), Arc::new(Plain), clock, V2)
}

fn why(result: Result<Vec<crate::store::ChatInfo>, StoreError>) -> Unusable {
    match result {
        Err(StoreError::Unusable { why }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn reading_where_nothing_is_makes_nothing() {
    let folder = Folder::new();
    let mut store = folder.store();
    assert!(store.list(Which::Kept).unwrap().is_empty());
    assert!(store.search("x", 5).unwrap().is_empty());
    assert_eq!(store.spent_on("2026-11-30").unwrap().tokens, 0);
    assert!(matches!(store.load("h-1"), Err(StoreError::NoChat { .. })));
    assert!(matches!(store.delete("h-1"), Err(StoreError::NoChat { .. })));
    assert!(store.examine().is_ok());
    assert!(!folder.path("").exists());
    talk(&mut store, "h-1", "x", "y");
    assert!(folder.path("chats.db").exists());
}

#[test]
fn an_old_file_is_brought_forward_and_kept_once() {
    let folder = Folder::new();
    talk(&mut folder.store(), "h-1", "before", "y");
    for turn in ["after", "later"] {
        let mut store = second(&folder);
        talk(&mut store, "h-1", turn, "z");
        let pinned: i64 =
            store.writer().unwrap().query_row("SELECT pinned FROM chats", [], |row| row.get(0)).unwrap();
        assert_eq!(pinned, 0);
        assert_eq!(store.search("before", 5).unwrap().len(), 1);
    }
    assert_eq!(second(&folder).load("h-1").unwrap().entries.len(), 6);
    // The kept one is a whole store of the old kind, with what was in it then.
    assert_eq!(at(folder.path("chats.db.v1")).load("h-1").unwrap().entries.len(), 2);
    assert!(!folder.path("chats.db.v1-2").exists());
    assert_eq!(why(folder.store().list(Which::Kept)), Unusable::Newer);
}

#[test]
fn a_migration_that_fails_leaves_the_file_as_it_was() {
    const BROKEN: &[&str] = &[schema::STEPS[0], "CREATE TABLE half (x); SELECT nonsense;"];
    let folder = Folder::new();
    talk(&mut folder.store(), "h-1", "before", "y");
    let clock = Arc::new(Steps(AtomicI64::new(0)));
    let mut store = Store::with_steps(folder.path("chats.db"), Arc::new(Plain), clock, BROKEN);
    for _ in 0..2 {
        assert!(store.list(Which::Kept).is_err());
    }
    assert_eq!(folder.store().load("h-1").unwrap().entries.len(), 2);
    assert!(folder.path("chats.db.v1").exists() && !folder.path("chats.db.v1-2").exists());
}

#[test]
fn what_is_no_store_of_ours_is_said_and_left_alone() {
    let other = Folder::new();
    fs::create_dir_all(other.path("")).unwrap();
    let foreign = rusqlite::Connection::open(other.path("foreign.db")).unwrap();
    foreign.execute_batch("CREATE TABLE x (y); PRAGMA user_version = 1;").unwrap();
    drop(foreign);
    let foreign = fs::read(other.path("foreign.db")).unwrap();
    for bytes in [b"hello".to_vec(), vec![0; 5000], b"SQLite format 3\0".to_vec(), foreign] {
        let folder = Folder::new();
        folder.plant("chats.db", &bytes);
        let mut store = folder.store();
        let said = store.list(Which::Kept).map_err(|error| matches!(error, StoreError::Unusable { .. }));
        assert_eq!(said, Err(true), "{} bytes", bytes.len());
        assert!(matches!(
            store.append(&addition("h-1", vec![player("x")]), &redactor()),
            Err(StoreError::Unusable { .. })
        ));
        assert!(fs::read(folder.path("chats.db")).unwrap() == bytes, "{} bytes were touched", bytes.len());
    }
    let folder = Folder::new();
    fs::create_dir_all(folder.path("chats.db")).unwrap();
    assert_eq!(why(folder.store().list(Which::Kept)), Unusable::Foreign);
}

#[test]
fn a_file_with_our_number_and_more_in_it_than_ours_is_not_ours() {
    let more = [
        "CREATE TRIGGER extra AFTER INSERT ON chats BEGIN DELETE FROM entries; END",
        "CREATE VIEW extra AS SELECT 1",
        "CREATE TABLE extra (x)",
        "DROP TRIGGER entries_out",
        "DROP VIEW IF EXISTS x; DROP TABLE usage; CREATE VIEW usage AS SELECT 1 AS day",
    ];
    for sql in more {
        let folder = Folder::new();
        talk(&mut folder.store(), "h-1", "x", "y");
        let other = rusqlite::Connection::open(folder.path("chats.db")).unwrap();
        other.execute_batch(sql).unwrap();
        drop(other);
        assert_eq!(why(folder.store().list(Which::Kept)), Unusable::Foreign, "{sql}");
    }
    let folder = Folder::new();
    talk(&mut folder.store(), "h-1", "x", "y");
    rusqlite::Connection::open(folder.path("chats.db")).unwrap().execute_batch("ANALYZE").unwrap();
    assert_eq!(folder.store().list(Which::Kept).unwrap().len(), 1, "SQLite's own tables are no reason");
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_and_a_folder_behind_one_is() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    talk(&mut at(folder.path("elsewhere.db")), "h-1", "x", "y");
    for target in ["elsewhere.db", "nowhere.db"] {
        symlink(folder.path(target), folder.path("chats.db")).unwrap();
        let before = fs::read(folder.path("elsewhere.db")).unwrap();
        assert_eq!(why(folder.store().list(Which::Kept)), Unusable::Link);
        let told = folder.store().append(&addition("h-2", vec![player("x")]), &redactor());
        assert!(matches!(told, Err(StoreError::Unusable { why: Unusable::Link })), "{target}");
        // Where somebody sets it after the look, SQLite itself refuses.
        assert!(folder.store().place.open().is_err(), "{target}");
        assert!(
            fs::read(folder.path("elsewhere.db")).unwrap() == before && !folder.path("nowhere.db").exists()
        );
        fs::remove_file(folder.path("chats.db")).unwrap();
    }
    symlink(folder.path(""), folder.0.path().join("link")).unwrap();
    let mut store = at(folder.0.path().join("link/chats.db"));
    talk(&mut store, "h-1", "x", "y");
    assert_eq!(store.list(Which::Kept).unwrap().len(), 1);
    let clock = Arc::new(Steps(AtomicI64::new(0)));
    let mut store = Store::with_steps(folder.0.path().join("link/chats.db"), Arc::new(Plain), clock, V2);
    assert_eq!(store.list(Which::Kept).unwrap().len(), 1);
    assert!(folder.path("chats.db.v1").exists());
}

#[cfg(unix)]
#[test]
fn a_file_of_ours_that_others_could_read_is_closed_and_a_foreign_one_is_left() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = Folder::new();
    let mut store = folder.store();
    talk(&mut store, "h-1", "x", "y");
    for name in ["chats.db", "chats.db-wal", "chats.db-shm"] {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(0o644)).unwrap();
    }
    let mut second = folder.store();
    second.list(Which::Kept).unwrap();
    for name in ["chats.db", "chats.db-wal", "chats.db-shm"] {
        assert_eq!(mode(folder.path(name)), 0o600, "{name}");
    }
    let other = Folder::new();
    other.plant("chats.db", b"hello");
    fs::set_permissions(other.path("chats.db"), fs::Permissions::from_mode(0o644)).unwrap();
    assert!(other.store().list(Which::Kept).is_err());
    assert_eq!(mode(other.path("chats.db")), 0o644);
}

#[test]
fn damage_in_the_middle_is_found_when_it_is_opened() {
    let folder = Folder::new();
    let mut store = folder.store();
    let turns = (0..40).map(|number| player(&format!("{number} {}", "words ".repeat(500))));
    store.append(&addition("h-1", turns.collect()), &redactor()).unwrap();
    store.close();
    let mut bytes = fs::read(folder.path("chats.db")).unwrap();
    let from = bytes.len() / 2;
    bytes[from..from + 8192].fill(0xa5);
    fs::write(folder.path("chats.db"), &bytes).unwrap();
    assert_eq!(why(store.list(Which::Kept)), Unusable::Damaged);
    assert!(matches!(store.examine(), Err(StoreError::Unusable { why: Unusable::Damaged })));
    bytes.truncate(from);
    fs::write(folder.path("chats.db"), &bytes).unwrap();
    assert!(store.list(Which::Kept).is_err());
}

#[test]
fn a_file_that_was_put_aside_meanwhile_is_let_go() {
    let folder = Folder::new();
    let mut store = folder.store();
    talk(&mut store, "h-1", "before", "y");
    fs::rename(folder.path("chats.db"), folder.path("aside")).unwrap();
    assert!(store.list(Which::Kept).unwrap().is_empty());
    talk(&mut store, "h-1", "after", "y");
    assert_eq!(folder.store().load("h-1").unwrap().entries[0].entry, player("after"));
}

#[test]
fn two_writers_lose_nothing_and_never_mix_their_turns() {
    let folder = Folder::new();
    let path = folder.path("chats.db");
    let writers: Vec<_> = ["a", "b"]
        .into_iter()
        .map(|who| {
            let mut store = at(path.clone());
            std::thread::spawn(move || {
                for turn in 0..12 {
                    talk(&mut store, "h-1", &format!("{who}{turn}"), who);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    let chat = folder.store().load("h-1").unwrap();
    assert_eq!((chat.info.turns, chat.entries.len()), (24, 48));
    for turn in chat.entries.chunks(2) {
        let [one, two] = turn else { panic!("half a turn") };
        let (Entry::Player(words), Entry::Nova { say: Say::Text(answer), .. }) = (&one.entry, &two.entry)
        else {
            panic!("{one:?} {two:?}")
        };
        assert!(words.starts_with(answer.as_str()));
    }
}

#[test]
fn what_was_committed_survives_the_death_of_the_process() {
    let folder = Folder::new();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["store::tests::disk::child_that_writes_for_ever", "--exact", "--ignored", "--nocapture"])
        .env(CHILD, folder.path("chats.db"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let committed = lines.filter(|line| line.starts_with("committed ")).take(10).count();
    child.kill().unwrap();
    child.wait().unwrap();
    let mut store = folder.store();
    assert!(store.examine().is_ok());
    let chat = store.load("h-1").unwrap();
    assert_eq!(committed, 10);
    assert!(chat.entries.len() >= 20 && chat.entries.len().is_multiple_of(2), "{}", chat.entries.len());
    assert_eq!(chat.info.turns, chat.entries.len() as u64 / 2);
    talk(&mut store, "h-1", "still alive", "yes");
    assert_eq!(store.search("still alive", 5).unwrap().len(), 1);
}

#[test]
#[ignore = "the child of the test above"]
fn child_that_writes_for_ever() {
    let Ok(path) = std::env::var(CHILD) else { return };
    let mut store = at(path.into());
    for turn in 0_u64.. {
        talk(&mut store, "h-1", &format!("turn {turn} {}", "x".repeat(5000)), "y");
        println!("\ncommitted {turn}");
    }
}
