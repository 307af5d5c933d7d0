//! Fetching what is missing into the stage.

use std::{path::Path, sync::Arc};

use futures_util::{StreamExt, stream};
use nova_net::download::{Amounts, Digest, DigestKind, FetchError, Landing, Wanted};
use nova_version::Check;

use super::{Run, expected};
use crate::{Far, InstallError, Need, Phase, State, check, job::landing::StageLanding};

/// A file without a known size may have this many bytes; the largest library of the game has 30 MiB.
const LARGEST: u64 = 512 << 20;
/// Digests that are asked for at once.
const BESIDE: usize = 16;
/// Room that must be left.
const SPARE: u64 = 64 << 20;

impl Run<'_> {
    /// Fetches all that is missing. Gives the bytes that were fetched.
    pub(super) async fn fetch(&self) -> Result<u64, InstallError> {
        let missing: Vec<&Need> = self.recipe.needs.iter().filter(|need| self.is_missing(need)).collect();
        self.room(&missing)?;
        let wanted = self.wanted(&missing).await?;
        let bytes = wanted.iter().filter_map(|wanted| wanted.size).sum();
        let landing: Arc<dyn Landing> = Arc::new(StageLanding::new(self.stage.clone()));
        let listener = Arc::clone(self.asked.listener);
        let progress = move |amounts: &Amounts| listener.far(&far(amounts));
        let report = self.shop.web.fetcher.fetch(wanted, &landing, &progress, self.asked.cancel).await;
        if let Some(error) = report.error() {
            return Err(failed(error, report.failures().count()));
        }
        Ok(bytes)
    }

    /// What neither lies in the root nor is made by the installer, nor comes with it.
    fn is_missing(&self, need: &Need) -> bool {
        !need.urls.is_empty() && !self.is_right(&need.place) && !self.comes_with_it(need)
    }

    /// Whether the installer brings the file: then it is unpacked, not fetched.
    fn comes_with_it(&self, need: &Need) -> bool {
        self.recipe.installer.as_ref().is_some_and(|installer| installer.brings.contains_key(&need.place))
    }

    fn room(&self, missing: &[&Need]) -> Result<(), InstallError> {
        let needed = missing.iter().filter_map(|need| need.size).fold(SPARE, u64::saturating_add);
        match self.stage.free() {
            Ok(free) if free < needed => Err(InstallError::NoSpace { needed, free }),
            // A system that does not say is found out by writing.
            _ => Ok(()),
        }
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
                self.of_need(&need, beside.as_ref().and_then(|sha1| Digest::sha1(sha1.as_str())))
            }
        };
        let all: Vec<Result<Wanted, InstallError>> =
            stream::iter(missing.iter().map(|need| one(need))).buffered(BESIDE).collect().await;
        self.asked_to_stop()?;
        all.into_iter().collect()
    }

    fn of_need(&self, need: &Need, beside: Option<Digest>) -> Result<Wanted, InstallError> {
        let sources = self.shop.web.addresses(&need.urls);
        if sources.is_empty() {
            let url = need.urls.first().map(|url| nova_model::clean(url, 200)).unwrap_or_default();
            return Err(InstallError::Address { url });
        }
        let mut wanted = Wanted::new(need.place.clone(), sources, LARGEST);
        wanted.size = need.size;
        wanted.digest =
            need.sha1().and_then(|sha1| Digest::parse(DigestKind::Sha1, sha1.as_str())).or(beside);
        Ok(wanted)
    }

    /// Lets a file of the root lie in the stage too, for an installer that only looks there. It is hashed before: it may be run.
    pub(super) fn bring(&self, need: &Need) -> Result<(), InstallError> {
        if self.stage.has(&need.place)?.is_some() {
            return Ok(());
        }
        let wanted = [expected(need)];
        let mut known = crate::Known::default();
        let state = check(self.asked.root, &wanted, crate::Depth::Full, &mut known, &());
        if state.first() != Some(&State::Right) {
            return Err(InstallError::NotMade { file: need.place.clone() });
        }
        Ok(self.stage.copy_in(&need.place, &self.asked.root.join(&need.place))?)
    }
}

pub(in crate::job) fn failed(error: &FetchError, files: usize) -> InstallError {
    match error {
        FetchError::Cancelled => InstallError::Cancelled,
        _ if files > 1 => InstallError::Files { files, first: Box::new(error.clone()) },
        _ => InstallError::Fetch(Box::new(error.clone())),
    }
}

pub(in crate::job) fn far(amounts: &Amounts) -> Far {
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
