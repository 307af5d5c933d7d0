//! What can be cleaned up in the game folders, with what must stay: running games and jobs that can be gone on with.

use nova_content::clean::{self, CleanError, Ground, Kind, Spare};
use nova_game::{Instance, Proposal, Version};
use nova_model::Message;
use nova_tools::ToolError;

use crate::launcher::Launcher;

/// How long logs are kept where nobody says otherwise.
pub(crate) const KEEP_DAYS: u32 = 7;

impl Launcher {
    /// What can go of these kinds, in all game folders.
    pub(crate) fn spares(&self, kinds: &[Kind], keep_days: u32) -> Result<Vec<Spare>, ToolError> {
        let mut all: Vec<Spare> = Vec::new();
        self.each_root(keep_days, |ground| {
            all.extend(clean::look(ground, kinds));
        })?;
        all.sort_by(|a, b| a.path.cmp(&b.path));
        all.dedup_by(|a, b| a.path == b.path);
        Ok(all)
    }

    /// Puts it into the trash area. A change has one game folder: the first one that has something.
    pub(crate) fn clean(&self, kinds: &[Kind], keep_days: u32) -> Result<Proposal, ToolError> {
        let mut proposals: Vec<Proposal> = Vec::new();
        self.each_root(keep_days, |ground| proposals.extend(clean::clean(ground, kinds).ok()))?;
        let mut proposals = proposals.into_iter();
        let mut first = proposals.next().ok_or(CleanError::Nothing)?;
        // What lies in the data folder is in each of them, so another one alone says nothing.
        let own =
            |proposal: &Proposal| proposal.watch.iter().any(|path| path.starts_with(&proposal.batch.root));
        if let Some(other) = proposals.find(own) {
            let message = Message::new("core.clean.more");
            first.warnings.push(message.with("path", other.batch.root.as_path()));
        }
        Ok(first)
    }

    fn each_root(&self, keep_days: u32, mut look: impl FnMut(&Ground<'_>)) -> Result<(), ToolError> {
        let (roots, versions) = (self.game.roots()?.items, self.game.versions()?.items);
        let playing: Vec<Instance> =
            versions.iter().filter(|version| version.running).map(Version::instance).collect();
        let jobs: Vec<String> = self.jobs().into_iter().map(|job| job.id).collect();
        for root in &roots {
            let mine = versions.iter().filter(|version| version.root == root.path);
            let instances: Vec<Instance> = mine.map(Version::instance).collect();
            look(&Ground {
                files: &self.files,
                root: &root.path,
                instances: &instances,
                playing: &playing,
                jobs: &jobs,
                now: self.clock.now(),
                keep_days,
            });
        }
        Ok(())
    }
}
