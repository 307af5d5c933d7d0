//! Bad input has a clear sentence in the player's language and changes nothing.

use std::fs::File;

use anyhow::Result;
use nova_testkit::{Damage, GameFolder, GameRoot, Jar, Tree, Version, World};
use rustix::fs::{FlockOperation, fcntl_lock, flock};

use crate::nova::{Nova, Said};

fn root() -> GameRoot {
    let own = GameFolder::new()
        .jar(Jar::fabric("sodium").for_game("1.20.1").file("sodium.jar"))
        .jar(Jar::damaged("text.jar", Damage::Text("not a jar".to_owned())))
        .world(World::new("Survival"));
    GameRoot::new()
        .version(Version::fabric("1.20.1-fabric", "1.20.1").own(own))
        .version(Version::vanilla("1.16.5").own(GameFolder::new().folder("saves")))
        .selected("1.20.1-fabric")
}

/// What people read, wherever it stands.
fn words(said: &Said) -> String {
    format!("{}\n{}", said.stdout, said.stderr)
}

fn refuses(nova: &Nova, command: &[&str], names: &str) -> Result<()> {
    let before = nova.tree()?;
    for language in ["en", "zh-CN", "zh-TW"] {
        let said = nova.run_in(language, command)?;
        assert!(matches!(said.code, Some(1 | 3 | 4)), "{language} {command:?}: {said:#?}");
        assert!(words(&said).contains(names), "{language} {command:?} does not name {names:?}: {said:#?}");
        let chinese = words(&said).chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert_eq!(chinese, language != "en", "{language} {command:?}: {said:#?}");
        before.assert_same(&nova.tree()?);
    }
    Ok(())
}

#[test]
fn an_id_that_is_not_there_names_the_one_that_is() -> Result<()> {
    let nova = Nova::on(&root())?;
    refuses(&nova, &["--json", "versions", "show", "1.20"], "1.20.1-fabric")?;
    refuses(&nova, &["--json", "--yes", "mods", "disable", "sodum"], "sodium")?;
    refuses(&nova, &["--json", "--yes", "saves", "move", "Survivl", "--to", "1.16.5"], "Survival")?;
    refuses(&nova, &["--json", "--yes", "backup", "restore", "b-aaaaaaaa"], "b-aaaaaaaa")?;
    refuses(&nova, &["--json", "--yes", "undo", "c-aaaaaaaa"], "c-aaaaaaaa")
}

#[test]
fn a_jar_that_is_text_is_named_and_its_neighbours_are_listed() -> Result<()> {
    let nova = Nova::on(&root())?;
    let list = nova.run(&["--json", "mods", "list"])?.object(0)?;
    assert!(list.to_string().contains("text.jar") && list.to_string().contains("sodium"), "{list:#}");
    assert!(list["problems"].as_array().is_some_and(|problems| !problems.is_empty()), "{list:#}");
    let check = nova.run(&["--json", "mods", "check"])?;
    assert_eq!(check.code, Some(1), "{check:#?}");
    Ok(())
}

#[test]
fn a_missing_game_folder_says_which_one() -> Result<()> {
    let nova = Nova::on(&root())?;
    let gone = nova.game().join("nowhere");
    let path = gone.display().to_string();
    refuses(&nova, &["--json", "--game-dir", &path, "versions", "list"], "nowhere")
}

/// The lock of a world is this process's own, and reading the file here would drop it: so the folder is only looked at before
/// and after.
#[test]
fn an_open_world_is_not_moved() -> Result<()> {
    let nova = Nova::on(&root())?;
    let before = nova.tree()?;
    let lock = nova.game().join("versions/1.20.1-fabric/saves/Survival/session.lock");
    #[expect(clippy::disallowed_methods, reason = "the game's own lock needs a file open for writing")]
    let held = std::fs::OpenOptions::new().read(true).write(true).open(lock)?;
    fcntl_lock(&held, FlockOperation::NonBlockingLockExclusive)?;
    for command in [
        &["saves", "move", "Survival", "--to", "1.16.5"][..],
        &["backup", "create"],
        &["versions", "remove", "1.20.1-fabric"],
    ] {
        let said = nova.run(&[&["--json", "--yes"], command].concat())?;
        assert!(matches!(said.code, Some(3 | 4)), "{command:?}: {said:#?}");
        assert!(words(&said).contains("then try again"), "{command:?} does not say what to do: {said:#?}");
    }
    drop(held);
    before.assert_same(&nova.tree()?);
    Ok(())
}

#[test]
fn a_second_launcher_on_the_same_root_is_refused_and_leaves_nothing() -> Result<()> {
    let nova = Nova::on(&root())?;
    let folder = File::open(nova.game())?;
    flock(&folder, FlockOperation::NonBlockingLockExclusive)?;
    refuses(&nova, &["--json", "--yes", "mods", "disable", "sodium"], "game")
}

#[test]
fn a_name_that_leads_elsewhere_is_refused() -> Result<()> {
    let nova = Nova::on(&root())?;
    for name in ["../canary", "/etc", ".", "..", "Survival/../Survival"] {
        let before = nova.tree()?;
        let said = nova.run(&["--json", "--yes", "saves", "move", name, "--to", "1.16.5"])?;
        assert!(matches!(said.code, Some(1 | 3 | 4)), "{name}: {said:#?}");
        let said = nova.run(&["--json", "--yes", "versions", "remove", name])?;
        assert!(matches!(said.code, Some(1 | 3 | 4)), "{name}: {said:#?}");
        before.assert_same(&nova.tree()?);
    }
    Ok(())
}

#[test]
fn nothing_is_done_where_nobody_confirms() -> Result<()> {
    let nova = Nova::on(&root())?;
    let before = nova.tree()?;
    for command in
        [&["mods", "disable", "sodium"][..], &["backup", "create"], &["versions", "remove", "1.16.5"]]
    {
        let said = nova.run(command)?;
        assert_eq!(said.code, Some(3), "{command:?}: {said:#?}");
        before.assert_same(&nova.tree()?);
    }
    // The chat is kept, and nothing else.
    let game = Tree::of(&nova.game())?;
    let said = nova.run(&["ask", "disable sodium"])?;
    assert_eq!(said.code, Some(3), "{said:#?}");
    game.assert_same(&Tree::of(&nova.game())?);
    let kept: Vec<_> = std::fs::read_dir(nova.data())?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    assert_eq!(kept, ["chats.db"]);
    Ok(())
}

#[test]
fn wrong_usage_is_told_as_an_object_too() -> Result<()> {
    let nova = Nova::on(&root())?;
    let lines: [&[&str]; 2] =
        [&["--json", "chat"], &["--json", "ask", "--context", "nowhere.json", "list my mods"]];
    for line in lines {
        let told = nova.run(line)?.object(2)?;
        assert!(
            told.pointer("/errors/0/code").is_some_and(serde_json::Value::is_string),
            "{line:?}: {told:#}"
        );
    }
    Ok(())
}
