//! Copies laid for a program: whole, below their folder, and never over what is there.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the crate under test then works on"
)]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use nova_files::{Files, FilesError};
use nova_model::{Clock, Millis};

struct Still;

impl Clock for Still {
    fn now(&self) -> Millis {
        0
    }
}

struct World {
    temp: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        let world = Self { temp: tempfile::tempdir().unwrap() };
        fs::create_dir(world.folder()).unwrap();
        fs::write(world.object(), "sound").unwrap();
        world
    }

    fn folder(&self) -> PathBuf {
        self.temp.path().join("game")
    }

    fn object(&self) -> PathBuf {
        self.temp.path().join("object")
    }

    fn supply(&self, places: &[&str]) -> Result<usize, FilesError> {
        let files = Files::open(&self.temp.path().join("data"), Arc::new(Still));
        files.supply(&self.folder(), places.iter().map(|place| (self.object(), (*place).to_owned())))
    }
}

#[test]
fn copies_are_laid_where_nothing_is_and_what_is_there_stays() {
    let world = World::new();
    fs::create_dir(world.folder().join("resources")).unwrap();
    fs::write(world.folder().join("resources/a.ogg"), "the player's own").unwrap();
    assert_eq!(world.supply(&["resources/a.ogg", "resources/sound/b.ogg"]).unwrap(), 1);
    let read = |name: &str| fs::read_to_string(world.folder().join("resources").join(name)).unwrap();
    assert_eq!((read("a.ogg").as_str(), read("sound/b.ogg").as_str()), ("the player's own", "sound"));
    assert_eq!(fs::read_dir(world.folder().join("resources/sound")).unwrap().count(), 1);
    assert_eq!(world.supply(&["resources/a.ogg", "resources/sound/b.ogg"]).unwrap(), 0);
}

#[test]
fn a_file_that_is_missing_leaves_none_of_the_others_and_no_part() {
    let world = World::new();
    let files = Files::open(&world.temp.path().join("data"), Arc::new(Still));
    let wanted = [(world.object(), "a".to_owned()), (world.temp.path().join("none"), "b".to_owned())];
    let missing = files.supply(&world.folder(), wanted);
    assert!(matches!(missing, Err(FilesError::Missing { .. })), "{missing:?}");
    assert_eq!(fs::read_dir(world.folder()).unwrap().count(), 0);
}

#[test]
fn places_that_lead_out_of_the_folder_are_refused() {
    let world = World::new();
    for place in ["", "../a", "/a", "a/../b", "a//b"] {
        assert!(matches!(world.supply(&[place]), Err(FilesError::BadName { .. })), "{place}");
    }
    std::os::unix::fs::symlink(world.temp.path(), world.folder().join("resources")).unwrap();
    assert!(matches!(world.supply(&["resources/a"]), Err(FilesError::Link { .. })));
    assert!(!world.temp.path().join("a").exists());
}
