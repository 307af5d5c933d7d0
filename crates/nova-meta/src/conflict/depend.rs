//! What mods say about each other: what they need, and what they do not go together with.

use nova_model::{Loader, Message};

use super::{
    finding::{Finding, FindingKind, finding},
    fit::{wrong_game, wrong_loader},
    platform::What,
    ranges::allows,
    scene::{Loaded, Provider, Scene},
};
use crate::{Alternative, Dependency, Relation, Side};

/// A mod that more others need is a library; switching it off would mend one thing and break several.
const MOST_DEPENDENTS: usize = 2;

/// All findings from declared relations. Each relation is looked at once.
pub(crate) fn find(scene: &Scene<'_>) -> Vec<Finding> {
    let counting = scene.loaded.iter().filter(|one| counts(scene, **one));
    counting
        .flat_map(|one| one.facts.dependencies.iter().filter_map(|needed| judge(scene, *one, needed)))
        .collect()
}

/// A client does not load what is for servers, and of several copies of a mod only the newest is loaded.
fn counts(scene: &Scene<'_>, one: Loaded<'_>) -> bool {
    let newest = scene.providers(&one.facts.id, one.facts.loader).first();
    one.facts.side != Side::Server && newest.is_none_or(|first| std::ptr::eq(first.by.facts, one.facts))
}

fn judge(scene: &Scene<'_>, one: Loaded<'_>, needed: &Dependency) -> Option<Finding> {
    if needed.side == Side::Server || needed.id == one.facts.id {
        return None;
    }
    let ask = Ask { scene, one, needed };
    match needed.relation {
        Relation::Requires => ask.required(),
        Relation::Suggests if is_forge_like(one.facts.loader) => ask.optional(),
        Relation::Breaks => ask.broken("meta.finding.incompatible"),
        Relation::Conflicts => ask.broken("meta.finding.incompatible.discouraged"),
        Relation::Recommends | Relation::Suggests | Relation::Provides => None,
    }
}

/// Forge and NeoForge refuse an optional mod in the wrong version; Fabric only says so in its log.
fn is_forge_like(loader: Loader) -> bool {
    matches!(loader, Loader::Forge | Loader::NeoForge)
}

/// One relation of one mod.
struct Ask<'s, 'a> {
    scene: &'s Scene<'a>,
    one: Loaded<'a>,
    needed: &'s Dependency,
}

impl<'a> Ask<'_, 'a> {
    fn required(&self) -> Option<Finding> {
        let Dependency { id, range, .. } = self.needed;
        if self.holds(id, range) || self.needed.or.iter().any(|other| self.holds(&other.id, &other.range)) {
            return None;
        }
        if let Some(built_in) = self.scene.platform.built_in(id, self.one.facts.loader) {
            return self.wrong_built_in(built_in.what);
        }
        match self.providers().first() {
            Some(found) => Some(self.wrong_version(found)),
            None => Some(self.missing()),
        }
    }

    fn optional(&self) -> Option<Finding> {
        let is_there = !self.providers().is_empty();
        let built_in = self.scene.platform.built_in(&self.needed.id, self.one.facts.loader).is_some();
        if is_there || built_in { self.required() } else { None }
    }

    fn providers(&self) -> &[Provider<'a>] {
        self.scene.providers(&self.needed.id, self.one.facts.loader)
    }

    /// Whether an id is there in a version that a range allows.
    fn holds(&self, id: &str, range: &str) -> bool {
        let asker = self.one.facts.loader;
        if let Some(built_in) = self.scene.platform.built_in(id, asker) {
            return built_in.version.is_none_or(|version| allows(asker, range, &version));
        }
        let providers = self.scene.providers(id, asker);
        // A bridge translates ids and versions; what is there is taken as right.
        let bridged = self.scene.platform.is_bridged(asker) && !providers.is_empty();
        bridged
            || providers.iter().any(|one| allows(asker, range, version_as(one, id)))
            || is_in_fabric_api(self.scene, id, asker)
    }

    fn wrong_built_in(&self, what: What) -> Option<Finding> {
        let range = self.needed.range.as_str();
        match what {
            What::Game => Some(wrong_game(self.scene, self.one, range)),
            What::Loader => Some(wrong_loader(self.scene, self.one, range)),
            What::Java => Some(self.wrong_java(range)),
            What::Other => None,
        }
    }

    fn wrong_java(&self, range: &str) -> Finding {
        let java = self.scene.platform.built_in("java", self.one.facts.loader).and_then(|java| java.version);
        let message = self.message("meta.finding.wrong_java").with("range", range);
        let message = message.with("java", java.unwrap_or_default().into_owned());
        finding(FindingKind::WrongJava, &[&self.one.facts.id], &[self.file()], message)
    }

    fn missing(&self) -> Finding {
        let Dependency { id, range, .. } = self.needed;
        let real = real_id(id);
        let fits = |spare: &&Provider<'_>| allows(self.one.facts.loader, range, version_as(spare, id));
        let spares = self.scene.spares(id).iter().chain(self.scene.spares(real));
        let spare = spares.filter(fits).map(|spare| self.scene.file(spare.by)).next();
        let mods = [self.one.facts.id.as_str(), real];
        if let Some(file) = spare {
            let message = self.message("meta.finding.missing_dependency.disabled").with("disabled", file);
            return finding(FindingKind::MissingDependency, &mods, &[self.file(), file], message);
        }
        let message = self.message("meta.finding.missing_dependency");
        finding(FindingKind::MissingDependency, &mods, &[self.file()], message)
    }

    fn wrong_version(&self, found: &Provider<'_>) -> Finding {
        let other = self.scene.file(found.by);
        let message = self.message("meta.finding.wrong_dependency_version");
        let message = message.with("found", version_as(found, &self.needed.id)).with("other_file", other);
        let mods = [self.one.facts.id.as_str(), self.needed.id.as_str()];
        finding(FindingKind::WrongDependencyVersion, &mods, &[self.file(), other], message)
    }

    /// `breaks` and its kin, against the version that is loaded.
    fn broken(&self, code: &'static str) -> Option<Finding> {
        let Dependency { id, range, or, with, .. } = self.needed;
        let asker = self.one.facts.loader;
        let holds = |other: &Alternative| self.holds(&other.id, &other.range);
        if or.iter().any(holds) || !with.iter().all(holds) {
            return None;
        }
        if let Some(built_in) = self.scene.platform.built_in(id, asker) {
            let version = built_in.version?;
            return if allows(asker, range, &version) { self.wrong_built_in(built_in.what) } else { None };
        }
        let found = self.providers().first().filter(|found| found.by.file != self.one.file)?;
        let version = version_as(found, id);
        // Without a known version only a mod that is refused in any version can be judged.
        let is_judged = super::ranges::is_known(version) || matches!(range.trim(), "" | "*");
        (is_judged && allows(asker, range, version)).then(|| self.incompatible(code, found))
    }

    fn incompatible(&self, code: &'static str, found: &Provider<'_>) -> Finding {
        let other = self.scene.file(found.by);
        let message =
            self.message(code).with("other", found.by.facts.name.as_str()).with("other_file", other);
        let mods = [self.one.facts.id.as_str(), found.by.facts.id.as_str()];
        let finding = finding(FindingKind::Incompatible, &mods, &[self.file(), other], message);
        let loser = self.gives_way().then(|| self.file().to_owned());
        Finding { loser, ..finding }
    }

    /// The one that says it cannot live with the other gives way, unless it is a library that others stand on: then, as with
    /// mere advice, the choice is the player's.
    fn gives_way(&self) -> bool {
        let needs_it = |one: &&Loaded<'_>| {
            let mut dependencies = one.facts.dependencies.iter();
            dependencies.any(|one| one.relation == Relation::Requires && one.id == self.one.facts.id)
        };
        let dependents = self.scene.loaded.iter().filter(needs_it).count();
        self.needed.relation == Relation::Breaks && dependents <= MOST_DEPENDENTS
    }

    fn message(&self, code: &'static str) -> Message {
        let Dependency { id, range, .. } = self.needed;
        let id = real_id(id);
        let needs = if range.is_empty() { id.to_owned() } else { format!("{id} {range}") };
        Message::new(code)
            .with("mod", self.one.facts.name.as_str())
            .with("file", self.file())
            .with("id", id)
            .with("range", range.as_str())
            .with("needs", needs)
    }

    fn file(&self) -> &'a str {
        self.scene.file(self.one)
    }
}

/// Fabric API was called `fabric` once; what has to be installed is `fabric-api`.
fn real_id(id: &str) -> &str {
    if id == "fabric" { "fabric-api" } else { id }
}

/// The version in which a mod brings an id: its own one. Ids that it only stands for have none that could be judged by
/// the ranges others have in mind, except in Fabric, where they share the mod's.
fn version_as<'p>(provider: &Provider<'p>, id: &str) -> &'p str {
    let facts = provider.by.facts;
    let own = facts.id.eq_ignore_ascii_case(id) || matches!(facts.loader, Loader::Fabric | Loader::Quilt);
    if own { &facts.version } else { "" }
}

/// A Fabric API whose inner jars were not read has all of its modules.
fn is_in_fabric_api(scene: &Scene<'_>, id: &str, asker: Loader) -> bool {
    let is_module = id == "fabric" || is_fabric_module(id);
    let whole =
        |one: &Provider<'_>| scene.files.get(one.by.file).is_some_and(|file| file.facts.nested.is_empty());
    let apis = ["fabric-api", "quilted_fabric_api"];
    is_module && apis.iter().any(|api| scene.providers(api, asker).iter().any(whole))
}

/// Whether an id is that of a part of Fabric API: `fabric-rendering-v1`, `fabric-api-base`.
pub(crate) fn is_fabric_module(id: &str) -> bool {
    let Some(name) = id.strip_prefix("fabric-") else { return false };
    let versioned =
        name.rsplit_once("-v").is_some_and(|(_, number)| number.chars().all(|c| c.is_ascii_digit()));
    versioned || name == "api-base"
}
