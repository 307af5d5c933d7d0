//! Checking a backup: the zip against the sidecar's hash, and every entry against its checksum.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use nova_archive::Zip;
use nova_model::{Message, Problem};

use super::list::Known;
use crate::Result;
use crate::disk::{Disk, Source};

/// Threads that read entries.
pub(super) const WORKERS: usize = 2;

/// What is wrong with a backup; nothing if it is whole.
pub(crate) fn verify(disk: &dyn Disk, known: &Known) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    let Ok(zip) = known.open(disk) else { return Ok(vec![about_zip(known, "files.backup.zip")]) };
    let count = zip.len();
    drop(zip);
    let next = AtomicUsize::new(0);
    let bad = Mutex::new(Vec::new());
    let whole = std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| check_entries(disk, known, count, &next, &bad));
        }
        known.is_whole(disk)
    })?;
    if !whole {
        problems.push(about_zip(known, "files.backup.hash"));
    }
    let mut bad = bad.into_inner().unwrap_or_default();
    bad.sort();
    problems.extend(bad.into_iter().map(|entry| about_entry(known, &entry)));
    Ok(problems)
}

fn check_entries(disk: &dyn Disk, known: &Known, count: usize, next: &AtomicUsize, bad: &Mutex<Vec<String>>) {
    let Ok(mut zip) = known.open(disk) else { return };
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= count {
            return;
        }
        if let Err(name) = check_entry(&mut zip, index)
            && let Ok(mut bad) = bad.lock()
        {
            bad.push(name);
        }
    }
}

fn check_entry(zip: &mut Zip<Box<dyn Source>>, index: usize) -> std::result::Result<(), String> {
    let Some((name, size)) = zip.entry(index).map(|entry| (entry.name().into_owned(), entry.size())) else {
        return Ok(());
    };
    let read = zip.copy_to(index, &mut std::io::sink(), size);
    read.map(drop).map_err(|_| name)
}

fn about_zip(known: &Known, code: &'static str) -> Problem {
    Problem::error(known.backup.id.clone(), Message::new(code).with("path", known.backup.path.as_path()))
}

fn about_entry(known: &Known, entry: &str) -> Problem {
    Problem::error(known.backup.id.clone(), Message::new("files.backup.entry").with("entry", entry))
}
