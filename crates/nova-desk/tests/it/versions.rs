//! The versions page and the start page.

use anyhow::Result;
use nova_testkit::{GameFolder, GameRoot, Jar, Jdk, Version, World};
use serde_json::{Value, json};

use crate::window::{Window, yes};

fn row<'a>(view: &'a Value, id: &str) -> &'a Value {
    view["versions"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap()
}

async fn listed(window: &Window) -> Value {
    window.call("versions_list", json!({})).await.unwrap()
}

#[tokio::test]
async fn versions_are_listed_with_loader_counts_and_the_current_mark() -> Result<()> {
    let window = Window::new()?;
    let view = listed(&window).await;
    let fabric = row(&view, "1.20.1-fabric");
    assert_eq!(
        (&fabric["current"], &fabric["meant"], &fabric["isolated"]),
        (&json!(true), &json!(true), &json!(true))
    );
    assert_eq!(fabric["loaders"][0]["name"], "Fabric");
    assert_eq!(
        (&fabric["mods_on"], &fabric["mods_off"], &fabric["worlds"]),
        (&json!(5), &json!(1), &json!(1))
    );
    let vanilla = row(&view, "1.21.4");
    assert_eq!((&vanilla["loaders"], &vanilla["current"]), (&json!([]), &json!(false)));
    assert_eq!((view["none"].is_null(), view["folders"].as_array().unwrap().len()), (true, 1));
    Ok(())
}

#[tokio::test]
async fn no_game_folder_is_a_state_and_not_an_error() -> Result<()> {
    let window = Window::opened(&GameRoot::new(), |setup| setup.game_dir = None)?;
    let view = listed(&window).await;
    assert_eq!((&view["folders"], &view["none"]["code"]), (&json!([]), &json!("game.root.none")));
    let home = window.call("home_read", json!({})).await.unwrap();
    assert_eq!((&home["current"], &home["none"]["code"]), (&Value::Null, &json!("game.root.none")));
    Ok(())
}

#[tokio::test]
async fn a_folder_without_versions_is_empty() -> Result<()> {
    let window = Window::on(&GameRoot::new())?;
    let view = listed(&window).await;
    assert_eq!((&view["none"], &view["versions"]), (&Value::Null, &json!([])));
    let home = window.call("home_read", json!({})).await.unwrap();
    assert_eq!((&home["versions"], &home["none"]["code"]), (&json!(0), &json!("game.version.none")));
    Ok(())
}

#[tokio::test]
async fn one_version_shows_its_java_memory_and_checks() -> Result<()> {
    let own = GameFolder::new().jar(Jar::fabric("a"));
    let root = GameRoot::new().version(Version::fabric("mine", "1.20.1").own(own)).selected("mine");
    let system = tempfile::tempdir()?;
    for major in [8, 17] {
        Jdk::of(major).write(&system.path().join(format!("usr/lib/jvm/jdk-{major}")))?;
    }
    let window = Window::opened(&root, |setup| setup.machine.system_root = system.path().to_owned())?;
    let detail = window.call("version_detail", json!({ "version": "mine" })).await.unwrap();
    assert_eq!(detail["java"]["needed"], 17);
    let choices = detail["java"]["choices"].as_array().unwrap();
    let fits: Vec<_> = choices.iter().map(|java| (&java["major"], &java["fit"], &java["used"])).collect();
    let expected =
        [(&json!(17), &json!("recommended"), &json!(true)), (&json!(8), &json!("wrong"), &json!(false))];
    assert_eq!(fits, expected);
    assert_eq!((&detail["memory"]["own"], &detail["isolation_rule"]), (&Value::Null, &json!("folders")));
    let checks: Vec<_> = detail["checks"].as_array().unwrap().iter().map(|check| &check["id"]).collect();
    assert!(checks.contains(&&json!("java")) && checks.contains(&&json!("disk")), "{checks:?}");
    Ok(())
}

#[tokio::test]
async fn the_space_of_a_version_is_counted_by_kind() -> Result<()> {
    let window = Window::new()?;
    let disk = window.call("version_disk", json!({ "version": "1.20.1-fabric" })).await.unwrap();
    let names: Vec<_> =
        disk["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect();
    assert!(disk["total"].as_u64().unwrap() > 0);
    assert!(names.iter().all(|name| !name.contains("core.disk")), "{names:?}");
    Ok(())
}

#[tokio::test]
async fn a_version_made_current_is_current_everywhere() -> Result<()> {
    let window = Window::new()?;
    let args = json!({ "tool": "select_version", "args": { "version_id": "1.21.4" } });
    let done = window.attended("tool_write", args, yes).await?;
    assert_eq!(done.done()["faults"], json!([]));
    assert_eq!(row(&listed(&window).await, "1.21.4")["current"], true);
    let home = window.call("home_read", json!({})).await.unwrap();
    assert_eq!(home["current"]["id"], "1.21.4");
    Ok(())
}

#[tokio::test]
async fn the_start_page_counts_findings_and_tells_the_last_changes() -> Result<()> {
    let window = Window::new()?;
    let home = window.call("home_read", json!({})).await.unwrap();
    assert!(home["findings"].as_u64().unwrap() > 0);
    assert_eq!(home["changes"], json!([]));
    let args = json!({ "tool": "enable_mod", "args": { "mod": "iris.jar.disabled" } });
    window.attended("tool_write", args, yes).await?.done();
    let home = window.call("home_read", json!({})).await.unwrap();
    let change = &home["changes"][0];
    assert_eq!((&change["undone"], &change["fixed"]), (&json!(false), &Value::Null));
    let undone = window.stream("change_undo", json!({ "id": change["id"] })).await?;
    assert_eq!(undone.done()["faults"], json!([]));
    let home = window.call("home_read", json!({})).await.unwrap();
    let changes = home["changes"].as_array().unwrap();
    assert_eq!((changes.len(), &changes[0]["undone"]), (1, &json!(true)));
    Ok(())
}

#[tokio::test]
async fn several_versions_without_a_current_one_have_to_be_chosen_from() -> Result<()> {
    let world = GameFolder::new().world(World::new("W"));
    let root =
        GameRoot::new().version(Version::vanilla("1.20.1").own(world)).version(Version::vanilla("1.21.4"));
    let window = Window::on(&root)?;
    nova_testkit::write_file(&window.game("launcher_profiles.json"), b"{}")?;
    let home = window.call("home_read", json!({})).await.unwrap();
    assert_eq!((&home["current"], &home["versions"]), (&Value::Null, &json!(2)));
    assert!(home["none"]["message"].is_string());
    Ok(())
}
