//! Signing in, as a window or a terminal leads through it. No tool does any of this: neither a password nor a code goes through a model.
//!
//! Letting go of a [`MicrosoftLogin`] or a [`PlayerChoice`], or of the future that waits, calls it off; nothing is kept before a
//! player has arrived.

use nova_account::{
    Account, AccountError, AccountKind, Auth, Choice, DeviceCode, DeviceLogin, Entry, Profile, SignedInAt,
    YggdrasilServer,
};
use nova_game::Setting;
use nova_model::{Explain, Message, Origin, Report, Secret};
use nova_tools::Receipt;

use super::App;

/// A sign-in with Microsoft that waits for the player.
pub struct MicrosoftLogin {
    app: App,
    auth: Auth,
    login: DeviceLogin,
}

/// A player who has signed in and plays now.
#[derive(Clone, Debug)]
pub struct Admitted {
    /// The account.
    pub account: Account,
    /// The change of the list.
    pub receipt: Receipt,
    /// What the player should know.
    pub warnings: Vec<Message>,
}

/// What signing in at a skin server came to.
pub enum SkinLogin {
    /// The player plays now.
    Admitted(Box<Admitted>),
    /// There are several players to choose from.
    Choose(Box<PlayerChoice>),
}

/// A sign-in that waits for the choice of a player.
pub struct PlayerChoice {
    app: App,
    auth: Auth,
    place: AccountKind,
    choice: Choice,
}

impl App {
    /// Asks Microsoft for the code that the player types in a browser.
    pub async fn begin_microsoft(&self) -> Result<MicrosoftLogin, Report> {
        let auth = self.launcher.auth();
        let login = auth.begin_microsoft().await.map_err(|error| error.report())?;
        Ok(MicrosoftLogin { app: self.clone(), auth, login })
    }

    /// Finds a skin server by what the player typed.
    pub async fn find_skin_server(&self, typed: &str) -> Result<YggdrasilServer, Report> {
        self.launcher.auth().find_server(typed).await.map_err(|error| error.report())
    }

    /// Signs in at a skin server. The password goes there and is not kept.
    pub async fn sign_in_at(
        &self,
        server: &YggdrasilServer,
        login: &str,
        password: &Secret,
    ) -> Result<SkinLogin, Report> {
        let auth = self.launcher.auth();
        let login = login.trim();
        let came = auth.sign_in_at(server, login, password).await.map_err(|error| error.report())?;
        let place = AccountKind::Yggdrasil {
            server: server.api.clone(),
            server_name: server.meta.name.clone(),
            login: nova_model::clean(login, 200),
        };
        match came {
            SignedInAt::Ready(entry) => {
                let admitted = self.admit_entry(&auth, place, *entry)?;
                Ok(SkinLogin::Admitted(Box::new(admitted)))
            }
            SignedInAt::Choose(choice) => {
                let choice = PlayerChoice { app: self.clone(), auth, place, choice: *choice };
                Ok(SkinLogin::Choose(Box::new(choice)))
            }
        }
    }

    /// Sets the client id that Microsoft's sign-in is asked with; none takes it out. No tool does this.
    pub fn set_client_id(&self, id: Option<&str>) -> Result<Receipt, Report> {
        let id = id.map(str::trim).filter(|id| !id.is_empty());
        let id = id.map_or(Setting::Clear, |id| Setting::To(id.to_owned()));
        if id.value().is_some_and(|id| !nova_account::is_client_id(id)) {
            return Err(AccountError::BadClientId.report());
        }
        self.set("set_client_id", self.launcher.game.set_client_id(&id))
    }

    /// Keeps a picture to be worn as a skin, and gives its id for `set_skin`.
    pub fn keep_skin(&self, png: &[u8]) -> Result<String, Report> {
        self.launcher.keep_skin(png).map_err(|error| error.report().clone())
    }

    /// The picture of the skin that a player wears; none where it is the default one. It asks the account's service.
    pub async fn skin_of(&self, account: &Account) -> Result<Option<Vec<u8>>, Report> {
        let auth = self.launcher.auth();
        let looks = auth.looks(account).await.map_err(|error| error.report())?;
        match looks.skin() {
            Some(skin) => auth.picture(&skin.url).await.map(Some).map_err(|error| error.report()),
            None => Ok(None),
        }
    }

    fn admit_entry(&self, auth: &Auth, place: AccountKind, entry: Entry) -> Result<Admitted, Report> {
        let id = self.launcher.new_account_id();
        auth.keep_entry(&id, &entry).map_err(|error| error.report())?;
        self.admit(&id, place, entry.profile, Vec::new())
    }

    fn admit(
        &self,
        id: &str,
        kind: AccountKind,
        profile: Profile,
        warnings: Vec<Message>,
    ) -> Result<Admitted, Report> {
        let now = self.launcher.clock.now();
        let origin = Origin { tool: "sign_in".to_owned(), at: now, ..Origin::default() };
        let came = Account::new(id, kind, profile, now);
        let admitted = self.launcher.admit(&came, &origin);
        let (account, receipt) = admitted.map_err(|error| error.report().clone())?;
        Ok(Admitted { account, receipt, warnings })
    }
}

impl MicrosoftLogin {
    /// What the player is shown.
    pub fn code(&self) -> &DeviceCode {
        self.login.code()
    }

    /// Waits until the player has agreed, has declined, or the code is worth nothing any more, and goes the rest of the way. `told`
    /// hears of each step as it begins.
    pub async fn finish(mut self, told: &(dyn Fn(Message) + Sync)) -> Result<Admitted, Report> {
        let grant = self.login.wait(self.auth.services()).await.map_err(|error| error.report())?;
        let id = self.app.launcher.new_account_id();
        let told = |step: nova_account::Step| told(step.name());
        let signed_in =
            self.auth.finish_microsoft(grant, &id, &told).await.map_err(|error| error.report())?;
        self.app.admit(&id, AccountKind::Microsoft, signed_in.profile, signed_in.warnings)
    }
}

impl PlayerChoice {
    /// Whom there is to choose from.
    pub fn players(&self) -> &[Profile] {
        &self.choice.profiles
    }

    /// Chooses the player of this number in the list.
    pub async fn choose(self, number: usize) -> Result<Admitted, Report> {
        let nobody = || Report::new(Message::new("core.signin.no-player"));
        let chosen = self.players().get(number).cloned().ok_or_else(nobody)?;
        let entry =
            self.choice.choose(self.auth.services(), &chosen).await.map_err(|error| error.report())?;
        self.app.admit_entry(&self.auth, self.place, entry)
    }
}
