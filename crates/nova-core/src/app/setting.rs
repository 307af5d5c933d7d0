//! What the player sets about models, trust and limits: each one journalled change, done at once. These are functions for the
//! hosts and no tools, since a model must not move its own address or widen what it may do.

use nova_game::{
    AppearanceChange, GameError, GraphicsCard, LaunchCommands, LimitsChange, LocalConsent, ModelChange,
    Proposal, Setting,
};
use nova_model::{Effect, Explain, Message, Origin, Report, Secret, SecretError};
use nova_tools::{Receipt, ToolError};
use url::Url;

use super::{App, model};
use crate::{launcher::Launcher, secrets::Kept};

/// Taking back a change of these settings is a change of them; another folder widens what may be changed, another Java is a program
/// that is run, a note is read in every later chat, and a recording looks at everything on the screen. So none of them is ever done
/// without being asked about.
pub(super) const NEVER_CHOSEN: [&str; 6] =
    ["undo_change", "add_game_root", "remove_game_root", "set_java", "remember", "start_recording"];

/// What always loses something for good asks whatever is chosen, so that choosing it would say nothing.
const ALWAYS_ASKS: [&str; 1] = ["empty_trash"];

impl App {
    /// Sets the model. With another address, what was known of the model at the old one is taken out unless it is given.
    pub fn set_model(&self, change: &ModelChange) -> Result<Receipt, Report> {
        let mut change = change.clone();
        if let Setting::To(text) = &change.base_url {
            let base = model::address(text).map_err(Report::new)?.to_string();
            if self.launcher.game.settings().model.base_url.as_ref() != Some(&base) {
                forget_others(&mut change);
            }
            change.base_url = Setting::To(base);
        }
        self.set("set_model", self.launcher.game.set_model(&change))
    }

    /// Sets whether a model server found on this computer may be asked.
    pub fn set_local_model(&self, consent: LocalConsent) -> Result<Receipt, Report> {
        self.set("set_local_model", self.launcher.game.set_local_model(consent))
    }

    /// Sets how much Nova may do by itself; `tools` are those whose reversible changes run at once.
    pub fn set_trust(&self, trust: nova_game::Trust, tools: &[String]) -> Result<Receipt, Report> {
        for tool in tools {
            self.choosable(tool)?;
        }
        self.set("set_trust", self.launcher.game.set_trust(trust, tools))
    }

    /// Sets the limits of a turn and of a day.
    pub fn set_limits(&self, change: &LimitsChange) -> Result<Receipt, Report> {
        self.set("set_limits", self.launcher.game.set_limits(change))
    }

    /// Whether choosing a tool for [`nova_game::Trust::Chosen`] means anything: it changes something, and what it changes can be taken
    /// back.
    pub fn is_choosable(&self, tool: &str) -> bool {
        self.choosable(tool).is_ok() && !ALWAYS_ASKS.contains(&tool)
    }

    /// Sets the look and the language.
    pub fn set_appearance(&self, change: &AppearanceChange) -> Result<Receipt, Report> {
        self.set("set_appearance", self.launcher.game.set_appearance(change))
    }

    /// Sets the graphics card that games are drawn with.
    pub fn set_graphics(&self, card: GraphicsCard) -> Result<Receipt, Report> {
        self.set("set_graphics", self.launcher.game.set_graphics(card))
    }

    /// Sets the player's own commands around games.
    pub fn set_commands(&self, commands: &LaunchCommands) -> Result<Receipt, Report> {
        self.set("set_commands", self.launcher.game.set_commands(commands))
    }

    /// Allows the commands that a version brings, as they are now.
    pub fn allow_commands(&self, version: &str) -> Result<Receipt, Report> {
        self.set("allow_commands", self.launcher.game.allow_commands(version))
    }

    /// Lets a game folder come first.
    pub fn choose_root(&self, path: &str) -> Result<Receipt, Report> {
        self.set("choose_root", self.launcher.game.choose_root(path))
    }

    /// What was typed as a key; it may be none (`core.model.bad-key`).
    pub fn key(typed: &str) -> Result<Secret, Report> {
        model::key(typed).map_err(Report::new)
    }

    /// Keeps the key of a server and tells where.
    pub fn keep_key(&self, base: &Url, key: &Secret) -> Result<Kept, Report> {
        self.launcher.learn_secret(key);
        self.secrets.set(&model::key_name(base), key).map_err(|error| error.report())
    }

    /// Forgets the key of a server.
    pub fn forget_key(&self, base: &Url) -> Result<(), SecretError> {
        self.secrets.delete(&model::key_name(base))
    }

    /// The base address in the settings, where there is one that makes sense.
    pub fn model_base(&self) -> Option<Url> {
        let set = self.launcher.game.settings().model.base_url?;
        model::address(&set).ok()
    }

    /// A base address as a player types it.
    pub fn model_address(&self, text: &str) -> Result<Url, Report> {
        model::address(text).map_err(Report::new)
    }

    /// Only a tool that changes something can be chosen.
    fn choosable(&self, tool: &str) -> Result<(), Report> {
        let about = |code: &'static str| Report::new(Message::new(code).with("tool", tool));
        match self.effect(tool) {
            Some(Effect::Write) if NEVER_CHOSEN.contains(&tool) => Err(about("core.trust.never")),
            Some(Effect::Write) => Ok(()),
            Some(Effect::Read | Effect::Navigate) => Err(about("core.trust.reads")),
            None => {
                let near: Vec<_> = self.registry().nearest(tool);
                let report = about("core.trust.unknown");
                let hint = Message::new("core.near").with("names", near.clone());
                Err(if near.is_empty() { report } else { report.hint(hint) })
            }
        }
    }

    pub(super) fn set(
        &self,
        command: &str,
        proposal: Result<Proposal, GameError>,
    ) -> Result<Receipt, Report> {
        set(&self.launcher, command, proposal)
    }
}

/// Keeps the player's word on a model server found on this computer.
pub(super) fn keep_consent(launcher: &Launcher, consent: LocalConsent) -> Result<Receipt, Report> {
    set(launcher, "set_local_model", launcher.game.set_local_model(consent))
}

fn set(launcher: &Launcher, command: &str, proposal: Result<Proposal, GameError>) -> Result<Receipt, Report> {
    let at = launcher.clock.now();
    let origin = Origin { tool: command.to_owned(), at, ..Origin::default() };
    let proposal = proposal.map_err(|error| error.report())?;
    let planned = launcher.planned(proposal).map_err(|error| reported(&error))?;
    planned.work.apply(&origin).map_err(|error| reported(&error))
}

fn forget_others(change: &mut ModelChange) {
    if change.provider == Setting::Keep {
        change.provider = Setting::Clear;
    }
    if change.price == Setting::Keep {
        change.price = Setting::Clear;
    }
    if change.context == Setting::Keep {
        change.context = Setting::Clear;
    }
}

fn reported(error: &ToolError) -> Report {
    error.report().clone()
}
