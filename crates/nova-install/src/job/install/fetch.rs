//! Fetching what is missing into the stage.

use std::{path::Path, sync::Arc};

use futures_util::{StreamExt, stream};
use nova_files::Stage;
use nova_net::download::{Amounts, Digest, FetchError, Landing, Wanted};
use nova_version::{Check, Sha1};
use tokio_util::sync::CancellationToken;

use super::{Run, Workshop};
use crate::{Far, InstallError, Listener, Need, Phase, State, check, job::landing::StageLanding};

/// A file without a known size may have this many bytes; the largest library of the game has 30 MiB, the largest file of a Java 130.
const LARGEST: u64 = 512 << 20;
/// Digests that are asked for at once.
const BESIDE: usize = 16;
/// Room that must be left.
const SPARE: u64 = 64 << 20;

impl Run<'_> {
    /// Fetches all that is missing. Gives how many files that are, and their bytes.
    pub(super) async fn fetch(&self) -> Result<(usize, u64), InstallError> {
        let missing: Vec<&Need> = self.recipe.needs.iter().filter(|need| self.is_missing(need)).collect();
        self.room(&missing)?;
        let wanted = self.wanted(&missing).await?;
        let (files, bytes) = (wanted.len(), wanted.iter().filter_map(|wanted| wanted.size).sum());
        self.shop.fetch_into(&self.stage, wanted, (self.asked.listener, self.asked.cancel)).await?;
        Ok((files, bytes))
    }

    /// What neither lies in the root nor is made by the installer, nor comes with it.
    fn is_missing(&self, need: &Need) -> bool {
        let is_used = self.is_right(&need.place) && (self.is_known(need) || !self.is_run(need));
        !need.urls.is_empty() && !is_used && !self.comes_with_it(need)
    }

    /// Whether it is known what the file should be. One that is there and is not counts as right, but is not run.
    fn is_known(&self, need: &Need) -> bool {
        !need.expected(&self.ledger).sha1s.is_empty()
    }

    /// Whether the installer runs it.
    fn is_run(&self, need: &Need) -> bool {
        let Some(installer) = &self.recipe.installer else { return false };
        let place = need.place.strip_prefix("libraries/").unwrap_or_default();
        let mut all = installer.plan.processors().flat_map(|processor| processor.classpath.iter());
        all.any(|path| path.as_str() == place)
    }

    /// Whether the installer brings the file: then it is unpacked, not fetched.
    fn comes_with_it(&self, need: &Need) -> bool {
        self.recipe.installer.as_ref().is_some_and(|installer| installer.brings.contains_key(&need.place))
    }

    fn room(&self, missing: &[&Need]) -> Result<(), InstallError> {
        room(&self.stage, missing.iter().filter_map(|need| need.size).fold(0, u64::saturating_add))
    }

    async fn wanted(&self, missing: &[&Need]) -> Result<Vec<Wanted>, InstallError> {
        let kitchen = self.shop.kitchen(self.asked.root, Path::new("").to_owned(), self.asked.cancel);
        let kitchen = &kitchen;
        let one = |need: &Need| {
            let need = need.clone();
            async move {
                let beside = match (&need.check, need.urls.first()) {
                    (Check::Beside, Some(url)) => kitchen.beside(url).await?,
                    _ => None,
                };
                self.of_need(&need, beside.as_ref())
            }
        };
        let all: Vec<Result<Wanted, InstallError>> =
            stream::iter(missing.iter().map(|need| one(need))).buffered(BESIDE).collect().await;
        self.asked_to_stop()?;
        all.into_iter().collect()
    }

    fn of_need(&self, need: &Need, beside: Option<&Sha1>) -> Result<Wanted, InstallError> {
        let said = need.sha1s().iter().chain(beside);
        let mut digests = said.filter_map(|sha1| Digest::sha1(sha1.as_str()));
        let first = digests.next();
        let wanted = self.shop.wanted(need.place.clone(), &need.urls, need.size, first)?;
        Ok(Wanted { or: digests.collect(), ..wanted })
    }

    /// Lets a file of the root lie in the stage too, for an installer that only looks there. It is hashed before: it may be run.
    pub(super) fn bring(&self, need: &Need) -> Result<(), InstallError> {
        if self.stage.has(&need.place)?.is_some() {
            return Ok(());
        }
        let wanted = [need.expected(&self.ledger)];
        let mut known = crate::Known::default();
        let state = check(self.asked.root, &wanted, crate::Depth::Full, &mut known, &());
        if state.first() != Some(&State::Right) {
            return Err(InstallError::NotMade { file: need.place.clone() });
        }
        Ok(self.stage.copy_in(&need.place, &self.asked.root.join(&need.place))?)
    }
}

impl Workshop {
    /// A file that is to lie in a stage, from its addresses and their mirrors.
    pub(in crate::job) fn wanted(
        &self,
        key: String,
        urls: &[String],
        size: Option<u64>,
        digest: Option<Digest>,
    ) -> Result<Wanted, InstallError> {
        let sources = self.web.addresses(urls);
        if sources.is_empty() {
            let url = urls.first().map(|url| nova_model::clean(url, 200)).unwrap_or_default();
            return Err(InstallError::Address { url });
        }
        let mut wanted = Wanted::new(key, sources, LARGEST);
        (wanted.size, wanted.digest) = (size, digest);
        Ok(wanted)
    }

    /// Fetches files into a stage.
    pub(in crate::job) async fn fetch_into(
        &self,
        stage: &Stage,
        wanted: Vec<Wanted>,
        (listener, cancel): (&Arc<dyn Listener>, &CancellationToken),
    ) -> Result<(), InstallError> {
        let landing: Arc<dyn Landing> = Arc::new(StageLanding::new(stage.clone()));
        let listener = Arc::clone(listener);
        let progress = move |amounts: &Amounts| listener.far(&far(amounts));
        let report = self.web.fetcher.fetch(wanted, &landing, &progress, cancel).await;
        report.error().map_or(Ok(()), |error| Err(failed(error, report.failures().count())))
    }
}

/// Whether so many bytes have room beside a stage, with some to spare.
pub(in crate::job) fn room(stage: &Stage, bytes: u64) -> Result<(), InstallError> {
    let needed = bytes.saturating_add(SPARE);
    match stage.free() {
        Ok(free) if free < needed => Err(InstallError::NoSpace { needed, free }),
        // A system that does not say is found out by writing.
        _ => Ok(()),
    }
}

fn failed(error: &FetchError, files: usize) -> InstallError {
    match error {
        FetchError::Cancelled => InstallError::Cancelled,
        _ if files > 1 => InstallError::Files { files, first: Box::new(error.clone()) },
        _ => InstallError::Fetch(Box::new(error.clone())),
    }
}

fn far(amounts: &Amounts) -> Far {
    Far {
        phase: Phase::Fetching,
        done: amounts.bytes,
        total: amounts.bytes_total,
        files: amounts.files,
        files_total: amounts.files_total,
        speed: amounts.speed,
        left: amounts.left,
        at: amounts.host.clone(),
    }
}
