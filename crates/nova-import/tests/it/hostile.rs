//! What makes no sense is left out, and what somebody put there to harm does none.

use nova_testkit::{foreign::Foreign, write_file};

use crate::world::{World, notes};

const PRISM: &str = ".local/share/PrismLauncher/instances";

#[test]
fn files_that_make_no_sense_are_said_and_the_others_are_found() {
    let world = World::new();
    for bad in ["A", "B", "C"] {
        Foreign::new(bad, "1.20.1").prism(&world.at(PRISM)).unwrap();
    }
    for (bad, text) in [("A", "{"), ("B", "[[[[")] {
        std::fs::write(world.at(PRISM).join(bad).join("mmc-pack.json"), text).unwrap();
    }
    write_file(&world.at("curseforge/minecraft/Instances/X/minecraftinstance.json"), b"\xff\xfe").unwrap();
    let found = world.find();
    assert_eq!(found.sources.iter().map(|source| source.name.as_str()).collect::<Vec<_>>(), ["C"]);
    assert_eq!(found.problems.len(), 3);
}

#[test]
fn values_of_other_kinds_are_as_if_they_were_not_there() {
    let world = World::new();
    Foreign::new("A", "1.20.1").prism(&world.at(PRISM)).unwrap();
    let pack = r#"{"components":[{"uid":7,"version":[]},{"uid":"net.minecraft","version":{}},"x",null]}"#;
    std::fs::write(world.at(PRISM).join("A/mmc-pack.json"), pack).unwrap();
    let source = world.only();
    assert_eq!(source.game, None);
    assert_eq!(notes(&source), ["import.note.unknown-game"]);
}

#[test]
fn names_are_cleaned_and_cut() {
    let world = World::new();
    let instance = Foreign::new("A", "1.20.1").set("name", &format!("\u{1b}[31m{}", "n".repeat(5000)));
    instance.prism(&world.at(PRISM)).unwrap();
    let name = world.only().name;
    assert!(name.chars().count() <= 121 && !name.contains('\u{1b}'), "{name}");
}

#[test]
fn a_pipe_in_the_place_of_a_file_does_not_hang() {
    let world = World::new();
    let folder = world.at(PRISM).join("A");
    std::fs::create_dir_all(folder.join(".minecraft")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.join("instance.cfg")).status().unwrap();
    assert!(made.success());
    assert!(world.find().sources.is_empty());
}

#[test]
fn an_instance_behind_a_link_is_the_folder_it_leads_to() {
    let world = World::new();
    let folder = Foreign::new("A", "1.20.1").prism(&world.at("real")).unwrap();
    std::fs::create_dir_all(world.at(PRISM)).unwrap();
    std::os::unix::fs::symlink(world.at("real/A"), world.at(PRISM).join("A")).unwrap();
    assert_eq!(world.only().folder, folder);
}
