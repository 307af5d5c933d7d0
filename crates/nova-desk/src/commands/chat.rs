//! Nova's chat.

use std::sync::Arc;

use nova_agent::{Mode, TurnResult, store::Which};
use nova_core::{Asking, Request, Rungs, present};
use nova_model::{Message, Report, ToolOutcome};
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use ts_rs::TS;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    chat::{Not, Talk},
    surface::Consent,
    turn::{Names, Telling},
    view::{ChatFound, ChatHead, ChatView, End, Open, Question, Receipt, TurnEvent, Turned, Who},
};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("chat_open", open),
        Command::new("chat_send", send),
        Command::new("chat_stop", stop),
        Command::new("chat_list", heads),
        Command::new("chat_search", search),
        Command::new("chat_rename", rename),
        Command::new("chat_delete", delete),
        Command::new("chat_restore", restore),
    ]
}

/// Which chat.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ChatOpen {
    /// Its id, or `latest`; none for a new one.
    id: Option<String>,
}

/// What the player says.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ChatSend {
    /// The chat, which is open.
    chat: String,
    /// The words, as typed.
    words: String,
    /// What is open beside it.
    #[serde(default)]
    open: Option<Open>,
}

/// One chat.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ChatId {
    /// Its id.
    chat: String,
}

/// Which chats.
#[derive(Clone, Copy, Debug, Deserialize, TS)]
pub(crate) struct ChatList {
    /// Those that were put away, instead of those in use.
    #[serde(default)]
    deleted: bool,
}

/// Words to look for.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ChatSearch {
    /// They stand together somewhere.
    words: String,
}

/// Another title.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ChatRename {
    /// The chat.
    chat: String,
    /// Its new title.
    title: String,
}

async fn open(desk: Arc<Desk>, args: ChatOpen, _: To<Silent>) -> Result<ChatView, Fault> {
    let app = desk.app();
    let chats = app.chats();
    let Some(id) = args.id else {
        let chat = chats.begin();
        let id = chat.id().to_owned();
        let talk = Talk { chat, conversation: nova_agent::Conversation::default() };
        desk.talks.put(id.clone(), talk);
        return Ok(ChatView { id, title: String::new(), items: Vec::new() });
    };
    let loaded = chats.load(&id).await.map_err(|report| desk.fault(&report))?;
    let view = ChatView::of(&loaded, &desk.names());
    if !desk.talks.is_busy(&view.id) {
        let (chat, conversation) = chats.resume(&view.id).await.map_err(|report| desk.fault(&report))?;
        desk.talks.put(view.id.clone(), Talk { chat, conversation });
    }
    Ok(view)
}

async fn send(desk: Arc<Desk>, args: ChatSend, to: To<TurnEvent>) -> Result<Turned, Fault> {
    let stop = CancellationToken::new();
    let taken = desk.talks.take(&args.chat, stop.clone());
    let mut talk = taken.map_err(|not| desk.fault(&not_taken(not, &args.chat)))?;
    let before = desk.look();
    let (app, names) = desk.hosted(&to, Consent::Asked);
    let request = request(&args, &talk);
    let asking = Asking {
        mode: Mode::Confirm,
        rungs: Rungs::All,
        events: Arc::new(Telling::new(names.clone(), to)),
        cancel: stop,
        chat: Some(&mut talk.chat),
    };
    let asked = app.ask(request, asking).await;
    let told = match asked {
        Ok(result) => {
            let id = talk.chat.id().to_owned();
            let told = turned(&result, Some(id), &names);
            talk.conversation = result.conversation;
            Ok(told)
        }
        Err(report) => Err(desk.fault(&report)),
    };
    desk.talks.give_back(&args.chat, talk);
    desk.changed(&before);
    told
}

/// What is open beside the chat is vouched for: the player looks at it.
fn request(args: &ChatSend, talk: &Talk) -> Request {
    let open = args.open.clone().unwrap_or_default();
    Request {
        words: present::answered(&args.words, talk.conversation.choices()),
        conversation: talk.conversation.clone(),
        known: open.version.into_iter().chain(open.item).collect(),
        ..Request::default()
    }
}

fn not_taken(not: Not, chat: &str) -> Report {
    Report::new(match not {
        Not::Free => Message::new("desk.chat.busy"),
        Not::Open => Message::new("desk.chat.unknown").with("id", nova_model::clean(chat, 40)),
    })
}

/// What came of a turn, as the window shows it.
pub(super) fn turned(result: &TurnResult, chat: Option<String>, names: &Names) -> Turned {
    let texts = &names.texts;
    let receipt = |done: &nova_agent::Done| Receipt {
        line: done.line,
        said: texts.say(&done.receipt.said),
        change: done.receipt.change.clone(),
    };
    let notices = result.notices.iter().map(|notice| texts.say(notice));
    Turned {
        turn: result.checklist.turn().to_owned(),
        chat,
        who: Who::of(result.rung, result.model.as_deref(), result.why.as_ref(), texts),
        receipts: result.receipts.iter().map(receipt).collect(),
        asked: result.asked.iter().map(|question| Question::of(question, texts)).collect(),
        notices: notices.collect(),
        faults: unplanned(result).map(|report| Fault::of(report, texts)).collect(),
        end: End::of(&result.end, texts),
    }
}

/// Why changes could not even be planned, and why nobody could go on.
fn unplanned(result: &TurnResult) -> impl Iterator<Item = &Report> {
    let writes = result.calls.iter().filter(|made| made.effect == Some(nova_model::Effect::Write));
    let failed = writes.filter_map(|made| match &made.outcome {
        ToolOutcome::Failed { report } => Some(report),
        _ => None,
    });
    failed.chain(&result.broke)
}

async fn stop(desk: Arc<Desk>, args: ChatId, _: To<Silent>) -> Result<Nothing, Fault> {
    desk.talks.stop(&args.chat);
    Ok(Nothing {})
}

async fn heads(desk: Arc<Desk>, args: ChatList, _: To<Silent>) -> Result<Vec<ChatHead>, Fault> {
    let which = if args.deleted { Which::Deleted } else { Which::Kept };
    let list = desk.app().chats().list(which).await.map_err(|report| desk.fault(&report))?;
    Ok(list.iter().map(ChatHead::of).collect())
}

async fn search(desk: Arc<Desk>, args: ChatSearch, _: To<Silent>) -> Result<Vec<ChatFound>, Fault> {
    let hits = desk.app().chats().search(&args.words).await.map_err(|report| desk.fault(&report))?;
    Ok(hits.iter().map(ChatFound::of).collect())
}

async fn rename(desk: Arc<Desk>, args: ChatRename, _: To<Silent>) -> Result<ChatHead, Fault> {
    let renamed = desk.app().chats().rename(&args.chat, &args.title).await;
    renamed.map(|info| ChatHead::of(&info)).map_err(|report| desk.fault(&report))
}

async fn delete(desk: Arc<Desk>, args: ChatId, _: To<Silent>) -> Result<ChatHead, Fault> {
    let deleted = desk.app().chats().delete(&args.chat).await;
    deleted.map(|info| ChatHead::of(&info)).map_err(|report| desk.fault(&report))
}

async fn restore(desk: Arc<Desk>, args: ChatId, _: To<Silent>) -> Result<ChatHead, Fault> {
    let restored = desk.app().chats().restore(&args.chat).await;
    restored.map(|info| ChatHead::of(&info)).map_err(|report| desk.fault(&report))
}
