//! Where launchers are looked for on each system.

use nova_model::Os;
use nova_testkit::foreign::Foreign;

use crate::world::World;

#[test]
fn each_system_keeps_its_data_elsewhere() {
    for (os, folder) in [
        (Os::Linux, "xdg/PrismLauncher/instances"),
        (Os::MacOs, "Library/Application Support/PrismLauncher/instances"),
        (Os::Windows, "Roaming/PrismLauncher/instances"),
    ] {
        let mut world = World::new();
        world.setup.machine.os = os;
        for (name, folder) in [("XDG_DATA_HOME", "xdg"), ("APPDATA", "Roaming")] {
            world.setup.machine.env.insert(name.to_owned(), world.at(folder).into_os_string());
        }
        Foreign::new("One", "1.20.1").prism(&world.at(folder)).unwrap();
        assert_eq!(world.only().name, "One", "{os:?}");
    }
}

#[test]
fn what_lies_beside_this_program_is_found() {
    let mut world = World::new();
    world.setup.machine.program_dir = Some(world.at("usb/nova"));
    Foreign::new("One", "1.20.1").prism(&world.at("usb/MultiMC/instances")).unwrap();
    assert_eq!(world.only().name, "One");
}

#[test]
fn a_computer_without_a_home_has_nothing() {
    let mut world = World::new();
    world.setup.machine.home = None;
    assert!(world.find().sources.is_empty());
}
