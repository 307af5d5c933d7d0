//! Crashes: the runs that ended badly, and what is known of one.

use nova_core::{
    Difference, Run, Since,
    crashes::{self, Confidence, Crash, Ended, Evidence, Found, Outcome, Severity, Suspect},
    ending,
    texts::Texts,
};
use nova_model::{Field, Message, Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use crate::turn::Names;

/// Characters of a line that are shown.
const LINE: usize = 400;

/// What the page begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CrashPage {
    /// The version that is looked at.
    pub version: String,
    /// All versions.
    pub versions: Vec<String>,
    /// Its runs that ended badly, the newest first.
    pub runs: Vec<BadRun>,
    /// What is different since it last ran well; none where it has not yet.
    pub since: Option<DifferenceView>,
}

/// A run that ended badly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BadRun {
    /// Its id.
    pub id: String,
    /// When it ended; when it began where nobody saw the end.
    pub at: Millis,
    /// How, in a word or two.
    pub how: String,
}

/// What is different since a version last ran well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct DifferenceView {
    /// When the game was started that ran well.
    pub at: Millis,
    /// What is different, a sentence each.
    pub differences: Vec<String>,
}

/// What ended a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CrashView {
    /// The version.
    pub version: String,
    /// The run, where Nova started it.
    pub run: Option<BadRun>,
    /// Whether it was played since and ended well.
    pub clean_since: bool,
    /// Whether the files say that the run ended as it should.
    pub ended_well: bool,
    /// The files that were read.
    pub files: Vec<String>,
    /// What was found, the cause first.
    pub findings: Vec<FindingView>,
    /// What became of earlier fixes.
    pub after: Vec<AfterFix>,
}

/// One cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FindingView {
    /// Its id.
    pub id: String,
    /// What happened, with the mods by name and file.
    pub what: String,
    /// What to do about it, in words.
    pub advice: String,
    /// How sure that is.
    #[ts(type = "'guess' | 'likely' | 'sure'")]
    pub confidence: Confidence,
    /// The same in words.
    pub how_sure: String,
    /// Whether it ended the run.
    pub ended_run: bool,
    /// The lines that show it.
    pub proofs: Vec<Proof>,
    /// Mods that may be behind it.
    pub suspects: Vec<SuspectRow>,
    /// What it names, with labels.
    pub details: Vec<(String, String)>,
    /// What only follows from it.
    pub symptoms: Vec<String>,
    /// What can be done at once.
    pub fixes: Vec<FixRow>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Proof {
    /// The file, as the logs are listed.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its words.
    pub text: String,
}

/// A mod under suspicion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SuspectRow {
    /// The name.
    pub name: String,
    /// The file.
    pub file: Option<String>,
}

/// A change that may help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FixRow {
    /// Its id.
    pub id: String,
    /// Why it may help.
    pub why: String,
    /// What it is called by.
    pub label: String,
    /// Whether it is the one to do.
    pub best: bool,
}

/// What became of a fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct AfterFix {
    /// The change.
    pub change: String,
    /// What is said of it.
    pub text: String,
    /// What became of it.
    #[ts(type = "'waiting' | 'gone' | 'still' | 'other'")]
    pub outcome: Outcome,
}

impl BadRun {
    pub(crate) fn of(run: &Run, texts: &Texts) -> Self {
        let at = run.ended.as_ref().map_or(run.begun.at, |ended| ended.at);
        Self { id: run.id.clone(), at, how: texts.say(&ending(run)) }
    }
}

impl DifferenceView {
    pub(crate) fn of(since: &Since, texts: &Texts) -> Self {
        let said = since.differences.iter().map(Difference::said);
        Self { at: since.at, differences: said.map(|said| texts.say(&said)).collect() }
    }
}

impl CrashView {
    pub(crate) fn of(crash: &Crash, names: &Names) -> Self {
        let texts = &names.texts;
        let after = crash.after.iter().map(|after| AfterFix {
            change: after.change_id.clone(),
            text: texts.say(&after.message()),
            outcome: after.outcome,
        });
        Self {
            version: crash.version.clone(),
            run: crash.run.as_ref().map(|run| BadRun::of(run, texts)),
            clean_since: crash.clean_since,
            ended_well: crash.ended == Ended::Normally,
            files: crash.files.clone(),
            findings: crash.findings.iter().map(|found| FindingView::of(found, names)).collect(),
            after: after.collect(),
        }
    }
}

impl FindingView {
    fn of(found: &Found, names: &Names) -> Self {
        let (finding, texts) = (&found.finding, &names.texts);
        let symptom = |cause: &String| texts.say(&crashes::named(cause));
        let detail = |(name, value): (Message, Field)| {
            (texts.say(&name), texts.say(&Message::new("desk.plain").with("what", value)))
        };
        let fix = |fix: &crashes::Fix| FixRow {
            id: fix.id.clone(),
            why: texts.say(&fix.why),
            label: names.title(fix.tool),
            best: fix.best,
        };
        Self {
            id: found.id.clone(),
            what: texts.say(&crashes::sentence(finding)),
            advice: texts.say(&crashes::advice(finding)),
            confidence: finding.confidence,
            how_sure: texts.say(&crashes::confidence(finding)),
            ended_run: finding.severity == Severity::Error,
            proofs: finding.evidence.iter().map(Proof::of).collect(),
            suspects: finding.suspects.iter().map(SuspectRow::of).collect(),
            details: crashes::details(finding).into_iter().map(detail).collect(),
            symptoms: finding.symptoms.iter().map(symptom).collect(),
            fixes: found.fixes.iter().map(fix).collect(),
        }
    }
}

impl Proof {
    fn of(line: &Evidence) -> Self {
        Self { file: line.file.clone(), line: line.line, text: clean(line.text.trim_end(), LINE) }
    }
}

impl SuspectRow {
    fn of(suspect: &Suspect) -> Self {
        let name = suspect.name.as_deref().unwrap_or(&suspect.id);
        Self { name: clean(name, 120), file: suspect.file.as_deref().map(|file| clean(file, 200)) }
    }
}
