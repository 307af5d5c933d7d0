//! The versions of a `maven-metadata.xml`. A reader of the whole format is not needed: the tag `version` inside `versions` is all there
//! is to find, and nothing else in such a file bears that name.

use nova_model::clean;

use super::{CAP, MOST};
use crate::{error::VersionError, path::is_plain_name};

/// The versions, in the order of the file.
pub(super) fn versions(name: &str, bytes: &[u8]) -> Result<Vec<String>, VersionError> {
    if bytes.len() > CAP {
        let count = |bytes: usize| u64::try_from(bytes).unwrap_or(u64::MAX);
        return Err(VersionError::TooLarge {
            name: clean(name, 120),
            size: count(bytes.len()),
            cap: count(CAP),
        });
    }
    let text = String::from_utf8_lossy(bytes);
    let shape = || VersionError::Shape { name: clean(name, 120) };
    let list = text.split_once("<versions>").ok_or_else(shape)?.1;
    let list = list.split_once("</versions>").map_or(list, |(list, _)| list);
    let entries = list.split("<version>").skip(1).filter_map(|rest| rest.split_once("</version>"));
    let versions = entries.map(|(version, _)| version.trim().replace("&amp;", "&"));
    Ok(versions.filter(|version| is_plain_name(version)).take(MOST).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn versions_are_found_and_paths_are_not() {
        let xml = b"<?xml?><metadata><versioning><latest>9</latest><versions>\n <version> 1.0 </version><version>../x</version>\
            <version>2&amp;1</version><version>cut</versions></versioning>";
        assert_eq!(versions("x", xml).unwrap(), ["1.0", "2&1"]);
        assert!(versions("x", b"<html>").is_err());
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(text in "[<>/versions ]{0,60}") {
            let _ = versions("x", text.as_bytes());
        }
    }
}
