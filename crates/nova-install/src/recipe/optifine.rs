//! `OptiFine` by itself. Its jar is an installer and, up to 1.7, the library too; the later ones hold patches for the game's jar, and the
//! program that makes the library of both.

use std::collections::BTreeMap;

use nova_model::{Loader, Message, Problem};
use nova_version::{
    Coordinate,
    installer::{InstallPlan, InstallStep, Processor},
    loaders::{LoaderBuild, manifest::GameEntry},
};
use serde_json::{Value, json};

use super::{Installer, Kitchen, Recipe, forge, loader::part, tweak};
use crate::{Ask, InstallError, catalog};

/// The largest has 8 MiB.
const LARGEST: u64 = 64 << 20;
const TWEAKER: &str = "optifine.OptiFineTweaker";
const PATCHER: &str = "optifine.Patcher";
const PATCHER_CLASS: &str = "optifine/Patcher.class";
/// What old ones are loaded by, where they bring nothing of their own.
const LAUNCHWRAPPER: &str = "net.minecraft:launchwrapper:1.12";

impl Kitchen<'_> {
    /// A version with it.
    pub(super) async fn optifine(
        &self,
        game: &GameEntry,
        build: &LoaderBuild,
        id: &str,
    ) -> Result<Recipe, InstallError> {
        let (name, jar) = self.optifine_jar(game, build).await?;
        let base = self.base(game, id).await?;
        let library = made(&format!("optifine:OptiFine:{}_{}", game.id, build.version), &name)?;
        let (wrapper, brings) = wrapper(&name, &jar)?;
        let libraries = [library.json(), wrapper];
        let own = tweak::version_file(&base.file, TWEAKER, &libraries);
        let mut recipe = self.on(&base, id, &own).await?;
        recipe
            .problems
            .push(Problem::warning(id, Message::new("install.no-digest").with("loader", "OptiFine")));
        let is_patched = forge::has(&name, &jar, PATCHER_CLASS)?;
        let lies = if is_patched { library.installer()? } else { library.path.clone() };
        let steps = is_patched.then(|| self.patches(&lies, &library.path, &recipe.client));
        let plan = InstallPlan {
            id: id.to_owned(),
            game: game.id.clone(),
            steps: steps.transpose()?.into_iter().collect(),
            problems: Vec::new(),
        };
        let lies = format!("libraries/{lies}");
        recipe.installer = Some(Installer { name, jar, plan, brings, lies, strips: None });
        Ok(recipe)
    }

    /// The mirror has it by game, kind and patch. Nobody publishes a digest.
    async fn optifine_jar(
        &self,
        game: &GameEntry,
        build: &LoaderBuild,
    ) -> Result<(String, Vec<u8>), InstallError> {
        let all = catalog::optifine(self.web, &game.id, self.cancel).await?;
        let found = all.into_iter().find(|found| found.build.version == build.version);
        let Some(found) = found else {
            return Err(InstallError::NoLoader {
                loader: Loader::OptiFine.to_string(),
                game: game.id.clone(),
                version: Some(build.version.clone()),
                near: Vec::new(),
            });
        };
        let listed = found.build.game.as_deref().unwrap_or(&game.id);
        let address = [listed, &found.kind, &found.patch].map(part).join("/");
        let ask = Ask::list(format!("{}/{address}", catalog::OPTIFINE), &found.file_name).up_to(LARGEST);
        let got = self.web.get(&ask, self.cancel).await?;
        Ok((found.file_name, got.bytes))
    }

    /// The program, with the game's jar, its own, and what it makes of both.
    fn patches(&self, installer: &str, library: &str, client: &str) -> Result<InstallStep, InstallError> {
        let at = |place: &str| self.stage.join(place).to_string_lossy().into_owned();
        let jar = nova_version::SafePath::parse(installer)
            .ok_or_else(|| InstallError::NotMade { file: library.to_owned() })?;
        Ok(InstallStep::RunProcessor(Processor {
            number: 0,
            main_class: Some(PATCHER.to_owned()),
            classpath: vec![jar.clone()],
            jar,
            args: vec![
                at(client),
                at(&format!("libraries/{installer}")),
                at(&format!("libraries/{library}")),
            ],
            outputs: Vec::new(),
            mappings: None,
        }))
    }
}

/// A library that the installer brings or makes.
struct Made {
    name: Coordinate,
    path: String,
}

impl Made {
    /// As a version file has it: nothing to fetch it from.
    fn json(&self) -> Value {
        json!({"name": self.name.to_string(), "downloads": {"artifact": {"path": self.path, "url": ""}}})
    }

    /// Where the installer lies beside it.
    fn installer(&self) -> Result<String, InstallError> {
        let beside = self.name.with_classifier("installer");
        let path = beside.map(|name| name.path().as_str().to_owned());
        path.ok_or_else(|| InstallError::NotMade { file: self.path.clone() })
    }
}

fn made(name: &str, installer: &str) -> Result<Made, InstallError> {
    let odd =
        || InstallError::NoEntry { installer: installer.to_owned(), entry: nova_model::clean(name, 120) };
    let name = Coordinate::parse(name).ok_or_else(odd)?;
    let path = name.path().as_str().to_owned();
    Ok(Made { name, path })
}

/// What loads it: a `LaunchWrapper` of its own that it brings, or the game's; with the place and entry of what it brings.
fn wrapper(name: &str, jar: &[u8]) -> Result<(Value, BTreeMap<String, String>), InstallError> {
    let version = forge::entry_if_there(name, jar, "launchwrapper-of.txt")?;
    let (coordinate, entry) = match version.map(|text| String::from_utf8_lossy(&text).trim().to_owned()) {
        Some(version) => {
            (format!("optifine:launchwrapper-of:{version}"), format!("launchwrapper-of-{version}.jar"))
        }
        None => ("optifine:launchwrapper:2.0".to_owned(), "launchwrapper-2.0.jar".to_owned()),
    };
    if forge::has(name, jar, &entry)? {
        let library = made(&coordinate, name)?;
        let place = format!("libraries/{}", library.path);
        return Ok((library.json(), BTreeMap::from([(place, entry)])));
    }
    let path = made(LAUNCHWRAPPER, name)?.path;
    let url = format!("https://libraries.minecraft.net/{path}");
    let library = json!({"name": LAUNCHWRAPPER, "downloads": {"artifact": {"path": path, "url": url}}});
    Ok((library, BTreeMap::new()))
}
