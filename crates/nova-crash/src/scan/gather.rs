//! What a pass over the files keeps, all of it bounded.

use std::collections::BTreeMap;

use crate::{
    read::Kind,
    rules::{Follow, Line, Match, Rules, follow, matches},
    structure::{Detail, ModTable, Trace, Zone},
};

/// A rule that held for a line.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub(crate) rule: usize,
    pub(crate) file: usize,
    pub(crate) line: u32,
    pub(crate) zone: Zone,
    pub(crate) fields: Match,
    /// The words, and those of the lines behind it that gave fields.
    pub(crate) words: Vec<(u32, String)>,
    /// What it waited for came.
    pub(crate) whole: bool,
}

/// A file that was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileSeen {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) lines: u32,
    /// The last line that a logger wrote at an ordinary level.
    pub(crate) last_quiet: u32,
    /// The last line that is not blank.
    pub(crate) last_words: u32,
    /// A crash report or a crash of Java stands in it, from this line on.
    pub(crate) report: Option<u32>,
}

/// Everything that was gathered.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) files: Vec<FileSeen>,
    pub(crate) hits: Vec<Hit>,
    pub(crate) traces: Vec<Trace>,
    pub(crate) details: Vec<Detail>,
    pub(crate) mods: ModTable,
    /// Facts, each with the place it was first read at.
    pub(crate) facts: BTreeMap<String, String>,
    /// The last line each fact was read on, by file.
    pub(crate) fact_lines: BTreeMap<String, (usize, u32)>,
    /// Hits of each rule.
    pub(crate) counts: Vec<u32>,
    /// Rules of facts that have been answered.
    told: Vec<bool>,
}

/// Hits kept of one rule: the first ones, and the last.
const FIRST: u32 = 24;
/// Words of a line that are kept.
const WORDS: usize = 1_000;
/// Traces kept: the first ones and the last ones.
const FIRST_TRACES: usize = 80;
const LAST_TRACES: usize = 60;

impl Run {
    /// An empty run.
    pub(crate) fn new(rules: &Rules) -> Self {
        Self { counts: vec![0; rules.all.len()], told: vec![false; rules.all.len()], ..Self::default() }
    }

    /// Holds a line against the rules that it has words of.
    pub(crate) fn line(&mut self, rules: &Rules, named: &[u16], line: &Line<'_>, waiting: &mut Vec<Follow>) {
        for index in named.iter().map(|index| usize::from(*index)) {
            let Some(rule) = rules.all.get(index) else { continue };
            if self.told.get(index) == Some(&true) {
                continue;
            }
            let Some(fields) = matches(rule, line) else { continue };
            if rule.draft.cause.is_none() {
                self.fact(index, fields, line);
                continue;
            }
            if let Some(hit) = self.hit(index, line, fields) {
                let left: Vec<_> = rule.then.iter().map(|(then, _)| (then.within, false)).collect();
                if !left.is_empty() {
                    waiting.push(Follow { rule: index, hit, left });
                }
            }
        }
    }

    fn hit(&mut self, rule: usize, line: &Line<'_>, fields: Match) -> Option<usize> {
        let count = self.counts.get_mut(rule)?;
        *count += 1;
        let hit = Hit {
            rule,
            file: line.file,
            line: line.number,
            zone: line.zone,
            fields,
            words: vec![(line.number, line.said.chars().take(WORDS).collect())],
            whole: true,
        };
        if *count <= FIRST {
            self.hits.push(hit);
            return Some(self.hits.len() - 1);
        }
        // The last one of many takes the place of the last one that was kept.
        let at = self.hits.iter().rposition(|kept| kept.rule == rule)?;
        *self.hits.get_mut(at)? = hit;
        Some(at)
    }

    fn fact(&mut self, rule: usize, fields: Match, line: &Line<'_>) {
        // Of what marks the end of a run the last place counts, of everything else the first word.
        let first_counts = !fields.iter().any(|(name, _)| name.starts_with('_') || name == "exit_code");
        if let Some(told) = self.told.get_mut(rule).filter(|_| first_counts) {
            *told = true;
        }
        for (name, value) in fields {
            self.fact_lines.insert(name.clone(), (line.file, line.number));
            if self.facts.len() < 200 {
                self.facts.entry(name).or_insert_with(|| value.trim().chars().take(200).collect());
            }
        }
    }

    /// Gives a line to the rules that wait for one.
    pub(crate) fn follow(
        &mut self,
        rules: &Rules,
        (number, text, said): (u32, &str, &str),
        waiting: &mut Vec<Follow>,
    ) {
        waiting.retain_mut(|wait| {
            let Some(rule) = rules.all.get(wait.rule) else { return false };
            let (fields, waits) = follow(rule, wait, text);
            if let Some(hit) = self.hits.get_mut(wait.hit) {
                if !fields.is_empty() && hit.words.len() < 12 {
                    hit.words.push((number, said.chars().take(WORDS).collect()));
                }
                hit.fields.extend(fields.into_iter().take(200usize.saturating_sub(hit.fields.len())));
            }
            if !waits {
                self.settle(rules, wait);
            }
            waits
        });
    }

    /// Marks a hit whose needed line did not come.
    pub(crate) fn settle(&mut self, rules: &Rules, wait: &Follow) {
        let Some(rule) = rules.all.get(wait.rule) else { return };
        let missed = rule.then.iter().zip(&wait.left).any(|((then, _), (_, done))| then.need && !done);
        if let Some(hit) = self.hits.get_mut(wait.hit) {
            hit.whole &= !missed;
        }
    }

    /// Keeps finished traces: the first ones and the last ones.
    pub(crate) fn keep(&mut self, done: &mut Vec<Trace>) {
        for trace in done.drain(..) {
            if self.traces.len() >= FIRST_TRACES + LAST_TRACES {
                self.traces.remove(FIRST_TRACES);
            }
            self.traces.push(trace);
        }
    }
}
