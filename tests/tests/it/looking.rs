//! Looking changes nothing.

use anyhow::Result;
use nova_testkit::{GameFolder, GameRoot, Jar, LogFile, Version, World};

use crate::nova::Nova;

fn root() -> GameRoot {
    let own = GameFolder::new()
        .jar(Jar::fabric("sodium").for_game("1.20.1").breaks("optifabric", "*").file("sodium.jar"))
        .jar(Jar::fabric("optifabric").for_game("1.20.1").file("optifabric.jar"))
        .world(World::new("新的世界"));
    GameRoot::new().version(Version::fabric("1.20.1-fabric", "1.20.1").own(own)).selected("1.20.1-fabric")
}

#[test]
fn no_list_changes_a_file_or_makes_a_data_folder() -> Result<()> {
    let nova = Nova::on(&root())?;
    let before = nova.tree()?;
    for words in
        [&["versions", "list"][..], &["mods", "list"], &["saves", "list"], &["backup", "list"], &["history"]]
    {
        let said = nova.run(words)?;
        assert_eq!(said.code, Some(0), "{words:?}: {said:#?}");
        assert!(!said.stdout.contains('\x1b') && !said.stderr.contains('\x1b'), "{words:?}: {said:#?}");
        before.assert_same(&nova.tree()?);
    }
    assert!(!nova.data().exists());
    Ok(())
}

#[test]
fn the_lines_of_a_log_are_printed_alone_and_by_level_and_words() -> Result<()> {
    let log = LogFile::latest()
        .line("main", "INFO", "begun")
        .line("main", "WARN", "odd")
        .line("main", "ERROR", "bad");
    let own = GameFolder::new().log(log);
    let root = GameRoot::new()
        .version(Version::fabric("1.20.1-fabric", "1.20.1").own(own))
        .selected("1.20.1-fabric");
    let nova = Nova::on(&root)?;
    let ends = |words: &[&str]| -> Result<Vec<String>> {
        let said = nova.run(words)?;
        assert_eq!(said.code, Some(0), "{words:?}: {said:#?}");
        Ok(said.stdout.lines().map(|line| line.rsplit(' ').next().unwrap_or_default().to_owned()).collect())
    };
    assert_eq!(ends(&["logs"])?, ["begun", "odd", "bad"]);
    assert_eq!(ends(&["logs", "1.20.1-fabric", "--lines", "1"])?, ["bad"]);
    assert_eq!(ends(&["logs", "--level", "warn"])?, ["odd", "bad"]);
    assert_eq!(ends(&["logs", "--file", "logs/latest.log", "--find", "/od+$/"])?, ["odd"]);
    assert_eq!(ends(&["logs", "--find", "b", "--level", "error"])?, ["bad"]);
    assert!(nova.run(&["logs", "--list"])?.stdout.contains("logs/latest.log"));
    let found = nova.run(&["--json", "logs", "--find", "odd"])?.object(0)?;
    assert_eq!(found["hits"][0]["number"], 2, "{found:#}");
    assert_eq!(nova.run(&["logs", "--file", "../options.txt"])?.code, Some(4));
    assert_eq!(nova.run(&["logs", "--find", "/(/"])?.code, Some(4));
    Ok(())
}
