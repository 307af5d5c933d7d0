//! Bringing instances of other launchers in, and copying versions, through the tools.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use nova_agent::{Mode, TurnResult};
use nova_testkit::{GameFolder, GameRoot, Jar, Tree, Version, World, foreign, foreign::Foreign, write_file};
use nova_tools::{Decision, NoEvents};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

const PRISM: &str = "home/.local/share/PrismLauncher/instances";

async fn write(desk: &Desk, tool: &str, args: Value) -> TurnResult {
    desk.app.write(tool, args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await
}

async fn done(desk: &Desk, tool: &str, args: Value) -> Result<(String, TurnResult)> {
    let result = write(desk, tool, args).await;
    let change = result.receipts.first().and_then(|done| done.receipt.change.clone());
    Ok((change.with_context(|| format!("{tool}: {result:#?}"))?, result))
}

async fn sources(desk: &Desk) -> Result<Vec<Value>> {
    let read = desk.app.read("list_importable", json!({}), Arc::new(NoEvents)).await.result?;
    Ok(read.data["sources"].as_array().context("no sources")?.clone())
}

async fn id(desk: &Desk, name: &str) -> Result<String> {
    let found = sources(desk).await?.into_iter().find(|source| source["name"] == name);
    Ok(found.with_context(|| format!("no {name}"))?["id"].as_str().context("no id")?.to_owned())
}

fn warnings(result: &TurnResult) -> Vec<String> {
    let lines = result.checklist.lines().iter();
    lines.flat_map(|line| line.plan.warnings.iter().map(|warning| warning.code.to_string())).collect()
}

/// An instance of Prism with something of everything, and its game folder.
fn prism(desk: &Desk) -> Result<PathBuf> {
    let folder = GameFolder::new()
        .jar(Jar::fabric("sodium").for_game("1.16.5"))
        .world(World::new("Home"))
        .file("config/sodium.json", b"{}")
        .file("logs/latest.log", b"much")
        .options(&[("fov", "0.5")]);
    let instance = Foreign::new("Sky: Block", "1.16.5")
        .loader("fabric", "0.0.1")
        .folder(folder)
        .set("OverrideMemory", "true")
        .set("MaxMemAlloc", "3072")
        .set("OverrideJavaArgs", "true")
        .set("JvmArgs", "-XX:+UseG1GC -javaagent:evil.jar")
        .set("OverrideCommands", "true")
        .set("PreLaunchCommand", "rm -rf everything");
    let folder = instance.prism(Path::new(&desk.folder(PRISM)?))?;
    std::os::unix::fs::symlink("/etc/passwd", folder.join("config/link"))?;
    Ok(folder)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instance_of_prism_comes_in_with_all_that_is_its_own_and_goes_again_with_one_undo() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let folder = prism(&desk)?;
    let (game, other) = (Tree::of(&desk.game(""))?, Tree::of(&folder)?);
    let id = id(&desk, "Sky: Block").await?;
    let (change, result) = done(&desk, "import_version", json!({ "source_id": id })).await?;
    let told = warnings(&result);
    for code in ["core.import.other-build", "core.import.args", "core.import.commands"] {
        assert!(told.contains(&code.to_owned()), "{code}: {told:?}");
    }
    let at = |path: &str| desk.game("versions/Sky Block").join(path);
    for path in ["Sky Block.json", "mods", "config/sodium.json", "saves/Home/level.dat", "options.txt"] {
        assert!(at(path).exists(), "{path}");
    }
    assert!(!at("logs").exists() && !at("config/link").exists());
    let own: Value = serde_json::from_slice(&std::fs::read(at("nova.json"))?)?;
    assert_eq!(own["isolation"], true);
    assert_eq!((&own["max_mb"], &own["jvm_args"]), (&json!(3072), &json!("-XX:+UseG1GC")));
    assert_eq!(own["commands"]["before"], "rm -rf everything");
    let version =
        desk.app.read("read_version_detail", json!({ "version_id": "Sky Block" }), Arc::new(NoEvents));
    assert!(version.await.result.is_ok());
    other.assert_same(&Tree::of(&folder)?);

    done(&desk, "undo_change", json!({ "change_id": change })).await?;
    other.assert_same(&Tree::of(&folder)?);
    game.assert_same(&Tree::of(&desk.game(""))?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_that_nobody_can_install_is_copied_with_what_it_stands_on() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let program = PathBuf::from(desk.folder("home/Desktop")?);
    foreign::hmcl(&program, &[".minecraft"])?;
    let root = program.join(".minecraft");
    GameRoot::new().version(Version::vanilla("1.16.5")).write(&root)?;
    let json = r#"{"id":"Client","inheritsFrom":"1.16.5","mainClass":"net.client.Start","libraries":[{"name":"net.client:client:1"}]}"#;
    write_file(&root.join("versions/Client/Client.json"), json.as_bytes())?;
    write_file(&root.join("versions/Client/mods/a.jar"), b"a")?;
    write_file(&root.join("libraries/net/client/client/1/client-1.jar"), b"library")?;
    let before = Tree::of(&desk.game(""))?;
    let id = id(&desk, "Client").await?;
    let (change, _) = done(&desk, "import_version", json!({ "source_id": id })).await?;
    for path in ["versions/Client/Client.json", "versions/Client/mods/a.jar", "versions/1.16.5/1.16.5.json"] {
        assert!(desk.game(path).is_file(), "{path}");
    }
    done(&desk, "undo_change", json!({ "change_id": change })).await?;
    before.assert_same(&Tree::of(&desk.game(""))?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn both_ways_of_bringing_in_make_a_game_folder_that_is_not_there() -> Result<()> {
    let yes = || Word::Always(Decision::Yes);
    let desk = Desk::online(yes())?.in_folder("first/game", yes())?;
    prism(&desk)?;
    let args = json!({ "source_id": id(&desk, "Sky: Block").await? });
    done(&desk, "import_version", args).await?;
    assert!(desk.beside("first/game/versions/Sky Block/saves/Home/level.dat").is_file());

    let desk = desk.in_folder("second/game", yes())?;
    let root = PathBuf::from(desk.folder("home/Desktop")?);
    foreign::hmcl(&root, &[".minecraft"])?;
    let json =
        r#"{"id":"Client","mainClass":"net.client.Start","libraries":[{"name":"net.client:client:1"}]}"#;
    write_file(&root.join(".minecraft/versions/Client/Client.json"), json.as_bytes())?;
    let args = json!({ "source_id": id(&desk, "Client").await? });
    let (_, result) = done(&desk, "import_version", args).await?;
    assert!(warnings(&result).contains(&"core.install.new-root".to_owned()), "{:?}", warnings(&result));
    assert!(desk.beside("second/game/versions/Client/Client.json").is_file());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_known_or_is_gone_is_not_imported() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let folder = prism(&desk)?;
    let known = id(&desk, "Sky: Block").await?;
    write_file(&folder.with_file_name("mmc-pack.json"), b"{\"components\":[]}")?;
    let result = write(&desk, "import_version", json!({ "source_id": known })).await;
    assert!(result.receipts.is_empty(), "{result:#?}");
    let result = write(&desk, "import_version", json!({ "source_id": "i-00000000" })).await;
    assert!(result.receipts.is_empty(), "{result:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_for_instances_writes_nothing_and_offers_no_game_root_that_is_in_use() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    prism(&desk)?;
    let home = PathBuf::from(desk.folder("home/Desktop")?);
    foreign::hmcl(&home, &[&desk.game("").display().to_string()])?;
    let before = desk.tree()?;
    let found = sources(&desk).await?;
    assert_eq!(found.iter().map(|source| source["name"].as_str()).collect::<Vec<_>>(), [Some("Sky: Block")]);
    assert!(!found[0].to_string().contains("everything"), "commands are not part of the list");
    before.assert_same(&desk.tree()?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copied_version_goes_into_the_trash_as_one_thing() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let args = json!({ "version_id": "1.20.1-fabric", "new_name": "Test", "include": ["mods"] });
    let (change, _) = done(&desk, "copy_version", args).await?;
    assert!(desk.game("versions/Test/mods/sodium.jar").is_file());
    assert!(!desk.game("versions/Test/saves").exists());
    done(&desk, "undo_change", json!({ "change_id": change })).await?;
    assert!(!desk.game("versions/Test").exists());
    let trash = desk.app.read("list_trash", json!({}), Arc::new(NoEvents)).await.result?;
    assert_eq!(trash.data["trash"].as_array().map(Vec::len), Some(1));
    Ok(())
}
