//! Operations do what a map of paths to contents does, and undo brings back the map before.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::scene::{DESTINATIONS, Op, ROOT, Scene, any_op, at, chosen, content};
use crate::{EntryState, FilesError, Step};

type Tree = BTreeMap<PathBuf, Vec<u8>>;

fn game(scene: &Scene) -> Tree {
    scene.disk.tree(ROOT).into_iter().filter(|(path, _)| !path.starts_with("/game/.nova")).collect()
}

fn below(tree: &Tree, top: &Path) -> Tree {
    tree.iter()
        .filter(|(path, _)| path.starts_with(top))
        .map(|(path, data)| (path.clone(), data.clone()))
        .collect()
}

fn moved(tree: &Tree, from: &Path, to: &Path) -> Tree {
    let place = |path: &Path| match path.strip_prefix(from) {
        Ok(rest) if rest.as_os_str().is_empty() => to.to_owned(),
        Ok(rest) => to.join(rest),
        Err(_) => path.to_owned(),
    };
    tree.iter().map(|(path, data)| (place(path), data.clone())).collect()
}

/// The map after an operation that was accepted.
fn expected(scene: &Scene, op: &Op, before: &Tree) -> Option<Tree> {
    let mut tree = before.clone();
    match op {
        Op::Rename { from, to } => tree = moved(&tree, &at(*from), &at(*to)),
        Op::Write { place, byte } => drop(tree.insert(at(*place), vec![*byte; 3])),
        Op::Trash { place } => tree.retain(|path, _| !path.starts_with(at(*place))),
        Op::Untrash { pick } => {
            let item = scene.files.trash().items.into_iter().find(|item| item.id == scene.item(*pick))?;
            let name = if item.files.is_some() { "files".into() } else { item.was.file_name()?.to_owned() };
            let stored = Path::new("/data/trash").join(&item.id).join(name);
            let back = moved(&scene.disk.tree("/data/trash"), &stored, &item.was);
            tree.extend(
                back.into_iter().filter(|(path, _)| path.starts_with(&item.was) && path.starts_with(ROOT)),
            );
        }
        Op::Place { set, bits } => {
            tree.extend(chosen(*bits).map(|n| (Path::new(ROOT).join(DESTINATIONS[n]), content(*set, n))));
        }
        Op::PlaceFolder { set } => {
            tree.insert(Path::new(ROOT).join(format!("jre/{set}/bin/java")), b"java".to_vec());
        }
        Op::TrashAll { bits } => {
            tree.retain(|path, _| !chosen(*bits).any(|n| *path == Path::new(ROOT).join(DESTINATIONS[n])));
        }
        Op::Copy { from, to } => tree.extend(moved(&below(before, &at(*from)), &at(*from), &at(*to))),
        Op::Gather { place, to } => {
            tree.extend(moved(&below(before, &at(*place)), &at(*place), &at(*to).join("x")));
            tree.insert(at(*to).join("n/mods/m"), b"m".to_vec());
            tree.insert(at(*to).join("n/own"), b"own".to_vec());
        }
        Op::Backup { .. } | Op::Purge { .. } => {}
        Op::Unpack { .. } | Op::Restore { .. } | Op::Undo { .. } | Op::UndoKeeping { .. } => return None,
    }
    Some(tree)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn operations_do_what_the_map_does(ops in prop::collection::vec(any_op(), 1..12)) {
        let scene = Scene::with_stage(false);
        for op in &ops {
            let before = game(&scene);
            let model = expected(&scene, op, &before);
            match (scene.run(op), model) {
                (Ok(_), Some(model)) => prop_assert_eq!(game(&scene), model, "{:?} of {:?}", op, ops),
                (Ok(_), None) => {}
                (Err(error), _) => prop_assert_eq!(game(&scene), before, "{:?} failed with {}", op, error),
            }
            prop_assert!(scene.files.changes().problems.is_empty());
            prop_assert!(scene.files.trash().problems.is_empty());
            let ids: Vec<_> = scene.files.changes().items.into_iter().map(|entry| entry.id).collect();
            let said = |inverse: crate::Result<crate::Batch>| inverse.map_err(|error| error.to_string());
            let each: Vec<_> = ids.iter().map(|id| said(scene.files.inverse(id))).collect();
            let all: Vec<_> = scene.files.inverses(&ids).into_iter().map(said).collect();
            prop_assert_eq!(each, all);
        }
    }

    #[test]
    fn undoing_everything_brings_the_first_state_back(ops in prop::collection::vec(any_op(), 1..10)) {
        let scene = Scene::with_stage(false);
        let first = game(&scene);
        for op in ops.iter().filter(|op| !matches!(op, Op::Purge { .. } | Op::Undo { .. } | Op::UndoKeeping { .. })) {
            let _ = scene.run(op);
        }
        let done = scene.files.changes().items;
        for entry in &done {
            let undone = scene.files.undo(&entry.id, &nova_model::Origin::default());
            prop_assert!(undone.is_ok(), "{:?}: {:?}", entry.steps, undone.err());
        }
        prop_assert_eq!(game(&scene), first);
        // And all of it again, by undoing the undos.
        let undos: Vec<_> = scene.files.changes().items.into_iter().filter(|entry| entry.undoes.is_some()).collect();
        prop_assert_eq!(undos.len(), done.len());
        for undo in &undos {
            let redone = scene.files.undo(&undo.id, &nova_model::Origin::default());
            prop_assert!(redone.is_ok(), "{:?}: {:?}", undo.steps, redone.err());
        }
    }

    #[test]
    fn what_is_unpacked_is_what_was_packed(place in 0..super::scene::PLACES.len()) {
        let scene = Scene::with_stage(false);
        let before = game(&scene);
        if scene.run(&Op::Backup { place }).is_ok() {
            let id = scene.files.backups().items[0].id.clone();
            let to = Path::new(ROOT).join("new/place");
            scene.apply(vec![Step::Unpack { backup_id: id, entry: "thing".into(), to: to.clone() }]).unwrap();
            let now = game(&scene);
            prop_assert_eq!(moved(&below(&now, &to), &to, &at(place)), below(&before, &at(place)));
        }
    }
}

#[test]
fn a_redone_change_is_undone_through_its_redo() {
    let scene = Scene::with_stage(false);
    let origin = nova_model::Origin::default();
    let first = scene.run(&Op::Trash { place: 7 }).unwrap();
    let undo = scene.files.undo(&first.id, &origin).unwrap();
    let again = scene.files.undo(&first.id, &origin);
    assert!(matches!(again, Err(FilesError::AlreadyUndone { by, .. }) if by == undo.id));
    scene.files.undo(&undo.id, &origin).unwrap();
    assert!(!game(&scene).contains_key(&at(7)));
    let last = scene.files.undo(&first.id, &origin).unwrap();
    assert!(game(&scene).contains_key(&at(7)));
    let standing =
        |id: &str| scene.files.changes().items.into_iter().find(|entry| entry.id == id).unwrap().state;
    assert_eq!(standing(&last.id), EntryState::Done);
    assert!(matches!(standing(&first.id), EntryState::Undone { .. }));
}

/// Runs of which nothing is accepted would prove nothing.
#[test]
fn each_kind_of_operation_is_accepted_somewhere() {
    let ops = [
        Op::Rename { from: 0, to: 4 },
        Op::Write { place: 7, byte: 1 },
        Op::Backup { place: 3 },
        Op::Restore { pick: 0, place: 3 },
        Op::Unpack { pick: 0, to: 0 },
        Op::Trash { place: 7 },
        Op::Untrash { pick: 0 },
        Op::Purge { pick: 0 },
        Op::Undo { pick: 1 },
    ];
    accepted(&ops);
    let ops = [
        Op::Place { set: 0, bits: 0b1010 },
        Op::Place { set: 1, bits: 0b1111 },
        Op::UndoKeeping { pick: 0, bits: 0b0010 },
        Op::Undo { pick: 0 },
        Op::PlaceFolder { set: 0 },
        Op::TrashAll { bits: 0b1010 },
        Op::Untrash { pick: 0 },
    ];
    accepted(&ops);
    let ops = [
        Op::Trash { place: 7 },
        Op::Copy { from: 0, to: 7 },
        Op::Undo { pick: 0 },
        Op::Gather { place: 3, to: 7 },
    ];
    accepted(&ops);
}

fn accepted(ops: &[Op]) {
    let scene = Scene::with_stage(false);
    for op in ops {
        let done = scene.run(op);
        assert!(done.is_ok(), "{op:?}: {:?}", done.err());
    }
}
