//! The files of an installed version and those it builds on, as they lie in the root: whole, or up to the first that cannot be used.

use std::{collections::BTreeMap, path::Path};

use nova_files::FilesError;
use nova_model::{Explain, Message};
use nova_version::{VersionError, VersionFile};

use crate::need;

/// The largest version file that was seen has 400 KiB.
pub(crate) const LARGEST: u64 = 8 << 20;
/// More generations than any version has; what goes round ends here too.
const MOST: usize = 16;

/// What is there of a version's files.
#[derive(Debug)]
pub(crate) struct Chain {
    /// Those that can be used, the version's own first.
    pub(crate) files: Vec<VersionFile>,
    /// The first that cannot.
    pub(crate) broken: Option<Broken>,
}

/// A version file that cannot be used.
#[derive(Debug)]
pub(crate) struct Broken {
    /// Whose.
    pub(crate) id: String,
    /// Why; none where it is not there.
    pub(crate) why: Option<Why>,
}

/// Why a version file cannot be used.
#[derive(Debug)]
pub(crate) enum Why {
    Disk(FilesError),
    Version(VersionError),
}

impl Why {
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Disk(error) => error.report().message,
            Self::Version(error) => error.report().message,
        }
    }
}

/// Reads a chain. What is in `instead` counts in place of the files.
pub(crate) fn read(root: &Path, id: &str, instead: &BTreeMap<String, Vec<u8>>) -> Chain {
    let mut chain = Chain { files: Vec::new(), broken: None };
    let mut next = Some(id.to_owned());
    while let Some(id) = next.take() {
        match one(root, &id, instead) {
            Ok(file) => {
                // An id that is its own parent is one of the oddities of the wild: the file is whole by itself.
                let known =
                    |parent: &String| chain.files.iter().chain([&file]).any(|file| file.name == *parent);
                next = file.inherits_from.clone().filter(|parent| chain.files.len() < MOST && !known(parent));
                chain.files.push(file);
            }
            Err(why) => chain.broken = Some(Broken { id, why }),
        }
    }
    chain
}

fn one(root: &Path, id: &str, instead: &BTreeMap<String, Vec<u8>>) -> Result<VersionFile, Option<Why>> {
    let disk = |error| Some(Why::Disk(error));
    nova_files::safe_name(id).map_err(disk)?;
    let bytes = match instead.get(id) {
        Some(bytes) => Some(bytes.clone()),
        None => nova_files::read_state(&root.join(need::json_place(id)), LARGEST).map_err(disk)?,
    };
    let file = VersionFile::parse(id, &bytes.ok_or(None)?).map_err(|error| Some(Why::Version(error)))?;
    if file.inherits_from.is_none() && file.main_class.is_none() {
        return Err(Some(Why::Version(VersionError::NoMainClass { id: nova_model::clean(id, 120) })));
    }
    Ok(file)
}
