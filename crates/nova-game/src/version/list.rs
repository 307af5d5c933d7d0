//! Puts the versions of a root together from what the folders, jsons and settings say.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use nova_model::{GameVersion, Message, Problem, Severity};

use super::{
    LoaderBuild, Version, game_version, inherit, inherit::Chain, json::VersionJson, loader, played, scan,
};
use crate::{
    GameProcess, GameRoot, JavaNeed, Machine, Probe, Settings, instance, java, names, profiles::Profiles,
    read::is_file, running,
};

/// What the versions of a root are looked at with.
pub(crate) struct Survey<'a> {
    pub(crate) root: &'a GameRoot,
    pub(crate) settings: &'a Settings,
    pub(crate) machine: &'a Machine,
    pub(crate) probe: &'a dyn Probe,
    pub(crate) games: &'a [GameProcess],
}

/// The versions of a root, and what is below `versions/` but is none.
pub(crate) fn survey(survey: &Survey) -> (Vec<Version>, Vec<Problem>) {
    let scan = scan::scan(&survey.root.path.join("versions"));
    let profiles = Profiles::read(&survey.root.path);
    let jsons = &scan.jsons;
    let sound = jsons.iter().map(|(id, json)| survey.version(id, json, jsons));
    let broken = scan.broken.iter().map(|(id, why)| survey.broken(id, why));
    let mut versions: Vec<Version> = sound.chain(broken).collect();
    for version in &mut versions {
        let instance = version.instance();
        version.last_played = played::last_played(&instance).max(profiles.last_used(&version.id));
        version.current = survey.root.current.as_deref() == Some(version.id.as_str());
        version.running = running::is_running(&instance, survey.games, survey.probe);
    }
    versions.sort_by_cached_key(|version| {
        (Reverse(version.game_version.as_deref().map(GameVersion::parse)), version.id.clone())
    });
    (versions, scan.problems)
}

impl Survey<'_> {
    fn version(&self, id: &str, json: &VersionJson, installed: &BTreeMap<String, VersionJson>) -> Version {
        let chain = inherit::chain(id, json, installed);
        let jsons: Vec<&VersionJson> =
            std::iter::once(json).chain(chain.parents.iter().map(|(_, json)| *json)).collect();
        let jar = self.jar(id, &jsons, &chain);
        let game_version = game_version::game_version(id, &jsons, chain.ancestor, jar.as_deref());
        let loaders = loaders(&jsons);
        let main_class = jsons.iter().find_map(|json| json.main_class.as_deref());
        let mut version = self.bare(id);
        version.java = JavaNeed::of(&java::Wanted {
            game: game_version.as_deref(),
            stated: jsons.iter().find_map(|json| json.java_major),
            loaders: &loaders,
            main_class,
            os: self.machine.os,
        });
        version.channel = jsons.iter().find_map(|json| json.channel.clone());
        version.jar = jar;
        version.parents = chain.parents.iter().map(|(id, _)| (*id).to_owned()).collect();
        version.problems.extend(problems(id, json, &chain, main_class, version.jar.as_deref()));
        version.game_version = game_version;
        version.loaders = loaders;
        version
    }

    /// A version of which only the folder is known.
    fn bare(&self, id: &str) -> Version {
        let folder = self.root.path.join("versions").join(id);
        let (own, problems) = instance::read_own(&folder);
        Version {
            id: id.to_owned(),
            root: self.root.path.clone(),
            isolation: instance::isolation(&own, self.settings, &folder),
            folder,
            game_version: None,
            channel: None,
            loaders: Vec::new(),
            parents: Vec::new(),
            jar: None,
            java: JavaNeed::default(),
            own,
            last_played: None,
            running: false,
            current: false,
            problems,
        }
    }

    fn broken(&self, id: &str, why: &Message) -> Version {
        let mut version = self.bare(id);
        let message = Message::new("game.version.bad-json").with("id", id).with("why", why.clone());
        version.problems.push(Problem::error(id, message));
        version
    }

    /// The client jar: the version's own, the one it names, or the nearest ancestor's.
    fn jar(&self, id: &str, jsons: &[&VersionJson], chain: &Chain) -> Option<PathBuf> {
        let named = jsons.iter().filter_map(|json| json.jar.as_deref());
        let ancestors = chain.parents.iter().map(|(id, _)| *id);
        std::iter::once(id)
            .chain(named)
            .chain(ancestors)
            .filter(|name| names::is_folder_name(name))
            .map(|name| self.root.path.join("versions").join(name).join(format!("{name}.jar")))
            .find(|path| is_file(path))
    }
}

fn loaders(jsons: &[&VersionJson]) -> Vec<LoaderBuild> {
    let mut found = Vec::new();
    for json in jsons {
        loader::merge(&mut found, loader::loaders(json));
    }
    found
}

fn problems(
    id: &str,
    json: &VersionJson,
    chain: &Chain,
    main_class: Option<&str>,
    jar: Option<&Path>,
) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut add = |severity, message: Message| {
        found.push(Problem { severity, message: message.with("id", id), about: Some(id.to_owned()) });
    };
    for message in &json.problems {
        add(Severity::Warning, message.clone());
    }
    if let Some(problem) = &chain.problem {
        add(Severity::Error, problem.clone());
    }
    if main_class.is_none_or(|class| class.trim().is_empty()) {
        add(Severity::Error, Message::new("game.version.no-main-class"));
    }
    if let Some(other) = json.id.as_deref().filter(|other| *other != id) {
        add(Severity::Note, Message::new("game.version.other-id").with("other", other));
    }
    if jar.is_none() {
        add(Severity::Warning, Message::new("game.version.no-jar"));
    }
    found
}
