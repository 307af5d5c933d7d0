//! Versions from before 1.0: pre-classic, classic, indev, infdev, alpha, beta.

use super::core::take_number;

/// The ages before 1.0, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Age {
    /// `rd-132211`
    PreClassic,
    /// `c0.30_01c`
    Classic,
    /// `in-20100223`
    Indev,
    /// `inf-20100618`
    Infdev,
    /// `a1.0.4`
    Alpha,
    /// `b1.7.3`
    Beta,
}

/// A piece of such an id. The order of the variants is the order of versions that are the same before it: `b1.8-pre1`,
/// `b1.8`, `b1.8b`, `b1.8_01`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Piece {
    /// `-pre`, followed by its number.
    Pre,
    /// The id ends here.
    End,
    /// One or more letters.
    Letters(String),
    /// A number.
    Number(u32),
}

/// A version from before 1.0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OldVersion {
    pub(super) age: Age,
    pub(super) pieces: Vec<Piece>,
}

pub(super) fn parse(id: &str) -> Option<OldVersion> {
    let (age, rest) = split_age(id)?;
    let mut pieces = pieces(rest)?;
    if age == Age::PreClassic {
        renumber(&mut pieces);
    }
    Some(OldVersion { age, pieces })
}

fn split_age(id: &str) -> Option<(Age, &str)> {
    let dated = [("rd-", Age::PreClassic), ("inf-", Age::Infdev), ("in-", Age::Indev)];
    let lettered = [("c", Age::Classic), ("a", Age::Alpha), ("b", Age::Beta)];
    let strip = |(prefix, age): (&str, Age)| Some((age, id.strip_prefix(prefix)?));
    let digit_next = |(_, rest): &(Age, &str)| rest.starts_with(|c: char| c.is_ascii_digit());
    dated.into_iter().chain(lettered).find_map(|entry| strip(entry).filter(digit_next))
}

/// `rd-20090515` is the only one with a full date; the others have day, hour and minute.
fn renumber(pieces: &mut [Piece]) {
    for piece in pieces {
        if *piece == Piece::Number(20_090_515) {
            *piece = Piece::Number(150_000);
        }
    }
}

fn pieces(mut rest: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let (piece, left) = take_piece(rest)?;
        pieces.push(piece);
        rest = left.strip_prefix(['.', '_', '-']).unwrap_or(left);
    }
    pieces.push(Piece::End);
    Some(pieces)
}

fn take_piece(text: &str) -> Option<(Piece, &str)> {
    if let Some((number, rest)) = take_number(text) {
        return Some((Piece::Number(number), rest));
    }
    let end = text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(text.len());
    let (letters, rest) = text.split_at_checked(end)?;
    match letters {
        "" => None,
        "pre" => Some((Piece::Pre, rest)),
        _ if letters.len() > 8 => None,
        _ => Some((Piece::Letters(letters.to_owned()), rest)),
    }
}
