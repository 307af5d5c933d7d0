//! Listing, finding, moving and deleting worlds.

use nova_content::worlds::{self, World, WorldList};
use nova_files::Step;
use nova_game::{Instance, Loader};
use nova_model::Field;
use nova_testkit::{GameFolder, Mode, World as NewWorld};

use crate::scene::{NOW, Open, Scene, code, codes, nobody, refusal, with_loader};

fn list(instances: &[Instance]) -> WorldList {
    worlds::list(instances, &nobody()).unwrap()
}

fn ids(list: &WorldList) -> Vec<&str> {
    list.worlds.iter().map(|world| world.id.as_str()).collect()
}

fn world(instance: &Instance, name: &str) -> World {
    worlds::find(&list(std::slice::from_ref(instance)), name).unwrap().clone()
}

#[test]
fn a_world_is_listed_with_what_level_dat_says() {
    let world = NewWorld::new("World One")
        .title("第一个世界")
        .game("1.20.1")
        .mode(Mode::Creative)
        .last_played(NOW)
        .size(50_000);
    let scene = Scene::new(&GameFolder::new().world(world));
    let list = list(&[scene.shared("a", "1.20.1")]);
    let found = &list.worlds[0];
    assert_eq!((found.id.as_str(), found.name.as_str()), ("World One", "第一个世界"));
    assert_eq!((found.game_version.as_deref(), found.mode.as_deref()), (Some("1.20.1"), Some("creative")));
    assert_eq!((found.last_played, found.open, found.size_is_partial), (Some(NOW), false, false));
    assert!(found.size >= 50_000);
    assert!(found.problems.is_empty(), "{:?}", found.problems);
}

#[test]
fn versions_that_share_a_folder_share_its_worlds() {
    let scene = Scene::new(&GameFolder::new().world(NewWorld::new("Shared")));
    let own = scene.isolated("own", "1.20.1", &GameFolder::new().world(NewWorld::new("Own")));
    let list = list(&[scene.shared("a", "1.20.1"), scene.shared("b", "1.20.2"), own]);
    let mut found: Vec<_> =
        list.worlds.iter().map(|world| (world.id.as_str(), world.versions.join("+"))).collect();
    found.sort();
    assert_eq!(found, [("Own", "own".to_owned()), ("Shared", "a+b".to_owned())]);
}

#[test]
fn an_open_world_says_so() {
    let scene = Scene::new(&GameFolder::new().world(NewWorld::new("W")));
    let list = worlds::list(&[scene.shared("a", "1.20.1")], &Open(vec!["saves/W"])).unwrap();
    assert!(list.worlds[0].open);
}

#[test]
fn a_damaged_world_is_still_listed() {
    let level = NewWorld::new("x").title("From before").contents().unwrap();
    let (_, level) = level.iter().find(|(path, _)| path.ends_with("level.dat")).unwrap();
    let folder = GameFolder::new()
        .file("saves/Broken/level.dat", b"garbage")
        .file("saves/OldOnly/level.dat_old", level)
        .file("saves/Both/level.dat", b"")
        .file("saves/Both/level.dat_old", level);
    let scene = Scene::new(&folder);
    let list = list(&[scene.shared("a", "1.20.1")]);
    let about = |id: &str| {
        let world = list.worlds.iter().find(|world| world.id == id).unwrap();
        (world.name.as_str(), codes(world.problems.iter().map(|problem| &problem.message)))
    };
    assert_eq!(about("Broken"), ("Broken", vec!["content.worlds.level-damaged"]));
    assert_eq!(
        about("OldOnly"),
        ("From before", vec!["content.worlds.level-missing", "content.worlds.used-old"])
    );
    assert_eq!(
        about("Both"),
        ("From before", vec!["content.worlds.level-damaged", "content.worlds.used-old"])
    );
}

#[test]
fn odd_things_among_worlds_are_named_and_left_alone() {
    let scene = Scene::new(
        &GameFolder::new()
            .world(NewWorld::new("Good"))
            .file("saves/loose.txt", b"x")
            .file("saves/NoLevel/region/r.0.0.mca", &[0; 100])
            .file("saves/LevelIsFolder/level.dat/x", b"")
            .folder("saves/Pipe")
            .folder("saves/Device")
            .folder("saves/empty")
            .folder("elsewhere"),
    );
    scene.pipe("saves/Pipe/level.dat");
    scene.link("/dev/zero", "saves/Device/level.dat");
    scene.link("../elsewhere", "saves/Linked");
    scene.link("Loop", "saves/Loop");
    let list = list(&[scene.shared("a", "1.20.1")]);
    assert_eq!(ids(&list), ["Good"]);
    let mut problems: Vec<_> = list
        .problems
        .iter()
        .map(|problem| (problem.about.as_deref().unwrap(), problem.message.code.as_ref()))
        .collect();
    problems.sort_unstable();
    assert_eq!(
        problems,
        [
            ("Device", "content.worlds.no-level"),
            ("LevelIsFolder", "content.worlds.no-level"),
            ("Linked", "content.worlds.link"),
            ("Loop", "content.worlds.link"),
            ("NoLevel", "content.worlds.no-level"),
            ("Pipe", "content.worlds.no-level"),
        ]
    );
    assert_eq!(code(worlds::find(&list, "Linked")), "content.worlds.linked");
}

#[test]
fn names_of_any_bytes_are_listed_printably() {
    use std::os::unix::ffi::OsStrExt;
    let scene =
        Scene::new(&GameFolder::new().world(NewWorld::new("Odd\nSecond")).world(NewWorld::new("\u{1b}[2Jx")));
    let bytes = scene.root().join("saves").join(std::ffi::OsStr::from_bytes(b"\xff\xfe"));
    nova_testkit::write_file(&bytes.join("level.dat"), b"x").unwrap();
    let list = list(&[scene.shared("a", "1.20.1")]);
    assert_eq!(list.worlds.len(), 3);
    for world in &list.worlds {
        assert!(!world.id.is_empty() && !world.id.chars().any(char::is_control), "{:?}", world.id);
        let codes = codes(world.problems.iter().map(|problem| &problem.message));
        assert!(codes.contains(&"content.worlds.odd-name"), "{:?}: {codes:?}", world.id);
    }
}

#[test]
fn no_saves_folder_holds_no_worlds_and_a_linked_one_is_read() {
    let scene = Scene::new(&GameFolder::new());
    NewWorld::new("Behind").write(&scene.path("elsewhere")).unwrap();
    std::fs::remove_dir(scene.path("saves")).ok();
    assert!(list(&[scene.shared("a", "1.20.1")]).worlds.is_empty());
    scene.link("elsewhere", "saves");
    let linked = list(&[scene.shared("a", "1.20.1")]);
    assert_eq!(ids(&linked), ["Behind"]);
    assert_eq!(codes(linked.problems.iter().map(|problem| &problem.message)), ["content.worlds.folder-link"]);
}

#[test]
fn a_saves_folder_that_is_none_is_an_error_alone_and_a_problem_among_others() {
    let scene = Scene::new(&GameFolder::new());
    std::fs::remove_dir(scene.path("saves")).ok();
    nova_testkit::write_file(&scene.path("saves"), b"x").unwrap();
    let (alone, probe) = (scene.shared("a", "1.20.1"), nobody());
    assert_eq!(code(worlds::list(std::slice::from_ref(&alone), &probe)), "content.unreadable.not-a-file");
    let own = scene.isolated("own", "1.20.1", &GameFolder::new().world(NewWorld::new("Own")));
    let both = list(&[alone, own]);
    assert_eq!((ids(&both), both.problems.len()), (vec!["Own"], 1));
}

#[test]
fn a_world_is_found_by_folder_then_name_and_never_by_case() {
    let scene = Scene::new(
        &GameFolder::new()
            .world(NewWorld::new("A").title("B"))
            .world(NewWorld::new("B").title("Castle"))
            .world(NewWorld::new("C").title("Twin"))
            .world(NewWorld::new("D").title("Twin")),
    );
    let list = list(&[scene.shared("a", "1.20.1")]);
    let find = |name: &str| worlds::find(&list, name).map(|world| world.id.as_str());
    assert_eq!(find("B").unwrap(), "B");
    assert_eq!(find("Castle").unwrap(), "B");
    assert_eq!(code(find("Twin")), "content.worlds.ambiguous");
    let report = refusal(find("castle"));
    assert_eq!(report.message.code, "content.worlds.no-such");
    assert_eq!(codes(&report.hints), ["content.hint.present"]);
    assert!(
        matches!(&report.hints[0].fields["names"], Field::List(names) if names[0] == "Castle".into()),
        "{report:?}"
    );
}

#[test]
fn what_is_no_folder_name_is_refused() {
    let scene = Scene::new(&GameFolder::new().world(NewWorld::new("World One")));
    let list = list(&[scene.shared("a", "1.20.1")]);
    for name in ["", " ", ".", "..", "../canary", "/etc", "a\\b", "World One\u{1}"] {
        assert_eq!(code(worlds::find(&list, name)), "content.worlds.bad-name", "{name:?}");
    }
    assert_eq!(code(worlds::find(&list, "*")), "content.worlds.no-such");
}

#[test]
fn a_detail_names_players_dimensions_and_packs() {
    let world = NewWorld::new("W")
        .seed(-42)
        .data_pack("extra")
        .file("playerdata/069a79f4-44e9-4726-a5be-fca90e38aaf5.dat", b"x")
        .file("playerdata/069a79f4-44e9-4726-a5be-fca90e38aaf5.dat_old", b"x")
        .file("region/r.0.0.mca", b"x")
        .file("DIM-1/region/r.0.0.mca", b"x")
        .file("DIM7/region/r.0.0.mca", b"x")
        .file("dimensions/aether/sky/high/region/r.0.0.mca", b"x");
    let scene = Scene::new(&GameFolder::new().world(world));
    let instance = scene.shared("a", "1.20.1");
    let detail = worlds::detail(&self::world(&instance, "W"));
    assert_eq!(detail.seed, Some(-42));
    assert!(
        detail.players.contains(&"069a79f4-44e9-4726-a5be-fca90e38aaf5".to_owned()),
        "{:?}",
        detail.players
    );
    assert!(detail.players.iter().all(|id| !id.contains(".dat")), "{:?}", detail.players);
    assert_eq!(detail.dimensions, ["DIM7", "aether:sky/high", "minecraft:overworld", "minecraft:the_nether"]);
    assert!(detail.data_packs_on.iter().any(|pack| pack.contains("extra")), "{:?}", detail.data_packs_on);
}

#[test]
fn moving_backs_up_first_and_then_renames() {
    let scene = Scene::new(&GameFolder::new().world(NewWorld::new("World One").game("1.20.1")));
    let (from, to) = (scene.shared("a", "1.20.1"), scene.isolated("keep", "1.20.1", &GameFolder::new()));
    let proposal = worlds::move_to(&world(&from, "World One"), &from, &to).unwrap();
    let target = scene.path("versions/keep/saves/World One");
    match proposal.batch.steps.as_slice() {
        [Step::Backup { backup }, Step::Rename { from, to }] => {
            assert_eq!((backup.why.as_str(), backup.version.as_deref()), ("before-move", Some("a")));
            assert_eq!(backup.sources, [(scene.path("saves/World One"), "saves/World One".to_owned())]);
            assert_eq!((from, to), (&scene.path("saves/World One"), &target));
        }
        other => panic!("{other:?}"),
    }
    assert!(proposal.watch.contains(&target));
    assert!(proposal.warnings.is_empty());
    assert_eq!(proposal.changes[1].to.as_deref(), Some("versions/keep/saves/World One"));
}

#[test]
fn moving_warns_about_an_older_game_and_another_loader() {
    let scene = Scene::new(&GameFolder::new().world(NewWorld::new("W").game("1.20.1")));
    let from = with_loader(scene.shared("a", "1.20.1"), Loader::Fabric);
    let to = scene.isolated("old", "1.19.4", &GameFolder::new());
    let proposal = worlds::move_to(&world(&from, "W"), &from, &to).unwrap();
    assert_eq!(
        codes(&proposal.warnings),
        ["content.worlds.warn.older-game", "content.worlds.warn.other-loader"]
    );
}

#[test]
fn a_move_that_would_overwrite_or_go_nowhere_is_refused() {
    let scene = Scene::new(&GameFolder::new().world(NewWorld::new("World")).world(NewWorld::new("Free")));
    let from = scene.shared("a", "1.20.1");
    let to = scene.isolated("keep", "1.20.1", &GameFolder::new().world(NewWorld::new("wORLD")));
    assert_eq!(code(worlds::move_to(&world(&from, "World"), &from, &to)), "content.worlds.taken");
    let sibling = scene.shared("b", "1.20.1");
    assert_eq!(code(worlds::move_to(&world(&from, "Free"), &from, &sibling)), "content.worlds.same-folder");
    let elsewhere = Scene::new(&GameFolder::new()).shared("c", "1.20.1");
    assert_eq!(code(worlds::move_to(&world(&from, "Free"), &from, &elsewhere)), "content.worlds.other-root");
}

#[test]
fn an_open_world_is_neither_moved_nor_deleted() {
    let scene = Scene::new(&GameFolder::new().world(NewWorld::new("W")));
    let (from, to) = (scene.shared("a", "1.20.1"), scene.isolated("keep", "1.20.1", &GameFolder::new()));
    let open = World { open: true, ..world(&from, "W") };
    let report = refusal(worlds::move_to(&open, &from, &to));
    assert_eq!(report.message.code, "content.worlds.is-open");
    assert_eq!(codes(&report.hints), ["content.hint.close-world"]);
    assert_eq!(code(worlds::delete(&open, &from)), "content.worlds.is-open");
}

#[test]
fn deleting_backs_up_and_puts_aside() {
    let scene = Scene::new(&GameFolder::new().world(NewWorld::new("W")));
    let from = scene.shared("a", "1.20.1");
    let before = scene.tree();
    let proposal = worlds::delete(&world(&from, "W"), &from).unwrap();
    match proposal.batch.steps.as_slice() {
        [Step::Backup { backup }, Step::Trash { path }] => {
            assert_eq!(backup.why, "before-delete");
            assert_eq!(*path, scene.path("saves/W"));
        }
        other => panic!("{other:?}"),
    }
    before.assert_same(&scene.tree());
}

#[test]
fn many_worlds_are_listed_quickly() {
    let folder =
        (0..400).fold(GameFolder::new(), |folder, n| folder.file(&format!("saves/w{n}/level.dat"), b"x"));
    let scene = Scene::new(&folder);
    let started = std::time::Instant::now();
    assert_eq!(list(&[scene.shared("a", "1.20.1")]).worlds.len(), 400);
    assert!(started.elapsed().as_millis() < 1_000, "{:?}", started.elapsed());
}
