//! `accept launches`: from an empty folder to a running JVM, for every age of the game and every loader. The stand-in game checks
//! what it was given (arguments, class path, natives, assets, folders) and says so in its report and its log.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::super::{Options, Place};
use super::cases::{CASES, Case};
use super::ground::Ground;
use super::machine::Machine;
use crate::process::say;
use crate::workspace::{self, Profile};

/// Objects of an asset index; `--runs` sets another number.
const ASSETS: u32 = 150;
const LONGEST: usize = 400;

/// Installs and starts each, and prints a table.
pub(super) fn run(place: &Place, options: &Options) -> Result<()> {
    let nova = workspace::nova(Profile::Debug)?;
    let ground = Ground::lay(place)?;
    let folder = place.fresh("launches")?;
    let upstream = ground.upstream(&folder, options.runs.unwrap_or(ASSETS), None)?;
    let picked =
        |case: &&Case| case.labels().iter().any(|label| options.picks(label)) || options.only.is_none();
    say(
        "| game | loader | Java: said (runs) | install s | start s | class path | natives | assets | result |",
    );
    say("|---|---|---|---|---|---|---|---|---|");
    let mut bad = 0;
    for case in CASES.iter().filter(picked) {
        let machine = Machine::new(&nova, &upstream.sources, &ground, folder.join("machine"))?;
        let row = one(&machine, &ground, case);
        bad += usize::from(row.is_err());
        let loader = case.loader.map_or_else(|| "-".to_owned(), |(name, build)| format!("{name} {build}"));
        let cells = row.unwrap_or_else(|error| format!("- | - | - | - | - | - | FAILED: {}", short(&error)));
        say(&format!("| {} | {loader} | {cells} |", case.game));
    }
    ensure!(bad == 0, "{bad} of them did not work");
    Ok(())
}

/// The cells of one row behind game and loader.
fn one(machine: &Machine, ground: &Ground, case: &Case) -> Result<String> {
    let started = Instant::now();
    let id = machine.install(&case.words())?;
    let installed = started.elapsed();
    machine.must(&["call", "add_offline_account", r#"{"name": "Steve"}"#])?;
    if case.chosen {
        let java = json!({"java": ground.java(case.java)?, "version_id": id}).to_string();
        machine.must(&["call", "set_java", &java])?;
    }
    let dry = machine.must(&["launch", &id, "--dry-run"])?;
    let started = Instant::now();
    machine.must(&["launch", &id])?;
    let ending = machine.ending()?;
    let played = started.elapsed();
    let folder = dry["working_dir"].as_str().context("no working folder")?;
    let report = report(Path::new(folder))?;
    judge(case, &ending, &report, Path::new(folder))?;
    ensure!(report["main"] == dry["main_class"], "{} was started, not {}", report["main"], dry["main_class"]);
    Ok(format!(
        "{} ({}) | {:.1} | {:.1} | {} | {} | {} | clean, nothing wrong",
        report["java"].as_str().unwrap_or_default(),
        report["realJava"].as_str().unwrap_or_default(),
        installed.as_secs_f32(),
        played.as_secs_f32(),
        report["classpath"],
        report["natives"],
        report["assets"],
    ))
}

/// A list of a thousand missing files says no more than its beginning.
fn short(error: &anyhow::Error) -> String {
    let text = format!("{error:#}");
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain(['…']).collect() }
}

fn report(folder: &Path) -> Result<Value> {
    let path = folder.join("standin-report.json");
    let text = fs::read_to_string(&path).with_context(|| format!("the game left no {}", path.display()))?;
    Ok(serde_json::from_str(&text)?)
}

fn judge(case: &Case, ending: &str, report: &Value, folder: &Path) -> Result<()> {
    let problems = &report["problems"];
    ensure!(problems.as_array().is_some_and(Vec::is_empty), "the game found {problems}");
    ensure!(ending == "clean", "it ended as {ending}");
    ensure!(report["state"] == "ready" && report["ended"] == "finished", "it was {}", report["state"]);
    ensure!(report["hasToken"] == true, "it got no session");
    let java = report["java"].as_str().unwrap_or_default();
    ensure!(major(java) == Some(case.java), "it ran on Java {java}, not on {}", case.java);
    ensure!(report["assets"].as_u64().is_some_and(|assets| assets > 0), "it looked at no assets");
    let log = fs::read_to_string(folder.join("logs/latest.log")).unwrap_or_default();
    ensure!(!log.contains("stand-in:"), "its log complains");
    ensure!(log.contains("Setting user: Steve"), "its log does not name the player");
    Ok(())
}

/// `8` of `1.8.0_402`, `17` of `17.0.9`.
fn major(version: &str) -> Option<u32> {
    version.trim_start_matches("1.").split(['.', '_']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_of_a_java_is_read_in_both_spellings() {
        assert_eq!(major("1.8.0_402"), Some(8));
        assert_eq!(major("17.0.9"), Some(17));
        assert_eq!(major("25"), Some(25));
        assert_eq!(major(""), None);
    }
}
