//! `accept requests`: what the planner answers to a set of player requests, in the world that the set describes.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::{Options, Place};
use crate::process::done;
use crate::workspace::{self, Profile};

/// Scores the requests whose tools are registered.
pub(crate) fn run(place: &Place, options: &Options) -> Result<()> {
    let nova = workspace::nova(Profile::Debug)?;
    let world = place.fresh("requests")?;
    let set: PathBuf = options.set.clone().unwrap_or_else(|| place.shared.join("requests-dev.json"));
    done(Command::new(workspace::testkit()?).arg("world").arg(&set).arg(&world))?;
    let mut score = place.script("judge/requests_score.py")?;
    score.arg(nova).arg(&world).arg(&set).arg("--registered");
    done(&mut score)
}
