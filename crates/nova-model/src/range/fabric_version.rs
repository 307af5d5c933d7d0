//! Versions of Fabric and Quilt mods.
//!
//! Fabric Loader's superset of semantic versions: any count of numbers, `x` wildcards (in ranges only), prereleases that may
//! be empty (`1.21-` comes before every other prerelease of 1.21), any build metadata. What does not fit is a plain string,
//! good for equality only.

use std::{cmp::Ordering, fmt};

use super::error::within_limit;

/// A version of a Fabric or Quilt mod. Any text is one. `1.0`, `1.0.0` and `1.0+build` are equal, as they are to the loader.
///
/// Order: semantic versions by numbers, then prereleases; strings after all of them, by their text. (Fabric Loader
/// compares a string with a semantic version by text too, which is no order; ranges never ask for it.)
#[derive(Clone, Debug)]
pub struct FabricVersion {
    text: String,
    semantic: Option<Semantic>,
}

/// The parts that count.
#[derive(Clone, Debug)]
pub(super) struct Semantic {
    numbers: Vec<u32>,
    prerelease: Option<String>,
}

impl FabricVersion {
    /// Reads a version. Never fails.
    pub fn parse(text: &str) -> Self {
        let semantic = if within_limit(text) { Semantic::parse(text) } else { None };
        Self { text: text.to_owned(), semantic }
    }

    /// The text as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether it has numbers to compare, and is not just a string.
    pub fn is_semantic(&self) -> bool {
        self.semantic.is_some()
    }

    pub(super) fn semantic(&self) -> Option<&Semantic> {
        self.semantic.as_ref()
    }
}

impl Semantic {
    pub(super) fn new(numbers: Vec<u32>, prerelease: Option<String>) -> Self {
        Self { numbers, prerelease }
    }

    fn parse(text: &str) -> Option<Self> {
        let (core, prerelease) = split(text)?;
        let numbers = core.split('.').map(number).collect::<Option<Vec<_>>>()?;
        Some(Self { numbers, prerelease: prerelease.map(str::to_owned) })
    }

    /// The number at a place; those not written are 0.
    pub(super) fn number(&self, place: usize) -> u32 {
        self.numbers.get(place).copied().unwrap_or(0)
    }
}

/// Numbers and prerelease; the build metadata is dropped, since nothing compares it.
pub(super) fn split(text: &str) -> Option<(&str, Option<&str>)> {
    let plain = text.split_once('+').map_or(text, |(plain, _)| plain);
    let Some((core, prerelease)) = plain.split_once('-') else { return Some((plain, None)) };
    is_prerelease(prerelease).then_some((core, Some(prerelease)))
}

/// Nothing at all, or dotted identifiers of letters, digits and dashes.
fn is_prerelease(text: &str) -> bool {
    let identifier = |id: &str| !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    text.is_empty() || text.split('.').all(identifier)
}

/// A number up to Java's largest int.
pub(super) fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let value: u32 = if digits { text.parse().ok()? } else { return None };
    i32::try_from(value).is_ok().then_some(value)
}

impl Ord for Semantic {
    fn cmp(&self, other: &Self) -> Ordering {
        let longest = self.numbers.len().max(other.numbers.len());
        let places = (0..longest).map(|place| self.number(place).cmp(&other.number(place)));
        places.fold(Ordering::Equal, Ordering::then).then_with(|| {
            match (&self.prerelease, &other.prerelease) {
                (None, None) => Ordering::Equal,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(a), Some(b)) => prerelease_order(a, b),
            }
        })
    }
}

fn prerelease_order(a: &str, b: &str) -> Ordering {
    let [mut a, mut b] = [a, b].map(|text| text.split('.').filter(|part| !part.is_empty()));
    loop {
        let order = match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(a), Some(b)) => identifier_order(a, b),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// Numbers come before words, and are compared by length first, so that none is too long.
fn identifier_order(a: &str, b: &str) -> Ordering {
    match (is_integer(a), is_integer(b)) {
        (true, true) => a.len().cmp(&b.len()).then_with(|| a.cmp(b)),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => a.cmp(b),
    }
}

/// Without a leading zero; `012` is a word.
fn is_integer(text: &str) -> bool {
    text == "0" || (!text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()))
}

impl PartialOrd for Semantic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Semantic {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Semantic {}

impl Ord for FabricVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.semantic, &other.semantic) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => self.text.cmp(&other.text),
        }
    }
}

impl PartialOrd for FabricVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for FabricVersion {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for FabricVersion {}

impl fmt::Display for FabricVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
