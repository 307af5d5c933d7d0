//! `nova doctor`: looks at everything and says what to do.

use nova_core::{Checkup, Finding, present, texts::Texts};
use nova_model::{Message, Problem};
use serde_json::json;

use crate::{
    open::Session,
    output::{Exit, Output},
};

/// Checks everything.
pub(super) fn doctor(session: &Session, output: &Output) -> Exit {
    let checkups = session.app.doctor();
    let mut lines = Vec::new();
    for checkup in &checkups {
        lines.push(line(checkup, &session.texts));
        lines.extend(checkup.findings.iter().map(|found| detail(found, &session.texts)));
    }
    let sick: Vec<_> = checkups.iter().filter(|checkup| checkup.finding() == Finding::Sick).collect();
    lines.extend(advice(&sick).iter().map(|advice| session.texts.say(advice)));
    let data = json!({ "checks": serde_json::to_value(&checkups).unwrap_or_default() });
    output.answer(&present::localized(data, &session.texts), &lines.join("\n"));
    if sick.is_empty() { Exit::Done } else { Exit::Found }
}

fn line(checkup: &Checkup, texts: &Texts) -> String {
    let code = match checkup.finding() {
        Finding::Healthy => "cli.doctor.good",
        Finding::Sick => "cli.doctor.bad",
    };
    texts.say(&Message::new(code).with("what", checkup.message.clone()))
}

fn detail(found: &Problem, texts: &Texts) -> String {
    texts.say(&Message::new("cli.doctor.detail").with("what", found.message.clone()))
}

/// The verdict, and the next step where there is a command for it.
fn advice(sick: &[&Checkup]) -> Vec<Message> {
    if sick.is_empty() {
        return vec![Message::new("cli.doctor.healthy")];
    }
    let mods = sick.iter().any(|checkup| checkup.id == "mods");
    let mut out = vec![Message::new("cli.doctor.sick").with("n", sick.len())];
    out.extend(mods.then(|| Message::new("cli.next.conflicts")));
    out
}
