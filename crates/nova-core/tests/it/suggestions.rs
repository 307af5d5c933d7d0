//! What the player could say is made from what is there, and the planner understands it.

use anyhow::{Result, ensure};
use jiff::tz::TimeZone;
use nova_agent::{Mode, Say, TurnResult};
use nova_core::{
    App, Asking, Beside, Request, Rungs,
    texts::{Lang, Texts},
};
use nova_tools::Decision;
use serde_json::{Value, json};

use crate::launcher::{Desk, Word};

/// What the planner makes of a request.
async fn planned(app: &App, request: Request) -> Result<TurnResult> {
    let asking = Asking { rungs: Rungs::Planner, ..Asking::new(Mode::PlanOnly) };
    app.ask(request, asking).await.map_err(|report| anyhow::anyhow!("{report:?}"))
}

fn codes(result: &TurnResult) -> Vec<String> {
    let said = result.say.iter().filter_map(|say| match say {
        Say::Messages(messages) => Some(messages),
        Say::Text(_) => None,
    });
    said.flatten().map(|message| message.code.to_string()).collect()
}

fn words(found: &[nova_core::Suggestion]) -> Vec<String> {
    found.iter().map(|one| one.words.code.to_string()).collect()
}

#[tokio::test]
async fn what_is_there_is_suggested_and_the_planner_understands_it_in_each_language() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let disable = Asking { rungs: Rungs::Planner, ..Asking::new(Mode::Confirm) };
    desk.app.ask(Request::new("disable lithium"), disable).await.unwrap();
    let mut found = desk.app.suggestions().await;
    assert_eq!(words(&found)[..2], ["core.try.conflicts", "core.try.undo"]);
    let empty = tempfile::tempdir()?;
    found.extend(Desk::bare(empty.path())?.suggestions().await);
    let fresh = words(&found);
    assert!(fresh.contains(&"core.try.environment".to_owned()), "{fresh:?}");
    for lang in [Lang::ZhCn, Lang::ZhTw, Lang::En] {
        let texts = Texts::new(lang, TimeZone::UTC);
        for one in &found {
            let said = texts.say(&one.words);
            let result = planned(&desk.app, Request::new(said.as_str())).await?;
            let heard = codes(&result);
            ensure!(
                !heard.iter().any(|code| code == "planner.unknown") && result.asked.is_empty(),
                "{said}: {heard:?} {:?}",
                result.asked
            );
            ensure!(!result.calls.is_empty(), "{said} leads to nothing: {heard:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_world_that_no_backup_holds_is_worth_a_word() -> Result<()> {
    let desk = Desk::new(Word::Absent)?;
    assert!(!words(&desk.app.suggestions().await).contains(&"core.try.backup".to_owned()));
    nova_testkit::World::new("Second").write(&desk.game("versions/1.20.1-fabric/saves"))?;
    let found = desk.app.suggestions().await;
    let backup = found.iter().find(|one| one.words.code == "core.try.backup").unwrap();
    let why = Texts::new(Lang::En, TimeZone::UTC).say(backup.because.as_ref().unwrap());
    assert_eq!(why, "1 world without a backup");
    Ok(())
}

fn beside(version: &str, item: &str) -> Request {
    let known = vec![version.to_owned(), item.to_owned()];
    let (version, item) = (Some(version.to_owned()), Some(item.to_owned()));
    Request { known, open: Some(Beside { page: "mods".to_owned(), version, item }), ..Request::default() }
}

fn calls(result: &TurnResult, tool: &str) -> Vec<Value> {
    result.calls.iter().filter(|made| made.call.name == tool).map(|made| made.call.args.clone()).collect()
}

#[tokio::test]
async fn the_open_version_is_meant_where_none_is_named_and_this_mod_is_the_chosen_one() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let ask = async |version: &str, said: &str| {
        let request = Request { words: said.to_owned(), ..beside(version, "lithium") };
        planned(&desk.app, request).await
    };
    let open = json!({ "version_id": "1.21.4" });
    assert_eq!(calls(&ask("1.21.4", "which mods are installed?").await?, "list_mods"), [open]);
    let named = ask("1.21.4", "which mods are in 1.20.1-fabric?").await?;
    assert_eq!(calls(&named, "list_mods"), [json!({ "version_id": "1.20.1-fabric" })]);
    for said in ["disable this mod", "停用这个模组", "停用這個模組"] {
        let planned = ask("1.20.1-fabric", said).await?;
        let expected = json!({ "mod": "lithium", "version_id": "1.20.1-fabric" });
        assert_eq!(calls(&planned, "disable_mod"), [expected], "{said}");
        assert!(planned.checklist.is_waiting(), "{said}");
    }
    // A world is found by its name wherever it is.
    let backup = ask("1.21.4", "back up the world Survival").await?;
    assert_eq!(calls(&backup, "backup_version"), [json!({ "save": "Survival" })]);
    Ok(())
}

#[test]
fn a_turn_can_be_moved_to_another_thread() -> Result<()> {
    fn is_send<T: Send>(_: &T) {}
    let desk = Desk::new(Word::Absent)?;
    is_send(&desk.app.ask(Request::new("hello"), Asking::new(Mode::PlanOnly)));
    is_send(&desk.app.suggestions());
    Ok(())
}
