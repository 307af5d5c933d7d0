//! Accounts: the list, signing in, skins. What changes the list otherwise goes through its tools and the checklist; a password comes
//! in behind the mask, goes to its server, and is kept nowhere.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use data_encoding::BASE64;
use nova_core::{Admitted, PlayerChoice, SkinLogin};
use nova_model::{Message, Report, Secret};
use serde::Deserialize;
use tokio::time::{Duration, sleep};
use tokio_util::sync::CancellationToken;
use ts_rs::TS;

use super::{Nothing, ask::masked, settings::save};
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::{apart, blocking},
    picture,
    view::{AccountsPage, LoginDone, LoginNews, Saved, SkinKept, SkinServerView, SkinView},
};

/// How often it is looked whether the page still listens.
const LISTENS: Duration = Duration::from_secs(2);
/// Letters of a picture at most.
const LONGEST_PICTURE: usize = 400 << 10;
/// Sign-ins that wait for a choice; an older one is let go of.
const MOST_CHOICES: usize = 4;

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("accounts_read", read),
        Command::new("account_skin", skin),
        Command::new("skin_keep", keep),
        Command::new("client_id_set", client_id),
        Command::new("login_microsoft", microsoft),
        Command::new("login_cancel", cancel),
        Command::new("skin_server_find", find),
        Command::new("login_server", at_server),
        Command::new("login_player", player),
    ]
}

/// The sign-ins that are under way. There is one with Microsoft at a time, and another one calls it off.
#[derive(Default)]
pub(crate) struct Logins {
    running: Mutex<CancellationToken>,
    /// Sign-ins at skin servers that wait for the choice of a player, by one-time ids.
    choices: Mutex<VecDeque<(String, PlayerChoice)>>,
}

impl Logins {
    fn begin(&self) -> CancellationToken {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.cancel();
        *running = CancellationToken::new();
        running.clone()
    }

    fn stop(&self) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).cancel();
        self.choices().clear();
    }

    fn wait(&self, id: String, choice: PlayerChoice) {
        let mut choices = self.choices();
        choices.push_back((id, choice));
        if choices.len() > MOST_CHOICES {
            choices.pop_front();
        }
    }

    /// The sign-in that waits under this id, which is worth nothing after that.
    fn take(&self, id: &str) -> Option<PlayerChoice> {
        let mut choices = self.choices();
        let place = choices.iter().position(|(waiting, _)| waiting == id)?;
        choices.remove(place).map(|(_, choice)| choice)
    }

    fn choices(&self) -> MutexGuard<'_, VecDeque<(String, PlayerChoice)>> {
        self.choices.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One account.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneAccount {
    /// Its id.
    id: String,
}

/// A picture that the player picked.
#[derive(Clone, Deserialize, TS)]
pub(crate) struct SkinKeep {
    /// Its bytes in base64.
    png: String,
}

/// The client id of Microsoft's sign-in.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ClientIdSet {
    /// It; an empty text takes it out.
    id: String,
}

/// What the player typed as the address of a skin server.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ServerFind {
    /// It.
    address: String,
}

/// Name and password at a skin server.
#[derive(Clone, Deserialize, TS)]
pub(crate) struct ServerLogin {
    /// The server's address as it was found.
    address: String,
    /// The name, often an e-mail address.
    login: String,
    /// The password.
    #[ts(type = "string")]
    #[serde(deserialize_with = "masked")]
    password: Option<Secret>,
}

/// Which of the players.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct PlayerChosen {
    /// The sign-in that asked, by its one-time id.
    choice: String,
    /// Its place in the list, from 0.
    number: usize,
}

async fn read(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<AccountsPage, Fault> {
    blocking(&desk, |desk| {
        let app = desk.app();
        let launcher = app.launcher();
        Ok(AccountsPage::of(&launcher.accounts(), launcher.client_id(), &desk.names()))
    })
    .await
}

/// A face is nice to have: where nobody answers there is none, and no fault.
async fn skin(desk: Arc<Desk>, args: OneAccount, _: To<Silent>) -> Result<SkinView, Fault> {
    led(&desk, async move |desk| {
        let app = desk.app();
        let accounts = app.launcher().accounts();
        let account = accounts.items.iter().find(|account| account.id == args.id);
        let Some(account) = account.filter(|account| account.kind.as_str() != "offline") else {
            return Ok(SkinView { url: None });
        };
        let png = app.skin_of(account).await.ok().flatten();
        Ok(SkinView { url: png.as_deref().and_then(picture::data_url) })
    })
    .await
}

async fn keep(desk: Arc<Desk>, args: SkinKeep, _: To<Silent>) -> Result<SkinKept, Fault> {
    let bytes = Some(&args.png).filter(|png| png.len() <= LONGEST_PICTURE);
    let bytes = bytes.and_then(|png| BASE64.decode(png.as_bytes()).ok()).unwrap_or_default();
    let file_id = blocking(&desk, move |desk| desk.app().keep_skin(&bytes)).await?;
    Ok(SkinKept { file_id })
}

async fn client_id(desk: Arc<Desk>, args: ClientIdSet, _: To<Silent>) -> Result<Saved, Fault> {
    save(&desk, move |app| app.set_client_id(Some(&args.id))).await
}

/// Shows the code and waits. It ends when the player has agreed, when it is called off, and when the page is gone.
async fn microsoft(desk: Arc<Desk>, _: Nothing, to: To<LoginNews>) -> Result<LoginDone, Fault> {
    let cancel = desk.logins.begin();
    let work = async move |desk: Arc<Desk>| {
        tokio::select! {
            came = with_microsoft(&desk, &to) => came.map_err(|report| desk.fault(&report)),
            () = cancel.cancelled() => Err(called_off(&desk)),
            () = gone(&to) => Err(called_off(&desk)),
        }
    };
    led(&desk, work).await
}

async fn with_microsoft(desk: &Desk, to: &To<LoginNews>) -> Result<LoginDone, Report> {
    let login = desk.app().begin_microsoft().await?;
    let code = login.code();
    to.send(&LoginNews::Code {
        code: code.user_code.clone(),
        page: code.verification_uri.to_string(),
        until: code.expires_at,
    });
    let texts = desk.texts();
    let admitted = login.finish(&|step| to.send(&LoginNews::Step { said: texts.say(&step) })).await?;
    Ok(done(desk, &admitted))
}

async fn cancel(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Nothing, Fault> {
    desk.logins.stop();
    Ok(Nothing {})
}

async fn find(desk: Arc<Desk>, args: ServerFind, _: To<Silent>) -> Result<SkinServerView, Fault> {
    let found = desk.app().find_skin_server(&args.address).await;
    found.map(|server| SkinServerView::of(&server)).map_err(|report| desk.fault(&report))
}

async fn at_server(desk: Arc<Desk>, args: ServerLogin, _: To<Silent>) -> Result<LoginDone, Fault> {
    let work = async move |desk: Arc<Desk>| match sign_in(&desk, args).await {
        Ok(SkinLogin::Admitted(admitted)) => Ok(done(&desk, &admitted)),
        Ok(SkinLogin::Choose(choice)) => {
            let players = choice.players().iter().map(|player| player.name.clone()).collect();
            let id = desk.asks.draw();
            desk.logins.wait(id.clone(), *choice);
            Ok(LoginDone { account: None, said: Vec::new(), players, choice: Some(id) })
        }
        Err(report) => Err(desk.fault(&report)),
    };
    led(&desk, work).await
}

async fn sign_in(desk: &Desk, args: ServerLogin) -> Result<SkinLogin, Report> {
    let app = desk.app();
    let server = app.find_skin_server(&args.address).await?;
    let none = || Report::new(Message::new("desk.login.no-password"));
    app.sign_in_at(&server, &args.login, &args.password.ok_or_else(none)?).await
}

async fn player(desk: Arc<Desk>, args: PlayerChosen, _: To<Silent>) -> Result<LoginDone, Fault> {
    let choice = desk.logins.take(&args.choice).ok_or_else(|| called_off(&desk))?;
    let work = async move |desk: Arc<Desk>| {
        let admitted = choice.choose(args.number).await.map_err(|report| desk.fault(&report))?;
        Ok(done(&desk, &admitted))
    };
    led(&desk, work).await
}

/// Leads a sign-in on a thread that may wait: tokens come from the key ring and go into it, and a key ring that is locked asks the
/// player first. Where nobody waits for it any more it ends.
async fn led<T: Send + 'static, Work: Future<Output = Result<T, Fault>> + Send + 'static>(
    desk: &Arc<Desk>,
    work: impl FnOnce(Arc<Desk>) -> Work,
) -> Result<T, Fault> {
    let (own, left) = (Arc::clone(desk), CancellationToken::new());
    let _waits = left.clone().drop_guard();
    let work = work(Arc::clone(desk));
    apart(desk, async move {
        tokio::select! {
            came = work => came,
            () = left.cancelled() => Err(called_off(&own)),
        }
    })
    .await
}

fn done(desk: &Desk, admitted: &Admitted) -> LoginDone {
    desk.changed(&desk.look());
    LoginDone::of(admitted, &desk.texts())
}

async fn gone(to: &To<LoginNews>) {
    while to.is_open() {
        sleep(LISTENS).await;
    }
}

fn called_off(desk: &Desk) -> Fault {
    desk.fault(&Report::new(Message::new("desk.login.called-off")))
}
