//! Versions in the order of Maven's `ComparableVersion`, which Forge and `NeoForge` compare mods, themselves and the game with.
//!
//! A version is a chain of lists: each `-`, and each change between digits and other characters, begins a list that is the last
//! item of the one before. Because only the last item can be a list, the chain is kept flat, and nothing here recurses.
//!
//! Maven's own comparison has circles among versions nobody writes (`1.sp` < `1-alpha` < `1` < `1.sp`). Here the sign decides
//! first (what comes before the plain release, what comes after it), and zeros before a word do not count; both make the
//! order total and leave every common form where Maven has it.

use std::{cmp::Ordering, fmt};

use super::error::within_limit;

/// Qualifiers that come before the release, in order.
const BEFORE: [&str; 5] = ["alpha", "beta", "milestone", "rc", "snapshot"];
/// Qualifiers that mean the release.
const RELEASE: [&str; 4] = ["", "ga", "final", "release"];

/// A version in Maven's order. Any text is one. `1`, `1.0` and `1.0-final` are equal.
#[derive(Clone, Debug)]
pub struct MavenVersion {
    text: String,
    lists: Vec<Vec<Item>>,
}

/// One item of a list. The order of the variants is the order of the items.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    /// A qualifier before the release, by its place in [`BEFORE`].
    Before(usize),
    /// A later list whose first item comes before the release.
    TailBefore,
    /// Nothing: the other version goes on.
    End,
    /// `sp` (a patch on top of the release).
    ServicePack,
    /// Any other word, by its text.
    Word(String),
    /// A later list whose first item comes after the release.
    TailAfter,
    /// A number: its length, then its digits, so that none is too long.
    Number(usize, String),
}

impl MavenVersion {
    /// Reads a version. Never fails. Only the first thousand characters count.
    pub fn parse(text: &str) -> Self {
        let lists = if within_limit(text) {
            lists(text)
        } else {
            lists(&text.chars().take(super::LONGEST).collect::<String>())
        };
        Self { text: text.to_owned(), lists }
    }

    /// The text as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The item at a place of the chain; `End` behind the last.
    fn item(&self, list: usize, place: usize) -> Item {
        let items = self.lists.get(list).map(Vec::as_slice).unwrap_or_default();
        match items.get(place) {
            Some(item) => item.clone(),
            None if place == items.len() => self.tail(list.saturating_add(1)),
            None => Item::End,
        }
    }

    /// A list as an item of the one before it: the sign of its first item.
    fn tail(&self, list: usize) -> Item {
        let first = self.lists.iter().skip(list).find_map(|items| items.first());
        match first {
            None => Item::End,
            Some(item) if *item < Item::End => Item::TailBefore,
            Some(_) => Item::TailAfter,
        }
    }
}

/// A place where one kind of text ends and another begins.
struct Cutter<'a> {
    rest: &'a str,
}

/// A run of digits or of other characters, and the separator behind it (`None` where the kind changes or the text ends).
struct Run<'a> {
    text: &'a str,
    separator: Option<char>,
    before_digit: bool,
}

impl<'a> Iterator for Cutter<'a> {
    type Item = Run<'a>;

    fn next(&mut self) -> Option<Run<'a>> {
        let first = self.rest.chars().next()?;
        let digits = first.is_ascii_digit();
        let ends = |c: char| matches!(c, '.' | '-') || c.is_ascii_digit() != digits;
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at_checked(end)?;
        let next = rest.chars().next();
        let separator = next.filter(|c| matches!(c, '.' | '-'));
        self.rest = separator.and_then(|c| rest.strip_prefix(c)).unwrap_or(rest);
        Some(Run { text, separator, before_digit: next.is_some_and(|c| c.is_ascii_digit()) })
    }
}

fn lists(text: &str) -> Vec<Vec<Item>> {
    let lower = text.to_lowercase();
    let mut lists = vec![Vec::new()];
    let mut cutter = Cutter { rest: &lower };
    while let Some(run) = cutter.next() {
        if let (Some(item), Some(list)) = (item(&run), lists.last_mut()) {
            list.push(item);
        }
        // A change of kind begins a list, as a dash does; the end of the text does not.
        if run.separator == Some('-') || (run.separator.is_none() && !cutter.rest.is_empty()) {
            lists.push(Vec::new());
        }
    }
    lists.iter_mut().for_each(normalise);
    lists
}

/// An empty run between separators is a zero; a word for the release is nothing.
fn item(run: &Run<'_>) -> Option<Item> {
    let digits = run.text.trim_start_matches('0');
    if run.text.starts_with(|c: char| c.is_ascii_digit()) || run.text.is_empty() {
        return Some(Item::Number(digits.len(), digits.to_owned()));
    }
    word(match run.text {
        "a" if run.before_digit => "alpha",
        "b" if run.before_digit => "beta",
        "m" if run.before_digit => "milestone",
        "cr" => "rc",
        text => text,
    })
}

fn word(text: &str) -> Option<Item> {
    if RELEASE.contains(&text) {
        return None;
    }
    Some(match BEFORE.iter().position(|known| *known == text) {
        Some(place) => Item::Before(place),
        None if text == "sp" => Item::ServicePack,
        None => Item::Word(text.to_owned()),
    })
}

/// Drops zeros that no number follows.
fn normalise(list: &mut Vec<Item>) {
    let mut keep = false;
    let mut kept: Vec<_> = std::mem::take(list)
        .into_iter()
        .rev()
        .filter(|item| {
            keep = match item {
                Item::Number(0, _) => keep,
                other => matches!(other, Item::Number(..)),
            };
            keep || !matches!(item, Item::Number(0, _))
        })
        .collect();
    kept.reverse();
    *list = kept;
}

impl Ord for MavenVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        let longest = self.lists.len().max(other.lists.len());
        for list in 0..longest {
            let mut place = 0;
            loop {
                let [a, b] = [self.item(list, place), other.item(list, place)];
                let order = a.cmp(&b);
                if order != Ordering::Equal {
                    return order;
                }
                match a {
                    Item::End => return Ordering::Equal,
                    Item::TailBefore | Item::TailAfter => break,
                    _ => place = place.saturating_add(1),
                }
            }
        }
        Ordering::Equal
    }
}

impl PartialOrd for MavenVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for MavenVersion {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for MavenVersion {}

impl fmt::Display for MavenVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
