//! `nova chat`: a conversation in the terminal. Ctrl+C stops the turn; at the prompt it leaves, like the end of input.

use nova_agent::{Conversation, Mode, TurnResult};
use nova_core::{Asking, OpenChat, Request, present};
use nova_model::{Message, Report, TurnEnd};

use crate::{
    args::Chat,
    commands::{
        ask,
        turn::{self, Surface},
    },
    greeting,
    open::Session,
    output::{Exit, Output},
};

/// Words that end the conversation.
const GOODBYE: [&str; 8] = ["exit", "quit", "bye", "q", "退出", "再见", "再見", "离开"];

/// What goes on from one sentence to the next.
struct Talk {
    /// Where it is kept.
    chat: OpenChat,
    conversation: Conversation,
    /// Who answered last, and why: told again only when it changes.
    who: Option<Message>,
}

/// Talks until the player leaves.
pub(crate) async fn talk(how: Chat, session: &Session, output: &Output) -> Exit {
    let (chat, conversation) = match begun(&how, session).await {
        Ok(begun) => begun,
        Err(report) => {
            output.error(&report, &session.texts);
            return Exit::Failed;
        }
    };
    output.note(&greeting::words(session).await);
    let mut talk = Talk { chat, conversation, who: None };
    while let Some(typed) = next(session, output).await {
        if typed.is_empty() {
            continue;
        }
        let conversation = talk.conversation.clone();
        let request = Request {
            words: present::answered(&typed, conversation.choices()),
            conversation,
            ..Request::default()
        };
        let chat = Some(&mut talk.chat);
        let asking = Asking { rungs: how.rung.rungs(), chat, ..Asking::new(Mode::Confirm) };
        match ask::run(request, asking, session, output).await {
            Ok(result) => talk.heard(result, session, output),
            Err(report) => {
                output.error(&report, &session.texts);
                return Exit::Failed;
            }
        }
    }
    output.note(&session.texts.say(&Message::new("cli.chat.bye")));
    Exit::Done
}

/// A new chat, or an earlier one with what was said in it.
async fn begun(how: &Chat, session: &Session) -> Result<(OpenChat, Conversation), Report> {
    let chats = session.app.chats();
    match (&how.id, how.resume) {
        (Some(id), _) => chats.resume(id).await,
        (None, true) => chats.resume("latest").await,
        (None, false) => Ok((chats.begin(), Conversation::default())),
    }
}

impl Talk {
    fn heard(&mut self, result: TurnResult, session: &Session, output: &Output) {
        if matches!(result.end, TurnEnd::Cancelled) {
            // The terminal shows ^C at the end of the line that was being typed.
            output.note("");
        }
        turn::print(&result, session, output, Surface::Chat);
        if let Some(who) = turn::who(&result).filter(|who| self.who.as_ref() != Some(who)) {
            output.note(&session.texts.say(&who));
            self.who = Some(who);
        }
        self.conversation = result.conversation;
    }
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
