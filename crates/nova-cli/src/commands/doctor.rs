//! `nova doctor`: looks at everything and says what to do.

use nova_core::{Finding, present};
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
        let mark = if checkup.finding() == Finding::Healthy { "[ok]" } else { "[!!]" };
        lines.push(format!("{mark} {}", session.texts.say(&checkup.message)));
        lines.extend(checkup.findings.iter().map(|found| format!("     - {}", session.texts.problem(found))));
    }
    let data = json!({ "checks": serde_json::to_value(&checkups).unwrap_or_default() });
    output.answer(&present::localized(data, &session.texts), &lines.join("\n"));
    let sick = checkups.iter().any(|checkup| checkup.finding() == Finding::Sick);
    if sick { Exit::Found } else { Exit::Done }
}
