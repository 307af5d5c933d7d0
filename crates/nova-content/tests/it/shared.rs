//! The services over real worlds, where the shared samples are at hand.

use std::path::{Path, PathBuf};

use nova_content::worlds;
use nova_game::Instance;

use crate::scene::{Scene, nobody};

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");

fn samples(below: &str) -> Option<PathBuf> {
    let folder = Path::new(SHARED).join(below);
    if !folder.is_dir() {
        println!("skipped: {below} is not there");
    }
    folder.is_dir().then_some(folder)
}

#[test]
fn every_real_world_is_listed_with_a_name_and_without_damage() {
    let Some(saves) = samples("instances/saves") else { return };
    let count = std::fs::read_dir(&saves)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().join("level.dat").is_file())
        .count();
    let dir = saves.parent().unwrap().to_owned();
    let instance = Instance { dir, ..Scene::new(&nova_testkit::GameFolder::new()).shared("v", "1.20.1") };
    let list = worlds::list(&[instance], &nobody()).unwrap();
    assert_eq!(list.worlds.len(), count);
    for world in &list.worlds {
        assert!(!world.name.is_empty() && world.size > 0, "{world:?}");
        assert!(world.last_played.is_some(), "{world:?}");
        let detail = worlds::detail(world);
        println!("{}: {:?} {:?} {:?}", world.id, world.game_version, detail.dimensions, world.problems);
    }
}
