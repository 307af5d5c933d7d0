//! The two or three numbers of a release.

use std::{cmp::Ordering, fmt};

/// The numbers of a release. `1.20` and `1.20.0` compare equal; what is written back has no trailing zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Core {
    numbers: [u32; 3],
}

impl Core {
    pub(super) fn new(numbers: [u32; 3]) -> Self {
        Self { numbers }
    }

    /// Reads `1.20`, `1.20.4` or `26.1` from the start of a text; the rest of the text comes back with it.
    pub(super) fn take(text: &str) -> Option<(Self, &str)> {
        let (major, rest) = take_number(text)?;
        let (minor, rest) = take_number(rest.strip_prefix('.')?)?;
        let patch = rest.strip_prefix('.').and_then(take_number);
        let (patch, rest) = patch.unwrap_or((0, rest));
        let core = Self { numbers: [major, minor, patch] };
        (core.is_plausible() && !rest.starts_with('.')).then_some((core, rest))
    }

    /// `1.x` up to 2025, the year from then on.
    fn is_plausible(self) -> bool {
        let [major, ..] = self.numbers;
        major == 1 || self.counts_years()
    }

    /// Whether it is of the scheme that began with `26.1`.
    pub(super) fn counts_years(self) -> bool {
        let [major, ..] = self.numbers;
        (26..100).contains(&major)
    }

    /// The first two numbers.
    pub(super) fn family(self) -> String {
        let [major, minor, _] = self.numbers;
        format!("{major}.{minor}")
    }

    pub(super) fn is_at_most(self, other: [u32; 3]) -> bool {
        self.numbers.cmp(&other) != Ordering::Greater
    }
}

impl fmt::Display for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.numbers {
            [major, minor, 0] => write!(f, "{major}.{minor}"),
            [major, minor, patch] => write!(f, "{major}.{minor}.{patch}"),
        }
    }
}

/// A number of at most nine digits from the start of a text, and the rest of the text.
pub(super) fn take_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    if digits.len() > 9 { None } else { digits.parse().ok().map(|number| (number, rest)) }
}
