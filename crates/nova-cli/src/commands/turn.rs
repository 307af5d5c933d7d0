//! A turn's result as text, as JSON, and as an exit.

use nova_agent::{Say, TurnResult};
use nova_core::{present, texts::Texts};
use nova_model::{LineState, Message, ToolOutcome, TurnEnd};
use serde_json::{Value, json};

use crate::{checklist, output::Exit};

/// What Nova says, what waits, and what was done.
pub(crate) fn text(result: &TurnResult, texts: &Texts) -> String {
    let mut parts = vec![reply(result, texts)];
    parts.extend(asked(result, texts));
    if result.checklist.is_waiting() || refused(result) {
        parts.push(checklist_text(result, texts));
    }
    parts.extend(result.receipts.iter().map(|done| texts.say(&done.receipt.said)));
    parts.retain(|part| !part.is_empty());
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
        "why": result.why.as_ref().map(|why| texts.say(why)),
        "calls": calls.collect::<Vec<_>>(),
        "reply": reply(result, texts),
        "asked": !result.asked.is_empty(),
        "questions": questions.collect::<Vec<_>>(),
        "checklist": present::localized(lines, texts),
        "receipts": receipts.collect::<Vec<_>>(),
        "change_id": result.receipts.last().and_then(|done| done.receipt.change.clone()),
        "problems": problems(result, texts),
        "errors": errors(result, texts),
    })
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
        (false, false) if result.checklist.is_empty() && !errors_of(result).is_empty() => Exit::Failed,
        (false, false) => Exit::Done,
    }
}

fn refused(result: &TurnResult) -> bool {
    result.checklist.lines().iter().any(|line| line.state == LineState::Refused)
}

fn reply(result: &TurnResult, texts: &Texts) -> String {
    let said = result.say.iter().map(|say| match say {
        Say::Text(text) => text.clone(),
        Say::Messages(messages) => texts.say_all(messages),
    });
    let said: Vec<_> = said.filter(|text| !text.is_empty()).collect();
    match (said.is_empty(), errors_of(result).first()) {
        (true, Some(report)) => texts.report(report),
        _ => said.join("\n"),
    }
}

fn asked(result: &TurnResult, texts: &Texts) -> Vec<String> {
    let question = |question: &nova_model::Question| {
        let choices = question.choices.iter().map(|choice| format!("\n  - {choice}"));
        format!("{}{}", texts.say(&question.text), choices.collect::<String>())
    };
    result.asked.iter().map(question).collect()
}

fn checklist_text(result: &TurnResult, texts: &Texts) -> String {
    let lines = result.checklist.lines();
    let head = texts.say(&Message::new("cli.checklist.head").with("n", lines.len()));
    let body = lines.iter().map(|line| {
        let needs: Vec<_> = line.needs.iter().map(usize::to_string).collect();
        checklist::line(line.number, &line.plan, line.from_foreign, &needs, texts)
    });
    let how = if result.checklist.is_waiting() { "cli.checklist.planned" } else { "cli.checklist.how" };
    let how = texts.say(&Message::new(how));
    std::iter::once(head).chain(body).chain([how]).collect::<Vec<_>>().join("\n")
}

fn problems(result: &TurnResult, texts: &Texts) -> Vec<Value> {
    result.problems.iter().map(|problem| present::problem(problem, texts)).collect()
}

fn errors(result: &TurnResult, texts: &Texts) -> Vec<Value> {
    errors_of(result).into_iter().map(|report| present::report(report, texts)).collect()
}

/// What could not be done: calls that failed, lines that failed, the turn itself.
fn errors_of(result: &TurnResult) -> Vec<&nova_model::Report> {
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
