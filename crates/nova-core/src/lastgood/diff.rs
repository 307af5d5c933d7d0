//! What is different between two snapshots. It knows no disk.

use std::collections::{BTreeMap, BTreeSet};

use nova_model::{Field, Message};
use serde::Serialize;

use super::{
    configs::{Config, State},
    snapshot::{Mod, Snapshot},
};

/// From this many on a list of files was cut off, so that what is missing in it need not be gone.
const CUT: usize = 4_000;

/// One difference, from what ran well to what is there now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Difference {
    /// Another version of the game.
    Game {
        /// Then.
        from: String,
        /// Now.
        to: String,
    },
    /// Another loader, or another version of it.
    Loader {
        /// Then; empty for none.
        from: String,
        /// Now; empty for none.
        to: String,
    },
    /// A mod came.
    ModAdded {
        /// Its file.
        file: String,
        /// Its version.
        version: String,
    },
    /// A mod is gone.
    ModRemoved {
        /// Its file.
        file: String,
        /// Its version.
        version: String,
    },
    /// Another file of the same mod, or other bytes under the same name.
    ModReplaced {
        /// The file then.
        file: String,
        /// The file now.
        to: String,
        /// The version then.
        version: String,
        /// The version now.
        to_version: String,
    },
    /// A mod was switched on.
    ModOn {
        /// Its file.
        file: String,
    },
    /// A mod was switched off.
    ModOff {
        /// Its file.
        file: String,
    },
    /// Another Java.
    Java {
        /// Its version then.
        from: String,
        /// Now; empty where none is found.
        to: String,
    },
    /// Another heap limit, in MiB; none where it is left to Java.
    Memory {
        /// Then.
        from: Option<u32>,
        /// Now.
        to: Option<u32>,
    },
    /// Other arguments for Java.
    JvmArgs {
        /// Then.
        from: String,
        /// Now.
        to: String,
    },
    /// A variable was set, changed or taken away. Its value is nobody's business.
    Variable {
        /// Its name.
        name: String,
    },
    /// A file of the configuration came.
    ConfigAdded {
        /// Its path.
        path: String,
    },
    /// A file of the configuration is gone.
    ConfigRemoved {
        /// Its path.
        path: String,
    },
    /// A file of the configuration is another one.
    ConfigChanged {
        /// Its path.
        path: String,
    },
    /// A pack came.
    PackAdded {
        /// Its folder and name.
        path: String,
    },
    /// A pack is gone.
    PackRemoved {
        /// Its folder and name.
        path: String,
    },
}

impl Difference {
    /// The difference in a sentence.
    pub fn said(&self) -> Message {
        let code = self.code();
        match self {
            Self::Game { from, to }
            | Self::Loader { from, to }
            | Self::Java { from, to }
            | Self::JvmArgs { from, to } => {
                Message::new(code).with("from", or_none(from)).with("to", or_none(to))
            }
            Self::Memory { from, to } => {
                Message::new(code).with("from", memory(*from)).with("to", memory(*to))
            }
            Self::ModAdded { file, .. }
            | Self::ModRemoved { file, .. }
            | Self::ModOn { file }
            | Self::ModOff { file } => Message::new(code).with("file", file.as_str()),
            Self::ModReplaced { file, to, .. } => {
                Message::new(code).with("file", file.as_str()).with("to", to.as_str())
            }
            Self::Variable { name } => Message::new(code).with("name", name.as_str()),
            Self::ConfigAdded { path }
            | Self::ConfigRemoved { path }
            | Self::ConfigChanged { path }
            | Self::PackAdded { path }
            | Self::PackRemoved { path } => Message::new(code).with("path", path.as_str()),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Game { .. } => "lastgood.game",
            Self::Loader { .. } => "lastgood.loader",
            Self::ModAdded { .. } => "lastgood.mod-added",
            Self::ModRemoved { .. } => "lastgood.mod-removed",
            Self::ModReplaced { file, to, .. } if file == to => "lastgood.mod-bytes",
            Self::ModReplaced { .. } => "lastgood.mod-replaced",
            Self::ModOn { .. } => "lastgood.mod-on",
            Self::ModOff { .. } => "lastgood.mod-off",
            Self::Java { .. } => "lastgood.java",
            Self::Memory { .. } => "lastgood.memory",
            Self::JvmArgs { .. } => "lastgood.args",
            Self::Variable { .. } => "lastgood.variable",
            Self::ConfigAdded { .. } => "lastgood.config-added",
            Self::ConfigRemoved { .. } => "lastgood.config-removed",
            Self::ConfigChanged { .. } => "lastgood.config-changed",
            Self::PackAdded { .. } => "lastgood.pack-added",
            Self::PackRemoved { .. } => "lastgood.pack-removed",
        }
    }
}

pub(super) fn or_none(text: &str) -> Field {
    if text.is_empty() { Message::new("lastgood.nothing").into() } else { Field::Text(text.to_owned()) }
}

fn memory(mb: Option<u32>) -> Message {
    match mb {
        Some(mb) => Message::new("game.value.mb").with("mb", i64::from(mb)),
        None => Message::new("game.value.auto"),
    }
}

/// What is different now, the likeliest reasons first.
pub(super) fn changed(good: &Snapshot, now: &Snapshot) -> Vec<Difference> {
    let mut all = platform(good, now);
    all.extend(mods(&good.mods, &now.mods));
    all.extend(start(good, now));
    all.extend(configs(&good.configs, &now.configs));
    all.extend(packs(good, now));
    all
}

/// Files that are as the good run left them, and not as it found them.
pub(super) fn written(good: &Snapshot, now: &Snapshot) -> Vec<String> {
    let now = states(&now.configs);
    let left = |config: &&Config| {
        let after = config.after.as_ref().zip(now.get(config.path.as_str()).copied());
        after.is_some_and(|(after, now)| after.is_same(now))
    };
    good.configs.iter().filter(left).map(|config| config.path.clone()).collect()
}

fn platform(good: &Snapshot, now: &Snapshot) -> Vec<Difference> {
    let game = |one: &Snapshot| one.game.clone().unwrap_or_default();
    let loader = |one: &Snapshot| one.loaders.join(", ");
    let mut all = Vec::new();
    if game(good) != game(now) {
        all.push(Difference::Game { from: game(good), to: game(now) });
    }
    if good.loaders != now.loaders {
        all.push(Difference::Loader { from: loader(good), to: loader(now) });
    }
    all
}

/// What is switched off, then and now, is not loaded: it is no difference that it is there.
fn mods(then: &[Mod], now: &[Mod]) -> Vec<Difference> {
    let find = |list: &[Mod], file: &str| list.iter().find(|one| one.file == file).cloned();
    let mut all = Vec::new();
    let mut gone = Vec::new();
    for was in then {
        match find(now, &was.file) {
            None if was.on => gone.push(was),
            Some(is) if !was.is_same(&is) && (was.on || is.on) => all.push(replaced(was, &is)),
            Some(is) if is.on && !was.on => all.push(Difference::ModOn { file: is.file }),
            Some(is) if was.on && !is.on => all.push(Difference::ModOff { file: is.file }),
            None | Some(_) => {}
        }
    }
    for is in now.iter().filter(|is| is.on && find(then, &is.file).is_none()) {
        let place = gone.iter().position(|was| !was.id.is_empty() && was.id == is.id);
        all.push(match place.map(|place| gone.remove(place)) {
            Some(was) => replaced(was, is),
            None => Difference::ModAdded { file: is.file.clone(), version: is.version.clone() },
        });
    }
    let gone = gone.into_iter();
    all.extend(
        gone.map(|was| Difference::ModRemoved { file: was.file.clone(), version: was.version.clone() }),
    );
    all
}

fn replaced(was: &Mod, is: &Mod) -> Difference {
    Difference::ModReplaced {
        file: was.file.clone(),
        to: is.file.clone(),
        version: was.version.clone(),
        to_version: is.version.clone(),
    }
}

fn start(good: &Snapshot, now: &Snapshot) -> Vec<Difference> {
    let (was, is) = (&good.start, &now.start);
    let version =
        |java: &Option<(_, String)>| java.as_ref().map(|(_, version)| version.clone()).unwrap_or_default();
    let args = |args: &Option<String>| args.clone().unwrap_or_default();
    let mut all = Vec::new();
    if was.java != is.java {
        all.push(Difference::Java { from: version(&was.java), to: version(&is.java) });
    }
    if was.max_mb != is.max_mb {
        all.push(Difference::Memory { from: was.max_mb, to: is.max_mb });
    }
    if was.jvm_args != is.jvm_args {
        all.push(Difference::JvmArgs { from: args(&was.jvm_args), to: args(&is.jvm_args) });
    }
    let names: BTreeSet<&String> = was.env.keys().chain(is.env.keys()).collect();
    let differ = names.into_iter().filter(|name| was.env.get(*name) != is.env.get(*name));
    all.extend(differ.map(|name| Difference::Variable { name: name.clone() }));
    all
}

fn configs(then: &[Config], now: &[Config]) -> Vec<Difference> {
    let is_whole = then.len() < CUT && now.len() < CUT;
    let there = states(now);
    let mut all = Vec::new();
    for config in then {
        let Some(last) = config.last() else { continue };
        match there.get(config.path.as_str()) {
            None if is_whole => all.push(Difference::ConfigRemoved { path: config.path.clone() }),
            Some(state) if !last.is_same(state) && !is_before(config, state) => {
                all.push(Difference::ConfigChanged { path: config.path.clone() });
            }
            _ => {}
        }
    }
    let known: BTreeSet<&str> = then.iter().map(|config| config.path.as_str()).collect();
    let new = now.iter().filter(|config| is_whole && !known.contains(config.path.as_str()));
    all.extend(new.map(|config| Difference::ConfigAdded { path: config.path.clone() }));
    all
}

/// What the good run was started with has worked, too.
fn is_before(config: &Config, state: &State) -> bool {
    config.before.as_ref().is_some_and(|before| before.is_same(state))
}

fn states(configs: &[Config]) -> BTreeMap<&str, &State> {
    configs.iter().filter_map(|config| Some((config.path.as_str(), config.last()?))).collect()
}

fn packs(good: &Snapshot, now: &Snapshot) -> Vec<Difference> {
    let lacking = |list: &[String], of: &[String]| -> Vec<String> {
        of.iter().filter(|path| !list.contains(path)).cloned().collect()
    };
    let gone = lacking(&now.packs, &good.packs).into_iter().map(|path| Difference::PackRemoved { path });
    let new = lacking(&good.packs, &now.packs).into_iter().map(|path| Difference::PackAdded { path });
    gone.chain(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jar(file: &str, id: &str, on: bool) -> Mod {
        Mod { file: file.to_owned(), id: id.to_owned(), on, size: 1, modified: 1, ..Mod::default() }
    }

    fn config(path: &str, before: &str, after: Option<&str>) -> Config {
        let state = |hash: &str| State { size: 1, modified: 1, sha1: Some(hash.to_owned()) };
        Config { path: path.to_owned(), before: Some(state(before)), after: after.map(state) }
    }

    fn said(differences: &[Difference]) -> Vec<String> {
        differences.iter().map(|one| one.said().code.to_string()).collect()
    }

    #[test]
    fn a_mod_that_was_updated_is_one_difference_and_one_that_is_off_none() {
        let then = [jar("a-1.jar", "a", true), jar("b.jar", "b", false), jar("c.jar", "c", false)];
        let now = [jar("a-2.jar", "a", true), jar("b.jar", "b", false), jar("d.jar", "d", false)];
        let all = mods(&then, &now);
        assert_eq!(all.len(), 1, "{all:?}");
        assert!(
            matches!(&all[0], Difference::ModReplaced { file, to, .. } if file == "a-1.jar" && to == "a-2.jar")
        );
    }

    #[test]
    fn mods_come_go_and_are_switched() {
        let then = [jar("a.jar", "a", true), jar("b.jar", "b", true), jar("c.jar", "c", false)];
        let now = [jar("b.jar", "b", false), jar("c.jar", "c", true), jar("d.jar", "d", true)];
        let codes = ["lastgood.mod-off", "lastgood.mod-on", "lastgood.mod-added", "lastgood.mod-removed"];
        assert_eq!(said(&mods(&then, &now)), codes);
        assert!(mods(&then, &then).is_empty());
    }

    #[test]
    fn the_same_bytes_at_another_time_are_the_same_mod() {
        let (mut was, mut is) = (jar("a.jar", "a", true), jar("a.jar", "a", true));
        is.modified = 9;
        assert_eq!(said(&mods(&[was.clone()], &[is.clone()])), ["lastgood.mod-bytes"]);
        (was.sha1, is.sha1) = (Some("x".to_owned()), Some("x".to_owned()));
        assert!(mods(&[was], &[is]).is_empty());
    }

    #[test]
    fn a_file_that_the_good_run_wrote_counts_as_good_and_so_does_what_it_found() {
        let good = [config("options.txt", "old", Some("new"))];
        for hash in ["old", "new"] {
            assert!(configs(&good, &[config("options.txt", hash, None)]).is_empty(), "{hash}");
        }
        assert_eq!(said(&configs(&good, &[config("options.txt", "x", None)])), ["lastgood.config-changed"]);
        assert_eq!(
            said(&configs(&good, &[config("config/a", "x", None)])),
            ["lastgood.config-removed", "lastgood.config-added"]
        );
        let snapshot = |configs: &[Config]| Snapshot { configs: configs.to_vec(), ..Snapshot::default() };
        let now = snapshot(&[config("options.txt", "new", None)]);
        assert_eq!(written(&snapshot(&good), &now), ["options.txt"]);
    }

    #[test]
    fn everything_that_decides_the_start_is_compared() {
        let mut good = Snapshot { game: Some("1.20.1".to_owned()), ..Snapshot::default() };
        good.start.java = Some(("/j/17".into(), "17.0.1".to_owned()));
        good.packs = vec!["resourcepacks/a.zip".to_owned()];
        let mut now = good.clone();
        now.loaders = vec!["fabric 0.15".to_owned()];
        now.start.java = None;
        now.start.max_mb = Some(2048);
        now.start.jvm_args = Some("-Xss1m".to_owned());
        now.start.env.insert("A".to_owned(), "b".to_owned());
        now.packs.clear();
        let codes = ["loader", "java", "memory", "args", "variable", "pack-removed"];
        assert_eq!(said(&changed(&good, &now)), codes.map(|code| format!("lastgood.{code}")));
        assert!(changed(&good, &good).is_empty());
    }
}
