//! Chats are kept, gone on with, searched, exported and put away.
#![expect(clippy::disallowed_methods, reason = "tests break the file that the launcher then meets")]

use std::fs;

use anyhow::{Result, ensure};
use jiff::tz::TimeZone;
use nova_agent::{Conversation, Cost, Entry, Mode, store::Which};
use nova_core::{
    App, Asking, ExportFormat, OpenChat, Request, Rungs, Turned,
    texts::{Lang, Texts},
};
use nova_llm::{Habits, Usage};
use nova_model::{IdKind, Problem};

use crate::launcher::{Desk, Word};

fn texts(lang: Lang) -> Texts {
    Texts::new(lang, TimeZone::UTC)
}

/// One turn of the planner that is kept.
async fn turn(
    app: &App,
    chat: &mut OpenChat,
    so_far: &mut Conversation,
    words: &str,
) -> Result<Vec<Problem>> {
    let request = Request { conversation: std::mem::take(so_far), ..Request::new(words) };
    let result = app.ask(request, Asking { rungs: Rungs::Planner, ..Asking::new(Mode::PlanOnly) }).await;
    let result = result.map_err(|report| anyhow::anyhow!("{report:?}"))?;
    *so_far = result.conversation;
    let usage = Usage { prompt: 10, completion: 5, ..Usage::default() };
    let costs = [Cost { server: "api.example".into(), model: "m".into(), usage }];
    let turned = Turned { conversation: so_far, turn: result.checklist.turn(), costs: &costs };
    Ok(app.chats().save(chat, turned, &texts(Lang::ZhCn)).await)
}

/// A chat of one turn.
async fn talked(app: &App, words: &str) -> Result<OpenChat> {
    let mut chat = app.chats().begin();
    let problems = turn(app, &mut chat, &mut Conversation::default(), words).await?;
    ensure!(problems.is_empty(), "{problems:?}");
    Ok(chat)
}

/// The same, where what was at the file's place is put aside.
async fn talked_aside(app: &App, words: &str) -> Result<OpenChat> {
    let mut chat = app.chats().begin();
    let problems = turn(app, &mut chat, &mut Conversation::default(), words).await?;
    ensure!(problems.iter().any(|one| one.message.code == "agent.store.aside"), "{problems:?}");
    Ok(chat)
}

#[tokio::test]
async fn a_chat_is_gone_on_with_by_another_run() -> Result<()> {
    let desk = Desk::new(Word::Absent)?;
    let chat = talked(&desk.app, "装了哪些模组？").await?;
    assert_eq!(IdKind::of(chat.id()), Some(IdKind::Chat));
    let again = desk.reopened(Word::Absent)?;
    let (mut open, mut so_far) = again.chats().resume("latest").await.unwrap();
    assert_eq!(open.id(), chat.id());
    let before = so_far.entries.len();
    assert!(before >= 3 && so_far.entries[0] == Entry::Player("装了哪些模组？".to_owned()));
    turn(&again, &mut open, &mut so_far, "有哪些存档？").await?;
    let kept = desk.app.chats().load(chat.id()).await.unwrap();
    assert!(kept.entries.len() > before);
    assert_eq!(kept.entries.into_iter().map(|one| one.entry).collect::<Vec<_>>(), so_far.entries);
    assert_eq!((kept.info.turns, kept.info.title.as_str()), (2, "装了哪些模组？"));
    assert_eq!(again.chats().spent_today().await.unwrap().tokens, 30);
    // The other run draws the same ids again: a new chat gets one that is free.
    let other = talked(&again, "hello").await?;
    assert_ne!(other.id(), chat.id());
    Ok(())
}

#[tokio::test]
async fn reading_writes_nothing_where_nothing_was_said() -> Result<()> {
    let desk = Desk::new(Word::Absent)?;
    let before = desk.tree()?;
    let chats = desk.app.chats();
    assert!(chats.list(Which::Kept).await.unwrap().is_empty());
    assert!(chats.search("mods").await.unwrap().is_empty());
    assert_eq!(chats.resume("latest").await.unwrap_err().code(), "agent.store.no-chat");
    assert_eq!(chats.habits("a", "b").await.unwrap(), None);
    assert_eq!(desk.tree()?, before);
    Ok(())
}

#[tokio::test]
async fn words_of_both_sides_and_titles_of_tools_are_found() -> Result<()> {
    let desk = Desk::new(Word::Absent)?;
    let chat = talked(&desk.app, "which mods are installed?").await?;
    let kinds = async |words: &str| -> Vec<String> {
        let hits = desk.app.chats().search(words).await.unwrap();
        assert!(hits.iter().all(|hit| hit.id == chat.id()));
        hits.into_iter().map(|hit| hit.kind).collect()
    };
    assert_eq!(kinds("installed").await, ["player"]);
    assert!(kinds("lithium").await.contains(&"nova".to_owned()));
    assert!(kinds("模组").await.contains(&"result".to_owned()));
    Ok(())
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_kept_and_the_chat_is_kept_too() -> Result<()> {
    let desk = Desk::new(Word::Absent)?;
    fs::write(desk.data("chats.db"), "not a database")?;
    let mut chat = desk.app.chats().begin();
    let problems = turn(&desk.app, &mut chat, &mut Conversation::default(), "hello").await?;
    assert_eq!(
        problems.iter().map(|one| one.message.code.as_ref()).collect::<Vec<_>>(),
        ["agent.store.aside"]
    );
    assert!(texts(Lang::En).problem(&problems[0]).contains("chats.db.kept-2026"));
    assert!(desk.app.chats().load(chat.id()).await.is_ok());
    let kept = fs::read_dir(desk.data(""))?.filter_map(|entry| Some(entry.ok()?.path()));
    let kept: Vec<_> = kept.filter(|path| path.to_string_lossy().contains("chats.db.kept-")).collect();
    assert_eq!(fs::read(&kept[0])?, b"not a database");
    assert!(desk.app.chats().problems().is_empty());
    Ok(())
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_goes_aside_unfollowed_and_a_file_that_others_could_read_is_closed() -> Result<()> {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = Desk::new(Word::Absent)?;
    let (chats, elsewhere) = (desk.data("chats.db"), desk.game("elsewhere"));
    fs::write(&elsewhere, "not Nova's")?;
    symlink(&elsewhere, &chats)?;
    let chat = talked_aside(&desk.app, "hello").await?;
    assert_eq!(fs::read(&elsewhere)?, b"not Nova's");
    let mode =
        || fs::symlink_metadata(&chats).map(|meta| (meta.is_file(), meta.permissions().mode() & 0o777));
    assert_eq!(mode()?, (true, 0o600));
    fs::set_permissions(&chats, fs::Permissions::from_mode(0o644))?;
    let again = desk.reopened(Word::Absent)?;
    assert!(again.chats().load(chat.id()).await.is_ok());
    assert_eq!(mode()?, (true, 0o600));
    Ok(())
}

#[tokio::test]
async fn a_chat_that_cannot_be_kept_goes_on_says_so_once_and_is_kept_later() -> Result<()> {
    let desk = Desk::new(Word::Absent)?;
    fs::remove_dir_all(desk.data(""))?;
    fs::write(desk.data("").as_os_str().to_string_lossy().trim_end_matches('/'), "in the way")?;
    let (mut chat, mut so_far) = (desk.app.chats().begin(), Conversation::default());
    let problems = turn(&desk.app, &mut chat, &mut so_far, "hello").await?;
    assert_eq!(
        problems.iter().map(|one| one.message.code.as_ref()).collect::<Vec<_>>(),
        ["agent.store.unsaved"]
    );
    assert!(turn(&desk.app, &mut chat, &mut so_far, "which mods?").await?.is_empty());
    fs::remove_file(desk.data("").as_os_str().to_string_lossy().trim_end_matches('/'))?;
    assert!(turn(&desk.app, &mut chat, &mut so_far, "which worlds?").await?.is_empty());
    assert_eq!(desk.app.chats().load(chat.id()).await.unwrap().info.turns, 3);
    Ok(())
}

#[tokio::test]
async fn a_chat_is_exported_to_read_and_to_keep() -> Result<()> {
    let desk = Desk::new(Word::Absent)?;
    let chat = talked(&desk.app, "which mods are installed? <b> ![x](http://e)").await?;
    let page = desk.app.chats().export("latest", ExportFormat::Markdown, &texts(Lang::ZhCn)).await.unwrap();
    for part in [
        "# which mods",
        "## 你\n\n> which mods are installed? \\<b> !\\[x]",
        "## Nova",
        "## 工具的结果\n\n### 1. ",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert!(!page.contains("<details"));
    let json = desk.app.chats().export(chat.id(), ExportFormat::Json, &texts(Lang::En)).await.unwrap();
    let json: serde_json::Value = serde_json::from_str(&json)?;
    assert_eq!((&json["id"], &json["entries"][0]["entry"]), (&chat.id().into(), &"player".into()));
    let to = desk.game("chat.md");
    let export =
        async || desk.app.chats().export_to("latest", ExportFormat::Markdown, &to, &texts(Lang::En)).await;
    export().await.unwrap();
    assert!(fs::read_to_string(&to)?.contains("## You"));
    assert_eq!(export().await.unwrap_err().code(), "files.taken");
    Ok(())
}

#[tokio::test]
async fn chats_are_renamed_put_away_brought_back_and_freed() -> Result<()> {
    let desk = Desk::new(Word::Absent)?;
    let chat = talked(&desk.app, "hello").await?;
    let chats = desk.app.chats();
    assert_eq!(chats.rename("latest", "周末").await.unwrap().title, "周末");
    assert!(chats.delete(chat.id()).await.unwrap().deleted.is_some());
    assert!(chats.list(Which::Kept).await.unwrap().is_empty());
    assert_eq!(chats.list(Which::Deleted).await.unwrap().len(), 1);
    assert_eq!(chats.restore(chat.id()).await.unwrap().deleted, None);
    chats.purge(chat.id()).await.unwrap();
    assert_eq!(chats.info(chat.id()).await.unwrap_err().code(), "agent.store.no-chat");
    assert_eq!(chats.spent_today().await.unwrap().tokens, 15);
    let habits = Habits { null_content: true, ..Habits::default() };
    chats.keep_habits("https://a.example", "m", habits).await.unwrap();
    assert_eq!(chats.habits("https://a.example", "m").await.unwrap(), Some(habits));
    Ok(())
}
