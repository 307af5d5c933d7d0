//! Nova's chat.

use std::sync::Arc;

use nova_agent::{
    MadeCall, Mode, TurnResult,
    store::{LoadedChat, Which},
};
use nova_core::{App, Asking, AttachedFile, Beside, Request, Rungs, present};
use nova_model::{Effect, Message, Report, ToolOutcome};
use serde::Deserialize;
use ts_rs::TS;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::{apart, blocking},
    chat::{Not, Taken, Talk},
    live::{Begun, Live},
    surface::Consent,
    turn::{Names, Telling},
    view::{
        AttachedRow, ChatFound, ChatHead, ChatView, End, Open, Question, Receipt, Since, Suggestion,
        TurnEvent, Turned, Who,
    },
};

/// How often a chat is read while turns go on in it.
const LOOKS: usize = 3;

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("chat_open", open),
        Command::new("chat_send", send),
        Command::new("chat_attach", attach),
        Command::new("chat_follow", follow),
        Command::new("chat_stop", stop),
        Command::new("chat_suggestions", suggestions),
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
    /// The files that are attached to it, by their ids.
    #[serde(default)]
    attached: Vec<String>,
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
    match args.id {
        None => Ok(begin(&desk)),
        Some(id) => match desk.turns.get(&id) {
            Some(live) => busy(&desk, &id, &live).await,
            None => kept(&desk, &id).await,
        },
    }
}

fn begin(desk: &Desk) -> ChatView {
    let chat = desk.app().chats().begin();
    let id = chat.id().to_owned();
    desk.talks.begin(Talk { chat, conversation: nova_agent::Conversation::default() });
    ChatView::empty(&id)
}

/// A chat as it was kept. A turn that ended while it was read has added to it: then it is read again.
async fn kept(desk: &Arc<Desk>, id: &str) -> Result<ChatView, Fault> {
    let app = desk.app();
    let chats = app.chats();
    for _ in 1..LOOKS {
        let since = desk.talks.now();
        let loaded = chats.load(id).await.map_err(|report| desk.fault(&report))?;
        let view = view(desk, loaded).await?;
        if let Some(live) = desk.turns.get(&view.id) {
            return Ok(ChatView { running: Some(live.view()), ..view });
        }
        let (chat, conversation) = chats.resume(&view.id).await.map_err(|report| desk.fault(&report))?;
        if desk.talks.open(Talk { chat, conversation }, since) {
            return Ok(view);
        }
    }
    let loaded = chats.load(id).await.map_err(|report| desk.fault(&report))?;
    view(desk, loaded).await
}

/// A chat in which a turn runs; of a new one nothing is kept yet.
async fn busy(desk: &Arc<Desk>, id: &str, live: &Live) -> Result<ChatView, Fault> {
    let view = match desk.app().chats().load(id).await {
        Ok(loaded) => view(desk, loaded).await?,
        Err(_) => ChatView::empty(id),
    };
    Ok(ChatView { running: Some(live.view()), ..view })
}

/// What was kept, as the player sees it. What became of its changes since then stands in the journal.
async fn view(desk: &Arc<Desk>, loaded: LoadedChat) -> Result<ChatView, Fault> {
    blocking(desk, move |desk| Ok(ChatView::of(&loaded, &desk.names(), &Since::of(&loaded, desk)))).await
}

async fn send(desk: Arc<Desk>, args: ChatSend, to: To<TurnEvent>) -> Result<Turned, Fault> {
    let taken = desk.talks.take(&args.chat);
    let taken = taken.map_err(|not| desk.fault(&not_taken(not, &args.chat)))?;
    let begun = Begun::in_chat(&desk, &args.chat, &args.words);
    begun.live.follow(to);
    let told = apart(&desk, turn(Arc::clone(&desk), args, taken, Arc::clone(&begun.live))).await;
    begun.end(told)
}

/// It gives the conversation back itself: who asked for it may have gone away before it ends.
async fn turn(desk: Arc<Desk>, args: ChatSend, mut taken: Taken, live: Arc<Live>) -> Result<Turned, Fault> {
    let (app, names) = desk.hosted(&live, Consent::Asked);
    let talk = &mut taken.talk;
    let request = Request { attached: attached(&app, &args), ..request(&args, talk) };
    let asking = Asking {
        mode: Mode::Confirm,
        rungs: Rungs::All,
        events: Arc::new(Telling::new(names.clone(), Arc::clone(&live))),
        cancel: live.stop.clone(),
        chat: Some(&mut talk.chat),
    };
    let asked = app.ask(request, asking).await;
    let told = asked.map_err(|report| desk.fault(&report)).map(|result| {
        let told = turned(&result, Some(talk.chat.id().to_owned()), &names);
        talk.conversation = result.conversation;
        told
    });
    taken.give_back();
    told
}

/// Goes on hearing a turn that runs, from its beginning; nothing where none runs under this name.
async fn follow(desk: Arc<Desk>, args: ChatId, to: To<TurnEvent>) -> Result<Option<Turned>, Fault> {
    let Some(live) = desk.turns.get(&args.chat) else { return Ok(None) };
    live.follow(to);
    live.ended().await.map(Some)
}

/// The files that the player attached in this session; what else is named is none.
fn attached(app: &App, args: &ChatSend) -> Vec<AttachedFile> {
    args.attached.iter().filter_map(|id| app.attached(id)).collect()
}

/// The player chooses a file that the next words are about; the page learns its name and an id.
async fn attach(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Option<AttachedRow>, Fault> {
    let title = desk.texts().say(&Message::new("desk.chat.pick-file"));
    let picked = desk.shell.pick_file(title).await.map_err(|report| desk.fault(&report))?;
    let Some(path) = picked else { return Ok(None) };
    blocking(&desk, move |desk| Ok(Some(AttachedRow::of(&desk.app().attach(&path)?)))).await
}

fn request(args: &ChatSend, talk: &Talk) -> Request {
    let open = args.open.clone().unwrap_or_default();
    let Open { page, version, item } = open;
    Request {
        open: args.open.is_some().then_some(Beside { page, version, item }),
        words: present::answered(&args.words, talk.conversation.choices()),
        conversation: talk.conversation.clone(),
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
        said: names.say(&done.receipt.said),
        change: done.receipt.change.clone(),
    };
    let notices = result.notices.iter().map(|notice| names.say(notice));
    // In a chat a tool that does not exist is the model's business.
    let may_be_write = |effect: Option<Effect>| match effect {
        Some(effect) => effect == Effect::Write,
        None => chat.is_none(),
    };
    let failed = result.calls.iter().filter(|made| may_be_write(made.effect)).filter_map(failure);
    let faults = failed.chain(&result.broke).map(|report| Fault::of(report, names)).collect();
    Turned {
        turn: result.checklist.turn().to_owned(),
        who: Who::of(result.rung, result.model.as_deref(), result.why.as_ref(), texts),
        receipts: result.receipts.iter().map(receipt).collect(),
        asked: result.asked.iter().map(|question| Question::of(question, texts)).collect(),
        notices: notices.collect(),
        faults,
        end: End::of(&result.end, names),
        chat,
    }
}

/// Why a call failed.
fn failure(made: &MadeCall) -> Option<&Report> {
    match &made.outcome {
        ToolOutcome::Failed { report } => Some(report),
        _ => None,
    }
}

async fn stop(desk: Arc<Desk>, args: ChatId, _: To<Silent>) -> Result<Nothing, Fault> {
    if let Some(live) = desk.turns.get(&args.chat) {
        live.stop.cancel();
    }
    Ok(Nothing {})
}

/// What the player could say in an empty chat.
async fn suggestions(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Vec<Suggestion>, Fault> {
    let texts = desk.texts();
    let found = desk.app().suggestions().await;
    Ok(found.iter().map(|one| Suggestion::of(one, &texts)).collect())
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
