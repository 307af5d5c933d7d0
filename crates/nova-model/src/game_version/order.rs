//! The order of versions: a key made from the shape of an id.

use super::{
    Core,
    old::{Age, Piece},
    shape::{Parts, Shape, Week},
    weeks::release_of_week,
};

/// How near to its release a version is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Apart from the snapshots and before them.
    Experiment,
    /// Weekly and numbered snapshots.
    Snapshot,
    /// Pre-releases.
    Pre,
    /// Release candidates.
    Candidate,
    /// The release itself.
    Release,
}

/// What versions are ordered by; the id itself decides between equal keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    place: Place,
    /// The plain version comes before its rebuilds.
    rebuild: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Old(Age, Vec<Piece>),
    Modern(Core, Stage, [u32; 3]),
    Unknown,
}

pub(super) fn key(parts: &Parts<'_>) -> Key {
    Key { place: place(&parts.shape), rebuild: parts.rebuild.to_owned() }
}

fn place(shape: &Shape) -> Place {
    match shape {
        Shape::Release(core) => Place::Modern(*core, Stage::Release, [0; 3]),
        Shape::Pre(core, number) => Place::Modern(*core, Stage::Pre, [*number, 0, 0]),
        Shape::Candidate(core, number) => Place::Modern(*core, Stage::Candidate, [*number, 0, 0]),
        Shape::Numbered(core, number) => Place::Modern(*core, Stage::Snapshot, [*number, 0, 0]),
        Shape::Experimental(core, number) => Place::Modern(*core, Stage::Experiment, [*number, 0, 0]),
        Shape::Week(week) => Place::Modern(core_of(week), Stage::Snapshot, week_detail(week)),
        Shape::Odd(odd) => Place::Modern(odd.core(), odd.stage, odd.detail),
        Shape::Old(old) => Place::Old(old.age, old.pieces.clone()),
        Shape::Unknown => Place::Unknown,
    }
}

/// Weeks outside the table come before all releases of their year.
fn core_of(week: &Week) -> Core {
    release_of_week(week.year, week.number).unwrap_or(Core::new([week.year, 0, 0]))
}

/// A word instead of a letter is a joke, put up after the letters of its week.
fn week_detail(week: &Week) -> [u32; 3] {
    let mut letters = week.letter.bytes();
    let place = match (letters.next(), letters.next()) {
        (Some(letter), None) => u32::from(letter),
        _ => 999,
    };
    [week.year, week.number, place]
}
