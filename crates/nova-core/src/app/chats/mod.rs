//! The chats that were held: keeping a turn, going on with a chat, the list, searching, putting away, exporting.

mod export;
mod shelf;
mod shown;

use std::{path::Path, sync::Arc};

use nova_agent::{
    Conversation, Cost,
    store::{
        Addition, Begins, ChatInfo, DayUsage, Hit, Keeping, LoadedChat, Spent, Store, StoreError, UsageRow,
        Which,
    },
};
use nova_llm::Habits;
use nova_model::{Explain, IdKind, Message, Problem, Redactor, Report, draw_id};

use super::App;
use crate::texts::Texts;

pub use export::ExportFormat;
pub(super) use shelf::Shelf;
pub use shown::Shown;

/// Places that a search names.
const MOST_HITS: u32 = 50;
/// Ids that are drawn for a new chat before it is given up: a thousand chats of one week collide with a chance of 1 : 2,000.
const DRAWS: usize = 8;
/// Stands for the chat that was used last.
const LATEST: &str = "latest";

/// A chat that goes on: which one it is, and how much of its conversation is kept already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenChat {
    id: String,
    begins: Begins,
    stored: usize,
    complained: bool,
}

impl OpenChat {
    /// Its id. A chat of which nothing is kept yet may still get another one.
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// What a turn left, on its way into the store.
#[derive(Clone, Copy, Debug)]
pub struct Turned<'a> {
    /// The whole conversation, as the turn gave it back.
    pub conversation: &'a Conversation,
    /// The turn's id.
    pub turn: &'a str,
    /// What models cost in it.
    pub costs: &'a [Cost],
}

/// The chats of the data folder. Every call that reaches the disk runs on a thread that may block.
pub struct Chats<'a> {
    app: &'a App,
}

impl App {
    /// The chats of the data folder. Nothing is opened yet.
    pub fn chats(&self) -> Chats<'_> {
        Chats { app: self }
    }
}

impl Chats<'_> {
    /// A new chat. Nothing is written before something is said in it.
    pub fn begin(&self) -> OpenChat {
        OpenChat { id: self.draw(), begins: Begins::Now, stored: 0, complained: false }
    }

    /// A chat to go on with, by its id or `latest`, and what was said in it.
    pub async fn resume(&self, id: &str) -> Result<(OpenChat, Conversation), Report> {
        let chat = self.load(id).await?;
        let entries: Vec<_> = chat.entries.into_iter().map(|one| one.entry).collect();
        let open =
            OpenChat { id: chat.info.id, begins: Begins::Before, stored: entries.len(), complained: false };
        Ok((open, Conversation { entries }))
    }

    /// Keeps what a turn added. Where that fails the chat goes on unsaved: the problem says so, once, and the next turn
    /// tries to keep both.
    pub async fn save(&self, chat: &mut OpenChat, turned: Turned<'_>, texts: &Texts) -> Vec<Problem> {
        let told = self.try_save(chat, turned, texts).await.err();
        let mut problems = self.problems();
        if let Some(report) = told.filter(|_| !std::mem::replace(&mut chat.complained, true)) {
            let why = Message::new("agent.store.unsaved").with("why", report.message);
            problems.push(Problem::warning(chat.id.clone(), why));
        }
        problems
    }

    async fn try_save(&self, chat: &mut OpenChat, turned: Turned<'_>, texts: &Texts) -> Result<(), Report> {
        let mut addition = self.addition(chat, turned, texts);
        for draw in 1..=DRAWS {
            let next = addition.clone();
            let work = move |store: &mut Store, redactor: &Redactor| match store.append(&next, redactor) {
                Err(StoreError::Taken { .. }) if draw < DRAWS => Ok(false),
                kept => kept.map(|_| true),
            };
            if self.write(work).await? {
                break;
            }
            addition.chat = self.draw();
        }
        chat.id = addition.chat;
        (chat.begins, chat.stored) = (Begins::Before, turned.conversation.entries.len());
        chat.complained = false;
        Ok(())
    }

    fn addition(&self, chat: &OpenChat, turned: Turned<'_>, texts: &Texts) -> Addition {
        let new = turned.conversation.entries.get(chat.stored..).unwrap_or_default();
        let registry = self.app.registry();
        let keeping = |entry: &nova_agent::Entry| Keeping {
            entry: entry.clone(),
            text: shown::searched(entry, registry, texts),
        };
        let day = self.today();
        let row = |cost: &Cost| UsageRow {
            turn: turned.turn.to_owned(),
            day: day.clone(),
            host: cost.server.clone(),
            model: cost.model.clone(),
            usage: cost.usage,
        };
        Addition {
            chat: chat.id.clone(),
            begins: chat.begins,
            entries: new.iter().map(keeping).collect(),
            usage: turned.costs.iter().map(row).collect(),
        }
    }

    /// A chat as it was kept, by its id or `latest`.
    pub async fn load(&self, id: &str) -> Result<LoadedChat, Report> {
        self.on(id, Store::load).await
    }

    /// The chats, the last used one first.
    pub async fn list(&self, which: Which) -> Result<Vec<ChatInfo>, Report> {
        self.read(move |store| store.list(which)).await
    }

    /// Where all of these words stand together, the newest first.
    pub async fn search(&self, words: &str) -> Result<Vec<Hit>, Report> {
        let words = words.to_owned();
        self.read(move |store| store.search(&words, MOST_HITS)).await
    }

    /// Gives a chat another title.
    pub async fn rename(&self, id: &str, title: &str) -> Result<ChatInfo, Report> {
        let (id, title) = (id.to_owned(), title.to_owned());
        self.write(move |store, redactor| {
            let id = resolved(store, &id)?;
            store.rename(&id, &title, redactor)
        })
        .await
    }

    /// Puts a chat away; it can be brought back.
    pub async fn delete(&self, id: &str) -> Result<ChatInfo, Report> {
        self.on(id, Store::delete).await
    }

    /// Brings a chat back.
    pub async fn restore(&self, id: &str) -> Result<ChatInfo, Report> {
        self.on(id, Store::restore).await
    }

    /// One chat, put away or not.
    pub async fn info(&self, id: &str) -> Result<ChatInfo, Report> {
        self.on(id, Store::info).await
    }

    /// Frees a chat for good. Only on the player's word for exactly this.
    pub async fn purge(&self, id: &str) -> Result<ChatInfo, Report> {
        self.on(id, Store::purge).await
    }

    /// A chat as a text to give away, redacted again.
    pub async fn export(&self, id: &str, format: ExportFormat, texts: &Texts) -> Result<String, Report> {
        let mut chat = self.load(id).await?;
        let launcher = Arc::clone(&self.app.launcher);
        let chat = blocking(move || {
            chat.redact(&launcher.redactor());
            Ok(chat)
        })
        .await?;
        Ok(export::text(&chat, format, self.app.registry(), texts))
    }

    /// Writes a chat into a new file.
    pub async fn export_to(
        &self,
        id: &str,
        format: ExportFormat,
        path: &Path,
        texts: &Texts,
    ) -> Result<(), Report> {
        let text = self.export(id, format, texts).await?;
        let (files, path) = (self.app.launcher.files.clone(), path.to_owned());
        blocking(move || files.hand_out(&path, text.as_bytes()).map_err(|error| error.report())).await
    }

    /// What was said, as the player is shown it.
    pub fn shown(&self, chat: &LoadedChat, texts: &Texts) -> Vec<Shown> {
        shown::all(chat, self.app.registry(), texts)
    }

    /// What models cost today.
    pub async fn spent_today(&self) -> Result<Spent, Report> {
        let day = self.today();
        self.read(move |store| store.spent_on(&day)).await
    }

    /// What each model cost today.
    pub async fn usage_today(&self) -> Result<Vec<DayUsage>, Report> {
        let day = self.today();
        // Another time zone may have written a later day.
        let today = move |store: &mut Store| {
            let mut rows = store.usage_since(&day)?;
            rows.retain(|row| row.day == day);
            Ok(rows)
        };
        self.read(today).await
    }

    /// What a server was found to accept for a model.
    pub async fn habits(&self, server: &str, model: &str) -> Result<Option<Habits>, Report> {
        let (server, model) = (server.to_owned(), model.to_owned());
        self.write(move |store, redactor| store.habits(&server, &model, redactor)).await
    }

    /// Remembers what a server was found to accept for a model.
    pub async fn keep_habits(&self, server: &str, model: &str, habits: Habits) -> Result<(), Report> {
        let (server, model) = (server.to_owned(), model.to_owned());
        self.write(move |store, redactor| store.keep_habits(&server, &model, &habits, redactor)).await
    }

    /// What happened to the file since the last call: it could not be used and was put aside.
    pub fn problems(&self) -> Vec<Problem> {
        self.app.shelf.problems()
    }

    fn draw(&self) -> String {
        draw_id(IdKind::Chat, self.app.launcher.clock.now(), &*self.app.random)
    }

    /// The player's day.
    fn today(&self) -> String {
        let now = jiff::Timestamp::from_millisecond(self.app.launcher.clock.now()).unwrap_or_default();
        now.to_zoned_datetime(self.app.zone.clone()).date().to_string()
    }

    async fn on<T: Send + 'static>(
        &self,
        id: &str,
        work: impl Fn(&mut Store, &str) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Report> {
        let id = id.to_owned();
        self.read(move |store| {
            let id = resolved(store, &id)?;
            work(store, &id)
        })
        .await
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Report> {
        let kept = Arc::clone(&self.app.shelf);
        blocking(move || kept.with(&work)).await
    }

    /// The redactor is built for those who need it only.
    async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Store, &Redactor) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Report> {
        let launcher = Arc::clone(&self.app.launcher);
        self.read(move |store| work(store, &launcher.redactor())).await
    }
}

/// The id that is meant.
fn resolved(store: &mut Store, id: &str) -> Result<String, StoreError> {
    if id != LATEST {
        return Ok(id.to_owned());
    }
    let last = store.list(Which::Kept)?.into_iter().next();
    last.map(|chat| chat.id).ok_or_else(|| StoreError::NoChat { id: id.to_owned() })
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Report> + Send + 'static,
) -> Result<T, Report> {
    let broke = |error: tokio::task::JoinError| {
        Report::new(Message::new("agent.store.failed").with("why", error.to_string()))
    };
    tokio::task::spawn_blocking(work).await.map_err(broke)?
}
