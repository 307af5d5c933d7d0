//! Forge and `NeoForge`: their installer is read, and its steps become part of the recipe.

use std::{collections::BTreeMap, io::Cursor};

use nova_archive::{Limits, Zip};
use nova_model::Loader;
use nova_version::{
    Check, Sha1,
    installer::{self, Area, InstallStep, Place, VersionSource},
    loaders::{LoaderBuild, manifest::GameEntry},
};
use serde_json::Value;

use super::{Installer, Kitchen, Recipe};
use crate::{Ask, InstallError, Need, catalog, need, web::digest};

/// The largest recorded installer has 8 MiB.
const LARGEST: u64 = 64 << 20;
const LARGEST_ENTRY: u64 = 8 << 20;
/// Where an installer lies in the stage.
const INSTALLER: &str = "nova/installer.jar";
/// The client jar that is copied without its signatures, where it has no place in the root.
const SIGNED: &str = "nova/client.jar";

impl Kitchen<'_> {
    /// A version that an installer makes.
    pub(super) async fn installed(
        &self,
        game: &GameEntry,
        build: &LoaderBuild,
        id: &str,
    ) -> Result<Recipe, InstallError> {
        let base = self.base(game, id).await?;
        let mut installer = self.read_installer(build, &need::jar_place(base.owner(id))).await?;
        let plan = &installer.plan;
        let mut own = version_file(&installer.name, &installer.jar, plan)?;
        if strips(plan) {
            own = with_own_jar(&own, id);
        }
        let mut recipe = self.on(&base, id, &own).await?;
        recipe.problems.extend(plan.problems.iter().cloned());
        recipe.needs = with_tools(recipe.needs, plan);
        if strips(plan) {
            let own = need::jar_place(id);
            let signed = recipe.needs.iter().find(|need| need.place == own).cloned();
            installer.strips = signed.and_then(|signed| strip(&mut recipe, signed, base.owner(id)));
        }
        recipe.installer = Some(installer);
        Ok(recipe)
    }

    /// The installer of a build, read. It works with the client jar at this place of the stage.
    pub(super) async fn read_installer(
        &self,
        build: &LoaderBuild,
        client: &str,
    ) -> Result<Installer, InstallError> {
        let (name, jar) = self.installer(build).await?;
        let profile = entry(&name, &jar, "install_profile.json")?;
        let plan = installer::plan(&name, &profile, &self.place(client))?;
        let brings = brought(&name, &jar, &plan)?;
        Ok(Installer { name, jar, plan, brings, lies: INSTALLER.to_owned(), strips: None })
    }

    /// The installer of a build, checked by the digest beside it.
    async fn installer(&self, build: &LoaderBuild) -> Result<(String, Vec<u8>), InstallError> {
        let Some(coordinate) = &build.installer else {
            return Err(InstallError::Unsupported { loader: format!("{} {}", build.loader, build.version) });
        };
        let maven = match build.loader {
            Loader::NeoForge => catalog::NEOFORGE_MAVEN,
            _ => catalog::FORGE_MAVEN,
        };
        let path = coordinate.path();
        let (url, name) = (format!("{maven}{}", path.as_str()), path.file_name().to_owned());
        let sha1 = self.beside(&url).await?;
        let ask = Ask::list(url, &name).up_to(LARGEST).hashed(sha1.as_ref());
        let got = self.web.get(&ask, self.cancel).await?;
        Ok((name, got.bytes))
    }

    /// The digest that a repository keeps beside a file; none where it does not say.
    ///
    /// # Errors
    /// Where it may say so later: what could be checked is not taken unchecked because of a bad line.
    pub(crate) async fn beside(&self, url: &str) -> Result<Option<Sha1>, InstallError> {
        let ask = Ask { cap: 4096, ..Ask::list(format!("{url}.sha1"), "sha1") };
        match self.web.get(&ask, self.cancel).await {
            Ok(got) => Ok(digest(&got.bytes)),
            Err(InstallError::Fetch(error)) if !error.is_about_the_line() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The folders that the installer works with: all of them in the stage.
    fn place(&self, client: &str) -> Place {
        let at = |place: &str| self.stage.join(place).to_string_lossy().into_owned();
        Place {
            os: self.platform.os,
            root: at(""),
            libraries: at("libraries"),
            client_jar: at(client),
            installer: at(INSTALLER),
            scratch: at("nova/installer"),
        }
    }
}

/// An entry of the installer that has to be there.
pub(crate) fn entry(name: &str, jar: &[u8], entry: &str) -> Result<Vec<u8>, InstallError> {
    let read = entry_if_there(name, jar, entry)?;
    read.ok_or_else(|| InstallError::NoEntry { installer: name.to_owned(), entry: entry.to_owned() })
}

/// An entry of an installer.
pub(super) fn entry_if_there(name: &str, jar: &[u8], entry: &str) -> Result<Option<Vec<u8>>, InstallError> {
    let archive = |source| InstallError::Archive { path: name.into(), source };
    let mut zip = Zip::open(Cursor::new(jar), &Limits::jar()).map_err(archive)?;
    zip.read_name(entry, LARGEST_ENTRY).map_err(archive)
}

/// Whether an installer has an entry.
pub(super) fn has(name: &str, jar: &[u8], entry: &str) -> Result<bool, InstallError> {
    let archive = |source| InstallError::Archive { path: name.into(), source };
    let zip = Zip::open(Cursor::new(jar), &Limits::jar()).map_err(archive)?;
    Ok(zip.find(entry).is_some())
}

/// What of the plan's files lies in the jar.
fn brought(
    name: &str,
    jar: &[u8],
    plan: &installer::InstallPlan,
) -> Result<BTreeMap<String, String>, InstallError> {
    let archive = |source| InstallError::Archive { path: name.into(), source };
    let zip = Zip::open(Cursor::new(jar), &Limits::jar()).map_err(archive)?;
    let is_there = |entry: &str| zip.find(entry).is_some();
    let brings = |step: &InstallStep| match step {
        InstallStep::FetchLibrary { file, inside } => is_there(inside.as_str())
            .then(|| (format!("libraries/{}", file.path.as_str()), inside.as_str().to_owned())),
        InstallStep::ExtractFromInstaller { entry, area, to } => {
            let folder = if *area == Area::Libraries { "libraries" } else { "nova/installer" };
            Some((format!("{folder}/{}", to.as_str()), entry.as_str().to_owned()))
        }
        _ => None,
    };
    Ok(plan.steps.iter().filter_map(brings).collect())
}

fn version_file(name: &str, jar: &[u8], plan: &installer::InstallPlan) -> Result<Vec<u8>, InstallError> {
    let written = plan.steps.iter().find_map(|step| match step {
        InstallStep::WriteVersionJson { source, .. } => Some(source),
        _ => None,
    });
    match written {
        Some(VersionSource::Bytes(bytes)) => Ok(bytes.clone()),
        Some(VersionSource::Entry(path)) => entry(name, jar, path.as_str()),
        None => Err(InstallError::NoEntry { installer: name.to_owned(), entry: "version.json".to_owned() }),
    }
}

/// The file of a version that has a client jar of its own.
fn with_own_jar(bytes: &[u8], id: &str) -> Vec<u8> {
    let Ok(Value::Object(mut map)) = serde_json::from_slice::<Value>(bytes) else { return bytes.to_vec() };
    map.insert("jar".to_owned(), Value::from(id));
    serde_json::to_vec_pretty(&map).unwrap_or_else(|_| bytes.to_vec())
}

/// Whether the version gets a client jar of its own.
pub(super) fn strips(plan: &installer::InstallPlan) -> bool {
    plan.steps.iter().any(|step| matches!(step, InstallStep::StripClientJar { .. }))
}

/// The version's own client jar is made from the game's, which is fetched instead.
pub(super) fn strip(recipe: &mut Recipe, signed: Need, game: &str) -> Option<(String, String)> {
    let own = need::jar_place(&recipe.id);
    let need = recipe.needs.iter_mut().find(|need| need.place == own)?;
    let from = if game == recipe.id { SIGNED.to_owned() } else { need::jar_place(game) };
    *need = Need { place: own.clone(), urls: Vec::new(), size: None, check: Check::Unknown };
    recipe.needs.push(Need { place: from.clone(), ..signed });
    recipe.client.clone_from(&from);
    Some((from, own))
}

/// What the version needs, with what its installer needs besides. What the installer says of a file counts where the version file says
/// nothing of where it comes from.
pub(super) fn with_tools(needs: Vec<Need>, plan: &installer::InstallPlan) -> Vec<Need> {
    let mut all = needs;
    for step in &plan.steps {
        let InstallStep::FetchLibrary { file, .. } = step else { continue };
        let tool = need::of_library(file);
        match all.iter_mut().find(|need| need.place.eq_ignore_ascii_case(&tool.place)) {
            None => all.push(tool),
            Some(known) if known.urls.is_empty() => {
                known.urls = tool.urls;
                known.size = known.size.or(tool.size);
                if matches!(known.check, Check::Unknown | Check::Beside) {
                    known.check = tool.check;
                }
            }
            Some(_) => {}
        }
    }
    all
}
