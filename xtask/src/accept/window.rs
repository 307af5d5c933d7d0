//! `accept window`: what the window costs until its page is on the screen, and how much memory it takes, beside an empty window of
//! the same program in the same run.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{Options, made_root, work_file};
use crate::process::{output, say};
use crate::setup::{self, For};
use crate::ui;
use crate::window::on_screen;
use crate::workspace::{self, Profile};

/// A folder as many players have it.
const ROOT: &str = r#"{"selected": "one", "versions": [
  {"id": "one", "game": "1.20.1", "loader": "fabric", "isolated": true,
   "mods": ["fabric-api", "sodium", "lithium", "iris"], "saves": ["Survival", "新的世界"]},
  {"id": "two", "game": "1.21.4", "loader": "fabric", "isolated": true, "mods": [], "saves": []}]}"#;

/// When it is quiet after the first picture.
const QUIET: Duration = Duration::from_secs(3);

/// The windows that are measured, in turn.
const KINDS: [&str; 2] = ["blank", "nova"];

/// Builds in release, and measures on a screen that nobody sees.
pub(super) fn run(options: &Options) -> Result<()> {
    setup::run(For::Tests)?;
    ui::build()?;
    let program = workspace::desktop(Profile::Release)?;
    let folder = workspace::target()?.join("accept/window");
    super::clear(&folder)?;
    made_root(&folder, ROOT)?;
    let mut measure = on_screen("")?;
    measure.arg(std::env::current_exe()?).arg("measure-window").arg(program).arg(&folder);
    measure.arg(options.runs.unwrap_or(7).to_string());
    let told = output(measure.current_dir(&folder))?;
    let told: Value = serde_json::from_str(told.lines().last().unwrap_or_default())?;
    let file = work_file(&folder, "window.json", &serde_json::to_string_pretty(&told)?)?;
    say(&table(&told));
    say(&format!("all runs: {}", file.display()));
    Ok(())
}

/// The run inside: prints one JSON object.
pub(crate) fn measure(program: &str, folder: &str, runs: &str) -> Result<()> {
    let (program, folder) = (Path::new(program), Path::new(folder));
    let runs: u32 = runs.parse().context("the number of runs is no number")?;
    let mut told = json!({ "blank": [], "nova": [] });
    // The first round fills the caches of the system and is not counted.
    for round in 0..=runs {
        for kind in KINDS {
            let one = once(program, folder, kind)?;
            if let Some(list) = told[kind].as_array_mut()
                && round > 0
            {
                list.push(one);
            }
        }
    }
    say(&told.to_string());
    Ok(())
}

fn once(program: &Path, folder: &Path, kind: &str) -> Result<Value> {
    let home = folder.join(format!("home-{kind}"));
    let mut command = Command::new(program);
    command.arg("--game-dir").arg(folder.join("game")).arg("--data-dir").arg(home.join("data"));
    if kind == "blank" {
        command.arg("--blank");
    }
    for (name, below) in
        [("HOME", ""), ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "share"), ("XDG_CACHE_HOME", "cache")]
    {
        command.env(name, home.join(below));
    }
    command
        .env("NOVA_TIMING", "1")
        .env("NOVA_LOCAL_PORTS", "0,0,0")
        .stderr(Stdio::piped())
        .stdout(Stdio::null());
    let started = Instant::now();
    let mut child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
    let told = watched(&mut child, started);
    // It may have ended by itself, badly: then `told` says so.
    let _ = child.kill();
    let _ = child.wait();
    told
}

fn watched(child: &mut Child, started: Instant) -> Result<Value> {
    let errors = child.stderr.take().context("no stderr")?;
    let lines = BufReader::new(errors).lines().map_while(Result::ok);
    let painted: Value = lines
        .filter_map(|line| serde_json::from_str::<Value>(&line).ok())
        .find(|line| line["painted_ms"].is_number())
        .context("it ended before its page was on the screen")?;
    let since_spawn = started.elapsed();
    sleep(QUIET);
    let pss = tree_pss(child.id())?;
    Ok(json!({
        "spawn_to_painted_ms": since_spawn.as_secs_f64() * 1000.0,
        "main_to_painted_ms": painted["painted_ms"],
        "pss_mb": f64::from(u32::try_from(pss)?) / 1024.0,
    }))
}

/// Proportional memory of a process and all below it, in KiB: what is shared counts once.
fn tree_pss(root: u32) -> Result<u64> {
    let parents = processes()?;
    let mut tree = vec![root];
    let mut at = 0;
    while let Some(parent) = tree.get(at).copied() {
        tree.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        at += 1;
    }
    ensure!(tree.len() > 1, "the window has no web process");
    tree.iter().map(|pid| pss(*pid)).sum()
}

/// Each process with its parent.
fn processes() -> Result<Vec<(u32, u32)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse().ok()) else { continue };
        // A process may end while it is looked at.
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        found.extend(parent(&stat).map(|parent| (pid, parent)));
    }
    Ok(found)
}

/// The fourth field; the second is a name in brackets that may hold anything.
fn parent(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn pss(pid: u32) -> Result<u64> {
    let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).context("no Pss")?;
    Ok(line.trim_end_matches("kB").trim().parse()?)
}

const ROWS: [(&str, &str); 3] = [
    ("spawn_to_painted_ms", "start to picture, ms"),
    ("main_to_painted_ms", "main() to picture, ms"),
    ("pss_mb", "memory (PSS of the tree), MB"),
];

fn table(told: &Value) -> String {
    let runs = told["nova"].as_array().map_or(0, Vec::len);
    let head = format!("| median of {runs} | empty window | Nova | on top |\n|---|---|---|---|");
    let rows = ROWS.map(|(key, name)| {
        let [blank, nova] = KINDS.map(|kind| median(&told[kind], key));
        format!("| {name} | {blank:.0} | {nova:.0} | {:+.0} |", nova - blank)
    });
    format!("{head}\n{}", rows.join("\n"))
}

fn median(runs: &Value, key: &str) -> f64 {
    let mut all: Vec<f64> =
        runs.as_array().into_iter().flatten().filter_map(|run| run[key].as_f64()).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_found_below_its_parent_whatever_it_is_called() {
        assert_eq!(parent("12 (web) process)) S 7 12 12 0"), Some(7));
        assert_eq!(parent("nothing"), None);
    }

    #[test]
    fn the_table_shows_what_the_page_costs_on_top() {
        let run = |painted: f64| json!({ "spawn_to_painted_ms": painted, "main_to_painted_ms": 1.0, "pss_mb": 2.0 });
        let told = json!({ "blank": [run(1.0), run(300.0), run(400.0)], "nova": [run(500.0), run(450.0), run(9000.0)] });
        assert!(table(&told).contains("| start to picture, ms | 300 | 500 | +200 |"));
    }
}
