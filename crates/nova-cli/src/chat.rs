//! `nova chat`: a short conversation in the terminal. Ctrl+C stops the turn; at the prompt it leaves, like the end of input.

use nova_agent::{Conversation, Mode, TurnResult};
use nova_core::Request;
use nova_model::{Message, Report, TurnEnd};
use tokio_util::sync::CancellationToken;

use crate::{
    commands::turn::{self, Surface},
    greeting,
    open::Session,
    output::{Exit, Output},
    terminal::answered,
};

/// Words that end the conversation.
const GOODBYE: [&str; 8] = ["exit", "quit", "bye", "q", "退出", "再见", "再見", "离开"];

/// Talks until the player leaves.
pub(crate) async fn talk(session: &Session, output: &Output) -> Exit {
    output.note(&greeting::words(session).await);
    let mut conversation = Conversation::default();
    let mut choices: Vec<String> = Vec::new();
    while let Some(typed) = next(session, output).await {
        if typed.is_empty() {
            continue;
        }
        let request = Request { words: answered(&typed, &choices), conversation, ..Request::default() };
        match answer(session, request, output).await {
            Ok(result) => {
                if matches!(result.end, TurnEnd::Cancelled) {
                    // The terminal shows ^C at the end of the line that was being typed.
                    output.note("");
                }
                output.answer(&serde_json::Value::Null, &turn::text(&result, session, Surface::Chat));
                choices = result.asked.first().map(|question| question.choices.clone()).unwrap_or_default();
                conversation = result.conversation;
            }
            Err(report) => {
                output.error(&report, &session.texts);
                return Exit::Failed;
            }
        }
    }
    output.note(&session.texts.say(&Message::new("cli.chat.bye")));
    Exit::Done
}

/// The next sentence; nothing once the player leaves.
async fn next(session: &Session, output: &Output) -> Option<String> {
    let typed = tokio::select! {
        typed = session.terminal.line("\n>") => typed,
        _ = tokio::signal::ctrl_c() => {
            output.note("");
            None
        }
    }?;
    (!GOODBYE.contains(&typed.to_lowercase().as_str())).then_some(typed)
}

async fn answer(session: &Session, request: Request, output: &Output) -> Result<TurnResult, Report> {
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let listener = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.cancel();
        }
    });
    let events = session.progress(output.words());
    let why = Some(Message::new("cli.rung.planner"));
    let result = session.app.ask(request, Mode::Confirm, why, events, cancel).await;
    listener.abort();
    result
}
