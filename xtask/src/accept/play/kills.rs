//! `accept kills`: an install that is killed at random moments and begun again. Until it is whole the game folder is as it was; what has
//! its final name is right; begun again it comes to what a fresh one comes to.
//!
//! The acceptance data's own `hostile/killer.py` does it first: it kills the whole process group and looks at the folder after the next
//! start. What it does not do follows: the program alone is killed while its processors go on, an install is killed several times
//! over, and what lies there is looked at before the next start too. Either way moments are drawn until enough of them have hit an
//! install that ran.

mod killer;

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::super::{Options, Place};
use super::folders::{Tree, names};
use super::ground::Ground;
use super::machine::Machine;
use crate::process::say;
use crate::workspace::{self, Profile};

/// Kills of each case that hit; `--runs` sets another number.
const RUNS: u32 = 50;
/// More moments than this many times the kills are not drawn: then something is wrong with the moments.
const DRAWN: u32 = 4;
/// The moments are the same in every run of this task.
const SEED: u64 = 5;

/// An install to be killed.
struct Case {
    name: &'static str,
    words: &'static [&'static str],
    assets: u32,
}

const CASES: [Case; 3] = [
    // Ten processors run in it, each in a JVM of its own.
    Case {
        name: "forge",
        words: &["1.20.1", "--loader", "forge", "--loader-version", "47.4.0"],
        assets: 100,
    },
    Case {
        name: "neoforge",
        words: &["26.1", "--loader", "neoforge", "--loader-version", "26.1.0.1-beta"],
        assets: 100,
    },
    Case { name: "vanilla", words: &["1.20.1"], assets: 3000 },
];

/// Kills each case.
pub(super) fn run(place: &Place, options: &Options) -> Result<()> {
    let nova = workspace::nova(Profile::Debug)?;
    let ground = Ground::lay(place)?;
    let mut bad = 0;
    for case in CASES.iter().filter(|case| options.picks(case.name)) {
        let folder = place.fresh(&format!("kills-{}", case.name))?;
        let upstream = ground.upstream(&folder, case.assets, None)?;
        let machine = Machine::new(&nova, &upstream.sources, &ground, folder.join("machine"))?;
        let (killing, runs) = (Killing::begin(case, machine)?, options.runs.unwrap_or(RUNS));
        bad += killer::run(place, &folder, &killing, runs)?;
        bad += killing.all(runs)?;
    }
    ensure!(bad == 0, "{bad} kills left something that must not be");
    Ok(())
}

/// What a kill is measured against, and what came of those so far.
struct Killing {
    case: &'static str,
    words: Vec<&'static str>,
    machine: Machine,
    fresh: Tree,
    undisturbed: Duration,
    tally: Tally,
}

/// How many kills hit when.
#[derive(Default)]
struct Tally {
    nothing_yet: u32,
    fetching: u32,
    placed: u32,
    finished: u32,
}

impl Tally {
    /// Kills of an install that ran.
    fn hits(&self) -> u32 {
        self.nothing_yet + self.fetching + self.placed
    }
}

impl Killing {
    /// Two undisturbed installs come to the same.
    fn begin(case: &Case, machine: Machine) -> Result<Self> {
        let words = [&["versions", "install"], case.words].concat();
        let mut fresh = Tree::default();
        // The shorter of the two: moments later than the end hit nothing.
        let mut undisturbed = Duration::MAX;
        for round in 0..2 {
            machine.wipe()?;
            let started = Instant::now();
            machine.must(&words)?;
            undisturbed = undisturbed.min(started.elapsed());
            let tree = Tree::of(&machine.game())?;
            ensure!(round == 0 || tree == fresh, "two fresh installs differ in {:?}", tree.beyond(&fresh));
            fresh = tree;
        }
        say(&format!("{}: undisturbed {undisturbed:.1?}, {} files", case.name, fresh.len()));
        Ok(Self { case: case.name, words, machine, fresh, undisturbed, tally: Tally::default() })
    }

    /// So many runs with a kill that hit; how many of them were bad.
    fn all(mut self, runs: u32) -> Result<u32> {
        let mut random = Random(SEED);
        let (mut bad, mut drawn) = (0, 0);
        while self.tally.hits() < runs {
            let run = drawn;
            drawn += 1;
            ensure!(
                drawn <= runs.saturating_mul(DRAWN),
                "{}: only {} kills hit",
                self.case,
                self.tally.hits()
            );
            self.machine.wipe()?;
            // A few are killed again before they may end.
            let kills = if run % 5 == 4 { 3 } else { 1 };
            // From the start, or from the moment when it begins to fetch: much of the time is before.
            let from = if run % 3 == 0 { From::Start } else { From::Stage };
            let moments: Vec<Duration> =
                (0..kills).map(|_| self.undisturbed.mul_f64(random.share() * 0.9)).collect();
            // The whole group, as a shutdown does it; or the program alone, whose processors then go on by themselves.
            let whom = if run % 2 == 0 { Whom::Group } else { Whom::Program };
            if let Err(error) = self.one(&moments, from, whom) {
                bad += 1;
                say(&format!("  {} {from:?} + {moments:.1?} ({whom:?}): {error:#}", self.case));
            }
        }
        let Tally { nothing_yet, fetching, placed, finished } = self.tally;
        say(&format!(
            "{}: {} kills hit in {drawn} runs; killed with nothing fetched {nothing_yet}, with something in the stage {fetching}, with everything in \
             place {placed}; ended before the kill {finished}; bad {bad}",
            self.case,
            self.tally.hits(),
        ));
        Ok(bad)
    }

    fn one(&mut self, moments: &[Duration], from: From, whom: Whom) -> Result<()> {
        for moment in moments {
            if !Tree::of(&self.machine.game())?.is_empty() {
                break;
            }
            let stage = self.machine.game().join(".nova/stage");
            let begun = |waited: Duration| from == From::Start || waited > self.undisturbed || stage.is_dir();
            let killed = kill_after(&mut self.machine.command(&self.words), &begun, *moment, whom)?;
            self.look(killed)?;
        }
        let before = Tree::of(&self.machine.game())?;
        if before.is_empty() {
            self.machine.must(&self.words).context("begun again")?;
        }
        let now = Tree::of(&self.machine.game())?;
        ensure!(
            now == self.fresh,
            "in the end it differs: {:?} {:?}",
            now.beyond(&self.fresh),
            self.fresh.beyond(&now)
        );
        self.nothing_is_left()
    }

    /// What lies there right after a kill, and after the next start.
    fn look(&mut self, killed: bool) -> Result<()> {
        let game = self.machine.game();
        let at_once = Tree::of(&game)?;
        let strange = at_once.beyond(&self.fresh);
        ensure!(strange.is_empty(), "half-written or strange: {strange:?}");
        let staged = !names(&game.join(".nova/stage")).is_empty();
        self.machine.must(&["history"]).context("the next start")?;
        let now = Tree::of(&game)?;
        ensure!(now.is_empty() || now == self.fresh, "neither as before nor whole: {} files", now.len());
        let counted = match (killed, now.is_empty(), staged) {
            (false, ..) => &mut self.tally.finished,
            (true, false, _) => &mut self.tally.placed,
            (true, true, true) => &mut self.tally.fetching,
            (true, true, false) => &mut self.tally.nothing_yet,
        };
        *counted += 1;
        Ok(())
    }

    fn nothing_is_left(&self) -> Result<()> {
        let game = self.machine.game();
        let stages = names(&game.join(".nova/stage"));
        ensure!(stages.is_empty(), "stages are left: {stages:?}");
        let jobs = names(&game.with_file_name("data").join("jobs"));
        ensure!(jobs.is_empty(), "jobs are left: {jobs:?}");
        Ok(())
    }
}

/// From when a moment is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    Start,
    Stage,
}

/// Who is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whom {
    Group,
    Program,
}

/// Starts it in a group of its own and kills it a while after it has begun; `false` where it ended before.
fn kill_after(
    command: &mut Command,
    begun: &dyn Fn(Duration) -> bool,
    moment: Duration,
    whom: Whom,
) -> Result<bool> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let started = Instant::now();
    while !begun(started.elapsed()) && child.try_wait()?.is_none() {
        sleep(Duration::from_millis(2));
    }
    sleep(moment);
    if child.try_wait()?.is_some() {
        return Ok(false);
    }
    let target = if whom == Whom::Group { format!("-{}", child.id()) } else { child.id().to_string() };
    let sent = Command::new("kill").args(["-KILL", "--", &target]).status().context("cannot run kill")?;
    if !sent.success() {
        bail!("kill could not reach {target}");
    }
    child.wait()?;
    Ok(true)
}

/// Numbers that look like chance and are the same each time.
struct Random(u64);

impl Random {
    /// From 0 to below 1.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let top = u32::try_from(self.0 >> 32).unwrap_or_default();
        f64::from(top) / (f64::from(u32::MAX) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_stays_in_its_bounds_and_is_the_same_each_time() {
        let draw = || {
            let mut random = Random(SEED);
            (0..100).map(|_| random.share()).collect::<Vec<_>>()
        };
        let drawn = draw();
        assert_eq!(drawn, draw());
        assert!(drawn.iter().all(|share| (0.0..1.0).contains(share)));
        assert!(drawn.iter().any(|share| *share < 0.2) && drawn.iter().any(|share| *share > 0.8));
    }

    #[test]
    fn what_ended_before_the_kill_is_told_from_what_was_killed() {
        let path = "/bin/sh";
        let (at_once, wait) = (|_: Duration| true, Duration::from_millis(500));
        let quick = kill_after(Command::new(path).args(["-c", "true"]), &at_once, wait, Whom::Program);
        assert!(!quick.unwrap());
        let slow = kill_after(Command::new(path).args(["-c", "sleep 60"]), &at_once, wait / 10, Whom::Group);
        assert!(slow.unwrap());
    }
}
