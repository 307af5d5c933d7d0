//! What was prepared for a change that is rolled back: freed, unless somebody used it since.
//!
//! A change may be cut off when all is in its place and only its last line is missing. A player who then plays in the
//! restored world has made something that is nowhere else, so that goes into the trash instead.

use std::path::{Path, PathBuf};

use nova_model::{Message, Problem};

use crate::act::{Act, Actor, Mark, Thing};
use crate::disk::{free_tree, make_dirs};
use crate::error::At;
use crate::journal::Intent;
use crate::stamp::{bytes, sha256, sum};
use crate::{Files, Result, trash};

/// Frees what was prepared; says what was put into the trash instead.
pub(crate) fn free(files: &Files, intent: &Intent, marks: &[Mark]) -> Result<Vec<Problem>> {
    let mut kept = Vec::new();
    for (index, part) in intent.staged.iter().enumerate() {
        let doomed = doomed(part);
        free_tree(files.disk(), &doomed).at(&doomed)?;
        if files.disk().look(part).at(part)?.is_none() {
            continue;
        }
        let used = match marks.get(index) {
            Some(mark) if mark.sum != 0 => sum(files.disk(), part)? != mark.sum,
            _ => false,
        };
        if used {
            kept.push(keep(files, intent, index, part)?);
        } else {
            // Under another name: one that is half freed must not be taken for one that was used.
            files.disk().rename(part, &doomed).at(part)?;
            free_tree(files.disk(), &doomed).at(&doomed)?;
        }
    }
    Ok(kept)
}

fn doomed(part: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".gone");
    name.push(part.file_name().unwrap_or_default());
    part.with_file_name(name)
}

/// The id follows from the change, so that a recovery that is cut off here goes on with the same item.
fn keep(files: &Files, intent: &Intent, index: usize, part: &Path) -> Result<Problem> {
    let disk = files.disk();
    let was = place(intent, index).unwrap_or(part);
    let area = area(files, intent, part)?;
    let hash = sha256(format!("{} {index}", intent.id).as_bytes());
    let id = format!("t-{}", hash.get(..8).unwrap_or_default());
    let folder = area.join(&id);
    make_dirs(disk, &folder).at(&folder)?;
    let size = bytes(disk, part)?;
    let sidecar = trash::Sidecar::new(&id, was, files.inner.clock.now(), &intent.id, size);
    let text = serde_json::to_string(&sidecar).map_err(std::io::Error::other).at(&folder)?;
    Actor { disk, staged: &[], lists: &[] }.note_again(&trash::note(&folder), &text)?;
    disk.rename(part, &folder.join(&sidecar.stored)).at(part)?;
    disk.sync_dir(&folder).at(&folder)?;
    let message = Message::new("files.recover.kept").with("change", intent.id.as_str()).with("path", was);
    Ok(Problem::warning(id, message))
}

/// Where the thing was to be.
fn place(intent: &Intent, index: usize) -> Option<&Path> {
    intent.acts.iter().find_map(|act| match act {
        Act::Move { to, thing: Thing::Staged(staged), .. } if *staged == index => Some(to.as_path()),
        _ => None,
    })
}

/// The trash area of the part's device.
fn area(files: &Files, intent: &Intent, part: &Path) -> Result<PathBuf> {
    let home = files.home();
    let device = |path: &Path| Ok(files.disk().look(path).at(path)?.map(|meta| meta.device));
    if device(part)? == device(&home)? { Ok(home.join("trash")) } else { Ok(trash::area_below(&intent.root)) }
}
