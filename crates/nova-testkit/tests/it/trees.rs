//! Trees notice what changed and only that.

use anyhow::Result;
use nova_testkit::{GameFolder, GameRoot, Jar, Tree, Version, World, write_file};

#[test]
fn equal_folders_have_equal_trees_wherever_they_lie() -> Result<()> {
    let (one, two) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let own = GameFolder::new().jar(Jar::fabric("a")).world(World::new("W")).options(&[("lang", "en_us")]);
    let root = GameRoot::new().version(Version::fabric("f", "1.20.1").own(own)).selected("f");
    root.write(one.path())?;
    root.write(two.path())?;
    Tree::of(one.path())?.assert_same(&Tree::of(two.path())?);
    Ok(())
}

#[test]
fn the_difference_names_what_is_gone_new_and_changed() -> Result<()> {
    let temp = tempfile::tempdir()?;
    write_file(&temp.path().join("stays"), b"1")?;
    write_file(&temp.path().join("changes"), b"1")?;
    let before = Tree::of(temp.path())?;
    write_file(&temp.path().join("changes"), b"2")?;
    write_file(&temp.path().join("new\nname"), b"1")?;
    let after = Tree::of(temp.path())?;
    let diff = before.diff(&after);
    assert!(diff.contains("~ changes"), "{diff}");
    assert!(diff.contains("+ new\\nname"), "{diff}");
    assert!(!diff.contains("stays"), "{diff}");
    assert!(after.diff(&before).contains("- new"), "{diff}");
    Ok(())
}

#[test]
fn skipped_paths_do_not_count() -> Result<()> {
    let temp = tempfile::tempdir()?;
    write_file(&temp.path().join("logs/a"), b"1")?;
    write_file(&temp.path().join("b"), b"1")?;
    let tree = Tree::without(temp.path(), &["logs"])?;
    assert!(tree.has("b") && !tree.has("logs") && !tree.has("logs/a"));
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_link_is_kept_as_a_link() -> Result<()> {
    let temp = tempfile::tempdir()?;
    std::os::unix::fs::symlink("/nowhere", temp.path().join("link"))?;
    let tree = Tree::of(temp.path())?;
    assert_eq!(tree.get("link"), Some(&nova_testkit::Node::Link("/nowhere".into())));
    Ok(())
}

#[test]
fn a_folder_that_is_not_there_is_empty() -> Result<()> {
    let temp = tempfile::tempdir()?;
    assert_eq!(Tree::of(&temp.path().join("no"))?.files().count(), 0);
    Ok(())
}
