//! The mods of a version.

use nova_content::mods::{
    Cure, Dependence, DependenceState, Finding, InstalledMod, ModDetail as Detail, ModList,
};
use nova_core::texts::Texts;
use nova_model::{Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use super::ProblemRow;
use crate::turn::Names;

/// The mods folder of a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ModsView {
    /// The version; empty for a game folder that has none.
    pub version: String,
    /// The loader that loads them, with its version; none where the version has none.
    pub loader: Option<String>,
    /// The mods, by id.
    pub mods: Vec<ModRow>,
    /// What does not go together.
    pub findings: Vec<FindingRow>,
    /// What else lies in the folder, or could not be read.
    pub problems: Vec<ProblemRow>,
}

/// One mod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ModRow {
    /// What it is called by.
    pub id: String,
    /// Every id that it declares.
    pub ids: Vec<String>,
    /// Its name for people.
    pub name: String,
    /// Its version; empty where it says none.
    pub version: String,
    /// The loaders it is made for, as their makers write them.
    pub loaders: Vec<String>,
    /// Where it runs.
    #[ts(type = "'client' | 'server' | 'both'")]
    pub side: String,
    /// Whether the game loads it.
    pub enabled: bool,
    /// Its file, below `mods/`.
    pub file: String,
    /// Bytes.
    pub size: u64,
    /// When the file was last written, in milliseconds since the epoch.
    pub modified: Millis,
    /// What is wrong with the file itself.
    pub problems: Vec<ProblemRow>,
    /// The findings that are about it.
    pub findings: Vec<String>,
    /// Whether its metadata names a picture.
    pub pictured: bool,
}

/// Something that does not go together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FindingRow {
    /// Its id: resolves it.
    pub id: String,
    /// What kind of finding it is.
    pub kind: String,
    /// What is wrong.
    pub message: String,
    /// The files it is about.
    pub files: Vec<String>,
    /// What resolving it does; none where no file here can mend it.
    #[ts(type = "'switch_on' | 'switch_off' | null")]
    pub cure: Option<Cure>,
}

/// Everything about one mod. Its description is its author's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ModDetail {
    /// What it is called by.
    pub id: String,
    /// Its file, below `mods/`.
    pub file: String,
    /// What it is, in its author's words.
    pub description: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Its licence.
    pub license: Option<String>,
    /// Its page.
    pub homepage: Option<String>,
    /// What it needs, and does not go with.
    pub dependencies: Vec<DependenceRow>,
    /// The mods that need it themselves.
    pub needed_by: Vec<ModName>,
    /// The mods that need one of those.
    pub needed_through: Vec<ModName>,
    /// Jars inside it.
    pub nested: Vec<String>,
    /// Files and folders in `config/` that carry its id.
    pub config: Vec<String>,
}

/// One thing that a mod says about another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct DependenceRow {
    /// The other's id.
    pub id: String,
    /// The name of the mod that brings it; none where it is not there.
    pub name: Option<String>,
    /// What it says.
    #[ts(type = "'requires' | 'recommends' | 'suggests' | 'conflicts' | 'breaks' | 'provides'")]
    pub relation: String,
    /// The range as written; empty for any.
    pub range: String,
    /// Whether it is there.
    #[ts(type = "'present' | 'disabled' | 'wrong_version' | 'missing' | 'built_in'")]
    pub state: DependenceState,
    /// The version that is there.
    pub found: Option<String>,
    /// The file that brings it.
    pub file: Option<String>,
}

/// A mod by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ModName {
    /// What it is called by.
    pub id: String,
    /// Its name for people.
    pub name: String,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Picture {
    /// A PNG as a data address; none where there is none that can be shown.
    pub url: Option<String>,
}

/// What is wrong with the mods of a version.
pub(crate) type Found<'a> = [(&'a str, &'a [String])];

impl ModRow {
    /// A mod as it is listed; `found` are the findings by id, with the files they are about.
    pub(crate) fn of(installed: &InstalledMod, found: &Found<'_>, names: &Names) -> Self {
        let about = found.iter().filter(|(_, files)| files.contains(&installed.file));
        Self {
            id: clean(&installed.id, 200),
            ids: installed.mod_ids.iter().map(|id| clean(id, 200)).collect(),
            name: clean(&installed.name, 200),
            version: clean(&installed.version, 100),
            loaders: installed.loaders.iter().map(|loader| loader.label().to_owned()).collect(),
            side: word(installed.side),
            enabled: installed.enabled,
            file: installed.file.clone(),
            size: installed.size,
            modified: installed.modified,
            problems: installed.problems.iter().map(|problem| ProblemRow::of(problem, names)).collect(),
            findings: about.map(|(id, _)| (*id).to_owned()).collect(),
            pictured: installed.facts.mods.iter().any(|one| one.icon.is_some()),
        }
    }
}

impl FindingRow {
    /// A finding as it is listed.
    pub(crate) fn of(found: &Finding, cure: Option<Cure>, texts: &Texts) -> Self {
        Self {
            id: found.id.clone(),
            kind: found.kind.as_str().to_owned(),
            message: texts.say(&found.message),
            files: found.files.clone(),
            cure,
        }
    }
}

impl ModDetail {
    /// Everything about a mod of a list.
    pub(crate) fn of(detail: &Detail, list: &ModList) -> Self {
        let clean_all = |names: &[String]| names.iter().map(|name| clean(name, 400)).collect();
        let named = |ids: &[String]| ids.iter().map(|id| ModName::of(id, list)).collect();
        Self {
            id: clean(&detail.installed.id, 200),
            file: detail.installed.file.clone(),
            description: clean_lines(&detail.description),
            authors: clean_all(&detail.authors),
            license: detail.license.as_deref().map(|text| clean(text, 200)),
            homepage: detail.homepage.as_deref().map(|text| clean(text, 2_000)),
            dependencies: detail.dependencies.iter().map(|one| DependenceRow::of(one, list)).collect(),
            needed_by: named(&detail.dependents.direct),
            needed_through: named(&detail.dependents.transitive),
            nested: clean_all(&detail.nested),
            config: clean_all(&detail.config),
        }
    }
}

impl DependenceRow {
    fn of(one: &Dependence, list: &ModList) -> Self {
        let holder = one.file.as_ref().and_then(|file| list.mods.iter().find(|other| other.file == *file));
        Self {
            id: clean(&one.id, 200),
            name: holder.map(|holder| clean(&holder.name, 200)),
            relation: word(one.relation),
            range: clean(&one.range, 200),
            state: one.state,
            found: one.found.as_deref().map(|version| clean(version, 100)),
            file: one.file.clone(),
        }
    }
}

impl ModName {
    fn of(id: &str, list: &ModList) -> Self {
        let name = list.mods.iter().find(|other| other.id == id).map_or(id, |other| &other.name);
        Self { id: clean(id, 200), name: clean(name, 200) }
    }
}

/// The word of a unit variant, as it is written in data.
pub(crate) fn word(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Line breaks of an author's words stay.
fn clean_lines(text: &str) -> String {
    text.lines().map(|line| clean(line, 4_000)).collect::<Vec<_>>().join("\n")
}
