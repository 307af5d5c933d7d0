//! The lists of mods that loaders write into logs and reports, from Forge 1.7 to Fabric, Quilt and NeoForge.

use std::collections::HashMap;

/// One mod as a log names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ModEntry {
    pub(crate) id: String,
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) file: Option<String>,
}

/// All mods that were named.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModTable {
    entries: Vec<ModEntry>,
    by_id: HashMap<String, usize>,
}

/// Mods that are kept.
const MOST: usize = 3_000;

impl ModTable {
    /// Adds a mod, or what is not yet known of it.
    pub(crate) fn add(&mut self, entry: ModEntry) {
        let id = entry.id.to_lowercase();
        if id.is_empty() || id.len() > 100 || id.contains(char::is_whitespace) {
            return;
        }
        if let Some(known) = self.by_id.get(&id).and_then(|at| self.entries.get_mut(*at)) {
            known.name = known.name.take().or(entry.name);
            known.version = known.version.take().or(entry.version);
            known.file = known.file.take().or(entry.file);
        } else if self.entries.len() < MOST {
            self.by_id.insert(id, self.entries.len());
            self.entries.push(entry);
        }
    }

    /// The mod with an id.
    pub(crate) fn get(&self, id: &str) -> Option<&ModEntry> {
        let lower = id.to_lowercase();
        let at = self.by_id.get(&lower).or_else(|| self.by_id.get(&lower.replace('-', "_")));
        at.and_then(|at| self.entries.get(*at))
    }

    /// The mod that is shown by a name.
    pub(crate) fn by_name(&self, name: &str) -> Option<&ModEntry> {
        self.entries
            .iter()
            .find(|entry| entry.name.as_deref().is_some_and(|known| known.eq_ignore_ascii_case(name)))
    }

    /// The mod in a file.
    pub(crate) fn by_file(&self, file: &str) -> Option<&ModEntry> {
        self.entries
            .iter()
            .find(|entry| entry.file.as_deref().is_some_and(|known| known.eq_ignore_ascii_case(file)))
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ModEntry> {
        self.entries.iter()
    }

    /// A line of a list.
    pub(crate) fn line(&mut self, text: &str) {
        let trimmed = text.trim();
        if let Some(entry) = table_row(trimmed).or_else(|| old_row(trimmed)).or_else(|| fabric_row(trimmed)) {
            self.add(entry);
        }
    }

    /// `Loading 53 mods: fabric-api@0.58.0, ...`
    pub(crate) fn inline(&mut self, list: &str) {
        for item in list.split(", ") {
            let mut parts = item.trim().split(['@', ' ']);
            if let Some(id) = parts.next() {
                let version = parts.next().map(str::to_owned);
                self.add(ModEntry { id: id.to_owned(), version, ..ModEntry::default() });
            }
        }
    }
}

/// A cell that names a jar.
fn is_file(cell: &str) -> bool {
    let ending = cell.rsplit('.').next().unwrap_or_default();
    cell.contains('.') && ["jar", "zip"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn some(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty() && text.len() < 200).then(|| text.to_owned())
}

/// Forge 1.13+, NeoForge (`file |name |id |version |state`), Forge 1.12 (`| state | id | version | file | signature |`) and Quilt.
fn table_row(row: &str) -> Option<ModEntry> {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    if cells.len() < 4 {
        return None;
    }
    let at = |index: usize| cells.get(index).copied().unwrap_or_default();
    if is_file(at(0)) {
        return Some(ModEntry {
            id: at(2).to_owned(),
            name: some(at(1)),
            version: some(at(3)),
            file: some(at(0)),
        });
    }
    if !at(0).is_empty() || at(1).starts_with('-') || at(1).starts_with(':') {
        return None;
    }
    if is_file(at(4)) {
        return Some(ModEntry { id: at(2).to_owned(), name: None, version: some(at(3)), file: some(at(4)) });
    }
    let file = cells.iter().find(|cell| is_file(cell))?;
    let file = file.rsplit(['/', '\\']).next().and_then(some);
    (cells.len() >= 6).then(|| ModEntry {
        id: at(3).to_owned(),
        name: some(at(2)),
        version: some(at(4)),
        file,
    })
}

/// Forge 1.7: `UCHIJAAAA mcp{9.05} [Minecraft Coder Pack] (minecraft.jar)`
fn old_row(row: &str) -> Option<ModEntry> {
    let (before, rest) = row.split_once('{')?;
    let (version, rest) = rest.split_once('}')?;
    let (name, rest) = rest.trim().strip_prefix('[')?.split_once(']')?;
    let file = rest.trim().strip_prefix('(').and_then(|rest| rest.split(')').next()).and_then(some);
    let id = before.rsplit(['\t', ' ']).find(|part| !part.is_empty())?;
    Some(ModEntry { id: id.to_owned(), name: some(name), version: some(version), file })
}

/// `fabric-api: Fabric API 0.58.0` of a report, `- fabric-api 0.58.0+1.19` of a log.
fn fabric_row(row: &str) -> Option<ModEntry> {
    let listed = ["- ", "\\-- ", "|-- "].iter().find_map(|mark| row.strip_prefix(mark));
    if let Some(rest) = listed {
        let (id, version) = rest.split_once(' ')?;
        let plain = is_id(id) && version.starts_with(|c: char| c.is_ascii_alphanumeric());
        let version = version.split(" via ").next().and_then(some);
        return plain.then(|| ModEntry { id: id.to_owned(), version, ..ModEntry::default() });
    }
    let (id, rest) = row.split_once(": ")?;
    let (name, version) = rest.rsplit_once(' ')?;
    let plain = is_id(id) && version.contains(|c: char| c.is_ascii_digit());
    plain.then(|| ModEntry { id: id.to_owned(), name: some(name), version: some(version), file: None })
}

fn is_id(id: &str) -> bool {
    id.len() >= 2
        && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_every_loader_are_read() {
        let mut table = ModTable::default();
        for row in [
            "\t\tjei-1.19.jar       |Just Enough Items     |jei        |11.2.0    |DONE      |Manifest: NOSIGNATURE",
            "\t| LCHIJA | tconstruct | 1.12.2-2.13 | TConstruct-1.12.jar | None |",
            "\tUCHIJAAAA\tmcp{9.05} [Minecraft Coder Pack] (minecraft.jar)",
            "\t\tfabric-api: Fabric API 0.58.0+1.19",
            "\t- sodium 0.4.1+build.15",
            "| 1 | Better End | betterend | 2.0.1 | Fabric | abc | .minecraft/mods/better-end.jar |",
        ] {
            table.line(row);
        }
        let ids: Vec<_> = table.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids, ["jei", "tconstruct", "mcp", "fabric-api", "sodium", "betterend"]);
        assert_eq!(table.get("JEI").unwrap().file.as_deref(), Some("jei-1.19.jar"));
        assert_eq!(table.get("fabric-api").unwrap().name.as_deref(), Some("Fabric API"));
        assert_eq!(table.by_name("better end").unwrap().file.as_deref(), Some("better-end.jar"));
    }
}
