//! What can be installed: the game's versions, and the builds of each loader.

use nova_model::{GameVersion, Loader, Millis, suggest};
use nova_version::loaders::{
    LoaderBuild, Stability, fabric, forge,
    liteloader::{self, LiteLoaderBuild},
    manifest::{GameEntry, Manifest},
    neoforge,
    optifine::{self, OptiFineBuild},
};
use tokio_util::sync::CancellationToken;

use crate::{Ask, InstallError, Web};

/// Mojang's list of versions.
pub const MANIFEST: &str = "https://piston-meta.mojang.com/mc/game/version_manifest_v2.json";
const FABRIC: &str = "https://meta.fabricmc.net/v2";
const LEGACY_FABRIC: &str = "https://meta.legacyfabric.net/v2";
const QUILT: &str = "https://meta.quiltmc.org/v3";
/// Forge's repository.
pub const FORGE_MAVEN: &str = "https://maven.minecraftforge.net/";
/// `NeoForge`'s repository.
pub const NEOFORGE_MAVEN: &str = "https://maven.neoforged.net/releases/";
const FORGE_LIST: &str = "https://files.minecraftforge.net/net/minecraftforge/forge/maven-metadata.json";
const FORGE_XML: &str = "https://maven.minecraftforge.net/net/minecraftforge/forge/maven-metadata.xml";
const FORGE_PROMOTIONS: &str =
    "https://files.minecraftforge.net/net/minecraftforge/forge/promotions_slim.json";
const NEOFORGE_LIST: &str = "https://maven.neoforged.net/api/maven/versions/releases/net/neoforged/neoforge";
const NEOFORGE_FIRST_LIST: &str =
    "https://maven.neoforged.net/api/maven/versions/releases/net/neoforged/forge";
const NEOFORGE_XML: &str = "https://maven.neoforged.net/releases/net/neoforged/neoforge/maven-metadata.xml";
/// Where `OptiFine` is: a mirror has it, its makers have no address for programs.
pub const OPTIFINE: &str = "https://bmclapi2.bangbang93.com/optifine";
const LITELOADER: &str = "https://dl.liteloader.com/versions/versions.json";
/// The game version of the builds that were still called Forge.
const NEOFORGE_FIRST_GAME: &str = "1.20.1";
/// Before it, Fabric is the one of other people.
const FABRIC_FROM: &str = "18w43b";

/// Which server knows a game version's Fabric.
pub fn flavour(game: &str) -> fabric::Flavour {
    if GameVersion::parse(game).is_at_least(&GameVersion::parse(FABRIC_FROM)) {
        fabric::Flavour::Fabric
    } else {
        fabric::Flavour::Legacy
    }
}

/// The address of a server of Fabric's kind.
pub fn meta_base(flavour: fabric::Flavour) -> &'static str {
    match flavour {
        fabric::Flavour::Fabric => FABRIC,
        fabric::Flavour::Legacy => LEGACY_FABRIC,
        fabric::Flavour::Quilt => QUILT,
    }
}

/// The game's versions, newest first.
pub async fn games(web: &Web, cancel: &CancellationToken) -> Result<Manifest, InstallError> {
    Ok(games_with_age(web, cancel).await?.0)
}

/// The game's versions, newest first, and since when the list was kept where the server could not be asked.
pub async fn games_with_age(
    web: &Web,
    cancel: &CancellationToken,
) -> Result<(Manifest, Option<Millis>), InstallError> {
    let got = web.get(&Ask::list(MANIFEST, "version_manifest_v2.json"), cancel).await?;
    Ok((Manifest::parse(&got.bytes)?, got.kept_since))
}

/// Whether a word stands for whichever version the list names.
pub fn is_alias(id: &str) -> bool {
    matches!(id, "latest" | "release" | "snapshot" | "latest-snapshot")
}

/// A game version by its id, or one that is meant by `latest` and `snapshot`.
///
/// # Errors
/// [`InstallError::NoGame`] with the ids that are nearest.
pub fn game<'a>(manifest: &'a Manifest, id: &str) -> Result<&'a GameEntry, InstallError> {
    let named = match id {
        "latest" | "release" => manifest.latest_release.as_deref(),
        "snapshot" | "latest-snapshot" => manifest.latest_snapshot.as_deref(),
        other => Some(other),
    };
    let found = named.and_then(|id| manifest.find(id));
    found.or_else(|| only_like(manifest, id)).ok_or_else(|| InstallError::NoGame {
        game: nova_model::clean(id, 80),
        near: suggest(id, manifest.versions.iter().map(|entry| entry.id.as_str()))
            .into_iter()
            .map(str::to_owned)
            .collect(),
    })
}

/// The only one that differs in case.
fn only_like<'a>(manifest: &'a Manifest, id: &str) -> Option<&'a GameEntry> {
    let mut like = manifest.versions.iter().filter(|entry| entry.id.eq_ignore_ascii_case(id));
    like.next().filter(|_| like.next().is_none())
}

/// The builds of a loader for a game version, newest first; none where it has none for it.
pub async fn builds(
    web: &Web,
    loader: Loader,
    game: &str,
    cancel: &CancellationToken,
) -> Result<Vec<LoaderBuild>, InstallError> {
    match loader {
        Loader::Fabric => of_fabric(web, flavour(game), game, cancel).await,
        Loader::Quilt => of_fabric(web, fabric::Flavour::Quilt, game, cancel).await,
        Loader::Forge => of_forge(web, game, cancel).await,
        Loader::NeoForge => of_neoforge(web, game, cancel).await,
        Loader::OptiFine => Ok(of_optifine(optifine(web, game, cancel).await?)),
        Loader::LiteLoader => {
            let all = liteloader(web, game, cancel).await?;
            Ok(all.into_iter().map(|found| found.build).collect())
        }
        other @ Loader::LegacyForge => Err(InstallError::Unsupported { loader: other.to_string() }),
    }
}

/// The builds of `OptiFine` for a game version, newest first.
pub(crate) async fn optifine(
    web: &Web,
    game: &str,
    cancel: &CancellationToken,
) -> Result<Vec<OptiFineBuild>, InstallError> {
    let ask = Ask::list(format!("{OPTIFINE}/versionList"), "optifine/versionList");
    let mut all = optifine::builds(&web.get(&ask, cancel).await?.bytes)?;
    // The list writes 1.8 and 1.9 with a nought at the end.
    let is_game = |listed: &str| listed == game || listed.strip_suffix(".0") == Some(game);
    all.retain(|found| found.build.game.as_deref().is_some_and(is_game));
    Ok(all)
}

/// The newest finished one is the one to take.
fn of_optifine(all: Vec<OptiFineBuild>) -> Vec<LoaderBuild> {
    let mut builds: Vec<LoaderBuild> = all.into_iter().map(|found| found.build).collect();
    if let Some(newest) = builds.iter_mut().find(|build| build.stability == Stability::Stable) {
        newest.recommended = true;
    }
    builds
}

/// The builds of `LiteLoader` for a game version.
pub(crate) async fn liteloader(
    web: &Web,
    game: &str,
    cancel: &CancellationToken,
) -> Result<Vec<LiteLoaderBuild>, InstallError> {
    let mut all = liteloader::builds(&web.get(&Ask::list(LITELOADER, "versions.json"), cancel).await?.bytes)?;
    all.retain(|found| found.build.game.as_deref() == Some(game));
    Ok(all)
}

/// Their servers say which games they know, and have one list of builds for all of these.
async fn of_fabric(
    web: &Web,
    flavour: fabric::Flavour,
    game: &str,
    cancel: &CancellationToken,
) -> Result<Vec<LoaderBuild>, InstallError> {
    let base = meta_base(flavour);
    let games = web.get(&Ask::list(format!("{base}/versions/game"), "versions/game"), cancel).await;
    let knows = match games {
        Ok(games) => fabric::games(&games.bytes)?.iter().any(|known| known.version == game),
        Err(InstallError::Cancelled) => return Err(InstallError::Cancelled),
        // Without that list it is the version file that tells.
        Err(_) => true,
    };
    if !knows {
        return Ok(Vec::new());
    }
    let all = web.get(&Ask::list(format!("{base}/versions/loader"), "versions/loader"), cancel).await?;
    let mut builds = fabric::builds(flavour, None, &all.bytes)?;
    for build in &mut builds {
        build.game = Some(game.to_owned());
    }
    Ok(builds)
}

async fn of_forge(
    web: &Web,
    game: &str,
    cancel: &CancellationToken,
) -> Result<Vec<LoaderBuild>, InstallError> {
    let mut builds = match web.get(&Ask::list(FORGE_LIST, "maven-metadata.json"), cancel).await {
        Ok(list) => forge::builds(&list.bytes)?,
        Err(InstallError::Cancelled) => return Err(InstallError::Cancelled),
        Err(_) => {
            forge::builds_of_xml(&web.get(&Ask::list(FORGE_XML, "maven-metadata.xml"), cancel).await?.bytes)?
        }
    };
    builds.retain(|build| build.game.as_deref() == Some(game));
    // Without the recommendations there is a list all the same.
    if let Ok(promotions) = web.get(&Ask::list(FORGE_PROMOTIONS, "promotions_slim.json"), cancel).await {
        forge::recommend(&mut builds, &promotions.bytes)?;
    }
    Ok(builds)
}

async fn of_neoforge(
    web: &Web,
    game: &str,
    cancel: &CancellationToken,
) -> Result<Vec<LoaderBuild>, InstallError> {
    let address = if game == NEOFORGE_FIRST_GAME { NEOFORGE_FIRST_LIST } else { NEOFORGE_LIST };
    let mut builds = match web.get(&Ask::list(address, "neoforge"), cancel).await {
        Ok(list) => neoforge::builds(&list.bytes)?,
        Err(InstallError::Cancelled) => return Err(InstallError::Cancelled),
        Err(_) if game != NEOFORGE_FIRST_GAME => neoforge::builds_of_xml(
            &web.get(&Ask::list(NEOFORGE_XML, "maven-metadata.xml"), cancel).await?.bytes,
        )?,
        Err(error) => return Err(error),
    };
    builds.retain(|build| build.game.as_deref() == Some(game));
    Ok(builds)
}

/// The build to take: the one that was asked for, else the recommended one, else the newest.
///
/// # Errors
/// [`InstallError::NoLoader`] with the builds there are.
pub fn pick<'a>(
    builds: &'a [LoaderBuild],
    loader: Loader,
    game: &str,
    version: Option<&str>,
) -> Result<&'a LoaderBuild, InstallError> {
    let found = match version {
        Some(version) => of_version(builds, version),
        None => builds.iter().find(|build| build.recommended).or_else(|| builds.first()),
    };
    found.ok_or_else(|| InstallError::NoLoader {
        loader: loader.to_string(),
        game: game.to_owned(),
        version: version.map(|version| nova_model::clean(version, 80)),
        near: near(builds, version),
    })
}

/// Old builds of Forge have their branch behind the number that people write (`10.13.4.1614-1.7.10`).
pub(crate) fn of_version<'a>(builds: &'a [LoaderBuild], version: &str) -> Option<&'a LoaderBuild> {
    let exact = || builds.iter().find(|build| build.version == version);
    let with_branch = |build: &&LoaderBuild| {
        let branch = build.version.strip_prefix(version).and_then(|rest| rest.strip_prefix('-'));
        build.loader == Loader::Forge && branch.is_some_and(|branch| !branch.is_empty())
    };
    exact().or_else(|| builds.iter().find(with_branch))
}

fn near(builds: &[LoaderBuild], version: Option<&str>) -> Vec<String> {
    let names = || builds.iter().map(|build| build.version.as_str());
    let alike = suggest(version.unwrap_or_default(), names());
    if alike.is_empty() {
        names().take(3).map(str::to_owned).collect()
    } else {
        alike.into_iter().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use nova_version::loaders::Stability;

    use super::*;

    fn build(loader: Loader, version: &str) -> LoaderBuild {
        LoaderBuild {
            loader,
            version: version.to_owned(),
            game: None,
            stability: Stability::Unsaid,
            recommended: false,
            installer: None,
        }
    }

    #[test]
    fn an_old_build_of_forge_is_found_by_its_number_alone() {
        let builds = ["10.13.4.1614-1.7.10", "10.13.4.161", "47.1.0-beta"]
            .map(|version| build(Loader::Forge, version));
        let picked = |version| {
            pick(&builds, Loader::Forge, "1.7.10", Some(version)).map(|build| build.version.as_str())
        };
        assert_eq!(picked("10.13.4.1614").ok(), Some("10.13.4.1614-1.7.10"));
        assert_eq!(picked("10.13.4.161").ok(), Some("10.13.4.161"));
        assert!(picked("10.13.4").is_err() && picked("10.13.4.1614-").is_err());
        let neoforge = [build(Loader::NeoForge, "21.1.1-beta")];
        assert!(pick(&neoforge, Loader::NeoForge, "1.21.1", Some("21.1.1")).is_err());
    }
}
