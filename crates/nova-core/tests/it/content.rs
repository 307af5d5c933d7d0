//! Searching and reading Modrinth and CurseForge through the tools.

use std::sync::Arc;

use anyhow::{Context, Result};
use nova_agent::Mode;
use nova_model::Secret;
use nova_testkit::upstream::{CURSEFORGE_KEY, Fault, Rule, Upstream};
use nova_tools::{Answer, Decision, NoEvents};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

async fn read(desk: &Desk, tool: &str, args: Value) -> Result<Answer> {
    Ok(desk.app.read(tool, args, Arc::new(NoEvents)).await.result?)
}

/// The code that a tool fails with.
async fn failure(desk: &Desk, tool: &str, args: Value) -> Result<String> {
    let failed = desk.app.read(tool, args, Arc::new(NoEvents)).await.result.err().context("it worked")?;
    Ok(failed.report().code().to_string())
}

fn with_key(desk: &Desk) -> Result<()> {
    desk.app.secrets().set("api.curseforge", &Secret::new(CURSEFORGE_KEY))?;
    Ok(())
}

fn upstream(desk: &Desk) -> Result<&Upstream> {
    desk.upstream().context("not online")
}

fn names(answer: &Answer) -> Vec<&str> {
    let rows = answer.data["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    rows.iter().filter_map(|row| row["name"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_platforms_are_searched_with_the_key_that_is_kept() -> Result<()> {
    let desk = Desk::online(Word::Absent)?;
    with_key(&desk)?;
    let found = read(&desk, "search_content", json!({ "query": "map", "kind": "mod" })).await?;
    assert_eq!(names(&found), ["Lantern Map", "Old Map (classic)"]);
    assert!(found.foreign && found.problems.is_empty());
    assert!(found.data["twins"][0]["same_as_id"].as_str().is_some_and(|id| id.starts_with("curseforge:")));
    let forge =
        json!({ "query": "caves", "loader": "forge", "game_version": "1.20.1", "source": "curseforge" });
    assert_eq!(names(&read(&desk, "search_content", forge).await?), ["Deep Caves"]);
    let none = read(&desk, "search_content", json!({ "query": "no such thing" })).await?;
    assert_eq!((names(&none).len(), none.said[0].code.as_ref()), (0, "core.content.none"));
    let asked = upstream(&desk)?.requests();
    assert!(asked.iter().any(|asked| asked.api_key.as_deref() == Some(CURSEFORGE_KEY)));
    assert_eq!(upstream(&desk)?.violations(), Vec::<String>::new());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_list_goes_on_where_it_ended() -> Result<()> {
    let desk = Desk::online(Word::Absent)?;
    let args = |cursor: &str| json!({ "query": "filler", "source": "modrinth", "cursor": cursor });
    let first = read(&desk, "search_content", args("")).await?;
    let cursor = first.text.rsplit("more: cursor=").next().context("no cursor")?.trim();
    let second = read(&desk, "search_content", args(cursor)).await?;
    assert!(first.text.starts_with("modrinth:") && first.text.chars().count() <= 900, "{}", first.text);
    assert_ne!(first.text.lines().next(), second.text.lines().next());
    assert_eq!(upstream(&desk)?.requests().len(), 1, "the second page was heard with the first");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_the_mirror_answers_or_nobody_where_the_player_wants_no_mirror() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let caves = json!({ "query": "caves", "source": "curseforge" });
    assert_eq!(names(&read(&desk, "search_content", caves.clone()).await?), ["Deep Caves"]);
    let official = json!({ "source": "official" });
    let cancel = CancellationToken::new();
    desk.app.write("set_download_source", official, Mode::Confirm, Arc::new(NoEvents), cancel).await;
    assert_eq!(failure(&desk, "search_content", caves).await?, "platform.no-key");
    upstream(&desk)?.forget_requests();
    let both = read(&desk, "search_content", json!({ "query": "map" })).await?;
    assert!(both.problems.is_empty(), "who has no key is not told so at each search");
    assert!(upstream(&desk)?.requests().iter().all(|asked| asked.address.starts_with("api.modrinth.com/")));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_platform_that_is_away_is_a_problem_beside_what_the_other_has() -> Result<()> {
    let desk = Desk::online(Word::Absent)?;
    with_key(&desk)?;
    for host in ["api.curseforge.com", "mod.mcimirror.top"] {
        upstream(&desk)?.fault(Rule::on(host, Fault::Refuse));
    }
    let found = read(&desk, "search_content", json!({ "query": "map" })).await?;
    assert_eq!((names(&found).len(), found.problems.len()), (2, 1));
    upstream(&desk)?.fault(Rule::on("api.modrinth.com", Fault::Refuse));
    assert_eq!(failure(&desk, "search_content", json!({ "query": "chest" })).await?, "platform.cut");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_tells_about_itself_and_lists_its_builds() -> Result<()> {
    let desk = Desk::online(Word::Absent)?;
    with_key(&desk)?;
    for id in ["modrinth:lantern-map", "lantern-map", "curseforge:lantern-map"] {
        let about = read(&desk, "read_content_detail", json!({ "project_id": id })).await?;
        assert!(about.foreign && about.text.contains("A minimap with waypoints"), "{}", about.text);
        assert!(!about.text.contains("<p>"), "{}", about.text);
        let project = about.data["project_id"].as_str().context("no id")?;
        let args = json!({ "project_id": project, "game_version": "1.20.1", "loader": "fabric" });
        let builds = read(&desk, "list_content_versions", args).await?;
        assert_eq!(builds.data["versions"].as_array().map(Vec::len), Some(3), "{id}");
        assert!(builds.text.contains("needs "), "{}", builds.text);
    }
    let chest =
        read(&desk, "list_content_versions", json!({ "project_id": "curseforge:tidy-chest" })).await?;
    assert_eq!(chest.said[1].code, "core.content.version-by-hand");
    assert!(chest.text.contains("by hand only"), "{}", chest.text);
    assert_eq!(
        failure(&desk, "read_content_detail", json!({ "project_id": "modrinth:a/b" })).await?,
        "platform.bad-id"
    );
    assert_eq!(
        failure(&desk, "read_content_detail", json!({ "project_id": "gone" })).await?,
        "platform.not-found"
    );
    Ok(())
}
