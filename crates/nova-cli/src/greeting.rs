//! The first words of a conversation: who answers, and two or three suggestions from what is really there.

use std::sync::Arc;

use nova_core::Suggestion;
use nova_model::Message;
use nova_tools::NoEvents;
use serde_json::json;

use crate::open::Session;

/// Suggestions shown at most.
const SUGGESTIONS: usize = 3;

/// The greeting as lines.
pub(crate) async fn words(session: &Session) -> String {
    let mut said = vec![Message::new("cli.chat.hello")];
    let versions = session.app.read("list_versions", json!({}), Arc::new(NoEvents)).await;
    if let Err(error) = versions.result {
        // Without a game folder there is nothing to suggest but naming one.
        said.push(error.report().message.clone());
        said.extend(error.report().hints.clone());
    } else {
        said.push(Message::new("cli.chat.try"));
        said.extend(session.app.suggestions().await.into_iter().take(SUGGESTIONS).map(line));
    }
    said.push(Message::new("cli.chat.leave"));
    session.texts.say_all(&said)
}

fn line(suggestion: Suggestion) -> Message {
    match suggestion.because {
        None => Message::new("cli.chat.try.line").with("words", suggestion.words),
        Some(why) => Message::new("cli.chat.try.why").with("words", suggestion.words).with("why", why),
    }
}
