//! `list_java`: the Java runtimes of this machine.

use std::sync::Arc;

use nova_game::{Java, JavaSource};
use nova_model::Message;
use nova_tools::{Answer, Call, NoParams, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list, value, with_problems},
};

/// The Java runtimes of this machine.
pub(super) struct ListJava(pub(super) Arc<Launcher>);

impl Read for ListJava {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "list_java",
            Title { zh: "查看 Java", en: "List Java" },
            "Lists the Java runtimes found on this computer with version and path.\n\
                 Use for which Java there is; check_environment for which one fits.",
        )
    }

    fn run(&self, _params: NoParams, _call: &Call) -> Result<Answer, ToolError> {
        let list = self.0.game.java();
        let lines: Vec<_> = list.items.iter().map(line).collect();
        let head = if list.items.is_empty() { "core.java.none" } else { "core.java.head" };
        let said = said_list(Message::new(head).with("n", list.items.len()), &list.items, |java| {
            Message::new("core.java.line")
                .with("version", java.version.as_str())
                .with("path", java.path.as_path())
                .with("source", source(java))
        });
        Ok(with_problems(answer(&lines, None, json!({ "java": value(&list.items) }), said), list.problems))
    }
}

fn line(java: &Java) -> String {
    let vendor = java.vendor.as_deref().unwrap_or("unknown vendor");
    format!(
        "Java {} ({}, {vendor}, {}, {}): {}",
        java.major,
        java.version,
        java.arch.as_deref().unwrap_or("?"),
        if java.sources.contains(&JavaSource::Nova) { "installed by Nova" } else { "found" },
        java.path.display()
    )
}

/// How it was found, first way first.
fn source(java: &Java) -> Message {
    Message::new(match java.sources.first() {
        Some(JavaSource::Nova) => "core.java.from.nova",
        Some(JavaSource::Settings) => "core.java.from.settings",
        Some(JavaSource::JavaHome) => "core.java.from.java-home",
        Some(JavaSource::Path) => "core.java.from.path",
        Some(JavaSource::User) => "core.java.from.user",
        Some(JavaSource::Launcher) => "core.java.from.launcher",
        Some(JavaSource::System) | None => "core.java.from.system",
    })
}
