//! Writing settings: one value is set in the file as it was read, so that everything else in it stays, unknown keys too.

use std::path::{Path, PathBuf};

use nova_files::{KeepOld, Step, steps_to_write_state};
use nova_model::Millis;
use serde_json::{Map, Value};

use super::{Settings, read::FORMAT};
use crate::{
    OwnSettings,
    read::{ReadFault, SMALL_CAP, read_object},
};

/// A JSON file with some values set, on its way to the disk.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    file: PathBuf,
    map: Map<String, Value>,
    keep_aside: bool,
}

impl Settings {
    /// An edit of the settings file.
    pub(crate) fn edit(&self, data: &Path) -> Edit {
        let mut map = self.raw.clone();
        map.insert("format".to_owned(), Value::from(FORMAT));
        Edit { file: Self::file(data), map, keep_aside: self.spoilt }
    }
}

/// An edit of a version's own settings.
pub(crate) fn own_edit(folder: &Path) -> Edit {
    let file = OwnSettings::file(folder);
    let (map, keep_aside) = match read_object(&file, SMALL_CAP) {
        Ok(map) => (map, false),
        Err(ReadFault::Missing) => (Map::new(), false),
        Err(_) => (Map::new(), true),
    };
    Edit { file, map, keep_aside }
}

impl Edit {
    /// The file.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Whether something stands there.
    pub(crate) fn has(&self, path: &[&str]) -> bool {
        let Some((first, rest)) = path.split_first() else { return false };
        rest.iter().try_fold(self.map.get(*first), |value, key| Some(value?.get(*key))).flatten().is_some()
    }

    /// Sets a value, or takes it out. Anything on the way that is no object makes room for one.
    pub(crate) fn set(&mut self, path: &[&str], value: Option<Value>) {
        let Some((last, folders)) = path.split_last() else { return };
        let mut map = &mut self.map;
        for key in folders {
            let inner = map.entry(*key).or_insert_with(|| Value::Object(Map::new()));
            if !inner.is_object() {
                *inner = Value::Object(Map::new());
            }
            let Value::Object(next) = inner else { return };
            map = next;
        }
        match value {
            Some(value) => map.insert((*last).to_owned(), value),
            None => map.remove(*last),
        };
    }

    /// The steps: a file that could not be read is first put aside under a name with the time.
    pub(crate) fn steps(&self, now: Millis) -> Vec<Step> {
        let mut content = serde_json::to_vec_pretty(&self.map).unwrap_or_default();
        content.push(b'\n');
        let old = if self.keep_aside { KeepOld::Aside { now } } else { KeepOld::Overwrite };
        steps_to_write_state(&self.file, content, old)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(value: Value) -> Settings {
        let Value::Object(raw) = value else { panic!("not an object") };
        Settings { raw, ..Settings::default() }
    }

    fn written(edit: &Edit) -> Value {
        match edit.steps(0).as_slice() {
            [Step::Write { content, .. }] => serde_json::from_slice(content).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn unknown_keys_are_kept() {
        let mut edit =
            settings(json!({"mine": [1], "memory": {"max_mb": 1, "other": 2}})).edit(Path::new("/data"));
        edit.set(&["memory", "max_mb"], Some(json!(4096)));
        assert_eq!(written(&edit), json!({"format": 1, "mine": [1], "memory": {"max_mb": 4096, "other": 2}}));
    }

    #[test]
    fn a_value_in_the_way_makes_room() {
        let mut edit = settings(json!({"memory": "much"})).edit(Path::new("/data"));
        edit.set(&["memory", "max_mb"], Some(json!(2048)));
        assert_eq!(written(&edit), json!({"format": 1, "memory": {"max_mb": 2048}}));
    }

    #[test]
    fn a_spoilt_file_is_put_aside_first() {
        let file = tempfile::Builder::new().prefix("settings").suffix(".json").tempfile().unwrap();
        let edit = Edit { file: file.path().to_owned(), map: Map::new(), keep_aside: true };
        let steps = edit.steps(1_700_000_000_000);
        let [Step::Rename { from, to }, Step::Write { path, .. }] = steps.as_slice() else {
            panic!("{steps:?}")
        };
        assert_eq!((from.as_path(), path.as_path()), (file.path(), file.path()));
        assert!(to.display().to_string().contains(".json.kept-20231114-221320"));
    }
}
