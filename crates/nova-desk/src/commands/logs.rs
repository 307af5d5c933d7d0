//! The log console: which logs there are, and the rows of one that are on the screen.

use std::{path::PathBuf, sync::Arc};

use nova_content::logs::{self, Level, Marks, RowFilter, RowLimits, Rows};
use nova_model::{Explain, Message, Report};
use serde::Deserialize;
use ts_rs::TS;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    logs::{OpenLog, said},
    view::{LogFileRow, LogHit, LogRow, LogRows, OpenedLog},
};

/// Rows that are given at once.
const MOST: usize = 1_000;
/// Lines that are copied at once.
const COPIED: usize = 5_000;

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("log_files", files),
        Command::new("log_open", open),
        Command::new("log_rows", rows),
        Command::new("log_place", place),
        Command::new("log_find", find),
        Command::new("log_copy", copy),
        Command::new("log_close", close),
    ]
}

/// The version whose logs are meant.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct LogsOf {
    /// Its id; none for the current one.
    version: Option<String>,
}

/// Which log: what a run of the game said, or a file of a version.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct WhichLog {
    /// The version; none for the current one.
    version: Option<String>,
    /// The file, as it is listed; none for the newest.
    file: Option<String>,
    /// The run of the game whose output is meant.
    run: Option<String>,
}

/// What is shown of an open log.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct LogPick {
    /// The open log.
    log: String,
    /// Only these levels; empty for all.
    #[ts(type = "('debug' | 'info' | 'warn' | 'error' | 'fatal')[]")]
    levels: Vec<Level>,
    /// Words that are looked for, or an expression between slashes; empty for none.
    find: String,
    /// Whether rows without them are shown too.
    #[serde(default)]
    around: bool,
}

/// A screenful.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct LogWindow {
    #[serde(flatten)]
    #[ts(flatten)]
    pick: LogPick,
    /// The first of the rows that fit, from 0.
    from: usize,
    /// How many.
    count: usize,
    /// Whether to look first for what was written since.
    follow: bool,
}

/// Where a line stands among those that fit.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct LogPlace {
    #[serde(flatten)]
    #[ts(flatten)]
    pick: LogPick,
    /// The line's number in the file.
    line: usize,
}

/// Which of the rows with the words is meant.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct LogFind {
    #[serde(flatten)]
    #[ts(flatten)]
    pick: LogPick,
    /// The number of the line from which is looked; none for an end of the log.
    line: Option<usize>,
    /// Which way.
    way: LogWay,
}

/// A way through a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogWay {
    /// This line or the next with the words.
    Here,
    /// The next one.
    Next,
    /// The one before.
    Previous,
}

/// Lines to be copied: by their numbers in the file, both ends included.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct LogCopy {
    #[serde(flatten)]
    #[ts(flatten)]
    pick: LogPick,
    first: usize,
    last: usize,
}

/// An open log.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ThisLog {
    log: String,
}

impl LogPick {
    /// The rows that are shown.
    fn filter(&self) -> RowFilter {
        if self.around { RowFilter { find: String::new(), ..self.hits() } } else { self.hits() }
    }

    /// The rows that have the words.
    fn hits(&self) -> RowFilter {
        RowFilter { levels: self.levels.clone(), find: self.find.trim().to_owned() }
    }
}

async fn files(desk: Arc<Desk>, args: LogsOf, _: To<Silent>) -> Result<Vec<LogFileRow>, Fault> {
    blocking(&desk, move |desk| {
        let version = desk.app().launcher().game.version(args.version.as_deref());
        let instance = version.map_err(|error| error.report())?.instance();
        Ok(logs::sources(&instance).into_iter().map(LogFileRow::of).collect())
    })
    .await
}

async fn open(desk: Arc<Desk>, args: WhichLog, _: To<Silent>) -> Result<OpenedLog, Fault> {
    blocking(&desk, move |desk| {
        let (name, path) = chosen(desk, &args)?;
        let rows = Rows::open(&path, RowLimits::default()).map_err(|error| said(&error))?;
        Ok(OpenedLog { log: desk.logs.keep(rows), name })
    })
    .await
}

fn chosen(desk: &Desk, args: &WhichLog) -> Result<(String, PathBuf), Report> {
    let app = desk.app();
    let launcher = app.launcher();
    if let Some(run) = &args.run {
        let path = launcher.run_output(run);
        return Ok((
            "output.log".to_owned(),
            path.ok_or_else(|| Report::new(Message::new("desk.play.no-log")))?,
        ));
    }
    let version = launcher.game.version(args.version.as_deref()).map_err(|error| error.report())?;
    let file = logs::find(&version.instance(), args.file.as_deref()).map_err(|error| said(&error))?;
    Ok((file.id, file.path))
}

async fn rows(desk: Arc<Desk>, args: LogWindow, _: To<Silent>) -> Result<LogRows, Fault> {
    blocking(&desk, move |desk| {
        let redactor = desk.app().launcher().redactor();
        desk.logs.with(&args.pick.log, |log| {
            if args.follow {
                log.read_on()?;
            }
            let marks = Marks::of(&args.pick.hits().find).map_err(|error| said(&error))?;
            let picked = log.picked(&args.pick.filter(), &redactor)?;
            let total = picked.len();
            let shown = picked.iter().skip(args.from).take(args.count.min(MOST));
            let shown: Vec<usize> = shown.map(|place| *place as usize).collect();
            let rows = log.rows.at(shown, &redactor).into_iter();
            let rows = rows.map(|line| LogRow::of(line, &marks)).collect();
            Ok(LogRows { total, rows, ..LogRows::of(&log.rows, &desk.texts()) })
        })
    })
    .await
}

/// The place of a line among the rows that fit, or of the next one that does.
async fn place(desk: Arc<Desk>, args: LogPlace, _: To<Silent>) -> Result<Option<usize>, Fault> {
    blocking(&desk, move |desk| {
        let redactor = desk.app().launcher().redactor();
        desk.logs.with(&args.pick.log, |log| {
            let Some(wanted) = log.rows.place(args.line) else { return Ok(None) };
            let picked = log.picked(&args.pick.filter(), &redactor)?;
            Ok(Some(picked.partition_point(|place| (*place as usize) < wanted))
                .filter(|at| *at < picked.len()))
        })
    })
    .await
}

/// The next row with the words, round and round; none where no row has them.
async fn find(desk: Arc<Desk>, args: LogFind, _: To<Silent>) -> Result<Option<LogHit>, Fault> {
    blocking(&desk, move |desk| {
        let redactor = desk.app().launcher().redactor();
        desk.logs.with(&args.pick.log, |log| {
            let from = args.line.map(|line| log.rows.place(line).unwrap_or_default());
            let hits = log.picked(&args.pick.hits(), &redactor)?;
            let Some(nth) = nth(hits, from, args.way) else { return Ok(None) };
            let (total, hit) = (hits.len(), hits.get(nth).copied().unwrap_or_default());
            let shown = log.picked(&args.pick.filter(), &redactor)?;
            let place = shown.partition_point(|place| *place < hit);
            Ok(Some(LogHit { place, nth: nth + 1, total }))
        })
    })
    .await
}

/// Which of the hits comes next; after the last one the first.
fn nth(hits: &[u32], from: Option<usize>, way: LogWay) -> Option<usize> {
    let last = hits.len().checked_sub(1)?;
    let before = |bound: usize| hits.partition_point(|place| (*place as usize) < bound);
    let (wanted, end) = match way {
        LogWay::Here => (Some(from.map_or(0, before)), 0),
        LogWay::Next => (Some(from.map_or(0, |from| before(from + 1))), 0),
        LogWay::Previous => (from.map_or(Some(last), |from| before(from).checked_sub(1)), last),
    };
    Some(wanted.filter(|nth| *nth <= last).unwrap_or(end))
}

/// Lines as they may leave this computer.
async fn copy(desk: Arc<Desk>, args: LogCopy, _: To<Silent>) -> Result<String, Fault> {
    blocking(&desk, move |desk| {
        let app = desk.app();
        let launcher = app.launcher();
        desk.logs.with(&args.pick.log, |log| {
            let lines = between(log, &args, launcher)?;
            Ok(launcher.for_others(lines.iter().map(String::as_str)))
        })
    })
    .await
}

fn between(log: &mut OpenLog, args: &LogCopy, launcher: &nova_core::Launcher) -> Result<Vec<String>, Report> {
    let redactor = launcher.redactor();
    let first = log.rows.place(args.first).unwrap_or_default();
    let last = log.rows.place(args.last).unwrap_or_else(|| log.rows.len());
    let picked = log.picked(&args.pick.filter(), &redactor)?;
    let wanted = picked.iter().map(|place| *place as usize).filter(|place| (first..=last).contains(place));
    let wanted: Vec<usize> = wanted.take(COPIED).collect();
    Ok(log.rows.at(wanted, &redactor).into_iter().map(|line| line.text).collect())
}

async fn close(desk: Arc<Desk>, args: ThisLog, _: To<Silent>) -> Result<Nothing, Fault> {
    desk.logs.close(&args.log);
    Ok(Nothing {})
}
