//! The built-in planner with the launcher's own words.

use nova_agent::planner::Planner;
use nova_model::{Message, Report};

use super::{App, Beside, Request};
use crate::{attached::AttachedFile, lexicon::lexicon};

impl App {
    /// The planner; what is open beside the chat or attached is what the player means where nothing is named.
    pub(super) fn planner(&self, request: &Request) -> Result<Planner, Report> {
        let broken = |error: &dyn std::error::Error| {
            Report::new(Message::new("core.lexicon-broken").with("why", error.to_string()))
        };
        let lexicon = lexicon().map_err(|error| broken(&error))?;
        let planner = Planner::new(lexicon, self.launcher.clock.now(), self.zone.clone());
        let attached = request.attached.iter().map(AttachedFile::given).collect();
        let planner = planner.attached(attached);
        Ok(match &request.open {
            Some(Beside { version, item, .. }) => planner.beside(version.clone(), item.clone()),
            None => planner,
        })
    }
}
