//! How long an install's last step takes: many files staged, placed by one change, taken back and put back again.
//!
//! `cargo run --release -p nova-files --example place_many -- [FILES [FOLDER]]`
#![expect(clippy::print_stdout, clippy::expect_used, reason = "a measurement for the terminal")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, UNIX_EPOCH};

use nova_files::{Batch, Files, Placed, Step, WhatIsThere};
use nova_model::{Clock, Millis, Origin};

struct Machine;

impl Clock for Machine {
    fn now(&self) -> Millis {
        let since = UNIX_EPOCH.elapsed().unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or_default()
    }
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    println!("{what:28} {:8.1} ms", start.elapsed().as_secs_f64() * 1e3);
    done
}

/// Like the objects of an asset index, with a library in every fiftieth place.
fn key(number: usize) -> String {
    let hash = format!("{:016x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let start = hash.get(..2).unwrap_or_default();
    if number.is_multiple_of(50) {
        format!("libraries/org/example{}/lib{number}/1.0/lib{number}-1.0.jar", number % 7)
    } else {
        format!("assets/objects/{start}/{hash}")
    }
}

fn step(root: &Path, job: &str, files: usize) -> Step {
    let placed = |number| Placed { key: key(number), to: root.join(key(number)), there: WhatIsThere::Stays };
    Step::Place { stage: job.to_owned(), files: (0..files).map(placed).collect() }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let files = args.next().and_then(|count| count.parse().ok()).unwrap_or(4000);
    let home = args.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let temp = tempfile::tempdir_in(home).expect("a folder");
    let root = temp.path().join("data");
    let handle = Files::open(&root, Arc::new(Machine));
    let stage = handle.stage(&root, "j-00000000").expect("a stage");
    let bytes = vec![7_u8; 16 << 10];
    timed("stage.write", || (0..files).for_each(|n| stage.write(&key(n), &bytes).expect("written")));
    timed("stage.has", || (0..files).for_each(|n| drop(stage.has(&key(n)).expect("looked"))));
    timed("stage.sync", || stage.sync().expect("synced"));
    let batch = || Batch { root: root.clone(), steps: vec![step(&root, "j-00000000", files)] };
    timed("check", || handle.check(&batch()).expect("fine"));
    let origin = Origin::default();
    let change = timed("apply", || handle.apply(batch(), &origin).expect("applied"));
    timed("stage.discard", || stage.discard().expect("freed"));
    timed("changes", || handle.changes().items.len());
    timed("inverse", || handle.inverse(&change.id).expect("an inverse").steps.len());
    let undo = timed("undo", || handle.undo(&change.id, &origin).expect("undone"));
    timed("trash", || handle.trash().items.len());
    timed("redo", || handle.undo(&undo.id, &origin).expect("redone"));
    let undo = timed("undo again", || handle.undo(&change.id, &origin).expect("undone"));
    let ids = undo.made;
    let purge = Batch { root: root.clone(), steps: vec![Step::Purge { ids }] };
    timed("purge", || handle.apply(purge, &origin).expect("purged"));
    let journal: u64 = walk(&root.join("journal"));
    println!("{:28} {:8} KiB", "journal", journal / 1024);
}

fn walk(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(meta) if meta.is_dir() => walk(&entry.path()),
            Ok(meta) => meta.len(),
            Err(_) => 0,
        })
        .sum()
}
