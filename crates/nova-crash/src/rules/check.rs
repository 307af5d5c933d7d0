//! Holding one line against one rule.

use super::{At, Rule};
use crate::{read::Level, structure::Zone};

/// A line as rules see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) file: usize,
    pub(crate) number: u32,
    /// Its words, those of a loader in English.
    pub(crate) text: &'a str,
    /// Its words as they stand in the file.
    pub(crate) said: &'a str,
    pub(crate) level: Option<Level>,
    pub(crate) zone: Zone,
    pub(crate) is_head: bool,
    pub(crate) is_frame: bool,
}

/// Fields that a rule took out of a line.
pub(crate) type Match = Vec<(String, String)>;

/// Whether a rule holds for a line, as far as the line alone can tell.
pub(crate) fn matches(rule: &Rule, line: &Line<'_>) -> Option<Match> {
    let draft = &rule.draft;
    let has = |word: &String| line.text.contains(word.as_str());
    let quiet = draft.loud && matches!(line.level, Some(Level::Info | Level::Debug));
    let stands = stands(draft.at, line) && !quiet;
    if !stands || !draft.all.iter().all(has) || draft.not.iter().any(has) {
        return None;
    }
    let found = rule.patterns.iter().find_map(|pattern| pattern.fields(line.text));
    if found.is_none() && !draft.maybe && !rule.patterns.is_empty() {
        return None;
    }
    let fixed = draft.set.iter().map(|(name, value)| (name.clone(), value.clone()));
    Some(found.unwrap_or_default().into_iter().chain(fixed).collect())
}

fn stands(at: At, line: &Line<'_>) -> bool {
    let tables = matches!(line.zone, Zone::System | Zone::HsTables);
    match at {
        At::Words => !tables,
        At::Head => line.is_head && !tables,
        At::Frame => line.is_frame && !tables,
        At::HsErr => {
            matches!(line.zone, Zone::HsErr | Zone::HsTables) || line.text.trim_start().starts_with('#')
        }
        At::Report => matches!(line.zone, Zone::Report | Zone::Details),
        At::System => line.zone == Zone::System,
        At::Anywhere => true,
    }
}

/// A rule that waits for the lines behind its own.
#[derive(Debug)]
pub(crate) struct Follow {
    pub(crate) rule: usize,
    pub(crate) hit: usize,
    /// Of each thing it looks for: lines left, and whether it was found.
    pub(crate) left: Vec<(u8, bool)>,
}

/// Looks at a line for what a rule waits for; gives back the fields, and whether the rule waits on.
pub(crate) fn follow(rule: &Rule, follow: &mut Follow, text: &str) -> (Match, bool) {
    let mut found = Match::new();
    let mut waits = false;
    for ((then, pattern), (left, done)) in rule.then.iter().zip(&mut follow.left) {
        if *left == 0 || (*done && !then.all) {
            continue;
        }
        *left -= 1;
        if let Some(fields) = pattern.fields(text) {
            found.extend(fields);
            *done = true;
        }
        waits |= *left > 0 && (!*done || then.all);
    }
    (found, waits)
}
