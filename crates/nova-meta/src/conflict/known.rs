//! Mods that cannot live together although nothing in their metadata says so.

use nova_model::{Loader, Message};

use super::{
    finding::{Finding, FindingKind, finding},
    scene::{Loaded, Scene},
};

/// Why two mods do not go together; the last part of the message code.
#[derive(Clone, Copy)]
enum Why {
    /// Both replace how chunks are drawn.
    Renderer,
    /// One is a fork of the other and changes the same methods.
    Fork,
    /// Both replace the light engine.
    Light,
}

impl Why {
    fn code(self) -> &'static str {
        match self {
            Self::Renderer => "meta.finding.incompatible.renderer",
            Self::Fork => "meta.finding.incompatible.fork",
            Self::Light => "meta.finding.incompatible.light",
        }
    }
}

/// Whose file to switch off.
#[derive(Clone, Copy)]
enum Loser {
    /// The second one's. OptiFine stays: it was fetched and placed by hand, while the others come back with one click.
    Second,
    /// Nobody can say.
    Open,
}

/// Pairs with their reasons. Renderers: the projects' own FAQs (Sodium, Iris, Embeddium and `VulkanMod` each name OptiFine;
/// Canvas and `VulkanMod` name Sodium). Forks: they come from the same source and inject into the same methods.
const PAIRS: [(&str, &str, Why, Loser); 18] = [
    ("optifine", "sodium", Why::Renderer, Loser::Second),
    ("optifine", "embeddium", Why::Renderer, Loser::Second),
    ("optifine", "rubidium", Why::Renderer, Loser::Second),
    ("optifine", "magnesium", Why::Renderer, Loser::Second),
    ("optifine", "iris", Why::Renderer, Loser::Second),
    ("optifine", "oculus", Why::Renderer, Loser::Second),
    ("optifine", "canvas", Why::Renderer, Loser::Second),
    ("optifine", "vulkanmod", Why::Renderer, Loser::Second),
    ("sodium", "canvas", Why::Renderer, Loser::Open),
    ("sodium", "vulkanmod", Why::Renderer, Loser::Open),
    ("iris", "canvas", Why::Renderer, Loser::Open),
    ("iris", "vulkanmod", Why::Renderer, Loser::Open),
    ("sodium", "embeddium", Why::Fork, Loser::Open),
    ("sodium", "rubidium", Why::Fork, Loser::Open),
    ("embeddium", "rubidium", Why::Fork, Loser::Open),
    ("iris", "oculus", Why::Fork, Loser::Open),
    ("lithium", "canary", Why::Fork, Loser::Open),
    ("phosphor", "starlight", Why::Light, Loser::Open),
];

/// Mods that need another one without saying so.
const NEEDS: [(&str, &str); 1] = [("optifabric", "optifine")];

/// The findings of both tables.
pub(crate) fn find(scene: &Scene<'_>) -> Vec<Finding> {
    let pairs =
        PAIRS.iter().filter_map(|(first, second, why, loser)| pair(scene, first, second, *why, *loser));
    pairs.chain(NEEDS.iter().filter_map(|(id, needed)| need(scene, id, needed))).collect()
}

/// The mod of this very id, not one that stands for it.
fn own<'a>(scene: &Scene<'a>, id: &str) -> Option<Loaded<'a>> {
    let asker = scene.platform.loader().unwrap_or(Loader::Forge);
    scene.providers(id, asker).iter().map(|provider| provider.by).find(|by| by.facts.id == id)
}

fn pair(scene: &Scene<'_>, first: &str, second: &str, why: Why, loser: Loser) -> Option<Finding> {
    let (one, other) = (own(scene, first)?, own(scene, second)?);
    let (file, other_file) = (scene.file(one), scene.file(other));
    if one.file == other.file {
        return None;
    }
    let message = Message::new(why.code())
        .with("mod", one.facts.name.as_str())
        .with("file", file)
        .with("other", other.facts.name.as_str())
        .with("other_file", other_file);
    let finding = finding(FindingKind::Incompatible, &[first, second], &[file, other_file], message);
    let loser = matches!(loser, Loser::Second).then(|| other_file.to_owned());
    Some(Finding { loser, ..finding })
}

fn need(scene: &Scene<'_>, id: &str, needed: &str) -> Option<Finding> {
    let one = own(scene, id)?;
    if own(scene, needed).is_some() {
        return None;
    }
    let file = scene.file(one);
    let message = Message::new("meta.finding.missing_dependency")
        .with("mod", one.facts.name.as_str())
        .with("file", file)
        .with("id", needed.to_owned())
        .with("range", "")
        .with("needs", needed.to_owned());
    Some(finding(FindingKind::MissingDependency, &[id, needed], &[file], message))
}
