//! A stop before any change of the disk leaves the state before or the state after, once the next start has recovered.

use proptest::prelude::*;

use super::scene::{Op, Scene, any_op};
use crate::EntryState;

/// How the machine goes down.
#[derive(Clone, Copy, Debug)]
enum Down {
    Killed,
    /// With these of the changes that were not synced.
    Power(u64),
}

/// Runs an operation with a stop before its n-th change, starts again and looks. `None` if it ran to its end.
fn stopped(scene: &Scene, op: &Op, changes: u64, down: Down) -> Scene {
    let disk = scene.disk.fork();
    let victim = Scene::on(disk.clone(), 77);
    disk.stop_before(changes);
    let _ = victim.run(op);
    drop(victim);
    bring_down(&disk, down);
    Scene::on(disk, 99)
}

fn bring_down(disk: &crate::disk::sim::SimDisk, down: Down) {
    match down {
        Down::Killed => disk.restart(),
        Down::Power(keep) => disk.lose_power(keep),
    }
}

fn check_all(history: &[Op], op: &Op, devices: bool, seed: u64) -> Result<(), TestCaseError> {
    let mut scene = Scene::with_stage(devices);
    if seed % 4 == 3 {
        scene.disk = scene.disk.without_sync_of_devices();
    }
    for op in history {
        let _ = scene.run(op);
    }
    scene.disk.settle();
    let before = scene.sight();
    let whole = Scene::on(scene.disk.fork(), 77);
    let start = whole.disk.changes();
    let entry = whole.run(op);
    let after = whole.sight();
    prop_assert_eq!(entry.is_ok() || before == after, true, "a refusal changed something");
    for n in 0..whole.disk.changes() - start {
        for down in [
            Down::Killed,
            Down::Power(0),
            Down::Power(seed.rotate_left(u32::try_from(n).unwrap())),
            Down::Power(u64::MAX),
        ] {
            let again = stopped(&scene, op, n, down);
            let problems = again.files.recover();
            let now = again.sight();
            let entries = again.files.changes();
            let ours =
                entry.as_ref().ok().and_then(|entry| entries.items.iter().find(|other| other.id == entry.id));
            let standing = ours.map(|entry| entry.state.clone());
            let context = format!("{op:?} after {history:?}, stop before {n}, {down:?}, {problems:?}");
            prop_assert!(entries.problems.is_empty(), "{context}: {:?}", entries.problems);
            match standing {
                Some(EntryState::Done) => prop_assert_eq!(&now, &after, "done, {}", context),
                Some(EntryState::RolledBack) | None => {
                    prop_assert_eq!(&now, &before, "not done, {}", context);
                }
                other => prop_assert!(false, "{other:?}, {context}"),
            }
            no_leftovers(&again, &context)?;
            prop_assert!(
                again.files.recover().is_empty(),
                "a second recovery had something to do, {}",
                context
            );
        }
    }
    Ok(())
}

/// What random runs reach seldom: placing, its undo with and without what stays, redo, and bundles, each with every stop.
#[test]
fn a_stop_while_many_files_move_leaves_the_old_or_the_new_state() {
    let all = || Op::Place { set: 0, bits: 0b1111 };
    let undo = || Op::Undo { pick: 0 };
    let keeping = || Op::UndoKeeping { pick: 0, bits: 0b0101 };
    let runs = [
        vec![all()],
        vec![all(), undo()],
        vec![all(), keeping()],
        vec![all(), undo(), undo()],
        vec![all(), keeping(), undo()],
        vec![all(), undo(), undo(), keeping()],
        vec![all(), undo(), Op::Purge { pick: 0 }],
        vec![all(), Op::Place { set: 1, bits: 0b1111 }],
        vec![all(), Op::TrashAll { bits: 0b1110 }, Op::Untrash { pick: 0 }],
        vec![Op::PlaceFolder { set: 0 }],
        vec![Op::PlaceFolder { set: 0 }, undo()],
    ];
    for (number, run) in (0_u64..).zip(&runs) {
        let (op, history) = run.split_last().unwrap();
        let whole = Scene::with_stage(false);
        for op in run {
            whole.run(op).unwrap();
        }
        // In turn without and with a call that syncs a device, and another device for the data.
        let (devices, seed) = if number % 2 == 0 { (false, 3) } else { (true, 4) };
        let seed = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c14);
        check_all(history, op, devices, seed).unwrap();
    }
}

/// Copying, its undo and redo, each with every stop.
#[test]
fn a_stop_while_something_is_copied_leaves_the_old_or_the_new_state() {
    let free = || Op::Trash { place: 7 };
    let undo = || Op::Undo { pick: 0 };
    let runs = [
        vec![free(), Op::Copy { from: 3, to: 7 }],
        vec![free(), Op::Gather { place: 0, to: 7 }],
        vec![free(), Op::Gather { place: 0, to: 7 }, undo()],
        vec![free(), Op::Gather { place: 0, to: 7 }, undo(), undo()],
        vec![Op::Trash { place: 3 }, Op::Gather { place: 7, to: 6 }],
    ];
    for (number, run) in (0_u64..).zip(&runs) {
        let (op, history) = run.split_last().unwrap();
        let whole = Scene::with_stage(false);
        for op in run {
            whole.run(op).unwrap();
        }
        for (devices, seed) in [(false, 3), (true, 4)] {
            check_all(history, op, devices, seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c14)).unwrap();
        }
    }
}

fn no_leftovers(scene: &Scene, context: &str) -> Result<(), TestCaseError> {
    let left: Vec<_> = scene
        .names()
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "part" || end == "nova-part"))
        .collect();
    prop_assert!(left.is_empty(), "{left:?} is left, {context}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_stop_leaves_the_old_or_the_new_state(
        history in prop::collection::vec(any_op(), 0..6),
        op in any_op(),
        devices in any::<bool>(),
        seed in any::<u64>(),
    ) {
        check_all(&history, &op, devices, seed)?;
    }

    /// The recovery itself is stopped again and again, each time one change later.
    #[test]
    fn a_recovery_may_be_cut_off_anywhere(
        history in prop::collection::vec(any_op(), 0..4),
        op in any_op(),
        at in 0..60_u64,
        seed in any::<u64>(),
    ) {
        let scene = Scene::with_stage(false);
        for op in &history {
            let _ = scene.run(op);
        }
        scene.disk.settle();
        let before = scene.sight();
        let whole = Scene::on(scene.disk.fork(), 77);
        let _ = whole.run(&op);
        let after = whole.sight();
        let cut = stopped(&scene, &op, at, Down::Power(seed));
        for n in 0.. {
            let start = cut.disk.changes();
            cut.disk.stop_before(n);
            cut.files.recover();
            let finished = cut.disk.changes() - start < n;
            bring_down(&cut.disk, if n % 2 == 0 { Down::Killed } else { Down::Power(seed) });
            if finished {
                break;
            }
        }
        cut.files.recover();
        let now = cut.sight();
        prop_assert!(now == before || now == after, "{op:?} after {history:?}, stop before {at}");
    }
}
