//! `accept faults`: whole installs through `hostile/faulty_upstream.py`, with each of its faults on a library, on the list of versions, on
//! all official servers and on the mirror. Each ends right, or with an error that says something and a game folder as it was; once the
//! servers are well, the same command comes to what a fresh install comes to.

mod server;

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::super::{Options, Place};
use super::folders::{Tree, names};
use super::ground::Ground;
use super::machine::{Answer, Machine};
use crate::process::say;
use crate::workspace::{self, Profile};

use server::{Fault, Faulty, faults};

/// What is installed.
const WORDS: [&str; 7] =
    ["versions", "install", "1.20.1", "--loader", "fabric", "--loader-version", "0.16.14"];
const ASSETS: u32 = 40;
/// The one document that no other names the digest of: one byte in it can be another without anybody seeing it.
const PROFILE: &str = "versions/1.20.1-fabric/1.20.1-fabric.json";
/// Most of the time is waiting.
const AT_ONCE: usize = 4;

/// Where a fault strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Where {
    /// One library, wherever it is asked for.
    Library,
    /// The list of versions, wherever it is asked for.
    List,
    /// Everything but the mirror, which stands in.
    Official,
    /// The mirror, which the player has chosen; the official servers stand in.
    Mirror,
}

impl Where {
    const ALL: [Self; 4] = [Self::Library, Self::List, Self::Official, Self::Mirror];

    /// Patterns of paths.
    fn matches(self) -> &'static [&'static str] {
        match self {
            Self::Library => &["*/jopt-simple-*.jar"],
            Self::List => &["*/version_manifest_v2.json"],
            Self::Official => &["/piston*", "/launcher*", "/resources*", "/libraries*", "/meta*", "/maven*"],
            Self::Mirror => &["/bmclapi*"],
        }
    }

    /// Whether it may end as an error: where no other source has the same.
    fn may_fail(self) -> bool {
        matches!(self, Self::Library | Self::List)
    }
}

/// How one run went.
struct Went {
    seconds: f32,
    /// What was said where it failed; none where it installed.
    said: Option<String>,
    /// What must not be.
    wrong: Option<String>,
}

/// All faults, or the one that `--only` names.
pub(super) fn run(place: &Place, options: &Options) -> Result<()> {
    let ring = Ring::prepare(place)?;
    let picked: Vec<Fault> = faults(place)?.into_iter().filter(|fault| options.picks(&fault.name)).collect();
    ensure!(!picked.is_empty(), "no fault has that name");
    let todo: VecDeque<(usize, Where)> =
        (0..picked.len()).flat_map(|number| Where::ALL.map(|place| (number, place))).collect();
    let (todo, done) = (Mutex::new(todo), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for hand in 0..AT_ONCE {
            let (ring, picked, todo, done) = (&ring, &picked, &todo, &done);
            scope.spawn(move || {
                while let Some((number, at)) = todo.lock().ok().and_then(|mut todo| todo.pop_front()) {
                    let Some(fault) = picked.get(number) else { continue };
                    let went = ring.one(hand, fault, at).unwrap_or_else(|error| Went {
                        seconds: 0.0,
                        said: None,
                        wrong: Some(format!("{error:#}")),
                    });
                    if let Some(wrong) = &went.wrong {
                        say(&format!("WRONG {} ({at:?}): {wrong}", fault.name));
                    }
                    if let Ok(mut done) = done.lock() {
                        done.insert((number, at), went);
                    }
                }
            });
        }
    });
    let done = done.into_inner().ok().context("a hand of this run fell")?;
    let bad = show(&picked, &done);
    ensure!(bad == 0, "{bad} runs ended as they must not");
    Ok(())
}

/// What every run begins with: files that a plain server can serve, and what a fresh install comes to.
struct Ring<'a> {
    place: &'a Place,
    folder: PathBuf,
    machine: Machine,
    kept: PathBuf,
    hosts: Vec<String>,
    fresh: Tree,
}

impl<'a> Ring<'a> {
    fn prepare(place: &'a Place) -> Result<Self> {
        let nova = workspace::nova(Profile::Debug)?;
        let ground = Ground::lay(place)?;
        let folder = place.fresh("faults")?;
        let kept = folder.join("kept");
        let upstream = ground.upstream(&folder, ASSETS, Some(&kept))?;
        let hosts = server::hosts(&upstream.sources)?;
        let machine = Machine::new(&nova, &upstream.sources, &ground, folder.join("machine"))?;
        machine.must(&WORDS)?;
        let fresh = Tree::of(&machine.game())?;
        // Once more from the mirror, so that its addresses are kept too.
        machine.wipe()?;
        mirror(&machine)?;
        machine.must(&WORDS)?;
        ensure!(Tree::of(&machine.game())? == fresh, "the mirror's files come to something else");
        upstream.end()?;
        say(&format!("{} files in a fresh install", fresh.len()));
        Ok(Self { place, folder, machine, kept, hosts, fresh })
    }

    fn one(&self, hand: usize, fault: &Fault, at: Where) -> Result<Went> {
        let own = self.folder.join(format!("hand-{hand}"));
        let machine = self.machine.at(own.join("machine"));
        machine.wipe()?;
        let faulty = Faulty::start(self.place, &self.kept, &own, &self.hosts, &fault.plan(at.matches()))?;
        let machine = machine.with_sources(&faulty.sources);
        if at == Where::Mirror {
            mirror(&machine)?;
        }
        let started = Instant::now();
        let answer = machine.ask(&WORDS)?;
        let seconds = started.elapsed().as_secs_f32();
        let said = (answer.code != Some(0)).then(|| answer.complaint());
        drop(faulty);
        let wrong = self.judge(&machine, fault, at, &answer).and_then(|()| self.heal(&machine, &own)).err();
        Ok(Went { seconds, said, wrong: wrong.map(|error| format!("{error:#}")) })
    }

    fn judge(&self, machine: &Machine, fault: &Fault, at: Where, answer: &Answer) -> Result<()> {
        let tree = Tree::of(&machine.game())?;
        if answer.code == Some(0) {
            let differ = tree.beyond(&self.fresh);
            ensure!(
                differ.is_empty() || fault.is_silent() && differ == [PROFILE],
                "installed, but {differ:?} differ"
            );
            let unseen = fault.is_silent() && at == Where::List;
            ensure!(fault.end != "error" || !at.may_fail() || unseen, "no error was seen");
            return Ok(());
        }
        ensure!(tree.is_empty(), "failed, and left {:?}", tree.beyond(&Tree::default()));
        ensure!(answer.code == Some(4), "ended with {:?}: {}", answer.code, answer.complaint());
        ensure!(answer.data["errors"][0]["code"].is_string(), "no error was said: {}", answer.complaint());
        let may = fault.end != "right" && at.may_fail() || fault.spoils_digests() && !at.may_fail();
        ensure!(may, "gave up: {}", answer.complaint());
        Ok(())
    }

    /// The same command with servers that are well.
    fn heal(&self, machine: &Machine, own: &Path) -> Result<()> {
        let left = Tree::of(&machine.game())?;
        if left.beyond(&self.fresh) == [PROFILE] {
            return Ok(());
        }
        if left.is_empty() {
            let well = Faulty::start(self.place, &self.kept, own, &self.hosts, "[]")?;
            machine.with_sources(&well.sources).must(&WORDS).context("with servers that are well")?;
        }
        let tree = Tree::of(&machine.game())?;
        ensure!(tree == self.fresh, "in the end {:?} differ", tree.beyond(&self.fresh));
        let stages = names(&machine.game().join(".nova/stage"));
        ensure!(stages.is_empty(), "stages are left: {stages:?}");
        Ok(())
    }
}

fn mirror(machine: &Machine) -> Result<()> {
    machine.must(&["call", "set_download_source", r#"{"source": "bmclapi"}"#]).map(drop)
}

/// A row for each fault, then what was said; how many runs were wrong.
fn show(faults: &[Fault], done: &BTreeMap<(usize, Where), Went>) -> usize {
    say("| fault | has to end | library | list of versions | official servers | mirror |");
    say("|---|---|---|---|---|---|");
    for (number, fault) in faults.iter().enumerate() {
        let cell = |at: Where| match done.get(&(number, at)) {
            None => "-".to_owned(),
            Some(Went { wrong: Some(_), seconds, .. }) => format!("**wrong** {seconds:.1}"),
            Some(Went { said: Some(_), seconds, .. }) => format!("error {seconds:.1}"),
            Some(Went { seconds, .. }) => format!("right {seconds:.1}"),
        };
        let cells = Where::ALL.map(cell).join(" | ");
        say(&format!("| {} | {} | {cells} |", fault.name, fault.end));
    }
    for ((number, at), went) in done {
        let name = faults.get(*number).map_or("?", |fault| fault.name.as_str());
        if let (None, Some(said)) = (&went.wrong, &went.said) {
            say(&format!("{name} ({at:?}): {said}"));
        }
    }
    done.values().filter(|went| went.wrong.is_some()).count()
}
