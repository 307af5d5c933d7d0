//! The loaders' own APIs, which most of their mods need: whether one comes with an install, and what is said where none does.

use std::path::Path;

use nova_content::mods::{self, ModList};
use nova_game::Instance;
use nova_install::{Api, ModsFolder, Recipe};
use nova_model::{Loader, Message};

/// The mods that are one: Fabric API by its names over the years, Legacy Fabric's, Quilt's two.
const APIS: [&str; 5] = ["fabric-api", "fabric", "legacy-fabric-api", "quilted_fabric_api", "qsl"];

/// The mods that a version plays with, before it is installed or changed.
pub(super) struct Mods {
    folder: ModsFolder,
    list: ModList,
}

impl Mods {
    /// Those of an installed version.
    pub(super) fn of(instance: &Instance) -> Self {
        let folder = if instance.isolated { ModsFolder::Own } else { ModsFolder::Shared };
        Self { folder, list: mods::list(instance).unwrap_or_default() }
    }

    /// Those of a version that is not there yet: its own folder is empty, the root's may not be.
    pub(super) fn of_new(root: &Path, folder: ModsFolder) -> Self {
        let shared = Instance {
            id: String::new(),
            dir: root.to_owned(),
            folder: root.to_owned(),
            root: root.to_owned(),
            isolated: false,
            game_version: None,
            loader: None,
            java_major: None,
        };
        match folder {
            ModsFolder::Own => Self { folder, list: ModList::default() },
            ModsFolder::Shared => Self::of(&shared),
        }
    }

    /// Where the API goes, where it is asked for and not there.
    pub(super) fn place(&self, asked: Option<bool>) -> Option<ModsFolder> {
        (asked == Some(true) && self.there().is_none()).then_some(self.folder)
    }

    /// What the player should know about it.
    pub(super) fn message(&self, recipe: &Recipe, asked: Option<bool>) -> Option<Message> {
        let loader = recipe.loader.as_ref().map(|(loader, _)| *loader)?;
        match (self.there(), &recipe.api) {
            (Some(file), _) if asked == Some(true) => Some(Message::new("core.api.there").with("file", file)),
            (None, None) if asked.is_none() => offer(loader),
            (_, Some(api)) => Some(comes(api)),
            _ => None,
        }
    }

    /// Every enabled mod that is made for other loaders than this one.
    pub(super) fn unfit(&self, loader: Option<Loader>) -> Option<Message> {
        let on = self.list.mods.iter().filter(|one| one.enabled && !one.loaders.is_empty());
        let unfit: Vec<&str> = on
            .filter(|one| !loader.is_some_and(|loader| one.loaders.iter().any(|of| runs(loader, *of))))
            .map(|one| one.file.as_str())
            .collect();
        let some = unfit.iter().take(5).copied().collect::<Vec<_>>().join(", ");
        let message = || Message::new("core.loader.unfit").with("n", unfit.len()).with("names", some);
        (!unfit.is_empty()).then(message)
    }

    /// The file of an API that is there and switched on.
    fn there(&self) -> Option<&str> {
        let is_api = |id: &String| APIS.contains(&id.as_str());
        let api = self.list.mods.iter().find(|one| one.enabled && one.mod_ids.iter().any(is_api));
        api.map(|one| one.file.as_str())
    }
}

/// That one comes, and which file it is.
pub(super) fn comes(api: &Api) -> Message {
    let file = Path::new(&api.place).file_name().unwrap_or_default().to_string_lossy().into_owned();
    Message::new("core.api.comes").with("name", api.name.as_str()).with("file", file)
}

fn offer(loader: Loader) -> Option<Message> {
    let name = match loader {
        Loader::Fabric => "Fabric API",
        Loader::Quilt => "QFAPI/QSL",
        _ => return None,
    };
    Some(Message::new("core.api.offer").with("loader", loader.label()).with("name", name))
}

/// Quilt runs most of Fabric's mods as well; Forge's of both ages are one loader.
fn runs(loader: Loader, of: Loader) -> bool {
    let forge = [Loader::Forge, Loader::LegacyForge];
    loader == of
        || (loader == Loader::Quilt && of == Loader::Fabric)
        || (forge.contains(&loader) && forge.contains(&of))
}
