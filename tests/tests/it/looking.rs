//! Looking changes nothing.

use anyhow::Result;
use nova_testkit::{GameFolder, GameRoot, Jar, Version, World};

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
