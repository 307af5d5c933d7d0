//! Data on its way to a person: every message inside it becomes a sentence in the player's language.

use nova_model::{Message, Problem, Report, Rung, clean};
use serde_json::{Map, Value, json};

use crate::texts::Texts;

/// Data of ours is nowhere near this deep; what is deeper is left as it is.
const DEEPEST: usize = 64;

/// Replaces every message in a piece of data by its sentence, and takes control characters out of every text. An object
/// whose `message` is one gets its `code` beside it.
pub fn localized(mut data: Value, texts: &Texts) -> Value {
    walk(&mut data, texts, 0);
    data
}

/// A problem as `{code, message, about, severity}`.
pub fn problem(problem: &Problem, texts: &Texts) -> Value {
    let mut shown = json!({
        "code": problem.message.code,
        "message": texts.problem(problem),
        "severity": problem.severity,
    });
    if let (Some(fields), Some(about)) = (shown.as_object_mut(), &problem.about) {
        fields.insert("about".into(), clean(about, 400).into());
    }
    shown
}

/// A report as `{code, message, hints}`.
pub fn report(report: &Report, texts: &Texts) -> Value {
    let hints: Vec<_> = report.hints.iter().map(|hint| texts.say(hint)).collect();
    json!({ "code": report.code(), "message": texts.report(report), "hints": hints, "retry": report.retry })
}

/// Who answers, by a name for people.
pub fn rung_name(rung: Rung, model: Option<&str>) -> Message {
    let named = |code| Message::new(code).with("model", model.unwrap_or("?"));
    match rung {
        Rung::Tools => named("core.rung.tools"),
        Rung::Json => named("core.rung.json"),
        Rung::Local => named("core.rung.local"),
        Rung::Planner => Message::new("core.rung.planner"),
    }
}

fn walk(data: &mut Value, texts: &Texts, depth: usize) {
    if depth > DEEPEST {
        return;
    }
    if let Some(message) = as_message(data) {
        *data = texts.say(&message).into();
        return;
    }
    match data {
        Value::Object(fields) => {
            lift_code(fields);
            fields.values_mut().for_each(|field| walk(field, texts, depth + 1));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, texts, depth + 1)),
        Value::String(text) if text.chars().any(char::is_control) => *text = without_escapes(text),
        _ => {}
    }
}

fn as_message(data: &Value) -> Option<Message> {
    let fields = data.as_object()?;
    let known = fields.keys().all(|name| name == "code" || name == "fields");
    if !known || !fields.contains_key("code") {
        return None;
    }
    serde_json::from_value(data.clone()).ok()
}

fn lift_code(fields: &mut Map<String, Value>) {
    let code = fields.get("message").and_then(as_message).map(|message| message.code);
    if let Some(code) = code {
        fields.entry("code").or_insert_with(|| code.into());
    }
}

/// Line breaks stay; every other control character goes.
fn without_escapes(text: &str) -> String {
    text.lines().map(|line| clean(line, usize::MAX)).collect::<Vec<_>>().join("\n")
}

/// What was typed as an answer: a number stands for its choice.
pub fn answered(typed: &str, choices: &[String]) -> String {
    let number = typed.trim().trim_end_matches(['.', '、', '。']).parse::<usize>().ok();
    let chosen = number.and_then(|at| choices.get(at.checked_sub(1)?));
    chosen.cloned().unwrap_or_else(|| typed.to_owned())
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    use super::*;
    use crate::texts::Lang;

    fn texts() -> Texts {
        Texts::new(Lang::En, TimeZone::UTC)
    }

    #[test]
    fn messages_become_sentences_and_keep_their_code() {
        let message = serde_json::to_value(Message::new("core.more").with("n", 3_i64)).unwrap();
        let data = json!({ "items": [{ "message": message, "severity": "warning" }], "title": message });
        let shown = localized(data, &texts());
        let expected = json!({
            "items": [{ "code": "core.more", "message": "… and 3 more.", "severity": "warning" }],
            "title": "… and 3 more.",
        });
        assert_eq!(shown, expected);
    }

    #[test]
    fn escape_characters_are_gone_and_line_breaks_stay() {
        let shown = localized(json!({ "text": "a\n\u{1b}[31mred" }), &texts());
        assert_eq!(shown, json!({ "text": "a\nred" }));
    }

    #[test]
    fn an_object_that_only_looks_like_a_message_is_left_alone() {
        let data = json!({ "code": 7, "exit": { "code": "x", "why": "y" } });
        assert_eq!(localized(data.clone(), &texts()), data);
    }

    #[test]
    fn a_number_stands_for_its_choice() {
        let choices = ["sodium".to_owned(), "iris".to_owned()];
        assert_eq!(answered("2", &choices), "iris");
        assert_eq!(answered(" 1。", &choices), "sodium");
        assert_eq!(answered("3", &choices), "3");
        assert_eq!(answered("lithium", &choices), "lithium");
    }
}
