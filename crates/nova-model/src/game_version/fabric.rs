//! A game version the way Fabric Loader sees it: as a semantic version. Ranges on `minecraft` in `fabric.mod.json` and
//! `quilt.mod.json` are written against this form.
//!
//! The rules follow Fabric Loader's `McVersionLookup`: snapshots become `alpha`; pre-releases `beta`, but `rc` up to 1.16 and
//! `pre` from 26.1 on; 1.16's own release candidate goes on counting after its eight pre-releases.

use super::{
    Core,
    old::{Age, OldVersion, Piece},
    shape::{Parts, Shape, Week},
    weeks::release_of_week,
};

/// The semantic form; `None` for ids we cannot read.
pub(super) fn normalise(parts: &Parts<'_>) -> Option<String> {
    let plain = plain(&parts.shape)?;
    if parts.rebuild.is_empty() {
        return Some(plain);
    }
    let join = if plain.contains('+') { '.' } else { '+' };
    Some(format!("{plain}{join}{}", parts.rebuild.replace(['_', '-'], ".")))
}

fn plain(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Release(core) => Some(core.to_string()),
        Shape::Pre(core, number) => Some(counted(*core, pre_word(*core), *number)),
        Shape::Candidate(core, number) => Some(counted(*core, "rc", candidate(*core, *number))),
        Shape::Numbered(core, number) => Some(counted(*core, "alpha", *number)),
        Shape::Experimental(core, number) => Some(counted(*core, "Experimental", *number)),
        Shape::Week(week) => weekly(week),
        Shape::Odd(odd) => Some(odd.fabric.to_owned()),
        Shape::Old(old) => Some(before_release(old)),
        Shape::Unknown => None,
    }
}

fn counted(core: Core, word: &str, number: u32) -> String {
    if number == 0 { format!("{core}-{word}") } else { format!("{core}-{word}.{number}") }
}

fn pre_word(core: Core) -> &'static str {
    match core {
        _ if core.is_at_most([1, 16, 0]) => "rc",
        _ if core.counts_years() => "pre",
        _ => "beta",
    }
}

fn candidate(core: Core, number: u32) -> u32 {
    if core == Core::new([1, 16, 0]) { number.saturating_add(8) } else { number }
}

fn weekly(week: &Week) -> Option<String> {
    let core = release_of_week(week.year, week.number)?;
    Some(format!("{core}-alpha.{}.{}.{}", week.year, week.number, week.letter.replace(['_', '~'], "")))
}

fn before_release(old: &OldVersion) -> String {
    match old.age {
        Age::PreClassic => format!("0.0.0-rd.{}", dotted(&old.pieces, '.')),
        Age::Classic => classic(&old.pieces),
        Age::Indev | Age::Infdev => format!("0.31.{}", dotted(&old.pieces, '-')),
        Age::Alpha => format!("1.0.0-alpha.{}", below_one(&old.pieces)),
        Age::Beta => format!("1.0.0-beta.{}", below_one(&old.pieces)),
    }
}

/// `c0.0.13a_03` is `0.13.3`, `c0.30_01c` is `0.30.1-c`: the letter says survival or creative from 0.24 on.
fn classic(pieces: &[Piece]) -> String {
    let numbers: Vec<_> = pieces.iter().filter(|piece| matches!(piece, Piece::Number(_))).cloned().collect();
    let letters = pieces.iter().find_map(|piece| match piece {
        Piece::Letters(text) if text == "c" || text == "s" => Some(format!("-{text}")),
        _ => None,
    });
    let numbers = match numbers.as_slice() {
        [Piece::Number(0), Piece::Number(0), rest @ ..] if !rest.is_empty() => {
            format!("0.{}", dotted(rest, '.'))
        }
        all => dotted(all, '.'),
    };
    numbers + &letters.unwrap_or_default()
}

/// Everything after the leading `1` (or `0`, for the servers of that time). A letter or a pre-release straight after the
/// minor number gets the patch 0, so that it stays in its place; so do the two releases that had test builds.
fn below_one(pieces: &[Piece]) -> String {
    let rest = pieces.get(1..).unwrap_or_default();
    match rest {
        [Piece::Number(minor @ (6 | 8)), Piece::End] => format!("{minor}.0.r"),
        [minor, Piece::Pre, number @ ..] => {
            format!("{}.0.{}", dotted(std::slice::from_ref(minor), '.'), dotted(number, '.'))
        }
        [minor, Piece::Letters(letters), Piece::End] => {
            format!("{}.0.{letters}", dotted(std::slice::from_ref(minor), '.'))
        }
        _ => dotted(rest, '.'),
    }
}

fn dotted(pieces: &[Piece], separator: char) -> String {
    let mut text = String::new();
    for piece in pieces {
        let part = match piece {
            Piece::Number(number) => number.to_string(),
            Piece::Letters(letters) => letters.clone(),
            Piece::Pre | Piece::End => continue,
        };
        if !text.is_empty() {
            text.push(separator);
        }
        text.push_str(&part);
    }
    text
}
