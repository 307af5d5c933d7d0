//! A game that ended badly: which runs and reports there are, what ended one of them, what mends it, what has changed since it last
//! ran well.

use nova_content::logs::{LogFile, LogKind};
use nova_core::{
    Difference, Run, Since,
    crashes::{self, After, Confidence, Excerpt, Finding, Fix, Outcome, Suspect},
    ending,
};
use nova_model::{Message, Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use super::ProblemRow;
use crate::turn::Names;

/// Characters of a name that are shown.
const NAME: usize = 200;

/// What there is to be looked at of a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CrashList {
    /// The version.
    pub version: String,
    /// The item that is meant: the one that was named, else the newest.
    pub chosen: Option<String>,
    /// Runs that ended badly and reports of others, newest first.
    pub items: Vec<CrashItem>,
    /// Whether there are more than are listed.
    pub more: bool,
    /// Whether a game of it runs.
    pub running: bool,
    /// The newest log of the game, where there is one.
    pub log: Option<String>,
    /// What became of the last fixes, newest first.
    pub fixes: Vec<FixOutcome>,
}

/// What a run or a report is looked at by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CrashKind {
    /// A run that Nova started.
    Run,
    /// A crash report of the game.
    Report,
    /// A report of Java itself.
    Java,
}

/// A run that ended badly, or the report of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CrashItem {
    /// The id of the run, or of the file.
    pub id: String,
    /// What it is.
    pub kind: CrashKind,
    /// When it ended; of a report, when it was written.
    pub at: Millis,
    /// How it ended, in a word or two; of a report, its name.
    pub how: String,
    /// Milliseconds that were played.
    pub played: Option<Millis>,
}

/// What became of a fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FixOutcome {
    /// The change that it was: takes it back.
    pub change: String,
    /// The version.
    pub version: String,
    /// What it was for.
    pub what: String,
    /// `waiting`: not played since; `gone`, `still`, or `other`: gone, but something else ended the game.
    #[ts(type = "'waiting' | 'gone' | 'still' | 'other'")]
    pub outcome: Outcome,
}

/// What ended a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CrashView {
    /// The version; none of files from elsewhere.
    pub version: Option<String>,
    /// The run, where it is one.
    pub run: Option<String>,
    /// The one file that was looked at, where one was named.
    pub file: Option<String>,
    /// When it ended.
    pub at: Option<Millis>,
    /// How it ended, in a word or two.
    pub how: Option<String>,
    /// Whether a later run ended as it should.
    pub clean_since: bool,
    /// The files that were read.
    pub files: Vec<String>,
    /// Files that could not be read.
    pub problems: Vec<ProblemRow>,
    /// What ended it, the best answer first.
    pub causes: Vec<CauseRow>,
    /// What is worth knowing beside it, in a sentence each.
    pub notes: Vec<String>,
}

/// One answer to what ended a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CauseRow {
    /// Its id; the same run and cause have the same.
    pub id: String,
    /// In one sentence, with the mods by name and file.
    pub what: String,
    /// What to do about it.
    pub advice: String,
    /// How sure it is.
    #[ts(type = "'sure' | 'likely' | 'guess'")]
    pub sure: Confidence,
    /// The mods under suspicion.
    pub mods: Vec<SuspectRow>,
    /// What it names, with labels.
    pub details: Vec<CrashDetail>,
    /// The lines that say so, where they stand; the best first.
    pub excerpts: Vec<CrashExcerpt>,
    /// What can be put on a checklist, the best first.
    pub fixes: Vec<FixRow>,
    /// What only follows from it, in a sentence each.
    pub symptoms: Vec<String>,
    /// A few lines to paste where one asks for help, with nothing private in them.
    pub help: String,
}

/// A mod under suspicion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SuspectRow {
    /// Its name.
    pub name: String,
    /// Its file, where it is known.
    pub file: Option<String>,
}

/// A thing that a cause names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CrashDetail {
    /// What it is.
    pub label: String,
    /// What it says.
    pub value: String,
}

/// A part of a file with evidence in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CrashExcerpt {
    /// The file.
    pub file: String,
    /// Its lines.
    pub lines: Vec<CrashLine>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CrashLine {
    /// Its number, from 1.
    pub line: u32,
    /// Its words.
    pub text: String,
    /// Whether it is the evidence, and not only beside it.
    pub hit: bool,
}

/// A change that may help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FixRow {
    /// Its id for `apply_crash_fix`.
    pub id: String,
    /// Why it may help.
    pub why: String,
    /// Whether it is the one to do.
    pub best: bool,
}

/// What has changed since a version last ran well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SinceView {
    /// When the game was started that ran well; none where it has not yet.
    pub at: Option<Millis>,
    /// What is different now, the likeliest reasons first.
    pub differences: Vec<DifferenceRow>,
    /// Files of the configuration that the game wrote in that run, which do not count.
    pub written: usize,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct DifferenceRow {
    /// What it is about.
    pub about: DifferenceAbout,
    /// In a sentence.
    pub text: String,
}

/// What a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceAbout {
    /// The game or its loader.
    Game,
    /// A mod.
    Mod,
    /// The Java.
    Java,
    /// The memory.
    Memory,
    /// Arguments and variables.
    Start,
    /// A file of the configuration.
    Config,
    /// A pack.
    Pack,
}

impl CrashItem {
    /// A run that is over.
    pub(crate) fn of_run(run: &Run, names: &Names) -> Self {
        Self {
            id: run.id.clone(),
            kind: CrashKind::Run,
            at: run.ended.as_ref().map_or(run.begun.at, |ended| ended.at),
            how: names.say(&ending(run)),
            played: run.played(0),
        }
    }

    /// A report; none of another log.
    pub(crate) fn of_file(file: &LogFile) -> Option<Self> {
        let kind = match file.kind {
            LogKind::CrashReport => CrashKind::Report,
            LogKind::JavaCrash => CrashKind::Java,
            LogKind::Log => return None,
        };
        let name = file.id.rsplit('/').next().unwrap_or(&file.id);
        Some(Self { id: file.id.clone(), kind, at: file.at, how: clean(name, NAME), played: None })
    }
}

impl FixOutcome {
    pub(crate) fn of(after: &After, names: &Names) -> Self {
        Self {
            change: after.change_id.clone(),
            version: clean(&after.version_id, NAME),
            what: names.say(&after.what()),
            outcome: after.outcome,
        }
    }
}

/// What belongs to a cause beside its finding.
pub(crate) struct Beside {
    pub(crate) id: String,
    pub(crate) excerpts: Vec<Excerpt>,
    pub(crate) fixes: Vec<Fix>,
    pub(crate) help: Vec<Message>,
}

impl CauseRow {
    /// A finding with what belongs to it; `all` are the findings among which its symptoms are.
    pub(crate) fn of(finding: &Finding, beside: Beside, all: &[Finding], names: &Names) -> Self {
        let follows = |other: &&Finding| finding.symptoms.contains(&other.cause_id);
        let details = crashes::details(finding).into_iter();
        Self {
            id: beside.id,
            what: names.say(&crashes::sentence(finding)),
            advice: names.say(&crashes::advice(finding)),
            sure: finding.confidence,
            mods: finding.suspects.iter().map(SuspectRow::of).collect(),
            details: details.map(|(label, value)| CrashDetail::of(&label, value, names)).collect(),
            excerpts: beside.excerpts.iter().map(CrashExcerpt::of).collect(),
            fixes: beside.fixes.iter().map(|fix| FixRow::of(fix, names)).collect(),
            symptoms: all.iter().filter(follows).map(|other| names.say(&crashes::sentence(other))).collect(),
            help: names.say_all(&beside.help),
        }
    }
}

impl SuspectRow {
    fn of(suspect: &Suspect) -> Self {
        let name = suspect.name.as_deref().unwrap_or(&suspect.id);
        Self { name: clean(name, NAME), file: suspect.file.as_deref().map(|file| clean(file, NAME)) }
    }
}

impl CrashDetail {
    fn of(label: &Message, value: nova_model::Field, names: &Names) -> Self {
        let value = Message::new("desk.crash.value").with("value", value);
        Self { label: names.say(label), value: names.say(&value) }
    }
}

impl CrashExcerpt {
    fn of(excerpt: &Excerpt) -> Self {
        let hit = |line: u32| excerpt.hits.contains(&line);
        let lines = excerpt.lines.iter();
        Self {
            file: clean(&excerpt.file, NAME),
            lines: lines
                .map(|near| CrashLine { line: near.line, text: near.text.clone(), hit: hit(near.line) })
                .collect(),
        }
    }
}

impl FixRow {
    fn of(fix: &Fix, names: &Names) -> Self {
        Self { id: fix.id.clone(), why: names.say(&fix.why), best: fix.best }
    }
}

impl SinceView {
    pub(crate) fn of(since: Option<&Since>, names: &Names) -> Self {
        let row = |one: &Difference| DifferenceRow { about: about(one), text: names.say(&one.said()) };
        Self {
            at: since.map(|since| since.at),
            differences: since.map_or_else(Vec::new, |since| since.differences.iter().map(row).collect()),
            written: since.map_or(0, |since| since.written.len()),
        }
    }
}

fn about(difference: &Difference) -> DifferenceAbout {
    match difference {
        Difference::Game { .. } | Difference::Loader { .. } => DifferenceAbout::Game,
        Difference::ModAdded { .. }
        | Difference::ModRemoved { .. }
        | Difference::ModReplaced { .. }
        | Difference::ModOn { .. }
        | Difference::ModOff { .. } => DifferenceAbout::Mod,
        Difference::Java { .. } => DifferenceAbout::Java,
        Difference::Memory { .. } => DifferenceAbout::Memory,
        Difference::JvmArgs { .. } | Difference::Variable { .. } => DifferenceAbout::Start,
        Difference::ConfigAdded { .. }
        | Difference::ConfigRemoved { .. }
        | Difference::ConfigChanged { .. } => DifferenceAbout::Config,
        Difference::PackAdded { .. } | Difference::PackRemoved { .. } => DifferenceAbout::Pack,
    }
}
