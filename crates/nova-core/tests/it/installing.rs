//! Installing and starting through the tools, from the testkit's servers.

use std::{path::Path, sync::Arc};

use anyhow::{Context, Result};
use nova_agent::{Mode, TurnResult};
use nova_tools::{Decision, NoEvents};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

/// Does one line, and gives the change.
async fn done(desk: &Desk, tool: &str, args: Value) -> Result<String> {
    let result =
        desk.app.write(tool, args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await;
    let change = result.receipts.first().and_then(|done| done.receipt.change.clone());
    change.with_context(|| format!("{tool}: {result:#?}"))
}

/// The files of a version's class path that are not there.
fn missing(desk: &Desk, version: &str) -> Result<Vec<String>> {
    let dry =
        desk.app.dry_launch(Some(version), (None, None)).map_err(|report| anyhow::anyhow!("{report:?}"))?;
    let paths = dry.data["classpath"].as_array().context("no class path")?.iter().filter_map(Value::as_str);
    Ok(paths.filter(|path| !Path::new(path).is_file()).map(str::to_owned).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_an_install_back_leaves_what_a_later_one_uses() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let fabric = json!({ "game_version": "1.16.5", "loader": "fabric" });
    let first = done(&desk, "install_version", fabric).await?;
    let quilt = json!({ "game_version": "1.16.5", "loader": "quilt" });
    let second = done(&desk, "install_version", quilt).await?;
    assert_eq!(missing(&desk, "1.16.5-quilt")?, Vec::<String>::new());

    let undo = done(&desk, "undo_change", json!({ "change_id": first })).await?;
    assert!(!desk.game("versions/1.16.5-fabric").exists());
    assert!(desk.game("versions/1.16.5/1.16.5.json").exists());
    assert_eq!(missing(&desk, "1.16.5-quilt")?, Vec::<String>::new());

    done(&desk, "undo_change", json!({ "change_id": undo })).await?;
    assert_eq!(missing(&desk, "1.16.5-fabric")?, Vec::<String>::new());
    done(&desk, "undo_change", json!({ "change_id": second })).await?;
    assert_eq!(missing(&desk, "1.16.5-fabric")?, Vec::<String>::new());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_not_started_without_an_account() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    done(&desk, "install_version", json!({ "game_version": "1.16.5" })).await?;
    let args = json!({ "version_id": "1.16.5" });
    let cancel = CancellationToken::new();
    let result = desk.app.write("launch_game", args, Mode::Confirm, Arc::new(NoEvents), cancel).await;
    assert!(result.receipts.is_empty(), "{result:#?}");
    Ok(())
}

/// Every file of the game folder that a version is made of, with its bytes.
fn tree(desk: &Desk) -> Result<nova_testkit::Tree> {
    nova_testkit::Tree::of(&desk.game("versions"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loader_is_changed_in_place_and_every_change_is_taken_back() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let fabric = json!({ "game_version": "1.16.5", "loader": "fabric", "name": "Mine" });
    done(&desk, "install_version", fabric).await?;
    let own = desk.game("versions/Mine/saves/World One/level.dat");
    nova_testkit::write_file(&own, b"mine")?;
    let mut before = vec![(tree(&desk)?, String::new())];
    for loader in ["quilt", "none", "fabric"] {
        let change = done(&desk, "change_loader", json!({ "version_id": "Mine", "loader": loader })).await?;
        assert_eq!(missing(&desk, "Mine")?, Vec::<String>::new(), "{loader}");
        let shown = desk.app.read("read_version_detail", json!({ "version_id": "Mine" }), Arc::new(NoEvents));
        let shown = shown.await.result.map_err(|error| anyhow::anyhow!("{error:?}"))?;
        let now = shown.data["loader"].as_str().unwrap_or("none").to_owned();
        assert_eq!(now, loader, "{:#}", shown.data);
        before.push((tree(&desk)?, change));
    }
    for pair in before.windows(2).rev() {
        let [(was, _), (_, change)] = pair else { continue };
        done(&desk, "undo_change", json!({ "change_id": change })).await?;
        was.assert_same(&tree(&desk)?);
    }
    assert!(own.is_file());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_loader_again_is_no_change_and_the_game_itself_gets_none() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    done(&desk, "install_version", json!({ "game_version": "1.16.5", "loader": "fabric" })).await?;
    let again = |id: &str| json!({ "version_id": id, "loader": "fabric" });
    for id in ["1.16.5-fabric", "1.16.5"] {
        let cancel = CancellationToken::new();
        let result =
            desk.app.write("change_loader", again(id), Mode::Confirm, Arc::new(NoEvents), cancel).await;
        assert!(result.receipts.iter().all(|done| done.receipt.change.is_none()), "{id}: {result:#?}");
        assert_eq!(result.checklist.is_empty(), id == "1.16.5", "{id}: {result:#?}");
    }
    Ok(())
}

/// What a line warns of, without doing it.
async fn warned(desk: &Desk, tool: &str, args: Value) -> Result<Vec<String>> {
    let app = desk.reopened(Word::Always(Decision::No))?;
    let result = app.write(tool, args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await;
    let line = result.checklist.lines().first().with_context(|| format!("{result:#?}"))?;
    Ok(line.plan.warnings.iter().map(|warning| warning.code.to_string()).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_loader_s_api_comes_into_the_folder_that_is_played_with_and_only_once() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let fabric = json!({ "game_version": "1.16.5", "loader": "fabric" });
    assert_eq!(warned(&desk, "install_version", fabric).await?, ["core.install.no-java", "core.api.offer"]);
    let named =
        |name: &str| json!({ "game_version": "1.16.5", "loader": "fabric", "name": name, "with_api": true });
    let file = "fabric-api-0.92.2+1.16.5.jar";
    let comes = warned(&desk, "install_version", named("Other")).await?;
    assert_eq!(comes, ["core.install.no-java", "core.api.comes", "core.api.own-folders"]);
    done(&desk, "install_version", named("Other")).await?;
    assert!(desk.game("versions/Other/mods").join(file).is_file());
    let quilt = json!({ "version_id": "Other", "loader": "quilt", "with_api": true });
    assert_eq!(warned(&desk, "change_loader", quilt).await?, ["core.api.there"]);
    let forge = json!({ "game_version": "1.12.2", "loader": "forge", "with_api": true });
    assert!(warned(&desk, "install_version", forge).await.is_err(), "Forge has no such API");

    // Where all versions share one folder, it comes once.
    nova_testkit::Settings::new().set("isolation", false.into()).write(&desk.data(""))?;
    let shared = done(&desk, "install_version", named("Mine")).await?;
    assert!(desk.game("mods").join(file).is_file());
    let there = warned(&desk, "install_version", named("Third")).await?;
    assert_eq!(there, ["core.install.no-java", "core.api.there"]);
    done(&desk, "undo_change", json!({ "change_id": shared })).await?;
    assert!(!desk.game("mods").join(file).exists());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_loader_s_api_comes_to_a_version_that_is_there_as_one_change() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let fabric =
        |with_api: bool| json!({ "game_version": "1.16.5", "loader": "fabric", "with_api": with_api });
    done(&desk, "install_version", fabric(false)).await?;
    let before = tree(&desk)?;
    assert_eq!(warned(&desk, "install_version", fabric(true)).await?, ["core.api.comes"]);
    let change = done(&desk, "install_version", fabric(true)).await?;
    // It plays in the folders that all share, so that is where its mods are.
    assert!(desk.game("mods").join("fabric-api-0.92.2+1.16.5.jar").is_file());
    // It is there now: nothing is left to do.
    let cancel = CancellationToken::new();
    let again = desk.app.write("install_version", fabric(true), Mode::Confirm, Arc::new(NoEvents), cancel);
    assert!(again.await.receipts.iter().all(|done| done.receipt.change.is_none()));
    done(&desk, "undo_change", json!({ "change_id": change })).await?;
    before.assert_same(&tree(&desk)?);

    // A version of another kind keeps its name to itself.
    let taken = json!({ "game_version": "1.16.5", "name": "1.16.5-fabric", "with_api": true });
    assert!(warned(&desk, "install_version", taken).await.is_err());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_the_loader_says_which_mods_it_leaves_behind() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let fabric = json!({ "game_version": "1.16.5", "loader": "fabric", "name": "Mine" });
    done(&desk, "install_version", fabric).await?;
    let sodium = nova_testkit::Jar::fabric("sodium").for_game("1.16.5").bytes()?;
    nova_testkit::write_file(&desk.game("versions/Mine/mods/sodium.jar"), &sodium)?;
    let to = |loader: &str| json!({ "version_id": "Mine", "loader": loader });
    assert_eq!(warned(&desk, "change_loader", to("quilt")).await?, ["core.api.offer"]);
    assert_eq!(warned(&desk, "change_loader", to("none")).await?, ["core.loader.unfit"]);
    let optifine = warned(&desk, "change_loader", to("optifine")).await?;
    assert_eq!(optifine, ["install.no-digest", "core.loader.unfit"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_of_builds_know_loaders_that_are_mods_as_well() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    for (game, loader, build) in [("1.20.1", "optifine", "HD_U_I6"), ("1.12.2", "liteloader", "1.12.2")] {
        let args = json!({ "game_version": game, "loader": loader });
        let list = desk.app.read("list_loader_versions", args, Arc::new(NoEvents)).await.result;
        let list = list.map_err(|error| anyhow::anyhow!("{error:?}"))?;
        let builds = list.data["builds"].as_array().context("no builds")?;
        let marked: Vec<_> = builds.iter().filter(|build| build["recommended"] == true).collect();
        assert_eq!((marked.len(), &marked[0]["id"]), (1, &json!(build)), "{builds:?}");
    }
    Ok(())
}

/// An install by a host whose player says nothing to any line.
async fn unasked(desk: &Desk, args: Value) -> Result<TurnResult> {
    let app = desk.reopened(Word::Script(Vec::new()))?;
    let cancel = CancellationToken::new();
    Ok(app.write("install_version", args, Mode::Confirm, Arc::new(NoEvents), cancel).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_installed_already_is_an_answer_that_needs_nobodys_word() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let wishes = [
        (json!({ "game_version": "1.16.5" }), "1.16.5"),
        (json!({ "game_version": "1.16.5", "loader": "fabric" }), "1.16.5-fabric"),
        (json!({ "game_version": "1.16.5", "loader": "quilt", "name": "Mine" }), "Mine"),
    ];
    for (args, id) in &wishes {
        done(&desk, "install_version", args.clone()).await?;
        let before = desk.tree()?;
        let again = unasked(&desk, args.clone()).await?;
        let receipt = &again.receipts.first().with_context(|| format!("{again:#?}"))?.receipt;
        assert_eq!((receipt.change.as_deref(), receipt.said.code.as_ref()), (None, "core.install.there"));
        assert_eq!((&receipt.data["version_id"], &receipt.data["files_fetched"]), (&json!(id), &json!(0)));
        assert!(!again.checklist.is_waiting());
        assert_eq!(desk.tree()?, before, "{id}");
    }
    let versions = tree(&desk)?;
    let again = versions.files().filter(|path| path.to_string_lossy().contains("1.16.5-fabric-"));
    assert_eq!(again.count(), 0, "it is there once");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_install_again_brings_what_is_gone_or_changed() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let fabric = json!({ "game_version": "1.16.5", "loader": "fabric" });
    done(&desk, "install_version", fabric.clone()).await?;
    let whole = game_files(&desk)?;
    let broken = ["versions/1.16.5/1.16.5.jar", "assets/indexes/1.16.json", "versions/1.16.5/1.16.5.json"];
    for path in broken {
        for gone in [true, false] {
            let path = desk.game(path);
            let mut bytes = std::fs::read(&path)?;
            if gone || path.extension().is_some_and(|kind| kind == "json") {
                #[expect(clippy::disallowed_methods, reason = "something else than Nova removes the file")]
                std::fs::remove_file(&path)?;
            } else {
                *bytes.last_mut().context("empty")? ^= 1;
                nova_testkit::write_file(&path, &bytes)?;
            }
            let waits = unasked(&desk, fabric.clone()).await?;
            assert!(waits.receipts.is_empty(), "a change wants the player's word: {waits:#?}");
            done(&desk, "install_version", fabric.clone()).await?;
            game_files(&desk)?.assert_same(&whole);
        }
    }
    Ok(())
}

/// The files of the game folder, without Nova's own.
fn game_files(desk: &Desk) -> Result<nova_testkit::Tree> {
    nova_testkit::Tree::without(&desk.game(""), &[".nova"])
}

#[tokio::test(flavor = "multi_thread")]
async fn something_else_under_the_name_of_a_version_stays_refused() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let named = |loader: &str| json!({ "game_version": "1.16.5", "loader": loader, "name": "Mine" });
    done(&desk, "install_version", named("fabric")).await?;
    let others = [
        named("quilt"),
        json!({ "game_version": "1.16.5", "name": "Mine" }),
        json!({ "game_version": "1.20.1", "loader": "fabric", "name": "Mine" }),
    ];
    for other in others {
        let refused = unasked(&desk, other.clone()).await?;
        assert!(refused.checklist.is_empty(), "{other}: {refused:#?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_folder_that_is_named_and_not_there_is_made_by_the_install() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let desk = desk.in_folder("not/yet/there", Word::Always(Decision::Yes))?;
    let args = json!({ "game_version": "1.16.5" });
    let cancel = CancellationToken::new;
    let planned =
        desk.app.write("install_version", args.clone(), Mode::PlanOnly, Arc::new(NoEvents), cancel()).await;
    let folder = desk.beside("not");
    assert!(planned.checklist.is_waiting() && !folder.exists(), "planning makes nothing: {planned:#?}");
    done(&desk, "install_version", args).await?;
    assert!(folder.join("yet/there/versions/1.16.5/1.16.5.jar").is_file());
    Ok(())
}
