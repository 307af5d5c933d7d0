//! The launcher's services in one place, as tools and hosts use them: which version is meant, which worlds there are, and
//! how a service's proposal becomes a plan with work behind it.

use std::{sync::Arc, time::Duration};

use nova_account::{Account, AccountChange, AccountError, Auth, Turns};
use nova_content::{
    mods::{self, ModList},
    worlds::{self, World, WorldList},
};
use nova_files::{Batch, Files};
use nova_game::{Game, GameError, Instance, Proposal, Version};
use nova_model::{Clock, Message, Origin, Redactor, Report, Secret};
use nova_tools::{Planned, Receipt, ToolError, Work};
use serde_json::json;

use crate::{
    attached::AttachedFiles,
    hidden::Hidden,
    installs::{Installs, wait},
    play::WatcherProgram,
    playing::Looked,
    secrets::Secrets,
};

/// Nobody waits longer than this for a server to hear that a player leaves.
const PATIENCE: Duration = Duration::from_secs(5);

/// The services behind the tools.
pub struct Launcher {
    /// Every change of the disk.
    pub files: Files,
    /// Versions, settings, Java.
    pub game: Game,
    /// What must not be shown.
    pub(crate) hidden: Hidden,
    /// What the player attached.
    pub(crate) attached: AttachedFiles,
    /// Who fetches.
    pub(crate) installs: Installs,
    /// How far the outputs of games were read.
    pub(crate) looked: Looked,
    /// What watches a game that is started; none where the host has no such program.
    pub(crate) watcher: Option<WatcherProgram>,
    /// Who renews the tokens of an account, one after the other.
    pub(crate) turns: Turns,
    /// Keys and the like, by name.
    pub(crate) secrets: Secrets,
    /// The present.
    pub clock: Arc<dyn Clock>,
}

impl Launcher {
    /// Takes out what must not be shown.
    pub fn redactor(&self) -> Arc<Redactor> {
        self.hidden.redactor()
    }

    /// A secret that is in use from now on: it is taken out as well.
    pub fn learn_secret(&self, secret: &Secret) {
        self.hidden.learn(secret);
    }

    /// The version with this id, or the current one.
    pub fn version(&self, id: Option<&str>) -> Result<Version, ToolError> {
        Ok(self.game.version(id)?)
    }

    /// The folders of a version; of the game root itself where no version is installed and none was named.
    pub fn instance(&self, id: Option<&str>) -> Result<Instance, ToolError> {
        match self.game.version(id) {
            Ok(version) => Ok(version.instance()),
            Err(error @ GameError::NoVersions) if id.is_none() => self.bare_root(error),
            Err(error) => Err(error.into()),
        }
    }

    /// Every version's folders.
    pub fn instances(&self) -> Result<Vec<Instance>, ToolError> {
        let versions = self.game.versions()?.items;
        if versions.is_empty() {
            return Ok(vec![self.instance(None)?]);
        }
        Ok(versions.iter().map(Version::instance).collect())
    }

    /// The mods of a version, with its folders.
    pub fn mods(&self, id: Option<&str>) -> Result<(Instance, ModList), ToolError> {
        let instance = self.instance(id)?;
        let list = mods::list(&instance)?;
        Ok((instance, list))
    }

    /// The worlds of one version, or of all.
    pub fn worlds(&self, id: Option<&str>) -> Result<WorldList, ToolError> {
        let instances = match id {
            Some(id) => vec![self.instance(Some(id))?],
            None => self.instances()?,
        };
        Ok(worlds::list(&instances, &*self.game.setup().probe)?)
    }

    /// A world by name and the version it is in.
    pub fn world(&self, name: &str, version: Option<&str>) -> Result<(World, Instance), ToolError> {
        let list = self.worlds(version)?;
        let world = worlds::find(&list, name)?.clone();
        let instance = self.home(&world, version)?;
        Ok((world, instance))
    }

    /// The version whose saves hold a world: two game folders may have a version of the same name.
    fn home(&self, world: &World, version: Option<&str>) -> Result<Instance, ToolError> {
        let named = version.or_else(|| world.versions.first().map(String::as_str));
        let holds = |instance: &Instance| world.path.parent() == Some(instance.saves().as_path());
        let is_named = |instance: &Instance| named.is_none_or(|id| instance.id == id);
        let mut holders = self.instances()?.into_iter().filter(holds).collect::<Vec<_>>();
        if let Some(at) = holders.iter().position(is_named) {
            return Ok(holders.swap_remove(at));
        }
        self.instance(named.filter(|id| !id.is_empty()))
    }

    /// A service's proposal as a plan, checked against the disk as it is now.
    pub fn planned(&self, proposal: Proposal) -> Result<Planned, ToolError> {
        self.files.check(&proposal.batch)?;
        self.unchecked(proposal)
    }

    /// The same for a game root that is not there yet, in which nothing can stand in the way.
    pub(crate) fn unchecked(&self, proposal: Proposal) -> Result<Planned, ToolError> {
        let plan = proposal.plan(&self.files)?;
        let Proposal { batch, version, title, .. } = proposal;
        let work = BatchWork { desk: self.desk(), batch, version, title };
        Ok(Planned { plan, work: Box::new(work) })
    }

    /// A change of the accounts as a plan.
    pub(crate) fn planned_account(&self, change: AccountChange) -> Result<Planned, ToolError> {
        self.files.check(&change.batch)?;
        let plan = change.plan(&self.files)?;
        let leaves = change.forgets.and_then(|id| self.accounts().find(&id).ok().cloned());
        let leaves = leaves.map(|account| (account, self.auth()));
        let work = AccountWork { desk: self.desk(), batch: change.batch, title: change.title, leaves };
        Ok(Planned { plan, work: Box::new(work) })
    }

    /// Refuses what must not be done to a version that is played.
    pub(crate) fn refuse_played(version: &Version) -> Result<(), ToolError> {
        if version.running { Err(played(&version.id)) } else { Ok(()) }
    }

    /// What doing a plan needs.
    pub fn desk(&self) -> Desk {
        Desk { files: self.files.clone(), game: self.game.clone() }
    }

    fn bare_root(&self, otherwise: GameError) -> Result<Instance, ToolError> {
        let roots = self.game.roots()?;
        let root = roots.items.into_iter().next().ok_or(otherwise)?.path;
        Ok(Instance {
            id: String::new(),
            dir: root.clone(),
            folder: root.clone(),
            root,
            isolated: false,
            game_version: None,
            loader: None,
            java_major: None,
        })
    }
}

/// Why nothing is done to a version that is played.
pub(crate) fn played(version: &str) -> ToolError {
    ToolError::Tell(Report::new(Message::new("core.play.running").with("version", version)))
}

/// The services that a confirmed change is done with.
#[derive(Clone)]
pub struct Desk {
    files: Files,
    game: Game,
}

impl Desk {
    /// Every change of the disk. The settings file is made with the first of them.
    pub fn files(&self) -> &Files {
        if let Some((path, bytes)) = self.game.first_settings() {
            // Without it the defaults hold as before; what keeps it from being written keeps the change itself.
            let _ = self.files.establish(&path, &bytes);
        }
        &self.files
    }
}

/// The doing of a change of the accounts. An account that is gone is signed out once it is.
struct AccountWork {
    desk: Desk,
    batch: Batch,
    title: Message,
    leaves: Option<(Account, Auth)>,
}

impl Work for AccountWork {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let origin = Origin { title: Some(self.title.clone()), ..origin.clone() };
        let entry = self.desk.files().apply(self.batch, &origin)?;
        if let Some((account, auth)) = &self.leaves {
            sign_out(auth, account)?;
        }
        let said = Message::new("core.done").with("what", self.title);
        Ok(Receipt { said, data: json!({ "id": entry.id, "at": entry.at }), change: Some(entry.id) })
    }
}

/// Tells the account's server, as long as that does not take long, and drops the tokens either way.
fn sign_out(auth: &Auth, account: &Account) -> Result<(), AccountError> {
    // A server that was not told forgets the token by itself in a few days.
    let told = wait(async { tokio::time::timeout(PATIENCE, auth.sign_out(account)).await });
    told.unwrap_or_else(|_| auth.forget(&account.id))
}

/// The doing of a proposal: one journalled change.
struct BatchWork {
    desk: Desk,
    batch: Batch,
    version: Option<String>,
    title: Message,
}

impl Work for BatchWork {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let origin = Origin { version: self.version, title: Some(self.title.clone()), ..origin.clone() };
        let entry = self.desk.files().apply(self.batch, &origin)?;
        let said = Message::new("core.done").with("what", self.title);
        Ok(Receipt { said, data: json!({ "id": entry.id, "at": entry.at }), change: Some(entry.id) })
    }
}
