//! How the run ended, and which exceptions belong to its end.

use crate::{Ended, read::Kind, scan::Run, structure::Trace};

/// The end of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ending {
    pub(crate) ended: Ended,
    /// The exception that ended it.
    pub(crate) main: Option<usize>,
    /// Exceptions that belong to its end, by place among the traces.
    fatal: Vec<usize>,
    /// By file: from this line on, lines belong to the end.
    last_part: Vec<u32>,
}

/// A log of fewer lines is an excerpt: all of it belongs to the end.
const EXCERPT: u32 = 120;
/// Lines before the end of a log that belong to it.
const LAST: u32 = 160;
/// Quiet lines behind an exception after which it did not end the run.
const GOES_ON: u32 = 40;
/// Lines between exceptions that come in one burst.
const BURST: u32 = 60;

impl Ending {
    /// Looks at how the run ended.
    pub(crate) fn of(run: &Run) -> Self {
        let mut ending = Self { ended: ended(run), ..Self::default() };
        ending.last_part = run.files.iter().map(|file| last_part(file.lines, ending.ended)).collect();
        let reported = reported(run);
        let marked = marked(run);
        let burst = if ending.ended == Ended::Normally { Vec::new() } else { burst(run) };
        ending.main = reported.first().or(marked.first()).or(burst.first()).copied();
        ending.fatal = [reported, marked, burst].concat();
        ending
    }

    /// Whether nothing says that it ended well.
    pub(crate) fn did_not_end_well(&self) -> bool {
        self.ended != Ended::Normally
    }

    /// The trace a line belongs to.
    pub(crate) fn trace_at(run: &Run, file: usize, line: u32) -> Option<usize> {
        run.traces.iter().position(|trace| trace.file == file && (trace.line..=trace.last).contains(&line))
    }

    /// Whether a line belongs to the end of the run.
    pub(crate) fn is_fatal(&self, run: &Run, file: usize, line: u32, trace: Option<usize>) -> bool {
        if let Some(trace) = trace {
            return self.fatal.contains(&trace);
        }
        let reported = run.files.get(file).and_then(|seen| seen.report).is_some_and(|from| line >= from);
        reported || (self.did_not_end_well() && self.last_part.get(file).is_some_and(|from| line >= *from))
    }

    /// The exceptions that belong to the end, the main one first.
    pub(crate) fn fatal<'r>(&self, run: &'r Run) -> impl Iterator<Item = (usize, &'r Trace)> {
        let mut order = self.fatal.clone();
        let mut seen = std::collections::BTreeSet::new();
        order.retain(|at| seen.insert(*at));
        order.into_iter().filter_map(|at| run.traces.get(at).map(|trace| (at, trace)))
    }
}

fn last_part(lines: u32, ended: Ended) -> u32 {
    match ended {
        Ended::Normally => u32::MAX,
        _ if lines <= EXCERPT => 0,
        _ => lines.saturating_sub(LAST),
    }
}

fn ended(run: &Run) -> Ended {
    let code = run.facts.get("exit_code").and_then(|code| code.parse::<i64>().ok());
    let report = run.files.iter().any(|file| file.report.is_some());
    let crashed = report || run.fact_lines.contains_key("_crashed");
    // The game says that it stops also when it stops because of a crash.
    let stopped = run.fact_lines.get("_stopped").is_some_and(|(file, line)| {
        run.files.get(*file).is_some_and(|seen| seen.last_words.saturating_sub(*line) <= LAST)
    });
    match (code, crashed, stopped) {
        (Some(0), false, _) | (None | Some(_), false, true) if !late_fatal(run) => Ended::Normally,
        (_, true, _) => Ended::Crashed,
        (Some(code), ..) if code != 0 => Ended::Crashed,
        _ => Ended::Unknown,
    }
}

/// A word about a crash behind the word about stopping.
fn late_fatal(run: &Run) -> bool {
    match (run.fact_lines.get("_crashed"), run.fact_lines.get("_stopped")) {
        (Some(crashed), Some(stopped)) => crashed.0 == stopped.0 && crashed.1 > stopped.1,
        _ => false,
    }
}

/// The exceptions at the heads of crash reports; files of their own first.
fn reported(run: &Run) -> Vec<usize> {
    let mut found: Vec<(bool, usize)> = Vec::new();
    for (index, file) in run.files.iter().enumerate() {
        let Some(from) = file.report.filter(|_| file.kind != Kind::HsErr) else { continue };
        let first = run.traces.iter().position(|trace| trace.file == index && trace.last >= from);
        found.extend(first.map(|at| (file.kind != Kind::Report, at)));
    }
    found.sort_by_key(|(other, _)| *other);
    found.into_iter().map(|(_, at)| at).collect()
}

/// Exceptions behind words that say: the game crashed.
fn marked(run: &Run) -> Vec<usize> {
    let Some((file, line)) = run.fact_lines.get("_crashed") else { return Vec::new() };
    let near = |trace: &Trace| {
        !trace.quiet && trace.file == *file && trace.line <= line + 12 && trace.last + 30 >= *line
    };
    run.traces.iter().enumerate().filter(|(_, trace)| near(trace)).map(|(at, _)| at).collect()
}

/// The burst of exceptions at the end of each file, first one first.
fn burst(run: &Run) -> Vec<usize> {
    let mut found = Vec::new();
    for (index, file) in run.files.iter().enumerate() {
        let own: Vec<(usize, &Trace)> =
            run.traces.iter().enumerate().filter(|(_, trace)| trace.file == index && !trace.quiet).collect();
        let Some((_, last)) = own.last() else { continue };
        let goes_on = file.last_words.saturating_sub(last.last) > GOES_ON && file.last_quiet > last.last;
        if goes_on && file.lines > EXCERPT {
            continue;
        }
        let mut from = last.line;
        let mut burst: Vec<usize> = Vec::new();
        for (at, trace) in own.iter().rev() {
            if from.saturating_sub(trace.last) > BURST && file.lines > EXCERPT {
                break;
            }
            from = trace.line;
            burst.insert(0, *at);
        }
        found.extend(burst);
    }
    found
}
