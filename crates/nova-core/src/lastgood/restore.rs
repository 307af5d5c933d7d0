//! The way back to what ran well: one change, with what cannot be brought back named beside it.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use nova_files::{EntryState, Step};
use nova_game::{GameError, Proposal, Version};
use nova_model::{Field, Message, Report};
use nova_tools::ToolError;

use super::{
    Difference,
    bring::Bring,
    diff::changed,
    shelf::Shelf,
    snapshot::{OFF, Snapshot},
    starts::{Around, gone, wanted},
};
use crate::launcher::Launcher;

/// Both ends, and what lies between them.
struct Way<'a> {
    launcher: &'a Launcher,
    version: &'a Version,
    good: &'a Snapshot,
    now: &'a Snapshot,
    shelf: &'a Shelf,
}

impl Launcher {
    /// A change that brings a version back to what it was when it last ran well.
    pub(crate) fn back_to_good(&self, version: &Version) -> Result<Proposal, ToolError> {
        let about = |code| Message::new(code).with("id", version.id.as_str());
        let (good, now, kept) = self.then_and_now(version).ok_or_else(|| tell(about("lastgood.none")))?;
        let differences = changed(&good, &now);
        let at = Field::Time(good.at);
        if differences.is_empty() {
            return Err(tell(about("lastgood.same").with("at", at)));
        }
        let mut bring = Bring::new(&version.root, self.files.trash().items);
        let way = Way { launcher: self, version, good: &good, now: &now, shelf: &kept };
        for difference in &differences {
            way.back(difference, &mut bring);
        }
        way.settings(&differences, &mut bring)?;
        if !version.isolation.isolated && !bring.is_empty() {
            bring.told.push(Message::new("lastgood.shared").with("path", version.root.as_path()));
        }
        if bring.is_empty() {
            let report = Report::new(about("lastgood.stuck"));
            return Err(ToolError::Tell(bring.told.into_iter().fold(report, Report::hint)));
        }
        Ok(bring.finish(about("lastgood.restore").with("at", at), &version.id))
    }
}

impl Way<'_> {
    fn back(&self, difference: &Difference, bring: &mut Bring) {
        let told = match difference {
            Difference::Game { from, .. } => Some(Message::new("lastgood.cannot.game").with("from", from.as_str())),
            Difference::Loader { from, .. } => self.loader(from, bring),
            Difference::ModAdded { file, .. } | Difference::ModOn { file } => self.off(file, bring),
            Difference::ModOff { file } => self.on(file, bring),
            Difference::ModRemoved { file, .. } => self.lost_mod(file, bring),
            Difference::ModReplaced { file, to, .. } => self.old_mod(file, to, bring),
            Difference::ConfigAdded { path } => {
                bring.put_aside(&self.path(path));
                None
            }
            Difference::ConfigRemoved { path } | Difference::ConfigChanged { path } => self.config(path, bring),
            Difference::PackRemoved { path } => self.pack(path, bring),
            // A pack that is there does nothing: the game's options say which are used.
            Difference::PackAdded { .. }
            // Settings, all of them at once.
            | Difference::Java { .. }
            | Difference::Memory { .. }
            | Difference::JvmArgs { .. }
            | Difference::Variable { .. } => None,
        };
        bring.told.extend(told);
    }

    fn off(&self, file: &str, bring: &mut Bring) -> Option<Message> {
        let path = self.jar(file);
        if !bring.rename(&path, &off(&path)) {
            bring.put_aside(&path);
        }
        None
    }

    fn on(&self, file: &str, bring: &mut Bring) -> Option<Message> {
        let path = self.jar(file);
        (!bring.rename(&off(&path), &path)).then(|| cannot("lastgood.cannot.mod", file))
    }

    fn lost_mod(&self, file: &str, bring: &mut Bring) -> Option<Message> {
        let path = self.jar(file);
        let Some(item) = bring.in_trash(&[path.clone(), off(&path)], self.size(file)) else {
            return Some(cannot("lastgood.cannot.mod", file));
        };
        bring.put_back(&item, &path);
        None
    }

    /// The new file stays where the old one cannot be had: without either the game would lack the mod.
    fn old_mod(&self, file: &str, to: &str, bring: &mut Bring) -> Option<Message> {
        let path = self.jar(file);
        let Some(item) = bring.in_trash(&[path.clone(), off(&path)], self.size(file)) else {
            return Some(cannot("lastgood.cannot.replaced", file).with("to", to));
        };
        let was_on = self.good.mods.iter().any(|one| one.file == file && one.on);
        let there = self.now.mods.iter().find(|one| one.file == to);
        let there = there.map_or_else(|| self.jar(to), |one| self.jar(&one.name()));
        if file == to || !bring.rename(&there, &off(&there)) {
            bring.put_aside(&there);
        }
        bring.put_back(&item, &if was_on { path } else { off(&path) });
        None
    }

    fn config(&self, path: &str, bring: &mut Bring) -> Option<Message> {
        let config = self.good.configs.iter().find(|config| config.path == path)?;
        let mut states = [&config.after, &config.before].into_iter().flatten();
        let copy = states.find_map(|state| self.shelf.copy(state.sha1.as_ref()?));
        let Some(copy) = copy else {
            return Some(Message::new("lastgood.cannot.config").with("path", path));
        };
        bring.write(&self.path(path), copy);
        None
    }

    fn pack(&self, path: &str, bring: &mut Bring) -> Option<Message> {
        let place = self.path(path);
        let Some(item) = bring.in_trash(std::slice::from_ref(&place), None) else {
            return Some(Message::new("lastgood.cannot.pack").with("path", path));
        };
        bring.put_back(&item, &place);
        None
    }

    /// The loader comes back where the journal has one change of it that can be taken back: then it is part of this change.
    fn loader(&self, from: &str, bring: &mut Bring) -> Option<Message> {
        let steps = self.loader_steps();
        let json = self.version.folder.join(format!("{}.json", self.version.id));
        match steps {
            Some(steps) => {
                bring.first(steps, format!("{}: {from}", self.version.id), json);
                None
            }
            None => Some(Message::new("lastgood.cannot.loader").with("from", super::diff::or_none(from))),
        }
    }

    fn loader_steps(&self) -> Option<Vec<Step>> {
        let files = &self.launcher.files;
        let is_one = |entry: &nova_files::Entry| {
            entry.origin.tool == "change_loader"
                && entry.origin.version.as_deref() == Some(&self.version.id)
                && entry.root == self.version.root
                && entry.state == EntryState::Done
                && entry.at > self.good.at
        };
        let changes: Vec<_> = files.changes().items.into_iter().filter(is_one).collect();
        let [only] = changes.as_slice() else { return None };
        let used: BTreeSet<PathBuf> = self.launcher.used_by_others(&only.id);
        Some(files.inverse_keeping(&only.id, &|path| used.contains(path)).ok()?.steps)
    }

    /// Java, memory, arguments and variables: the version's own settings of then, or what leads to the same.
    fn settings(&self, differences: &[Difference], bring: &mut Bring) -> Result<(), ToolError> {
        let is_setting = |one: &Difference| {
            matches!(
                one,
                Difference::Java { .. }
                    | Difference::Memory { .. }
                    | Difference::JvmArgs { .. }
                    | Difference::Variable { .. }
            )
        };
        if !differences.iter().any(is_setting) {
            return Ok(());
        }
        let choose = |own: Option<&str>| {
            let mut version = self.version.clone();
            version.own.java = own.map(str::to_owned);
            self.launcher.java_for(&version).map(|java| java.path)
        };
        let (general, javas) = (self.launcher.game.settings(), self.launcher.game.java());
        let around = Around { general: &general, javas: &javas, choose: &choose };
        let (own, told) = wanted(&self.good.start, &around);
        bring.told.extend(told);
        bring.told.extend(self.updated_java());
        match self.launcher.game.start_as(&self.version.id, &own) {
            Ok(proposal) => bring.add(proposal),
            Err(GameError::AlreadySo { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// The same place with another version in it.
    fn updated_java(&self) -> Option<Message> {
        let (path, version) = self.good.start.java.as_ref()?;
        let javas = self.launcher.game.java();
        let there = javas.items.iter().find(|java| java.path == *path)?;
        (there.version != *version).then(|| gone(version, path))
    }

    fn size(&self, file: &str) -> Option<u64> {
        self.good.mods.iter().find(|one| one.file == file).map(|one| one.size)
    }

    fn jar(&self, file: &str) -> PathBuf {
        self.version.instance().mods().join(file)
    }

    fn path(&self, below: &str) -> PathBuf {
        self.version.instance().dir.join(below)
    }
}

/// The same file, switched off.
fn off(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(OFF);
    PathBuf::from(name)
}

fn cannot(code: &'static str, file: &str) -> Message {
    Message::new(code).with("file", file)
}

fn tell(message: Message) -> ToolError {
    ToolError::Tell(Report::new(message))
}
