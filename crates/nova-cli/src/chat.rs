//! `nova chat`: a short conversation in the terminal. Ctrl+C stops the turn, not the program.

use nova_agent::{Conversation, Mode, TurnResult};
use nova_core::Request;
use nova_model::{Message, Report};
use tokio_util::sync::CancellationToken;

use crate::{
    commands::turn,
    open::Session,
    output::{Exit, Output},
};

/// Words that end the conversation.
const GOODBYE: [&str; 6] = ["exit", "quit", "bye", "退出", "再见", "再見"];

/// Talks until the player leaves.
pub(crate) async fn talk(session: &Session, output: &Output) -> Exit {
    output.note(&session.texts.say(&Message::new("cli.chat.hello")));
    let mut conversation = Conversation::default();
    loop {
        let asked = tokio::task::block_in_place(|| session.terminal.line(">"));
        let Some(words) = asked.filter(|words| !GOODBYE.contains(&words.to_lowercase().as_str())) else {
            return Exit::Done;
        };
        if words.is_empty() {
            continue;
        }
        let request = Request { words, conversation, ..Request::default() };
        match answer(session, request).await {
            Ok(result) => {
                output.answer(&serde_json::Value::Null, &turn::text(&result, &session.texts));
                conversation = result.conversation;
            }
            Err(report) => {
                output.error(&report, &session.texts);
                return Exit::Failed;
            }
        }
    }
}

async fn answer(session: &Session, request: Request) -> Result<TurnResult, Report> {
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let listener = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.cancel();
        }
    });
    let events = session.progress();
    let why = Some(Message::new("cli.rung.planner"));
    let result = session.app.ask(request, Mode::Confirm, why, events, cancel).await;
    listener.abort();
    result
}
