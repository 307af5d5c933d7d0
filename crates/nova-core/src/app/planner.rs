//! The built-in planner with the launcher's own words.

use nova_agent::planner::Planner;
use nova_model::{Message, Report};

use super::{App, Beside};
use crate::lexicon::lexicon;

impl App {
    /// The planner; what is open beside the chat is what the player means where nothing is named.
    pub(super) fn planner(&self, open: Option<&Beside>) -> Result<Planner, Report> {
        let broken = |error: &dyn std::error::Error| {
            Report::new(Message::new("core.lexicon-broken").with("why", error.to_string()))
        };
        let lexicon = lexicon().map_err(|error| broken(&error))?;
        let planner = Planner::new(lexicon, self.launcher.clock.now(), self.zone.clone());
        Ok(match open {
            Some(Beside { version, item, .. }) => planner.beside(version.clone(), item.clone()),
            None => planner,
        })
    }
}
