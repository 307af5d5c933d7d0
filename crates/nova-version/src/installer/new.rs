//! The new form: libraries, data, processors (specs 0 to 2).

use std::collections::BTreeSet;

use nova_model::{Message, Os, clean};
use serde_json::{Map, Value};

use super::{
    Area, InstallPlan, InstallStep, Place, VersionSource,
    processor::{Output, Processor, mappings},
    tokens::{Tokens, enclosed, fill},
};
use crate::{
    coordinate::Coordinate,
    error::VersionError,
    files::{Source, library_files},
    json::VersionFile,
    path::{SafePath, is_folder_name},
    read::{Notes, texts},
    sha1::Sha1,
};

/// The newest form that is known.
const NEWEST_SPEC: u64 = 2;
/// Real profiles have a dozen processors, with 40 arguments at most, and 20 values.
const MOST_PROCESSORS: usize = 200;
const MOST_ARGS: usize = 4_000;
const MOST_VALUES: usize = 500;

/// Reads a profile into steps.
pub(super) fn plan(name: &str, map: &Map<String, Value>, place: &Place) -> Result<InstallPlan, VersionError> {
    let mut reader =
        Reader { name, map, place, notes: Notes::new(name), steps: Vec::new(), tokens: Tokens::new() };
    reader.read()
}

struct Reader<'a> {
    name: &'a str,
    map: &'a Map<String, Value>,
    place: &'a Place,
    notes: Notes,
    steps: Vec<InstallStep>,
    tokens: Tokens,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<InstallPlan, VersionError> {
        let id = self.folder("version")?;
        let game = self.folder("minecraft")?;
        self.spec();
        self.steps.push(InstallStep::NeedGame { game: game.clone() });
        let libraries = self.libraries()?;
        self.data()?;
        self.variables(&game);
        for (number, processor) in self.list("processors", MOST_PROCESSORS).into_iter().enumerate() {
            self.processor(number, &processor, &libraries)?;
        }
        let json = self.notes.text(self.map, "json").unwrap_or_else(|| "/version.json".to_owned());
        let source = VersionSource::Entry(self.entry("json", &json)?);
        self.steps.push(InstallStep::WriteVersionJson { id: id.clone(), source });
        let notes = std::mem::replace(&mut self.notes, Notes::new(self.name));
        Ok(InstallPlan { id, game, steps: std::mem::take(&mut self.steps), problems: notes.into_problems() })
    }

    fn bad(&self, key: &str, value: &str) -> VersionError {
        VersionError::InstallerValue {
            name: clean(self.name, 120),
            key: clean(key, 80),
            value: clean(value, 160),
        }
    }

    fn list(&mut self, key: &str, most: usize) -> Vec<Value> {
        self.notes.list(self.map, key, most).to_vec()
    }

    /// A text that becomes the name of a folder.
    fn folder(&mut self, key: &str) -> Result<String, VersionError> {
        let text = self.notes.text(self.map, key).unwrap_or_default();
        if is_folder_name(&text) { Ok(text) } else { Err(self.bad(key, &text)) }
    }

    /// The name of an entry of the installer, with or without a slash before it.
    fn entry(&self, key: &str, value: &str) -> Result<SafePath, VersionError> {
        let plain = value.strip_prefix('/').unwrap_or(value);
        SafePath::parse(plain).ok_or_else(|| self.bad(key, value))
    }

    fn coordinate(&self, key: &str, value: &str) -> Result<Coordinate, VersionError> {
        Coordinate::parse(value).ok_or_else(|| self.bad(key, value))
    }

    fn spec(&mut self) {
        let spec = self.notes.number(self.map, "spec").unwrap_or(0);
        if spec > NEWEST_SPEC {
            self.notes.warn(
                Message::new("version.installer.newer").with("spec", i64::try_from(spec).unwrap_or(i64::MAX)),
            );
        }
    }

    /// The loader's own jar (`path`), which the installer brings, and the libraries, of which it brings those without an address.
    /// The paths of all of them.
    fn libraries(&mut self) -> Result<BTreeSet<SafePath>, VersionError> {
        let own = self.notes.text(self.map, "path");
        let own = own.map(|path| self.coordinate("path", &path)).transpose()?;
        let mut paths = BTreeSet::new();
        let file = VersionFile::of(self.name, self.map)?;
        let files = library_files(&file.libraries);
        let is_listed = |path: &SafePath| files.iter().any(|file| file.path == *path);
        if let Some(own) = own.filter(|own| !is_listed(own.path())) {
            self.extract(&mut paths, own.path())?;
        }
        for file in files {
            if file.source == Source::Installer {
                self.extract(&mut paths, &file.path)?;
            } else if paths.insert(file.path.clone()) {
                let inside = self.inside(&file.path)?;
                self.steps.push(InstallStep::FetchLibrary { file, inside });
            }
        }
        Ok(paths)
    }

    fn inside(&self, path: &SafePath) -> Result<SafePath, VersionError> {
        self.entry("libraries", &format!("maven/{path}"))
    }

    fn extract(&mut self, paths: &mut BTreeSet<SafePath>, path: &SafePath) -> Result<(), VersionError> {
        if paths.insert(path.clone()) {
            let entry = self.inside(path)?;
            self.steps.push(InstallStep::ExtractFromInstaller {
                entry,
                area: Area::Libraries,
                to: path.clone(),
            });
        }
        Ok(())
    }

    /// Values by name: `[coordinate]` is a library's path, `'text'` the text, anything else an entry that is unpacked.
    fn data(&mut self) -> Result<(), VersionError> {
        let Some(data) = self.notes.map(self.map, "data") else { return Ok(()) };
        for (key, value) in data.iter().take(MOST_VALUES) {
            let Some(text) = value.as_str().or_else(|| value.get("client")?.as_str()) else {
                self.notes.odd(key);
                continue;
            };
            let value = self.value(key, text)?;
            self.tokens.insert(key.clone(), value);
        }
        Ok(())
    }

    fn value(&mut self, key: &str, text: &str) -> Result<String, VersionError> {
        if let Some(name) = enclosed(text, '[', ']') {
            return self.library_path(key, name);
        }
        if let Some(literal) = enclosed(text, '\'', '\'') {
            return Ok(literal.to_owned());
        }
        let entry = self.entry(key, text)?;
        let path = self.place.resolve(Area::Scratch, &entry);
        self.steps.push(InstallStep::ExtractFromInstaller { to: entry.clone(), entry, area: Area::Scratch });
        Ok(path)
    }

    fn library_path(&self, key: &str, name: &str) -> Result<String, VersionError> {
        let coordinate = self.coordinate(key, name)?;
        Ok(self.place.resolve(Area::Libraries, coordinate.path()))
    }

    fn variables(&mut self, game: &str) {
        let place = self.place;
        let values = [
            ("SIDE", "client"),
            ("MINECRAFT_JAR", &place.client_jar),
            ("MINECRAFT_VERSION", game),
            ("ROOT", &place.root),
            ("INSTALLER", &place.installer),
            ("LIBRARY_DIR", &place.libraries),
        ];
        self.tokens.extend(values.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    fn processor(
        &mut self,
        number: usize,
        value: &Value,
        known: &BTreeSet<SafePath>,
    ) -> Result<(), VersionError> {
        if !is_for_client(value) {
            return Ok(());
        }
        let key = format!("processors[{number}]");
        let jar = value.get("jar").and_then(Value::as_str).unwrap_or_default();
        let jar = self.coordinate(&key, jar)?.path().clone();
        let mut classpath = vec![jar.clone()];
        for name in value.get("classpath").map(|list| texts(list, MOST_ARGS)).unwrap_or_default() {
            let path = self.coordinate(&key, &name)?.path().clone();
            if !classpath.contains(&path) {
                classpath.push(path);
            }
        }
        if let Some(gone) = classpath.iter().find(|path| !known.contains(*path)) {
            return Err(self.bad(&key, gone.as_str()));
        }
        let args = value.get("args").map(|list| texts(list, MOST_ARGS)).unwrap_or_default();
        let args = args.iter().map(|arg| self.arg(&key, arg)).collect::<Result<Vec<_>, _>>()?;
        let outputs = self.outputs(&key, value)?;
        let mappings = mappings(&args);
        self.steps.push(InstallStep::RunProcessor(Processor {
            number,
            jar,
            main_class: None,
            classpath,
            args,
            outputs,
            mappings,
        }));
        Ok(())
    }

    fn arg(&self, key: &str, text: &str) -> Result<String, VersionError> {
        match enclosed(text, '[', ']') {
            Some(name) => self.library_path(key, name),
            None => fill(text, &self.tokens).ok_or_else(|| self.bad(key, text)),
        }
    }

    fn outputs(&self, key: &str, value: &Value) -> Result<Vec<Output>, VersionError> {
        let listed = value.get("outputs").and_then(Value::as_object);
        let output = |(path, sha1): (&String, &Value)| {
            let resolved = self.arg(key, path)?;
            let digest = self.arg(key, sha1.as_str().unwrap_or_default())?;
            let sha1 = Sha1::parse(&digest).ok_or_else(|| self.bad(key, &digest))?;
            if self.is_inside(&resolved) {
                Ok(Output { path: resolved, sha1 })
            } else {
                Err(self.bad(key, &resolved))
            }
        };
        listed.into_iter().flatten().take(MOST_VALUES).map(output).collect()
    }

    /// Whether a path lies in one of the folders of the installation.
    fn is_inside(&self, path: &str) -> bool {
        let place = self.place;
        let plain =
            |text: &str| if place.os == Os::Windows { text.replace('\\', "/") } else { text.to_owned() };
        let path = plain(path);
        [&place.libraries, &place.root, &place.scratch].into_iter().any(|folder| {
            let folder = plain(folder);
            let rest =
                path.strip_prefix(folder.trim_end_matches('/')).and_then(|rest| rest.strip_prefix('/'));
            rest.is_some_and(|rest| SafePath::parse(rest).is_some())
        })
    }
}

/// No sides are both.
fn is_for_client(processor: &Value) -> bool {
    let sides = processor.get("sides").and_then(Value::as_array);
    sides.is_none_or(|sides| sides.is_empty() || sides.iter().any(|side| side == "client"))
}
