//! Version ranges of `mods.toml` and of `@Mod` dependencies: Maven's notation.

use std::fmt;

use super::{MavenVersion, RangeError, error::capped};

/// A range in Maven's notation: `[1.0,2.0)`, `(,1.0]`, `[1.0]`, `[1.0,1.1],[1.3,)`.
///
/// A version without brackets is a recommendation to Maven and holds for every version in Forge and `NeoForge`; so do an empty
/// text and `*`. Sets of intervals must be in order and may not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MavenRange {
    text: String,
    /// Empty: every version.
    intervals: Vec<Interval>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Interval {
    lower: Option<Bound>,
    upper: Option<Bound>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Bound {
    version: MavenVersion,
    edge: Edge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// `[` or `]`
    Inside,
    /// `(` or `)`
    Outside,
}

impl MavenRange {
    /// Reads a range; refuses what Maven refuses.
    pub fn parse(text: &str) -> Result<Self, RangeError> {
        let trimmed = capped(text)?.trim();
        let intervals = if trimmed.starts_with(['[', '(']) { intervals(trimmed) } else { soft(trimmed) };
        let intervals = intervals.ok_or_else(|| RangeError::Unreadable { range: text.to_owned() })?;
        Ok(Self { text: text.to_owned(), intervals })
    }

    /// Whether the version is in the range.
    pub fn contains(&self, version: &MavenVersion) -> bool {
        self.intervals.is_empty() || self.intervals.iter().any(|interval| interval.contains(version))
    }

    /// The range as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl Interval {
    fn contains(&self, version: &MavenVersion) -> bool {
        let above = self.lower.as_ref().is_none_or(|bound| match bound.edge {
            Edge::Inside => *version >= bound.version,
            Edge::Outside => *version > bound.version,
        });
        let below = self.upper.as_ref().is_none_or(|bound| match bound.edge {
            Edge::Inside => *version <= bound.version,
            Edge::Outside => *version < bound.version,
        });
        above && below
    }
}

/// A bare version allows everything, but a bracket in it is a slip.
fn soft(text: &str) -> Option<Vec<Interval>> {
    (!text.contains(['[', ']', '(', ')'])).then(Vec::new)
}

fn intervals(mut rest: &str) -> Option<Vec<Interval>> {
    let mut intervals: Vec<Interval> = Vec::new();
    while !rest.is_empty() {
        let (interval, left) = take_interval(rest)?;
        if intervals.last().is_some_and(|before| !follows(before, &interval)) {
            return None;
        }
        intervals.push(interval);
        let left = left.trim_start();
        rest = left.strip_prefix(',').unwrap_or(left).trim_start();
    }
    Some(intervals)
}

/// Whether an interval begins where the one before it has ended.
fn follows(before: &Interval, interval: &Interval) -> bool {
    match (&before.upper, &interval.lower) {
        (Some(upper), Some(lower)) => lower.version >= upper.version,
        _ => false,
    }
}

fn take_interval(text: &str) -> Option<(Interval, &str)> {
    let lower_edge = edge(text.chars().next()?)?;
    let (inner, after) = text.split_at_checked(text.find([')', ']'])?)?;
    let upper_edge = edge(after.chars().next()?)?;
    let inner = inner.get(1..)?.trim();
    let interval = match inner.split_once(',') {
        None => exact(inner, lower_edge, upper_edge)?,
        Some((lower, upper)) => between(bound(lower, lower_edge)?, bound(upper, upper_edge)?)?,
    };
    Some((interval, after.get(1..)?))
}

fn edge(bracket: char) -> Option<Edge> {
    match bracket {
        '[' | ']' => Some(Edge::Inside),
        '(' | ')' => Some(Edge::Outside),
        _ => None,
    }
}

fn exact(version: &str, lower: Edge, upper: Edge) -> Option<Interval> {
    if version.is_empty() || (lower, upper) != (Edge::Inside, Edge::Inside) {
        return None;
    }
    Some(Interval { lower: bound(version, lower)?, upper: bound(version, upper)? })
}

/// The outer `None` is an error, the inner one an open end.
#[expect(clippy::option_option, reason = "an open end and a bad bound are different things")]
fn bound(version: &str, edge: Edge) -> Option<Option<Bound>> {
    let version = version.trim();
    if version.contains(['[', '(', ',']) {
        return None;
    }
    Some((!version.is_empty()).then(|| Bound { version: MavenVersion::parse(version), edge }))
}

fn between(lower: Option<Bound>, upper: Option<Bound>) -> Option<Interval> {
    if let (Some(lower), Some(upper)) = (&lower, &upper)
        && upper.version < lower.version
    {
        return None;
    }
    Some(Interval { lower, upper })
}

impl fmt::Display for MavenRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
