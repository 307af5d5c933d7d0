//! Making, finding, reading, restoring and deleting backups, through to the disk.

use nova_content::backups::{self, Destinations, Filter, Include, What, Worlds};
use nova_files::{Backup, Step};
use nova_game::{Instance, Proposal};
use nova_testkit::{BackupFile, GameFolder, Tree, World};

use crate::scene::{NOW, Open, Scene, code, codes, nobody, origin, refusal};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn all() -> What {
    What { worlds: Worlds::All, include: Vec::new() }
}

fn named(worlds: &[&str], include: &[Include]) -> What {
    let worlds = Worlds::Named(worlds.iter().map(|name| (*name).to_owned()).collect());
    What { worlds, include: include.to_vec() }
}

fn sources(proposal: &Proposal) -> Vec<&str> {
    match proposal.batch.steps.as_slice() {
        [Step::Backup { backup }] => backup.sources.iter().map(|(_, entry)| entry.as_str()).collect(),
        other => panic!("{other:?}"),
    }
}

fn find(scene: &Scene, id: &str) -> Backup {
    backups::find(&scene.files(), id, &Filter::default()).unwrap()
}

fn restore(scene: &Scene, id: &str, instances: &[Instance]) -> Result<Proposal, backups::BackupError> {
    let to = Destinations { instances, fallback: None, probe: &nobody() };
    backups::restore(&scene.files(), &find(scene, id), &to)
}

fn apply(scene: &Scene, proposal: Proposal) {
    proposal.plan(&scene.files()).unwrap();
    scene.files().apply(proposal.batch, &origin()).unwrap();
}

#[test]
fn all_worlds_or_some_go_into_one_zip() {
    let scene = Scene::new(
        &GameFolder::new()
            .world(World::new("A").title("Castle"))
            .world(World::new("B"))
            .file("config/x.toml", b"x"),
    );
    let instance = scene.shared("v", "1.20.1");
    let mut every = sources(&backups::create(&instance, &all(), &nobody()).unwrap())
        .iter()
        .map(|s| (*s).to_owned())
        .collect::<Vec<_>>();
    every.sort();
    assert_eq!(every, ["saves/A", "saves/B"]);
    let some = named(&["A", "Castle"], &[Include::Config, Include::Config]);
    assert_eq!(sources(&backups::create(&instance, &some, &nobody()).unwrap()), ["saves/A", "config"]);
    let none = named(&[], &[Include::Config]);
    assert_eq!(sources(&backups::create(&instance, &none, &nobody()).unwrap()), ["config"]);
}

#[test]
fn what_is_not_taken_along_is_said() {
    let scene = Scene::new(&GameFolder::new().world(World::new("A")).folder("elsewhere"));
    scene.link("../elsewhere", "saves/Linked");
    let proposal = backups::create(&scene.shared("v", "1.20.1"), &all(), &nobody()).unwrap();
    assert_eq!(codes(&proposal.warnings), ["content.worlds.link"]);
}

#[test]
fn nothing_unknown_and_open_worlds_are_refused() {
    let empty = Scene::new(&GameFolder::new());
    let instance = empty.shared("v", "1.20.1");
    assert_eq!(code(backups::create(&instance, &all(), &nobody())), "content.backups.nothing");
    let bare = Instance { id: String::new(), ..instance.clone() };
    assert_eq!(code(backups::create(&bare, &all(), &nobody())), "content.backups.nothing-in-root");
    assert_eq!(
        code(backups::create(&instance, &named(&[], &[Include::Config]), &nobody())),
        "content.backups.no-folder"
    );
    let scene = Scene::new(&GameFolder::new().world(World::new("A")));
    let instance = scene.shared("v", "1.20.1");
    assert_eq!(code(backups::create(&instance, &named(&["X"], &[]), &nobody())), "content.worlds.no-such");
    assert_eq!(code(backups::create(&instance, &all(), &Open(vec!["saves/A"]))), "content.worlds.is-open");
}

#[test]
fn a_backup_is_made_read_and_restored_as_it_was() {
    let scene = Scene::new(
        &GameFolder::new()
            .world(World::new("A").size(20_000))
            .world(World::new("B"))
            .file("config/x.toml", b"old"),
    );
    let instance = scene.shared("v", "1.20.1");
    let what = What { worlds: Worlds::Named(vec!["A".to_owned()]), include: vec![Include::Config] };
    apply(&scene, backups::create(&instance, &what, &nobody()).unwrap());
    let before = scene.tree();

    let contents = backups::read(&scene.files(), &find(&scene, "latest")).unwrap();
    let entries: Vec<_> =
        contents.entries.iter().map(|one| (one.name.as_str(), one.world.as_deref())).collect();
    assert_eq!(entries, [("config", None), ("saves/A", Some("A"))]);
    assert_eq!((contents.entries[0].files, contents.entries[0].bytes), (1, 3));
    assert_eq!(contents.problems, []);

    nova_testkit::write_file(&scene.path("config/x.toml"), b"new").unwrap();
    nova_testkit::write_file(&scene.path("saves/A/extra.dat"), b"new").unwrap();
    nova_testkit::write_file(&scene.path("saves/B/extra.dat"), b"stays").unwrap();
    let proposal = restore(&scene, "latest", std::slice::from_ref(&instance)).unwrap();
    match proposal.batch.steps.as_slice() {
        [
            Step::Backup { backup },
            Step::Trash { .. },
            Step::Trash { .. },
            Step::Unpack { .. },
            Step::Unpack { .. },
        ] => {
            assert_eq!(
                (backup.why.as_str(), backup.saves.as_slice()),
                ("before-restore", &["A".to_owned()][..])
            );
        }
        other => panic!("{other:?}"),
    }
    apply(&scene, proposal);
    let after = scene.tree();
    assert!(after.has("saves/B/extra.dat"));
    let worlds = |tree: &Tree| {
        ["saves/A/level.dat", "saves/A/extra.dat", "config/x.toml"].map(|path| tree.get(path).cloned())
    };
    assert_eq!(worlds(&after), worlds(&before));
}

#[test]
fn worlds_with_odd_names_are_all_in_the_backup_and_go_back_where_they_were() {
    let names = ["W\nX", "W X", "\u{1}", "\u{2}", "a\\b", "A.", "con"];
    let folder = names.iter().fold(GameFolder::new(), |folder, name| folder.world(World::new(name)));
    let scene = Scene::new(&folder);
    let instance = scene.shared("v", "1.20.1");
    apply(&scene, backups::create(&instance, &all(), &nobody()).unwrap());
    assert_eq!(find(&scene, "latest").saves.len(), names.len());
    let of = |name: &str| Filter { version: None, save: Some(name.to_owned()) };
    for name in ["A.", "W%0AX"] {
        assert_eq!(backups::list(&scene.files(), &of(name)).items.len(), 1, "{name}");
    }
    let before = scene.tree();
    let back = restore(&scene, "latest", std::slice::from_ref(&instance)).unwrap();
    assert_eq!(
        back.batch.steps.iter().filter(|step| matches!(step, Step::Unpack { .. })).count(),
        names.len()
    );
    assert!(back.warnings.is_empty(), "{:?}", back.warnings);
    apply(&scene, back);
    before.assert_same(&scene.tree());
}

#[test]
fn a_world_that_is_gone_comes_back_without_a_backup_of_nothing() {
    let scene = Scene::new(&GameFolder::new());
    BackupFile::new("bk-1", NOW).version("v").world(World::new("Gone")).write(&scene.data()).unwrap();
    let instance = scene.shared("v", "1.20.1");
    let proposal = restore(&scene, "bk-1", &[instance]).unwrap();
    let unpack = Step::Unpack {
        backup_id: "bk-1".to_owned(),
        entry: "saves/Gone".to_owned(),
        to: scene.path("saves/Gone"),
    };
    assert_eq!(proposal.batch.steps, [unpack]);
    apply(&scene, proposal);
    assert!(scene.tree().has("saves/Gone/level.dat"));
}

#[test]
fn a_restore_goes_to_its_own_version_or_to_the_one_that_is_named() {
    let scene = Scene::new(&GameFolder::new());
    BackupFile::new("bk-1", NOW).version("own").world(World::new("W")).write(&scene.data()).unwrap();
    let own = scene.isolated("own", "1.20.1", &GameFolder::new());
    let other = scene.isolated("other", "1.20.1", &GameFolder::new());
    let to = |proposal: Proposal| match proposal.batch.steps.last() {
        Some(Step::Unpack { to, .. }) => to.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        to(restore(&scene, "bk-1", &[other.clone(), own]).unwrap()),
        scene.path("versions/own/saves/W")
    );
    assert_eq!(code(restore(&scene, "bk-1", std::slice::from_ref(&other))), "content.backups.version-gone");
    let named = Destinations { instances: &[], fallback: Some(&other), probe: &nobody() };
    let proposal = backups::restore(&scene.files(), &find(&scene, "bk-1"), &named).unwrap();
    assert_eq!(codes(&proposal.warnings), ["content.backups.warn.elsewhere"]);
    assert_eq!(to(proposal), scene.path("versions/other/saves/W"));
}

#[test]
fn a_restore_over_an_open_world_is_refused() {
    let scene = Scene::new(&GameFolder::new().world(World::new("W")));
    BackupFile::new("bk-1", NOW).version("v").world(World::new("W")).write(&scene.data()).unwrap();
    let instances = [scene.shared("v", "1.20.1")];
    let to = Destinations { instances: &instances, fallback: None, probe: &Open(vec!["saves/W"]) };
    assert_eq!(code(backups::restore(&scene.files(), &find(&scene, "bk-1"), &to)), "content.worlds.is-open");
}

#[test]
fn a_damaged_backup_is_reported_and_never_restored() {
    let scene = Scene::new(&GameFolder::new().world(World::new("W")));
    let zip = BackupFile::new("bk-1", NOW)
        .version("v")
        .world(World::new("W").size(5_000))
        .write(&scene.data())
        .unwrap();
    let mut bytes = std::fs::read(&zip).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    nova_testkit::write_file(&zip, &bytes).unwrap();
    let before = scene.tree();
    let contents = backups::read(&scene.files(), &find(&scene, "bk-1")).unwrap();
    assert!(!contents.problems.is_empty());
    assert_eq!(code(restore(&scene, "bk-1", &[scene.shared("v", "1.20.1")])), "content.backups.damaged");
    before.assert_same(&scene.tree());
}

#[test]
fn what_has_no_place_in_a_version_is_left_out() {
    let scene = Scene::new(&GameFolder::new());
    let backup = BackupFile::new("bk-1", NOW).version("v");
    backup
        .clone()
        .world(World::new("W"))
        .file("versions/evil/evil.json", b"{}")
        .write(&scene.data())
        .unwrap();
    let instance = scene.shared("v", "1.20.1");
    let proposal = restore(&scene, "bk-1", std::slice::from_ref(&instance)).unwrap();
    assert_eq!(codes(&proposal.warnings), ["content.backups.warn.left-out"]);
    assert_eq!(proposal.batch.steps.len(), 1);
    let only = Scene::new(&GameFolder::new());
    backup.file("versions/evil/evil.json", b"{}").write(&only.data()).unwrap();
    assert_eq!(code(restore(&only, "bk-1", &[instance])), "content.backups.nothing-inside");
}

#[test]
fn backups_are_listed_newest_first_and_filtered() {
    let scene = Scene::new(&GameFolder::new());
    let make = |id: &str, at: i64, version: &str, world: &str| {
        BackupFile::new(id, at).version(version).world(World::new(world)).write(&scene.data()).unwrap()
    };
    make("bk-1", NOW - 3 * DAY, "a", "World One");
    make("bk-2", NOW - DAY, "b", "Other");
    make("bk-3", NOW - 2 * DAY, "a", "Other");
    let ids = |filter: Filter| -> Vec<String> {
        backups::list(&scene.files(), &filter).items.into_iter().map(|backup| backup.id).collect()
    };
    assert_eq!(ids(Filter::default()), ["bk-2", "bk-3", "bk-1"]);
    assert_eq!(ids(Filter { version: Some("a".to_owned()), save: None }), ["bk-3", "bk-1"]);
    assert_eq!(ids(Filter { version: None, save: Some("world one".to_owned()) }), ["bk-1"]);
    let of_a = Filter { version: Some("a".to_owned()), save: None };
    assert_eq!(backups::find(&scene.files(), "latest", &of_a).unwrap().id, "bk-3");
    assert_eq!(find(&scene, "BK-1").id, "bk-1");
}

#[test]
fn an_unknown_backup_is_refused_with_those_that_are_there() {
    let scene = Scene::new(&GameFolder::new());
    BackupFile::new("bk-1", NOW).world(World::new("W")).write(&scene.data()).unwrap();
    for id in ["bk-9", "../../../etc/passwd", ""] {
        let report = refusal(backups::find(&scene.files(), id, &Filter::default()));
        assert_eq!(report.message.code, "content.backups.no-such");
        assert_eq!(report.hints[0].fields["names"], vec!["bk-1"].into());
    }
    let empty = Scene::new(&GameFolder::new());
    assert_eq!(code(backups::find(&empty.files(), "latest", &Filter::default())), "content.backups.none");
}

#[test]
fn a_deleted_backup_goes_to_the_trash_and_comes_back() {
    let scene = Scene::new(&GameFolder::new());
    BackupFile::new("bk-1", NOW).version("v").world(World::new("W")).write(&scene.data()).unwrap();
    let before = Tree::without(&scene.data(), &["journal", "trash"]).unwrap();
    let proposal = backups::delete(&scene.files(), &find(&scene, "bk-1")).unwrap();
    proposal.plan(&scene.files()).unwrap();
    let entry = scene.files().apply(proposal.batch, &origin()).unwrap();
    assert!(backups::list(&scene.files(), &Filter::default()).items.is_empty());
    scene.files().undo(&entry.id, &origin()).unwrap();
    assert_eq!(find(&scene, "bk-1").id, "bk-1");
    before.assert_same(&Tree::without(&scene.data(), &["journal", "trash"]).unwrap());
}

#[test]
fn of_two_roots_with_a_version_of_one_name_the_backups_own_is_restored() {
    let scene = Scene::new(&GameFolder::new().world(World::new("W")));
    let away = Scene::new(&GameFolder::new());
    let instance = scene.shared("v", "1.20.1");
    apply(&scene, backups::create(&instance, &all(), &nobody()).unwrap());
    let id = backups::list(&scene.files(), &Filter::default()).items[0].id.clone();
    let both = [away.shared("v", "1.20.1"), instance.clone()];
    assert_eq!(restore(&scene, &id, &both).unwrap().batch.root, instance.root);

    let mut unsaid = find(&scene, &id);
    unsaid.root = None;
    let to = Destinations { instances: &both, fallback: None, probe: &nobody() };
    assert_eq!(code(backups::restore(&scene.files(), &unsaid, &to)), "content.backups.several");
}
