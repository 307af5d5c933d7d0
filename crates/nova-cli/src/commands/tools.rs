//! `nova tools`: the registry in its order.

use nova_core::texts::Texts;
use nova_model::{Effect, Message};
use nova_tools::{Internal, Listed};
use serde_json::json;

use crate::{
    open::Session,
    output::{Exit, Output},
};

/// Lists the tools.
pub(super) fn list(read_only: bool, session: &Session, output: &Output) -> Exit {
    let mut tools = session.app.registry().to_listing(Internal::Hidden);
    tools.retain(|tool| !read_only || tool.effect != Effect::Write);
    if output.is_json() {
        output.answer(&json!({ "tools": tools }), "");
        return Exit::Done;
    }
    let lines: Vec<_> = tools.iter().map(|tool| line(tool, &session.texts)).collect();
    output.answer(&serde_json::Value::Null, &lines.join("\n"));
    Exit::Done
}

fn line(tool: &Listed, texts: &Texts) -> String {
    let effect = match tool.effect {
        Effect::Read => "cli.effect.read",
        Effect::Navigate => "cli.effect.navigate",
        Effect::Write => "cli.effect.write",
    };
    let title = texts.localized(tool.title.zh, tool.title.en);
    let told = Message::new("cli.tool.line").with("tool", tool.name).with("title", title);
    texts.say(&told.with("effect", Message::new(effect)))
}
