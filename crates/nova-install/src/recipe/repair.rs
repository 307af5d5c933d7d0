//! Repairing: what an installed version needs by its own files, not by what a server would install today. A version file of the plain
//! game that cannot be used comes from Mojang again.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use nova_model::Millis;
use nova_version::{Check, Merged, VersionFile, installer::InstallPlan};

use super::{Aim, Kitchen, Recipe, document};
use crate::{InstallError, Mend, Need, catalog, chain, inspect};

/// The chain of an installed version, with what had to be fetched again.
#[derive(Default)]
struct Healed {
    files: Vec<VersionFile>,
    fresh: BTreeMap<String, Vec<u8>>,
    kept_since: Option<Millis>,
}

impl Kitchen<'_> {
    /// What an installed version needs.
    pub(super) async fn repair(&self, mend: &Mend) -> Result<Recipe, InstallError> {
        let healed = self.healed(&mend.id).await?;
        let mut merged = Merged::of(&healed.files)?;
        self.complete(&mut merged).await?;
        let plain = healed.files.last().map_or(mend.id.as_str(), |file| file.id.as_str());
        let game = mend.game.as_deref().unwrap_or(plain);
        let mut recipe = self.of_merged(&mend.id, game, &merged).await?;
        recipe.aim = Aim::Repair;
        recipe.kept_since = recipe.kept_since.or(healed.kept_since);
        recipe.documents = healed.fresh.into_iter().map(|(id, bytes)| document(&id, bytes)).collect();
        if merged.client.is_none() {
            recipe.needs.push(inspect::unsaid(recipe.client.clone()));
        }
        with_copies(&mut recipe);
        self.add_api(&mut recipe, mend.loader.as_ref().map(|wish| wish.loader), mend.api).await?;
        Ok(recipe)
    }

    async fn healed(&self, id: &str) -> Result<Healed, InstallError> {
        let mut healed = Healed::default();
        loop {
            let chain = chain::read(self.root, id, &healed.fresh);
            let Some(broken) = chain.broken else {
                healed.files = chain.files;
                return Ok(healed);
            };
            let why = broken.why.as_ref().map(chain::Why::message);
            let lost = || InstallError::Broken { id: nova_model::clean(&broken.id, 120), why };
            if healed.fresh.contains_key(&broken.id) {
                return Err(lost());
            }
            let Some((bytes, kept_since)) = self.official(&broken.id).await? else { return Err(lost()) };
            healed.kept_since = healed.kept_since.or(kept_since);
            healed.fresh.insert(broken.id, bytes);
        }
    }

    /// Mojang's own file of a version of this very name.
    async fn official(&self, id: &str) -> Result<Option<(Vec<u8>, Option<Millis>)>, InstallError> {
        let manifest = catalog::games(self.web, self.cancel).await?;
        let Some(game) = manifest.find(id) else { return Ok(None) };
        let got = self.version_file(game).await?;
        Ok(Some((got.bytes, got.kept_since)))
    }

    /// Some files say nothing of where their client or their assets come from: then Mojang's file of the same name does.
    async fn complete(&self, merged: &mut Merged) -> Result<(), InstallError> {
        if merged.client.is_some() && merged.asset_index.is_some() {
            return Ok(());
        }
        let official = match self.official(&merged.jar).await {
            Ok(Some((bytes, _))) => VersionFile::parse(&merged.jar, &bytes)?,
            Err(InstallError::Cancelled) => return Err(InstallError::Cancelled),
            // What can be repaired without it is.
            Ok(None) | Err(_) => return Ok(()),
        };
        let is_same = |index: &nova_version::AssetIndexRef| {
            merged.assets.as_ref().is_none_or(|assets| *assets == index.id)
        };
        let index = official.asset_index.filter(is_same);
        merged.asset_index = merged.asset_index.take().or(index);
        let client = official.downloads.get("client").filter(|client| client.url().is_some());
        merged.client = merged.client.take().or_else(|| client.cloned());
        Ok(())
    }

    /// The same with the installer that made some of the version's files, and all that it makes.
    pub(crate) async fn with_installer(&self, recipe: &Recipe, mend: &Mend) -> Result<Recipe, InstallError> {
        let (loader, game) = (mend.loader.as_ref(), recipe.game.as_str());
        let Some(loader) = loader else { return Ok(recipe.clone()) };
        let builds = catalog::builds(self.web, loader.loader, game, self.cancel).await?;
        let build = catalog::pick(&builds, loader.loader, game, loader.version.as_deref())?;
        let mut installer = self.read_installer(build, &recipe.client).await?;
        let mut with = recipe.clone();
        with.loader = Some((build.loader, build.version.clone()));
        with.needs = super::forge::with_tools(with.needs, &installer.plan);
        let made = self.made(&installer.plan);
        for need in made {
            match with.needs.iter_mut().find(|known| known.place.eq_ignore_ascii_case(&need.place)) {
                Some(known) if known.urls.is_empty() && known.check == Check::Unknown => *known = need,
                Some(_) => {}
                None => with.needs.push(need),
            }
        }
        if super::forge::strips(&installer.plan) {
            installer.strips = self.strip_again(&mut with).await?;
        }
        with.installer = Some(installer);
        Ok(with)
    }

    /// The client jar of the version's own is made once more from the game's.
    async fn strip_again(&self, with: &mut Recipe) -> Result<Option<(String, String)>, InstallError> {
        let Some((bytes, _)) = self.official(&with.game).await? else { return Ok(None) };
        let official = VersionFile::parse(&with.game, &bytes)?;
        let client = official.downloads.get("client");
        let Some((client, url)) = client.and_then(|client| Some((client, client.url()?))) else {
            return Ok(None);
        };
        let check = client.sha1.as_ref().map_or(Check::Unknown, |sha1| Check::Sha1(sha1.clone()));
        let signed =
            Need { urls: vec![url.to_owned()], size: client.size, check, ..inspect::unsaid(String::new()) };
        // The name of the game may be taken by something else: the version is changed alone.
        let id = with.id.clone();
        Ok(super::forge::strip(with, signed, &id))
    }

    /// The libraries that the programs of an installer make: those whose digests it says, and those that it only names.
    fn made(&self, plan: &InstallPlan) -> Vec<Need> {
        let mut made: Vec<Need> = Vec::new();
        let fetched: BTreeSet<String> = plan
            .processors()
            .flat_map(|processor| processor.classpath.iter())
            .map(|path| format!("libraries/{}", path.as_str()))
            .collect();
        let place = |path: &str| {
            let below = Path::new(path).strip_prefix(&self.stage).ok()?;
            let parts: Option<Vec<&str>> = below.iter().map(std::ffi::OsStr::to_str).collect();
            Some(parts?.join("/")).filter(|place| place.starts_with("libraries/") && is_file(place))
        };
        for processor in plan.processors() {
            for output in &processor.outputs {
                let Some(place) = place(&output.path) else { continue };
                made.retain(|need| need.place != place);
                made.push(Need { check: Check::Sha1(output.sha1.clone()), ..inspect::unsaid(place) });
            }
            for place in processor.args.iter().filter_map(|arg| place(arg)) {
                if !fetched.contains(&place) && !made.iter().any(|need| need.place == place) {
                    made.push(inspect::unsaid(place));
                }
            }
        }
        made
    }
}

fn is_file(place: &str) -> bool {
    Path::new(place).extension().is_some()
}

/// Whether a place is one of the version files of a recipe.
pub(super) fn is_document(recipe: &Recipe, place: &str) -> bool {
    recipe.documents.iter().any(|document| document.place == place)
}

impl Recipe {
    /// Whether a file that is not right cannot be made right: nobody serves it, and no installer makes it.
    pub fn is_stuck(&self, need: &Need) -> bool {
        need.urls.is_empty()
            && self.installer.is_none()
            && !self.is_copy(need)
            && !is_document(self, &need.place)
    }

    pub(crate) fn is_copy(&self, need: &Need) -> bool {
        self.copies.iter().any(|(place, _)| *place == need.place)
    }

    /// Whether nobody but an installer makes it.
    pub(crate) fn is_made(&self, need: &Need) -> bool {
        let strips = self.installer.as_ref().and_then(|installer| installer.strips.as_ref());
        let is_own = strips.is_some_and(|(_, own)| *own == need.place);
        need.urls.is_empty() && (is_own || !need.place.starts_with("versions/")) && !self.is_copy(need)
    }
}

/// Copies under other names have to be right as well.
fn with_copies(recipe: &mut Recipe) {
    let by_place: BTreeMap<&str, &Need> =
        recipe.needs.iter().map(|need| (need.place.as_str(), need)).collect();
    let copy = |(place, original): &(String, String)| {
        let original = *by_place.get(original.as_str())?;
        Some(Need { place: place.clone(), urls: Vec::new(), ..original.clone() })
    };
    let copies: Vec<Need> = recipe.copies.iter().filter_map(copy).collect();
    recipe.needs.extend(copies);
}
