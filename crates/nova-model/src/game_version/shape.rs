//! What an id says, before anything is made of it.

use super::{
    Core,
    core::take_number,
    odd::{self, Odd},
    old::{self, OldVersion},
};

/// An id taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `1.20.4`
    Release(Core),
    /// `1.20-pre1`, `1.14 Pre-Release 2`, `26.1-pre-1`; the number is 0 when there is none.
    Pre(Core, u32),
    /// `1.20-rc1`
    Candidate(Core, u32),
    /// `26.1-snapshot-4`
    Numbered(Core, u32),
    /// `1.18_experimental-snapshot-3`
    Experimental(Core, u32),
    /// `23w13a`
    Week(Week),
    /// From before 1.0.
    Old(OldVersion),
    /// Listed by name, since no rule covers it.
    Odd(&'static Odd),
    /// Anything else.
    Unknown,
}

/// A weekly snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Week {
    pub(super) year: u32,
    /// Counted from 1.
    pub(super) number: u32,
    /// `a`, or the word of a joke (`potato`).
    pub(super) letter: String,
}

/// An id and what it was built again as (`_unobfuscated`, a time of day), which some archives add.
pub(super) struct Parts<'a> {
    pub(super) shape: Shape,
    pub(super) rebuild: &'a str,
}

/// Words for the same version built in another way.
const REBUILDS: [&str; 3] = ["unobfuscated", "original", "launcher"];

pub(super) fn parse(id: &str) -> Parts<'_> {
    let whole = whole(id);
    if whole != Shape::Unknown {
        return Parts { shape: whole, rebuild: "" };
    }
    rebuilt(id).unwrap_or(Parts { shape: Shape::Unknown, rebuild: "" })
}

fn whole(id: &str) -> Shape {
    if let Some(odd) = odd::find(id) {
        return Shape::Odd(odd);
    }
    if REBUILDS.iter().any(|word| id.ends_with(word)) {
        return Shape::Unknown;
    }
    old::parse(id).map(Shape::Old).or_else(|| numbered(id)).or_else(|| week(id)).unwrap_or(Shape::Unknown)
}

/// Takes known endings off, one by one.
fn rebuilt(id: &str) -> Option<Parts<'_>> {
    let mut end = id.len();
    while let Some(cut) = id.get(..end)?.rfind(['-', '_']) {
        if !is_rebuild(id.get(cut + 1..end)?) {
            return None;
        }
        let shape = whole(id.get(..cut)?);
        if shape != Shape::Unknown {
            return Some(Parts { shape, rebuild: id.get(cut + 1..)? });
        }
        end = cut;
    }
    None
}

fn is_rebuild(ending: &str) -> bool {
    let time = ending.len() >= 4 && ending.bytes().all(|b| b.is_ascii_digit());
    time || REBUILDS.contains(&ending)
}

fn numbered(id: &str) -> Option<Shape> {
    let (core, rest) = Core::take(id)?;
    if rest.is_empty() {
        return Some(Shape::Release(core));
    }
    let rest = rest.strip_prefix(['-', '_', ' '])?.to_ascii_lowercase();
    let digits = rest.len() - rest.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (word, number) = rest.split_at_checked(rest.len() - digits)?;
    let number = if number.is_empty() { 0 } else { take_number(number)?.0 };
    stage(word.trim_end_matches(['-', ' ', '_']), core, number)
}

fn stage(word: &str, core: Core, number: u32) -> Option<Shape> {
    match word {
        "pre" | "pre-release" | "prerelease" => Some(Shape::Pre(core, number)),
        "rc" | "release candidate" => Some(Shape::Candidate(core, number)),
        "snapshot" => Some(Shape::Numbered(core, number)),
        "exp" => Some(Shape::Experimental(core, number)),
        _ if word.contains("experimental") => Some(Shape::Experimental(core, number)),
        _ => None,
    }
}

fn week(id: &str) -> Option<Shape> {
    let (year, rest) = take_number(id)?;
    let (week, letter) = take_number(rest.strip_prefix('w')?)?;
    let plain = letter.len() == 1 || (13..=14).contains(&week);
    let word = letter.starts_with(|c: char| c.is_ascii_lowercase() || c == '~')
        && letter.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'~'));
    let fits = (11..100).contains(&year) && (1..=53).contains(&week) && plain && word && letter.len() <= 40;
    fits.then(|| Shape::Week(Week { year, number: week, letter: letter.to_owned() }))
}
