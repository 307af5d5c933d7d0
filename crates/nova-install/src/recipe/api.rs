//! The loaders' own APIs, which most of their mods need: Fabric API, Quilt's (QFAPI/QSL), and Legacy Fabric's. They are mods, and so lie in
//! the mods folder; Modrinth has them.

use nova_model::{Loader, MavenVersion};
use nova_platform::{Access, Channel, Release, releases_address, releases_of};
use nova_version::{Check, Sha1, loaders::fabric::Flavour};

use super::{Kitchen, Recipe};
use crate::{Ask, InstallError, ModsFolder, Need, catalog};

/// No mod is larger.
const LARGEST: u64 = 256 << 20;

/// An API that comes with an install.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Api {
    /// What it is called.
    pub name: String,
    /// Where its file goes, below the root.
    pub place: String,
    /// The folder that this is.
    pub mods: ModsFolder,
}

/// A mod at Modrinth.
struct Project {
    slug: &'static str,
    loader: Loader,
    name: &'static str,
}

/// The API of a loader, the first that has a build for the game: Quilt's is not made for every game, and Quilt loads Fabric's too.
fn projects(loader: Loader, game: &str) -> Vec<Project> {
    let fabric = Project { slug: "fabric-api", loader: Loader::Fabric, name: "Fabric API" };
    match loader {
        Loader::Fabric if catalog::flavour(game) == Flavour::Legacy => {
            vec![Project { slug: "legacy-fabric-api", loader: Loader::Fabric, name: "Legacy Fabric API" }]
        }
        Loader::Fabric => vec![fabric],
        Loader::Quilt => vec![Project { slug: "qsl", loader: Loader::Quilt, name: "QFAPI/QSL" }, fabric],
        _ => Vec::new(),
    }
}

impl Kitchen<'_> {
    /// Adds the API of a loader, where it is wanted.
    ///
    /// # Errors
    /// [`InstallError::NoApi`] where the loader has none for the game.
    pub(super) async fn add_api(
        &self,
        recipe: &mut Recipe,
        loader: Option<Loader>,
        mods: Option<ModsFolder>,
    ) -> Result<(), InstallError> {
        let Some(mods) = mods else { return Ok(()) };
        for project in loader.map(|loader| projects(loader, &recipe.game)).unwrap_or_default() {
            if let Some(file) = self.newest(&project, &recipe.game).await? {
                let place = format!("{}/{}", mods.place(&recipe.id), file.name);
                recipe.api = Some(Api { name: project.name.to_owned(), place: place.clone(), mods });
                let check = Check::Sha1(file.sha1);
                recipe.needs.push(Need { place, urls: vec![file.url], size: Some(file.size), check });
                return Ok(());
            }
        }
        let loader = loader.map_or("-", Loader::label).to_owned();
        Err(InstallError::NoApi { loader, game: recipe.game.clone() })
    }

    async fn newest(&self, project: &Project, game: &str) -> Result<Option<File>, InstallError> {
        let address = releases_address(project.slug, project.loader, game);
        let got = self.web.get(&Ask::list(address, project.name), self.cancel).await?;
        Ok(newest(&got.bytes, project.loader, game))
    }
}

struct File {
    name: String,
    url: String,
    sha1: Sha1,
    size: u64,
}

/// The newest release of a list, or else the newest of what is tried out.
fn newest(bytes: &[u8], loader: Loader, game: &str) -> Option<File> {
    let fitting = releases_of(bytes).into_iter().filter(|release| release.fits(game, &[loader]));
    let found = fitting.filter_map(|release| Some((file(&release)?, release)));
    found
        .max_by_key(|(_, release)| {
            let is_release = release.channel == Channel::Release;
            (is_release, release.published.clone(), MavenVersion::parse(&release.number))
        })
        .map(|(file, _)| file)
}

/// Its main file, where everything about it is as it should be.
fn file(release: &Release) -> Option<File> {
    let file = release.main_file().filter(|file| file.size <= LARGEST)?;
    let Access::Direct { url } = &file.access else { return None };
    let is_jar =
        std::path::Path::new(&file.name).extension().is_some_and(|end| end.eq_ignore_ascii_case("jar"));
    let sha1 = Sha1::parse(file.hashes.sha1.as_deref()?)?;
    is_jar.then(|| File { name: file.name.clone(), url: url.to_string(), sha1, size: file.size })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn build(number: &str, kind: &str, name: &str) -> Value {
        json!({"id": format!("aaaa000{number}"), "project_id": "bbbb0001", "version_number": number, "version_type": kind, "date_published": format!("2024-01-0{number}T00:00:00Z"),
            "loaders": ["fabric"], "game_versions": ["1.20.1"], "files": [{"primary": true, "filename": name, "size": 10,
            "hashes": {"sha1": "1f4ea036c5cdc7931a663deb85abc279d00c81c5"},
            "url": format!("https://cdn.modrinth.com/data/a/versions/b/{name}")}]})
    }

    fn taken(list: &[Value]) -> Option<String> {
        newest(json!(list).to_string().as_bytes(), Loader::Fabric, "1.20.1").map(|file| file.name)
    }

    #[test]
    fn the_newest_release_is_taken_before_what_is_tried_out() {
        let list =
            [build("1", "release", "a.jar"), build("3", "beta", "c.jar"), build("2", "release", "b.jar")];
        assert_eq!(taken(&list).as_deref(), Some("b.jar"));
        assert_eq!(taken(&list[1..2]).as_deref(), Some("c.jar"));
    }

    #[test]
    fn names_and_addresses_that_lead_elsewhere_are_not_taken() {
        for name in ["../a.jar", "a.exe", "CON.jar", ""] {
            assert_eq!(taken(&[build("1", "release", name)]), None, "{name}");
        }
        let mut elsewhere = build("1", "release", "a.jar");
        elsewhere["files"][0]["url"] = json!("https://example.org/a.jar");
        assert_eq!(taken(&[elsewhere]), None);
        assert_eq!(taken(&[json!({"loaders": 7}), json!(null)]), None);
    }
}
