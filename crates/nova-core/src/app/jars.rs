//! Reading a jar that lies anywhere, for the player who wants to know what it is.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use nova_meta::JarFacts;
use nova_model::{Message, Problem};
use serde::Serialize;

use super::App;

/// One jar and what it says about itself.
#[derive(Clone, Debug, Serialize)]
pub struct ReadJar {
    /// The file as it was named.
    pub file: PathBuf,
    /// What is in it.
    #[serde(flatten)]
    pub facts: JarFacts,
}

impl App {
    /// What a jar says about itself. What cannot be read is a problem of the answer, never an error.
    pub fn read_jar(&self, path: &Path) -> ReadJar {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let facts = match open(path) {
            Ok(file) => nova_meta::read_jar(file, &name),
            Err(problem) => JarFacts { problems: vec![problem], ..JarFacts::default() },
        };
        ReadJar { file: path.to_owned(), facts }
    }
}

/// Opens plain files only: a pipe would wait for ever, a device never end.
fn open(path: &Path) -> Result<File, Problem> {
    let problem = |code: &'static str| {
        Problem::error(path.display().to_string(), Message::new(code).with("path", path))
    };
    let found = fs::metadata(path).map_err(|_| problem("core.jar.missing"))?;
    if !found.is_file() {
        return Err(problem("core.jar.no-file"));
    }
    File::open(path).map_err(|_| problem("core.jar.unreadable"))
}
