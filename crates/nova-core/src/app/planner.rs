//! The built-in planner with the launcher's own words.

use nova_agent::planner::Planner;
use nova_model::{Message, Report};

use super::App;
use crate::lexicon::lexicon;

impl App {
    pub(super) fn planner(&self) -> Result<Planner, Report> {
        let broken = |error: &dyn std::error::Error| {
            Report::new(Message::new("core.lexicon-broken").with("why", error.to_string()))
        };
        let lexicon = lexicon().map_err(|error| broken(&error))?;
        Ok(Planner::new(lexicon, self.launcher.clock.now(), self.zone.clone()))
    }
}
