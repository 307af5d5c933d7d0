//! A key on its way in: typed unseen, or read from standard input. Never an argument: those stand in the shell's history and
//! in the list of processes.

use std::io::{self, Read};

use nova_core::App;
use nova_model::{Message, Report, Secret};

use crate::{open::Session, output::Output, terminal::Terminal};

/// More than any key with its line break.
const LONGEST: u64 = 8_192;

/// Where a key may come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// Standard input, because the player said so.
    Stdin,
    /// The player, if somebody sits at the terminal; an empty answer leaves the key as it is.
    Player,
    /// It is left as it is.
    Nowhere,
}

/// The key that was given, if one was.
pub(super) async fn given(
    from: From,
    host: &str,
    session: &Session,
    output: &Output,
) -> Result<Option<Secret>, Report> {
    let attended = Terminal::is_attended() && !output.is_json();
    let typed = match from {
        From::Stdin => Some(on_stdin().map_err(|_| Report::new(Message::new("core.model.bad-key")))?),
        From::Player if attended => {
            let prompt = session.texts.say(&Message::new("cli.model.key-prompt").with("host", host));
            unseen(prompt).await.filter(|typed| !typed.trim().is_empty())
        }
        From::Player | From::Nowhere => None,
    };
    typed.map(|typed| App::key(&typed)).transpose()
}

pub(in crate::commands) fn on_stdin() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().lock().take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// What is typed without being shown; nothing where there is no terminal after all.
pub(in crate::commands) async fn unseen(prompt: String) -> Option<String> {
    let prompt = format!("{} ", crate::output::printable(&prompt));
    tokio::task::spawn_blocking(move || rpassword::prompt_password(prompt).ok()).await.ok().flatten()
}
