//! Installing and starting, over the whole way: real metadata from the local upstream, the built command, real Javas.

mod cases;
mod comparison;
mod faults;
mod folders;
mod ground;
mod kills;
mod launches;
mod machine;
mod peers;
mod speed;

use anyhow::{Result, bail};

use super::{Options, Place};

/// The names of these runs.
pub(super) const NAMES: [&str; 5] = ["launches", "dry-run", "kills", "faults", "install-bench"];

/// Runs one of them.
pub(super) fn run(name: &str, place: &Place, options: &Options) -> Result<()> {
    match name {
        "launches" => launches::run(place, options),
        "dry-run" => comparison::run(place, options),
        "kills" => kills::run(place, options),
        "faults" => faults::run(place, options),
        "install-bench" => speed::run(place, options),
        other => bail!("{other} is no run over installing and starting"),
    }
}
