//! Who would answer now, as far as it can be told without asking anybody: no server, no key ring, no chat store.

use nova_model::{Message, Rung};

use super::{App, model, rungs};

/// Who would answer the next sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhoNow {
    /// The rung.
    pub rung: Rung,
    /// The model's name, where one would be asked.
    pub model: Option<String>,
    /// Why no model would be.
    pub why: Option<Message>,
}

impl App {
    /// Who would answer now: the model that is set, else the planner with the reason. Whether the model has its key shows when it is
    /// asked.
    pub fn who_now(&self) -> WhoNow {
        match self.likely() {
            Ok(model) => WhoNow { rung: Rung::Tools, model: Some(model), why: None },
            Err(why) => WhoNow { rung: Rung::Planner, model: None, why: Some(why) },
        }
    }

    fn likely(&self) -> Result<String, Message> {
        let settings = self.launcher.game.settings();
        let base = self.overrides.base.as_ref().or(settings.model.base_url.as_ref());
        let base = model::address(base.ok_or_else(|| Message::new("core.model.none"))?)?;
        let nameless = || Message::new("core.model.no-name").with("host", model::host(&base));
        let name = model::name(&settings, &self.overrides).ok_or_else(nameless)?;
        match self.rests.why(&rungs::server(&base), self.launcher.clock.now()) {
            Some(why) => Err(why),
            None => Ok(name.clone()),
        }
    }
}
