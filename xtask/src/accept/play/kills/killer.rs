//! The driver of the acceptance data: `hostile/killer.py` begins with an empty folder, kills the install's process group at random
//! moments, starts the program once more, and proves that the folder is as it was or whole, and that the same command ends whole.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::super::super::{Place, clear};
use super::{DRAWN, Killing, SEED};
use crate::process::say;

/// So many kills that hit; how many of them were bad.
pub(super) fn run(place: &Place, folder: &Path, killing: &Killing, wanted: u32) -> Result<u32> {
    let (start, report) = (folder.join("start"), folder.join("killer.json"));
    for part in ["game", "data"] {
        clear(&start.join(part))?;
    }
    let folders = ("{DIR}/game", "{DIR}/data");
    let words = |words: &[&str]| killing.machine.line(folders, words);
    let (command, recover) = (words(&killing.words)?, words(&["history"])?);
    let until = killing.undisturbed.as_millis().saturating_mul(9) / 10;
    let (mut hits, mut drawn, mut bad, mut seed) = (0, 0, 0, SEED);
    while hits < wanted {
        let runs = wanted - hits;
        ensure!(drawn < wanted.saturating_mul(DRAWN), "{}: only {hits} kills of killer.py hit", killing.case);
        let mut script = place.script("hostile/killer.py")?;
        script.arg("--start").arg(&start).args(["--command", &command, "--recover", &recover]);
        script.args(["--random", "--again", "--seed", &seed.to_string(), "--runs", &runs.to_string()]);
        script.args(["--ignore", ".nova/*", "--to-ms", &until.to_string()]).arg("--report").arg(&report);
        // It ends with 1 where it found something, which its report says as well.
        script.status().context("cannot start python3")?;
        let said = std::fs::read(&report).context("killer.py left no report")?;
        let said: Value = serde_json::from_slice(&said)?;
        let count = |name: &str| said[name].as_u64().and_then(|count| u32::try_from(count).ok());
        let (done, missed) = count("runs").zip(count("finished")).context("a report without counts")?;
        let found = said["reports"].as_array().map_or(0, Vec::len);
        (hits, drawn, bad) = (hits + done - missed, drawn + done, bad + u32::try_from(found)?);
        seed += 1;
    }
    say(&format!("{}: {hits} kills by killer.py hit in {drawn} runs; bad {bad}", killing.case));
    Ok(bad)
}
