//! `accept dry-run`: the command lines of all recorded versions, beside those of two implementations of the format by other people. They
//! are compared as sets; each difference belongs to a class that says who is right and why, or is an error.

mod classes;
mod input;
mod items;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::super::{Options, Place};
use super::ground::Ground;
use super::machine::Machine;
use super::peers::Peer;
use crate::process::say;
use crate::workspace::{self, Profile};

use classes::{Side, class};
use items::items;

/// How many of an unexplained difference's versions are named.
const NAMED: usize = 4;

/// Differences by what they say, with the versions that have them.
type Found = BTreeMap<(Side, String), BTreeSet<String>>;

/// Makes the input, asks all three, and prints the classes with their counts.
pub(super) fn run(place: &Place, options: &Options) -> Result<()> {
    let nova = workspace::nova(Profile::Debug)?;
    let ground = Ground::lay(place)?;
    let folder = place.fresh("dry-run")?;
    let upstream = ground.upstream(&folder, 5, None)?;
    let machine = Machine::new(&nova, &upstream.sources, &ground, folder.join("machine"))?;
    let mut ids = input::lay(place, &machine)?;
    ids.retain(|id| options.picks(id));
    let version = env!("CARGO_PKG_VERSION");
    let own = ours(&machine, &ids)?;
    say(&format!("{} versions; Nova makes a command line of {}", ids.len(), own.len()));
    let mut unexplained = 0;
    for peer in Peer::ALL {
        let theirs = peer.lines(place, (&machine.game(), items::NATIVES), version, &ids)?;
        let mut found = Found::new();
        let mut equal = 0;
        for id in &ids {
            let theirs = match theirs.get(id) {
                Some(Ok(words)) => items(words, &machine.game(), items::NATIVES)?,
                Some(Err(why)) => BTreeSet::from([format!("no command line: {why}")]),
                None => continue,
            };
            let ours = own.get(id).cloned().unwrap_or_else(|| BTreeSet::from(["no command line".to_owned()]));
            let before = found.values().map(BTreeSet::len).sum::<usize>();
            note(&mut found, Side::Ours, id, ours.difference(&theirs));
            note(&mut found, Side::Theirs, id, theirs.difference(&ours));
            equal += u32::from(found.values().map(BTreeSet::len).sum::<usize>() == before);
        }
        unexplained += show(peer, &found, equal);
    }
    ensure!(unexplained == 0, "{unexplained} differences are in no class");
    Ok(())
}

fn note<'a>(found: &mut Found, side: Side, id: &str, items: impl Iterator<Item = &'a String>) {
    for item in items {
        found.entry((side, item.clone())).or_default().insert(id.to_owned());
    }
}

/// The items of each version's `nova launch --dry-run --json`.
fn ours(machine: &Machine, ids: &[String]) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut all = BTreeMap::new();
    for id in ids {
        let answer = machine.ask(&["launch", id, "--dry-run"])?;
        if answer.code != Some(0) {
            say(&format!("Nova makes none of {id}: {}", answer.complaint()));
            continue;
        }
        let words = answer.data["command"].as_array().context("no command")?;
        let words: Vec<String> = words.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        all.insert(id.clone(), items(&words, &machine.game(), natives(&words)?)?);
    }
    Ok(all)
}

/// The folder of natives of a line: one below `cache/natives`, of which 26.x names folders inside.
fn natives(words: &[String]) -> Result<&str> {
    let (kind, found) = ("cache/natives/", "-Djava.library.path=");
    let path = words.iter().find_map(|word| word.strip_prefix(found)).context("no folder of natives")?;
    let at = path.find(kind).context("a folder of natives that is none")? + kind.len();
    let end = path.get(at..).and_then(|rest| rest.find('/')).map_or(path.len(), |length| at + length);
    Ok(path.get(..end).unwrap_or(path))
}

/// The classes of one peer; how many differences have none.
fn show(peer: Peer, found: &Found, equal: u32) -> usize {
    let mut classes: BTreeMap<(Side, &str), (usize, BTreeSet<&str>)> = BTreeMap::new();
    let mut unexplained = 0;
    say(&format!("\n## {}: {equal} versions alike in everything", peer.name()));
    for ((side, item), versions) in found {
        if let Some(class) = class(peer, *side, item) {
            let (count, of) = classes.entry((*side, class)).or_default();
            *count += versions.len();
            of.extend(versions.iter().map(String::as_str));
        } else {
            unexplained += versions.len();
            let some: Vec<&str> = versions.iter().take(NAMED).map(String::as_str).collect();
            say(&format!("  UNEXPLAINED {side:?} {item} in {}: {}", versions.len(), some.join(", ")));
        }
    }
    say("| differences | versions | only in | class |\n|---|---|---|---|");
    for ((side, class), (count, versions)) in &classes {
        let whose = if *side == Side::Ours { "Nova" } else { peer.name() };
        say(&format!("| {count} | {} | {whose} | {class} |", versions.len()));
    }
    unexplained
}
