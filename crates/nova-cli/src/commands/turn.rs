//! A turn's result as text, as JSON, and as an exit.

use nova_agent::{Entry, Line, Say, TurnResult};
use nova_core::{present, rung_name, texts::Texts};
use nova_model::{Field, LineState, Message, Problem, Report, Severity, ToolOutcome, TurnEnd};
use serde_json::{Value, json};

use crate::{
    checklist::{Row, is_permanent},
    open::Session,
    output::{Exit, Output},
    terminal::{Consent, Permanent, numbered},
};

/// Where the player is: it decides how the next step is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Surface {
    /// One command; the next step is another one.
    Command,
    /// A conversation; the next step is a sentence.
    Chat,
}

/// Prints what came of a turn: the one JSON object, or the text for people with who answered beneath it.
pub(crate) fn print(result: &TurnResult, session: &Session, output: &Output, surface: Surface) {
    output.answer(&data(result, &session.texts), &text(result, session, surface));
    if let Some(who) = who(result).filter(|_| !output.is_json() && surface == Surface::Command) {
        output.note(&session.texts.say(&who));
    }
}

/// What came of a turn, after Nova's words, which were printed as they were said: errors, questions, the checklist if nobody
/// has seen it yet, what was done, and how to go on.
pub(crate) fn text(result: &TurnResult, session: &Session, surface: Surface) -> String {
    let told = Told { result, session, surface };
    let mut parts = told.notices();
    parts.extend(told.errors());
    parts.extend(told.questions());
    parts.extend(told.checklist());
    parts.extend(told.outcome());
    parts.extend(told.next());
    parts.join("\n")
}

/// `{rung, why, calls, reply, asked, checklist, receipts, problems}`.
pub(crate) fn data(result: &TurnResult, texts: &Texts) -> Value {
    let calls = result
        .calls
        .iter()
        .map(|made| json!({ "name": made.call.name, "args": made.call.args, "effect": made.effect }));
    let questions = result
        .asked
        .iter()
        .map(|question| json!({ "text": texts.say(&question.text), "choices": question.choices }));
    let lines = serde_json::to_value(&result.checklist).unwrap_or_default();
    let receipts = result.receipts.iter().map(|done| {
        json!({
            "line": done.line,
            "change_id": done.receipt.change,
            "said": texts.say(&done.receipt.said),
            "data": present::localized(done.receipt.data.clone(), texts),
        })
    });
    json!({
        "rung": result.rung,
        "model": result.model,
        "why": result.why.as_ref().map(|why| texts.say(why)),
        "calls": calls.collect::<Vec<_>>(),
        "reply": reply(result, texts),
        "asked": has_asked(result),
        "questions": questions.collect::<Vec<_>>(),
        "checklist": present::localized(lines, texts),
        "receipts": receipts.collect::<Vec<_>>(),
        "change_id": result.receipts.last().and_then(|done| done.receipt.change.clone()),
        "problems": problems(result, texts),
        "errors": errors(result, texts),
        "usage": result.usage,
    })
}

/// Whether something was asked of the player: by the planner at the end of the turn, or by a model on a card in the middle.
fn has_asked(result: &TurnResult) -> bool {
    !result.asked.is_empty() || result.calls.iter().any(|made| made.call.name == "ask_user")
}

/// Who answered, and why nobody better, where that was not told in the middle of the turn; nothing where nobody did.
pub(crate) fn who(result: &TurnResult) -> Option<Message> {
    let rung = rung_name(result.rung?, result.model.as_deref());
    Some(match result.why.as_ref().filter(|_| !stepped_down(result)) {
        Some(why) => Message::new("cli.rung.answers-why").with("rung", rung).with("why", why.clone()),
        None => Message::new("cli.rung.answers").with("rung", rung),
    })
}

fn stepped_down(result: &TurnResult) -> bool {
    let turn = result.conversation.entries.iter().rev();
    let mut turn = turn.take_while(|entry| !matches!(entry, Entry::Player(_)));
    turn.any(|entry| matches!(entry, Entry::SteppedDown { .. }))
}

/// Done, refused, or failed.
pub(crate) fn exit(result: &TurnResult) -> Exit {
    let states = || result.checklist.lines().iter().map(|line| &line.state);
    let failed = states().any(|state| matches!(state, LineState::Failed { .. } | LineState::Stale));
    let undone = states().any(|state| !matches!(state, LineState::Done { .. }));
    let ended = matches!(result.end, TurnEnd::Failed { .. } | TurnEnd::Cancelled);
    match (failed || ended, undone) {
        (true, _) => Exit::Failed,
        (false, true) => Exit::Refused,
        (false, false) if result.checklist.is_empty() => of_errors(&errors_of(result)),
        (false, false) => Exit::Done,
    }
}

/// How a turn ends that could not even plan: having nothing to undo is an answer, not a failure.
fn of_errors(errors: &[&Report]) -> Exit {
    let nothing = |report: &&Report| report.code() == "content.history.nothing";
    match errors {
        [] => Exit::Done,
        errors if errors.iter().all(nothing) => Exit::Found,
        _ => Exit::Failed,
    }
}

/// One result on its way to a person.
struct Told<'a> {
    result: &'a TurnResult,
    session: &'a Session,
    surface: Surface,
}

impl Told<'_> {
    fn say(&self, message: &Message) -> String {
        self.session.texts.say(message)
    }

    fn lines(&self) -> &[Line] {
        self.result.checklist.lines()
    }

    /// What to know about the words above, and which limit ended the turn.
    fn notices(&self) -> Vec<String> {
        let limit = match &self.result.end {
            TurnEnd::Limit { which } => Some(which),
            _ => None,
        };
        self.result.notices.iter().chain(limit).map(|notice| self.say(notice)).collect()
    }

    /// What went wrong, where Nova said nothing about it.
    fn errors(&self) -> Option<String> {
        let cancelled = matches!(self.result.end, TurnEnd::Cancelled);
        if cancelled && self.result.receipts.is_empty() {
            return Some(self.say(&Message::new("cli.turn.stopped")));
        }
        if let TurnEnd::Failed { report } = &self.result.end {
            return Some(self.session.texts.report(report));
        }
        let spoken = !self.result.say.is_empty() || !self.lines().is_empty();
        let report = errors_of(self.result).into_iter().next().filter(|_| !spoken)?;
        Some(self.session.texts.report(report))
    }

    fn questions(&self) -> Vec<String> {
        let asked = self.result.asked.iter();
        asked.map(|question| numbered(&self.say(&question.text), &question.choices)).collect()
    }

    /// The checklist itself, unless it was shown on the terminal already or confirmed on the command line.
    fn checklist(&self) -> Option<String> {
        let unseen = match self.session.terminal.consent() {
            _ if self.result.checklist.is_waiting() => true,
            Consent::Nobody => self.lines().iter().any(|line| line.state == LineState::Refused),
            Consent::Ask | Consent::Given { .. } => false,
        };
        let rows = self.lines().iter().map(|line| Row {
            number: line.number,
            plan: &line.plan,
            from_foreign: line.from_foreign,
            needs: &line.needs,
        });
        // Nova's words stand right above.
        let gap = if self.result.say.is_empty() { "" } else { "\n" };
        unseen.then(|| format!("{gap}{}", self.session.look().sheet(rows)))
    }

    /// What became of each line.
    fn outcome(&self) -> Vec<String> {
        let refused = |line: &Line| line.state == LineState::Refused;
        let all = !self.lines().is_empty() && self.lines().iter().all(refused);
        match self.session.terminal.consent() {
            // "Stopped" said it.
            _ if all && matches!(self.result.end, TurnEnd::Cancelled) => Vec::new(),
            Consent::Nobody if all => Vec::new(),
            Consent::Ask if all => vec![self.say(&Message::new("cli.line.none"))],
            _ => self.lines().iter().flat_map(|line| self.line(line)).collect(),
        }
    }

    fn line(&self, line: &Line) -> Vec<String> {
        let numbered = |code: &'static str| Message::new(code).with("line", line.number);
        match &line.state {
            LineState::Waiting | LineState::Running => Vec::new(),
            LineState::Done { change } => self.done(line, change),
            LineState::Refused if self.lacks_permission(line) => {
                let title = Field::from(line.plan.title.clone());
                vec![self.say(&numbered("cli.line.loss-refused").with("what", title))]
            }
            LineState::Refused => vec![self.say(&numbered("cli.line.refused"))],
            LineState::Stale => vec![self.say(&numbered("cli.line.stale"))],
            LineState::Skipped => vec![self.say(&numbered("cli.line.skipped"))],
            LineState::Failed { report } => {
                vec![self.say(&numbered("cli.line.failed").with("why", self.session.texts.report(report)))]
            }
        }
    }

    /// What was done, what to know about it, and how it is taken back.
    fn done(&self, line: &Line, change: &str) -> Vec<String> {
        let receipt = self.result.receipts.iter().find(|done| done.line == line.number);
        let mut out: Vec<_> = receipt.map(|done| self.say(&done.receipt.said)).into_iter().collect();
        if matches!(self.session.terminal.consent(), Consent::Given { .. }) {
            // Nobody saw the checklist.
            let mut known = self.session.look().warnings(&line.plan);
            known.extend(line.from_foreign.then(|| self.say(&Message::new("cli.checklist.foreign"))));
            out.extend(known.into_iter().map(|what| format!("  {what}")));
        }
        if !is_permanent(&line.plan) && receipt.is_some_and(|done| done.receipt.change.is_some()) {
            let code = match self.surface {
                Surface::Command => "cli.undo.command",
                Surface::Chat => "cli.undo.chat",
            };
            out.push(format!("  {}", self.say(&Message::new(code).with("id", change))));
        }
        out
    }

    fn lacks_permission(&self, line: &Line) -> bool {
        let refused = Permanent::Refused;
        is_permanent(&line.plan)
            && matches!(self.session.terminal.consent(), Consent::Given { permanent, .. } if *permanent == refused)
    }

    /// The next step, where there is one that is not named above.
    fn next(&self) -> Vec<String> {
        let undoable = self.result.receipts.iter().filter(|done| done.receipt.change.is_some()).count();
        let whole = Message::new("cli.undo.turn").with("id", self.result.checklist.turn());
        let mut out = Vec::new();
        if self.result.checklist.is_waiting() {
            out.push(Message::new("cli.checklist.planned"));
        } else if undoable > 1 && self.surface == Surface::Command {
            out.push(whole);
        } else if !self.result.asked.is_empty() && self.surface == Surface::Command {
            out.push(Message::new("cli.ask.again"));
        }
        out.extend(self.how());
        out.iter().map(|message| self.say(message)).collect()
    }

    /// How a checklist that nobody could confirm is confirmed.
    fn how(&self) -> Option<Message> {
        let refused = self.lines().iter().filter(|line| line.state == LineState::Refused);
        let lost = refused.clone().any(|line| is_permanent(&line.plan));
        match (self.session.terminal.consent(), refused.count()) {
            (Consent::Nobody, 0) | (Consent::Ask, _) => None,
            (Consent::Nobody, _) if lost => Some(Message::new("cli.checklist.how-lost")),
            (Consent::Nobody, 1) => Some(Message::new("cli.checklist.how-one")),
            (Consent::Nobody, _) => Some(Message::new("cli.checklist.how")),
            (Consent::Given { only, .. }, _) => {
                let there = |line: &&usize| self.lines().iter().any(|known| known.number == **line);
                let unknown: Vec<_> = only.iter().filter(|line| !there(line)).map(usize::to_string).collect();
                let told = !unknown.is_empty() && !self.lines().is_empty();
                told.then(|| Message::new("cli.checklist.no-line").with("lines", unknown))
            }
        }
    }
}

/// Nova's words; where it had none, what became of the checklist.
fn reply(result: &TurnResult, texts: &Texts) -> String {
    let said = result.say.iter().map(|say| match say {
        Say::Text(text) => text.clone(),
        Say::Messages(messages) => texts.say_all(messages),
    });
    let said: Vec<_> = said.filter(|text| !text.is_empty()).collect();
    let lines = result.checklist.lines().len();
    match errors_of(result).first() {
        _ if !said.is_empty() => said.join("\n"),
        Some(report) => texts.report(report),
        None if !result.asked.is_empty() => {
            let asked = result.asked.iter().map(|question| texts.say(&question.text));
            asked.collect::<Vec<_>>().join("\n")
        }
        None if !result.receipts.is_empty() => {
            let done = result.receipts.iter().map(|done| texts.say(&done.receipt.said));
            done.collect::<Vec<_>>().join("\n")
        }
        None if lines > 0 => texts.say(&Message::new("cli.checklist.head").with("n", lines)),
        None => String::new(),
    }
}

fn problems(result: &TurnResult, texts: &Texts) -> Vec<Value> {
    let notices = result.notices.iter().chain(match &result.end {
        TurnEnd::Limit { which } => Some(which),
        _ => None,
    });
    let notices =
        notices.map(|notice| Problem { severity: Severity::Warning, message: notice.clone(), about: None });
    let problems: Vec<_> = notices.chain(result.problems.iter().cloned()).collect();
    problems.iter().map(|problem| present::problem(problem, texts)).collect()
}

fn errors(result: &TurnResult, texts: &Texts) -> Vec<Value> {
    errors_of(result).into_iter().map(|report| present::report(report, texts)).collect()
}

/// What could not be done: calls that failed, lines that failed, the turn itself.
fn errors_of(result: &TurnResult) -> Vec<&Report> {
    let calls = result.calls.iter().filter_map(|made| match &made.outcome {
        ToolOutcome::Failed { report } => Some(report),
        _ => None,
    });
    let lines = result.checklist.lines().iter().filter_map(|line| match &line.state {
        LineState::Failed { report } => Some(report),
        _ => None,
    });
    let end = match &result.end {
        TurnEnd::Failed { report } => Some(report),
        _ => None,
    };
    calls.chain(lines).chain(end).collect()
}
