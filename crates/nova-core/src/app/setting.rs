//! What the player sets about models, trust and limits: each one journalled change, done at once. These are functions for the
//! hosts and no tools, since a model must not move its own address or widen what it may do.

use std::collections::BTreeSet;

use nova_content::notes::Notes;
use nova_game::{GameError, LimitsChange, LocalConsent, ModelChange, Proposal, Setting};
use nova_model::{Effect, Explain, Message, Origin, Report, Secret, SecretError};
use nova_tools::{Receipt, ToolError};
use url::Url;

use super::{
    App,
    model::{self, ModelView, Overrides, Resolved},
};
use crate::{
    launcher::Launcher,
    secrets::{Kept, Secrets},
};

/// Taking back a change of these settings is a change of them, so it is never done without being asked about.
const NEVER_CHOSEN: [&str; 1] = ["undo_change"];

impl App {
    /// Where keys lie.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// What the host's environment says in place of the settings.
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// The model to ask, or why there is none. Its key is redacted from then on wherever it turns up. Asking the key ring
    /// may take two seconds.
    pub fn model(&self) -> Result<Resolved, Message> {
        let resolved = Resolved::of(&self.launcher.game.settings(), &self.overrides, &self.secrets)?;
        if let Some(key) = &resolved.endpoint.key {
            self.launcher.learn_secret(key);
        }
        Ok(resolved)
    }

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

    /// What is set about the model as a page shows it: never the key, only where it lies.
    pub fn model_view(&self) -> ModelView {
        let settings = self.launcher.game.settings();
        ModelView::of(&settings, &self.overrides, &self.secrets)
    }

    /// A base address as a player types it.
    pub fn model_address(&self, text: &str) -> Result<Url, Report> {
        model::address(text).map_err(Report::new)
    }

    /// The player's step, as the turn loop judges by it.
    pub fn trust(&self) -> nova_agent::Trust {
        let settings = self.launcher.game.settings();
        let chosen = |tool: &String| !NEVER_CHOSEN.contains(&tool.as_str());
        match settings.trust {
            nova_game::Trust::Chat => nova_agent::Trust::ChatOnly,
            nova_game::Trust::Read => nova_agent::Trust::Read,
            nova_game::Trust::Confirm => nova_agent::Trust::Confirm,
            nova_game::Trust::Chosen => {
                let tools: BTreeSet<_> = settings.trust_tools.into_iter().filter(chosen).collect();
                nova_agent::Trust::AutoReversible { tools }
            }
        }
    }

    /// What the player wants to be remembered, oldest first.
    pub fn notes(&self) -> Vec<String> {
        let notes = Notes::read(self.launcher.files.data());
        notes.items.into_iter().map(|note| note.text).collect()
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

    fn set(&self, command: &str, proposal: Result<Proposal, GameError>) -> Result<Receipt, Report> {
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
