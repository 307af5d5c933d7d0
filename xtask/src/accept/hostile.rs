//! `accept hostile`: every broken and hostile input of the generator against the built command.

use std::path::PathBuf;

use anyhow::Result;

use super::{Options, Place};
use crate::process::{done, say};
use crate::workspace::{self, Profile};

/// The kinds that the present commands cover.
const KINDS: [&str; 6] = ["mod-metadata", "nbt-world", "delete", "backup", "state", "log"];

/// Makes the inputs once and checks every case, or those whose kind or id `--only` names.
pub(crate) fn run(place: &Place, options: &Options) -> Result<()> {
    // Time and memory are limits of what players run.
    let nova = workspace::nova(Profile::Release)?;
    let folder = inputs(place)?;
    let mut check = place.script("hostile/check.py")?;
    check.arg(nova).arg(&folder).arg("--report").arg(folder.join("report.json"));
    for (key, value) in picked(options) {
        check.arg(key).arg(value);
    }
    done(&mut check)
}

/// They take a gigabyte and a minute, and are the same each time: made once.
fn inputs(place: &Place) -> Result<PathBuf> {
    let folder = place.work.join("hostile");
    if !folder.join("manifest.json").is_file() {
        say("making the inputs");
        super::clear(&folder)?;
        done(place.script("hostile/make.py")?.arg(&folder))?;
    }
    Ok(folder)
}

/// `--only` names a kind or a case; without it, every kind.
fn picked(options: &Options) -> Vec<(&'static str, &str)> {
    match options.only.as_deref() {
        None => KINDS.iter().map(|kind| ("--kind", *kind)).collect(),
        Some(kind) if KINDS.contains(&kind) => vec![("--kind", kind)],
        Some(id) => vec![("--only", id)],
    }
}
