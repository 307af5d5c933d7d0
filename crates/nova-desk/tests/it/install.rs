//! Installing from the page, from the testkit's servers: what is offered, the first game folder, jobs that failed.

use anyhow::{Context, Result};
use nova_testkit::{
    GameRoot,
    upstream::{Fault, Rule, Upstream, UpstreamSpec},
};
use serde_json::{Value, json};

use crate::window::{Window, yes};

fn servers() -> Result<Upstream> {
    Upstream::start(UpstreamSpec::small().assets(3))
}

/// On a computer without any game folder, whose servers are these.
fn fresh(upstream: &Upstream) -> Result<Window> {
    let sources = nova_core::Rewrites::parse(&upstream.sources_json())?;
    Window::opened(&GameRoot::new(), |setup| {
        setup.game_dir = None;
        setup.machine.home = setup.data_dir.parent().and_then(|temp| temp.canonicalize().ok());
        setup.sources = sources;
    })
}

async fn offered(window: &Window) -> Result<Value> {
    window.call("install_games", json!({})).await.map_err(|fault| anyhow::anyhow!("{fault:?}"))
}

async fn install(window: &Window, args: Value) -> Result<Value> {
    let args = json!({ "tool": "install_version", "args": args });
    Ok(window.attended("tool_write", args, yes).await?.done().clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_install_makes_the_game_folder_and_is_found_from_then_on() -> Result<()> {
    let upstream = servers()?;
    let window = fresh(&upstream)?;
    let before = offered(&window).await?;
    assert_eq!((&before["folder"], &before["new_folder"]), (&json!("~/.minecraft"), &json!(true)));
    assert!(!window.temp.path().join(".minecraft").exists(), "looking makes nothing");

    let args = json!({ "tool": "install_version", "args": { "game_version": "1.16.5", "loader": "fabric" } });
    let done = window.attended("tool_write", args, yes).await?;
    let asked = done.of("confirm");
    let line = &asked.first().context("no checklist")?["checklist"]["lines"][0];
    let said = line["warnings"].to_string();
    assert!(said.contains(".minecraft"), "{said}");
    assert_eq!(done.done()["receipts"].as_array().map(Vec::len), Some(1), "{done:#?}");
    assert!(window.temp.path().join(".minecraft/versions/1.16.5-fabric/1.16.5-fabric.json").is_file());

    let after = offered(&window).await?;
    assert_eq!((&after["new_folder"], &after["folders"]), (&json!(false), &json!(1)));
    let game = after["games"].as_array().context("no games")?.iter().find(|game| game["id"] == "1.16.5");
    assert_eq!(game.context("not listed")?["installed"], true);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn loaders_come_with_the_build_to_take_and_one_that_is_silent_keeps_no_other() -> Result<()> {
    let upstream = servers()?;
    for place in ["meta.quiltmc.org", "quilt-meta"] {
        upstream.fault(Rule::on(place, Fault::Status(404)));
    }
    let window = fresh(&upstream)?;
    let offers = window.call("install_loaders", json!({ "game": "1.16.5" })).await.unwrap();
    let of = |name: &str| {
        let mut rows = offers.as_array().into_iter().flatten();
        rows.find(|offer| offer["loader"] == name).cloned().unwrap_or_default()
    };
    let fabric = of("fabric");
    let recommended = fabric["builds"].as_array().into_iter().flatten();
    assert_eq!(recommended.filter(|build| build["recommended"] == true).count(), 1, "{fabric}");
    assert_eq!(of("quilt")["builds"], json!([]));
    assert!(of("quilt")["fault"]["message"].is_string(), "{offers}");
    assert_eq!(of("neoforge")["fault"], Value::Null, "it has none for this version");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_suggested_and_one_that_is_taken_is_told() -> Result<()> {
    let window = Window::new()?;
    let name = async |wished: Value| {
        let args = json!({ "game": "1.20.1", "loader": "fabric", "build": "0.16.14", "wished": wished });
        window.call("install_name", args).await.unwrap()
    };
    // `1.20.1-fabric` is there already.
    assert_eq!(name(Value::Null).await["name"], "1.20.1-fabric-0.16.14");
    assert_eq!(name(json!("  Skyblock ")).await["name"], "Skyblock");
    assert_eq!(name(json!("1.21.4")).await["fault"]["code"], "install.taken");
    assert!(name(json!("a/b")).await["fault"]["message"].is_string());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_network_and_a_kept_list_the_page_says_why() -> Result<()> {
    let upstream = servers()?;
    let window = fresh(&upstream)?;
    install(&window, json!({ "game_version": "1.16.5" })).await?;
    upstream.fault(Rule::on("", Fault::Refuse));
    let other = fresh(&upstream)?;
    let fault = other.call("install_games", json!({})).await.unwrap_err();
    assert!(fault.code.starts_with("net."), "{fault:?}");

    let read = std::fs::read_dir(window.data("cache/meta"))?.count();
    assert!(read > 0, "what an install asked for is kept");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_failed_is_listed_with_the_way_on_and_can_be_thrown_away() -> Result<()> {
    let upstream = servers()?;
    let window = fresh(&upstream)?;
    assert_eq!(window.call("jobs_list", json!({})).await.unwrap(), json!([]));
    // The mirror has none either.
    for place in ["resources.download.minecraft.net", "com/assets/"] {
        upstream.fault(Rule::on(place, Fault::Status(404)));
    }
    install(&window, json!({ "game_version": "1.16.5", "name": "mine" })).await?;

    let jobs = window.call("jobs_list", json!({})).await.unwrap();
    let job = &jobs[0];
    assert_eq!((&job["state"], &job["far"]), (&json!("failed"), &Value::Null), "{jobs}");
    assert!(job["title"].as_str().is_some_and(|title| title.contains("mine")), "{job}");
    assert!(job["fault"]["message"].is_string());
    let again = json!({ "tool": "install_version", "args": { "game_version": "1.16.5", "name": "mine" } });
    assert_eq!(job["again"], again);

    window.call("job_cancel", json!({ "id": job["id"] })).await.unwrap();
    assert_eq!(window.call("jobs_list", json!({})).await.unwrap(), json!([]));
    let gone = window.call("job_cancel", json!({ "id": job["id"] })).await.unwrap_err();
    assert_eq!(gone.code, "install.no-job");
    assert!(!window.temp.path().join(".minecraft/.nova/stage").join(job["id"].as_str().unwrap()).exists());

    upstream.heal();
    install(&window, json!({ "game_version": "1.16.5", "name": "mine" })).await?;
    assert_eq!(window.call("jobs_list", json!({})).await.unwrap(), json!([]));
    Ok(())
}
