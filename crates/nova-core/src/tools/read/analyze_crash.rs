//! `analyze_crash`: what ended a run, how sure that is, which lines say so, and what can be done at once.

use std::{path::PathBuf, sync::Arc};

use jiff::tz::TimeZone;
use nova_model::{Field, Message, Report, clean};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::{Value, json};

use crate::{
    attached::AttachedFile,
    crashes::{self, After, Analysis, Diagnosed, Finding, Fix, Known, Suspect},
    launcher::Launcher,
    texts::{Lang, Texts},
    tools::{
        common::{answer, draft_read, moment, value},
        params::OneCrash,
    },
};

/// Lines of evidence that are told.
const LINES: usize = 3;
/// Characters of such a line for a model.
const LINE: usize = 140;
/// Findings that are told beside the first.
const MORE: usize = 2;

/// Looks at a run that ended badly.
pub(super) struct AnalyzeCrash {
    pub(super) launcher: Arc<Launcher>,
    /// The writing tools there are.
    pub(super) writes: Vec<&'static str>,
}

impl Read for AnalyzeCrash {
    type Params = OneCrash;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneCrash::IDS,
            ..draft_read(
                "analyze_crash",
                Title { zh: "分析崩溃", en: "Analyze a crash" },
                "Finds out why the game crashed: cause, evidence, suspects, ready fixes.\n\
                 Use after a bad ending; apply_crash_fix does one of the fixes it names.",
            )
        }
    }

    fn run(&self, params: OneCrash, _call: &Call) -> Result<Answer, ToolError> {
        if let Some(file) = params.file_id.as_deref().and_then(|id| self.launcher.attached.get(id)) {
            return self.attached(&file);
        }
        let of = self.launcher.diagnose(params.version_id.as_deref(), params.which())?;
        let has = |tool: &str| self.writes.contains(&tool);
        let fixes = self.launcher.fixes(&of, &of.analysis.findings, &has);
        let findings = of.analysis.findings.iter().zip(fixes);
        let findings =
            findings.map(|(finding, fixes)| Told { id: Some(of.finding_id(finding)), finding, fixes });
        let findings: Vec<Told> = findings.collect();
        let after = self.launcher.after_fixes(Some(&of.version.id));
        let page = Page {
            of: Of::Version(&of),
            files: &of.files,
            analysis: &of.analysis,
            findings: &findings,
            after: &after,
        };
        Ok(page.answer())
    }
}

impl AnalyzeCrash {
    /// A file from elsewhere: nothing is known of the game it is of, so nothing here is mended by what it says.
    fn attached(&self, file: &AttachedFile) -> Result<Answer, ToolError> {
        let known = Known { names: self.launcher.hidden.known(), ..Known::default() };
        let of = crashes::diagnose(&[file.path().to_owned()], &known).map_err(|_| {
            let why = Message::new("core.attach.no-file").with("path", file.name.as_str());
            ToolError::Tell(Report::new(why))
        })?;
        let findings = of.analysis.findings.iter();
        let findings: Vec<Told> =
            findings.map(|finding| Told { id: None, finding, fixes: Vec::new() }).collect();
        let page = Page {
            of: Of::Attached(file),
            files: &of.files,
            analysis: &of.analysis,
            findings: &findings,
            after: &[],
        };
        Ok(page.answer())
    }
}

/// A finding with what can be done about it.
struct Told<'a> {
    /// None where no tool could be told of it.
    id: Option<String>,
    finding: &'a Finding,
    fixes: Vec<Fix>,
}

/// Whose files were looked at.
#[derive(Clone, Copy)]
enum Of<'a> {
    Version(&'a Diagnosed),
    Attached(&'a AttachedFile),
}

struct Page<'a> {
    of: Of<'a>,
    files: &'a [(String, PathBuf)],
    analysis: &'a Analysis,
    findings: &'a [Told<'a>],
    after: &'a [After],
}

impl Page<'_> {
    fn answer(&self) -> Answer {
        Answer { foreign: true, ..answer(&self.lines(), None, self.data(), self.said()) }
    }

    /// What is told first, and what comes after it.
    fn loud(&self) -> impl Iterator<Item = &Told<'_>> {
        let all = &self.analysis.findings;
        self.findings.iter().filter(|told| crashes::is_own(told.finding, all))
    }

    fn lines(&self) -> Vec<String> {
        let texts = Texts::new(Lang::En, TimeZone::UTC);
        let mut lines = vec![self.head()];
        let mut loud = self.loud();
        match loud.next() {
            Some(first) => lines.extend(in_full(first, &texts)),
            None => lines.push("no cause of a crash was found".to_owned()),
        }
        lines.extend(loud.take(MORE).map(|told| format!("also {}", in_short(told, &texts))));
        lines.extend(self.after.iter().map(After::line));
        lines
    }

    fn head(&self) -> String {
        let of = match self.of {
            Of::Version(of) => of,
            Of::Attached(file) => return format!("{} (attached file {})", file.name, file.id),
        };
        let version = &of.version.id;
        let since = if of.clean_since { "; a later run ended well" } else { "" };
        match &of.run {
            Some(run) => {
                let how = run.ending().map(|ending| value(ending)["how"].to_string()).unwrap_or_default();
                format!("{version}, run {} of {}: {how}{since}", run.id, moment(run.begun.at))
            }
            None => format!("{version}: its newest logs"),
        }
    }

    fn data(&self) -> Value {
        let files: Vec<&str> = self.files.iter().map(|(name, _)| name.as_str()).collect();
        let findings: Vec<Value> = self.findings.iter().map(row).collect();
        let mut data = json!({
            "ended": value(self.analysis.ended),
            "files": files,
            "findings": findings,
            "facts": value(&self.analysis.facts),
            "fixes_before": value(self.after),
        });
        if let (Of::Version(of), Value::Object(data)) = (self.of, &mut data) {
            data.insert("version_id".into(), of.version.id.as_str().into());
            data.insert("run_id".into(), of.run.as_ref().map(|run| run.id.as_str()).into());
            data.insert("at".into(), of.run.as_ref().map(|run| run.begun.at).into());
            data.insert("clean_since".into(), of.clean_since.into());
        }
        let first = self.loud().next();
        let best = first.and_then(|told| told.fixes.iter().find(|fix| fix.best)).map(|fix| &fix.id);
        for (name, id) in [("finding_id", first.and_then(|told| told.id.as_ref())), ("fix_id", best)] {
            if let (Some(id), Value::Object(data)) = (id, &mut data) {
                data.insert(name.to_owned(), id.as_str().into());
            }
        }
        data
    }

    fn said(&self) -> Vec<Message> {
        let mut said = self.said_first();
        let mut loud = self.loud();
        match loud.next() {
            Some(first) => said.extend(told(first)),
            None => said.push(Message::new("fix.none")),
        }
        said.extend(loud.take(MORE).map(|told| cause("fix.also", told.finding)));
        said.extend(self.after.iter().map(After::message));
        said
    }
}

impl Page<'_> {
    /// Whose files these are, and how it went on.
    fn said_first(&self) -> Vec<Message> {
        let n = self.files.len();
        let of = match self.of {
            Of::Version(of) => of,
            Of::Attached(file) => {
                return vec![Message::new("fix.head.file").with("file", file.name.as_str())];
            }
        };
        let version = of.version.id.as_str();
        let head = match &of.run {
            Some(run) => {
                let at = run.ended.as_ref().map_or(run.begun.at, |ended| ended.at);
                Message::new("fix.head").with("version", version).with("at", Field::Time(at)).with("n", n)
            }
            None => Message::new("fix.head.log").with("version", version).with("n", n),
        };
        let later = of.clean_since.then(|| Message::new("fix.later-clean"));
        std::iter::once(head).chain(later).collect()
    }
}

fn in_full(told: &Told, texts: &Texts) -> Vec<String> {
    let mut lines = vec![in_short(told, texts)];
    lines.extend(told.fixes.iter().map(|fix| fix_line(fix, texts)));
    if told.fixes.is_empty() {
        let why = if told.id.is_some() { "no tool mends it" } else { "advice" };
        lines.push(format!("{why}: {}", texts.say(&crashes::advice(told.finding))));
    }
    let evidence = told.finding.evidence.iter().take(LINES);
    lines.extend(
        evidence.map(|line| format!("{}:{} {}", line.file, line.line, clean(line.text.trim(), LINE))),
    );
    let suspects: Vec<String> = told.finding.suspects.iter().map(shown).collect();
    if !suspects.is_empty() {
        lines.push(format!("suspects: {}", suspects.join(", ")));
    }
    if !told.finding.symptoms.is_empty() {
        lines.push(format!("only follows from it: {}", told.finding.symptoms.join(", ")));
    }
    lines
}

fn in_short(told: &Told, texts: &Texts) -> String {
    let sure = value(told.finding.confidence);
    let what = texts.say(&crashes::sentence(told.finding));
    let id = told.id.as_ref().map(|id| format!("{id} ")).unwrap_or_default();
    format!("{id}{} ({}): {what}", told.finding.cause_id, sure.as_str().unwrap_or_default())
}

fn fix_line(fix: &Fix, texts: &Texts) -> String {
    let best = if fix.best { "best fix" } else { "fix" };
    format!("{best} {}: {} - {}", fix.id, fix.tool, texts.say(&fix.why))
}

fn shown(suspect: &Suspect) -> String {
    let name = suspect.name.as_deref().unwrap_or(&suspect.id);
    suspect.file.as_ref().map_or_else(|| name.to_owned(), |file| format!("{name} ({file})"))
}

fn row(told: &Told) -> Value {
    let mut row = value(told.finding);
    let fixes: Vec<Value> = told.fixes.iter().map(fix_row).collect();
    if let Value::Object(fields) = &mut row {
        fields.extend(told.id.as_deref().map(|id| ("id".to_owned(), Value::from(id))));
        fields.insert("message".into(), value(crashes::sentence(told.finding)));
        fields.insert("advice".into(), value(crashes::advice(told.finding)));
        fields.insert("fields".into(), value(&told.finding.fields));
        fields.insert("fix_kinds".into(), value(&told.finding.fixes));
        fields.insert("fixes".into(), fixes.into());
    }
    row
}

fn fix_row(fix: &Fix) -> Value {
    json!({ "id": fix.id, "tool": fix.tool, "args": fix.args, "why": value(&fix.why), "best": fix.best })
}

/// The first finding for people: what happened, the lines that say so, what can be done.
fn told(told: &Told) -> Vec<Message> {
    let finding = told.finding;
    let mut said = vec![cause("fix.cause", finding)];
    said.extend(finding.evidence.iter().take(LINES).map(|line| {
        let message =
            Message::new("fix.line").with("file", line.file.as_str()).with("line", i64::from(line.line));
        message.with("text", clean(line.text.trim(), 200))
    }));
    let suspects: Vec<Field> = finding.suspects.iter().map(suspect).collect();
    said.extend(
        (!suspects.is_empty()).then(|| Message::new("fix.suspects").with("mods", Field::List(suspects))),
    );
    said.push(crashes::advice(finding));
    said.extend(told.fixes.iter().map(|fix| Message::new("fix.ready").with("why", fix.why.clone())));
    said
}

fn suspect(suspect: &Suspect) -> Field {
    let name = suspect.name.as_deref().unwrap_or(&suspect.id);
    match &suspect.file {
        Some(file) => Message::new("fix.suspect").with("name", name).with("file", file.as_str()).into(),
        None => Field::from(name),
    }
}

fn cause(code: &'static str, finding: &Finding) -> Message {
    Message::new(code)
        .with("what", crashes::sentence(finding))
        .with("confidence", crashes::confidence(finding))
}
