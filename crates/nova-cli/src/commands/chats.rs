//! `nova chats`: the chats that were held.

use std::path::PathBuf;

use nova_agent::store::{ChatInfo, Hit, LoadedChat, Which};
use nova_core::{ExportFormat, Shown, texts::Texts};
use nova_model::{Field, Message, Report};
use serde_json::{Value, json};

use crate::{
    args::{ChatFormat, Chats},
    open::Session,
    output::{Exit, Output},
    terminal::{Consent, Permanent},
};

/// Runs one of them. `permanent` is whether a loss for good was confirmed on the command line.
pub(super) async fn run(wanted: Chats, permanent: Permanent, session: &Session, output: &Output) -> Exit {
    let desk = Desk { session, output };
    let done = match wanted {
        Chats::List { deleted } => desk.list(deleted).await,
        Chats::Search { words } => desk.search(&words.join(" ")).await,
        Chats::Show { id } => desk.show(&id).await,
        Chats::Export { id, format, to } => desk.export(&id, format, to).await,
        Chats::Rename { id, title } => {
            let renamed = session.app.chats().rename(&id, &title.join(" ")).await;
            renamed.map(|chat| desk.one(&chat, "cli.chats.renamed"))
        }
        Chats::Delete { id } => {
            let deleted = session.app.chats().delete(&id).await;
            deleted.map(|chat| desk.one(&chat, "cli.chats.deleted"))
        }
        Chats::Restore { id } => {
            let restored = session.app.chats().restore(&id).await;
            restored.map(|chat| desk.one(&chat, "cli.chats.restored"))
        }
        Chats::Purge { id } => desk.purge(&id, permanent).await,
    };
    done.unwrap_or_else(|report| {
        output.problems(&session.app.chats().problems(), "", &session.texts);
        output.error(&report, &session.texts);
        Exit::Failed
    })
}

struct Desk<'a> {
    session: &'a Session,
    output: &'a Output,
}

impl Desk<'_> {
    fn texts(&self) -> &Texts {
        &self.session.texts
    }

    async fn list(&self, deleted: bool) -> Result<Exit, Report> {
        let which = if deleted { Which::Deleted } else { Which::Kept };
        let chats = self.session.app.chats().list(which).await?;
        let none = if deleted { "cli.chats.none-deleted" } else { "cli.chats.none" };
        let lines = chats.iter().map(|chat| self.texts().say(&line(chat, self.texts())));
        let text = self.lines(&lines.collect::<Vec<_>>(), none);
        Ok(self.answer(json!({ "chats": chats }), &text))
    }

    async fn search(&self, words: &str) -> Result<Exit, Report> {
        let hits = self.session.app.chats().search(words).await?;
        let lines = hits.iter().map(|hit| self.texts().say(&found(hit, self.texts())));
        let text = self.lines(&lines.collect::<Vec<_>>(), "cli.chats.nothing-found");
        Ok(self.answer(json!({ "hits": hits }), &text))
    }

    async fn show(&self, id: &str) -> Result<Exit, Report> {
        let chats = self.session.app.chats();
        let chat = chats.load(id).await?;
        let shown = chats.shown(&chat, self.texts());
        let mut data = serde_json::to_value(&chat.info).unwrap_or_default();
        data["entries"] = json!(shown);
        data["left_out"] = chat.left_out.into();
        Ok(self.answer(data, &self.talk(&chat, &shown)))
    }

    fn talk(&self, chat: &LoadedChat, shown: &[Shown]) -> String {
        let mut lines = vec![self.texts().say(&line(&chat.info, self.texts()))];
        if chat.left_out > 0 {
            let n = usize::try_from(chat.left_out).unwrap_or(usize::MAX);
            lines.push(self.texts().say(&Message::new("core.chat.left-out").with("n", n)));
        }
        lines.extend(shown.iter().map(|one| match (one.kind, &one.tool) {
            ("player", _) => format!("\n> {}", one.text.replace('\n', "\n> ")),
            (_, Some(tool)) => {
                let said = Message::new("cli.chats.looked").with("tool", tool.as_str());
                format!("  {}", self.texts().say(&said))
            }
            _ => one.text.clone(),
        }));
        lines.join("\n")
    }

    async fn export(&self, id: &str, format: ChatFormat, to: Option<PathBuf>) -> Result<Exit, Report> {
        let chats = self.session.app.chats();
        let (name, kind) = match format {
            ChatFormat::Md => ("md", ExportFormat::Markdown),
            ChatFormat::Json => ("json", ExportFormat::Json),
        };
        let Some(path) = to else {
            let text = chats.export(id, kind, self.texts()).await?;
            return Ok(self.answer(json!({ "format": name, "text": text }), text.trim_end()));
        };
        let path = std::path::absolute(&path).unwrap_or(path);
        chats.export_to(id, kind, &path, self.texts()).await?;
        let said = Message::new("cli.chats.exported").with("path", path.as_path());
        let data = json!({ "format": name, "path": path.display().to_string() });
        Ok(self.answer(data, &self.texts().say(&said)))
    }

    async fn purge(&self, id: &str, permanent: Permanent) -> Result<Exit, Report> {
        let chat = self.session.app.chats().info(id).await?;
        let title = titled(&chat, self.texts());
        if permanent == Permanent::Refused && !self.confirms(&title).await {
            self.output
                .error(&Report::new(Message::new("cli.chats.purge-how").with("title", title)), self.texts());
            return Ok(Exit::Refused);
        }
        let gone = self.session.app.chats().purge(&chat.id).await?;
        Ok(self.one(&gone, "cli.chats.purged"))
    }

    /// Somebody in front of the terminal says the whole word.
    async fn confirms(&self, title: &str) -> bool {
        if *self.session.terminal.consent() != Consent::Ask {
            return false;
        }
        let question = self.texts().say(&Message::new("cli.chats.purge-ask").with("title", title));
        let word = self.session.terminal.line(&question).await.unwrap_or_default();
        ["yes", "确认", "確認"].contains(&word.to_lowercase().as_str())
    }

    /// What was done with one chat.
    fn one(&self, chat: &ChatInfo, code: &'static str) -> Exit {
        let said = Message::new(code).with("id", chat.id.as_str()).with("title", titled(chat, self.texts()));
        self.answer(serde_json::to_value(chat).unwrap_or_default(), &self.texts().say(&said))
    }

    fn lines(&self, lines: &[String], none: &'static str) -> String {
        if lines.is_empty() { self.texts().say(&Message::new(none)) } else { lines.join("\n") }
    }

    fn answer(&self, mut data: Value, text: &str) -> Exit {
        let problems = self.session.app.chats().problems();
        data["problems"] = self.output.problems(&problems, text, self.texts());
        self.output.answer(&data, text);
        Exit::Done
    }
}

fn titled(chat: &ChatInfo, texts: &Texts) -> String {
    named(&chat.title, texts)
}

fn named(title: &str, texts: &Texts) -> String {
    if title.is_empty() { texts.say(&Message::new("core.chat.untitled")) } else { title.to_owned() }
}

fn line(chat: &ChatInfo, texts: &Texts) -> Message {
    let turns = usize::try_from(chat.turns).unwrap_or(usize::MAX);
    Message::new("cli.chats.line")
        .with("id", chat.id.as_str())
        .with("title", titled(chat, texts))
        .with("turns", turns)
        .with("changed", Field::Time(chat.changed))
}

fn found(hit: &Hit, texts: &Texts) -> Message {
    Message::new("cli.chats.found")
        .with("id", hit.id.as_str())
        .with("title", named(&hit.title, texts))
        .with("at", Field::Time(hit.at))
        .with("snippet", hit.snippet.as_str())
}
