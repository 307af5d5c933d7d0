//! Findings as sentences: what happened and to which mod, how sure it is, what it names, what to do.

use nova_crash::{Confidence, Finding, Suspect};
use nova_model::{Field, Message};

/// What happened, with the mods that it is about by name and file.
pub fn sentence(finding: &Finding) -> Message {
    let what = format!("crash.{}", finding.cause_id);
    if let Some(message) = between(finding, &what) {
        return message;
    }
    let who = who(finding);
    if who.is_empty() {
        return Message::new(what);
    }
    Message::new("crash.with").with("what", Message::new(what)).with("who", Field::List(who))
}

/// Causes whose sentence tells who needs or breaks what.
fn between(finding: &Finding, what: &str) -> Option<Message> {
    let code = format!("{what}.of");
    let pair = |a: &str, b: &str| Some((list(finding, a)?, list(finding, b)?));
    match finding.cause_id.as_str() {
        "dep-missing" | "mod-missing-class" => {
            let (missing, mods) = (list(finding, "missing")?, mods(finding)?);
            Some(Message::new(code).with("mods", mods).with("missing", missing))
        }
        "dep-version" => {
            let (missing, mods) = (list(finding, "dependency")?, mods(finding)?);
            Some(Message::new(code).with("mods", mods).with("missing", missing))
        }
        "dep-minecraft-version" => Some(Message::new(code).with("mods", mods(finding)?)),
        "dep-conflict" | "mod-mixin-conflict" => {
            pair("mod_a", "mod_b").map(|(a, b)| Message::new(code).with("a", a).with("b", b))
        }
        "mod-module-conflict" => {
            pair("module_a", "module_b").map(|(a, b)| Message::new(code).with("a", a).with("b", b))
        }
        _ => None,
    }
}

fn list(finding: &Finding, name: &str) -> Option<Field> {
    let values = finding.fields.get(name).filter(|values| !values.is_empty())?;
    Some(Field::List(values.iter().map(|value| Field::from(value.as_str())).collect()))
}

/// The mods that the finding names.
fn mods(finding: &Finding) -> Option<Field> {
    let named = who(finding);
    (!named.is_empty()).then_some(Field::List(named))
}

fn who(finding: &Finding) -> Vec<Field> {
    let Some(ids) = finding.fields.get("mod") else { return Vec::new() };
    let named = finding.suspects.iter().filter(|suspect| ids.iter().any(|id| is(suspect, id)));
    let shown: Vec<Field> = named.map(shown).collect();
    if shown.is_empty() { ids.iter().take(1).map(|id| Field::from(id.as_str())).collect() } else { shown }
}

fn is(suspect: &Suspect, id: &str) -> bool {
    suspect.id.eq_ignore_ascii_case(id) || suspect.name.as_deref() == Some(id)
}

fn shown(suspect: &Suspect) -> Field {
    let name = suspect.name.as_deref().unwrap_or(&suspect.id);
    match &suspect.file {
        Some(file) => Message::new("crash.who").with("name", name).with("file", file.as_str()).into(),
        None => Field::from(name),
    }
}

/// What to do about it.
pub fn advice(finding: &Finding) -> Message {
    Message::new(format!("crash.{}.do", finding.cause_id))
}

/// How sure it is.
pub fn confidence(finding: &Finding) -> Message {
    Message::new(match finding.confidence {
        Confidence::Sure => "crash.confidence.sure",
        Confidence::Likely => "crash.confidence.likely",
        Confidence::Guess => "crash.confidence.guess",
    })
}

/// The fields with their labels, in order.
pub fn details(finding: &Finding) -> Vec<(Message, Field)> {
    let fields = finding.fields.iter().filter(|(_, values)| !values.is_empty());
    let value =
        |values: &[String]| Field::List(values.iter().map(|value| Field::from(value.as_str())).collect());
    fields.map(|(name, values)| (Message::new(format!("crash.field.{name}")), value(values))).collect()
}

/// A cause by its id, without what it names.
pub(super) fn named(cause: &str) -> Message {
    Message::new(format!("crash.{cause}"))
}
