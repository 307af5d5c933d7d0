//! Paths that come from outside and are joined below a folder of ours: relative, plain on every system, or refused.

use std::fmt;

use nova_model::Os;

use crate::platform::join;

/// Longer paths do not exist in libraries or assets.
const LONGEST: usize = 1_000;
/// The longest name that common file systems take, in bytes.
const LONGEST_NAME: usize = 255;

/// A relative path with `/` between its names. It cannot leave the folder it is joined below, on any system: no `..`, no drive, no
/// backslash, no device of Windows, nothing that Windows would change silently.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SafePath(String);

impl SafePath {
    /// The path, if it is such a one.
    pub fn parse(text: &str) -> Option<Self> {
        let sound = !text.is_empty() && text.len() <= LONGEST && text.split('/').all(is_plain_name);
        sound.then(|| Self(text.to_owned()))
    }

    /// The path with `/` between its names.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its last name.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The path below a folder, in the system's form.
    pub fn below(&self, os: Os, folder: &str) -> String {
        join(os, folder, &self.0)
    }
}

impl fmt::Display for SafePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a text is one name that every system takes as it is.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let odd = |letter: char| {
        letter.is_control() || matches!(letter, '\\' | '/' | ':' | '<' | '>' | '"' | '|' | '?' | '*')
    };
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.ends_with(['.', ' '])
        && !name.chars().any(odd)
        && !is_device(name)
}

/// Whether a text can be a folder below `versions`: one name, also of the kind that only Windows dislikes.
pub(crate) fn is_folder_name(name: &str) -> bool {
    let odd = |letter: char| letter.is_control() || matches!(letter, '\\' | '/');
    !matches!(name, "" | "." | "..") && name.len() <= LONGEST_NAME && !name.chars().any(odd)
}

/// Names that mean a device on Windows, whatever follows their first dot.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_uppercase();
    if matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" | "CLOCK$") {
        return true;
    }
    let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    number
        .is_some_and(|number| matches!(number, "¹" | "²" | "³") || matches!(number.as_bytes(), [b'0'..=b'9']))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_could_leave_the_folder_or_mean_something_else_is_refused() {
        for bad in [
            "",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a/..",
            "a//b",
            "a/",
            "./a",
            "a/.",
            "C:/x",
            "C:x",
            "a\\b",
            "\\\\server\\x",
            "a\0b",
            "nul",
            "a/NUL.jar",
            "com1.txt",
            "LPT¹",
            "CONIN$",
            "a/b.",
            "a/b ",
            "a:stream",
            "aux .x",
            "a\nb",
        ] {
            assert_eq!(SafePath::parse(bad), None, "{bad:?}");
        }
        assert_eq!(SafePath::parse(&"a/".repeat(600)), None);
        assert_eq!(SafePath::parse(&"a".repeat(256)), None);
    }

    #[test]
    fn ordinary_paths_are_taken() {
        for good in [
            "a",
            "org/lwjgl/lwjgl/3.3.1/lwjgl-3.3.1-natives-linux.jar",
            "a/..b",
            "common/x",
            "资源/包.zip",
            "a b/c+d.jar",
        ] {
            assert_eq!(SafePath::parse(good).map(|path| path.to_string()).as_deref(), Some(good));
        }
        let path = SafePath::parse("a/b.jar").unwrap();
        assert_eq!(
            (path.file_name(), path.below(Os::Windows, "D:\\lib").as_str()),
            ("b.jar", "D:\\lib\\a\\b.jar")
        );
    }

    proptest! {
        #[test]
        fn a_path_that_is_taken_stays_below_its_folder(text in "[a.\\\\/: ~$0-9]{0,12}") {
            if let Some(path) = SafePath::parse(&text) {
                prop_assert!(path.as_str().split('/').all(|name| name != ".." && name != "." && !name.is_empty()));
                prop_assert!(!path.as_str().contains(['\\', ':']));
            }
        }
    }
}
