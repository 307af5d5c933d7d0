//! What the host read of the environment, and what of it a recorder may see.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// What a grabber needs to find the screen, the sound and its own libraries. Everything else, keys of models among it, stays here.
const PASSED: &[&str] = &[
    "DISPLAY",
    "XAUTHORITY",
    "HOME",
    "PATH",
    "XDG_RUNTIME_DIR",
    "PULSE_SERVER",
    "PULSE_COOKIE",
    "LD_LIBRARY_PATH",
    "SYSTEMROOT",
    "TEMP",
    "USERPROFILE",
];

/// The environment as the host passed it in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment(BTreeMap<String, OsString>);

impl Environment {
    pub(crate) fn new(variables: BTreeMap<String, OsString>) -> Self {
        Self(variables)
    }

    /// A variable that is set and not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&OsStr> {
        self.0.get(name).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// What a recorder sees. Its words are English, whatever the player's language is.
    pub(crate) fn passed(&self) -> Vec<(&str, OsString)> {
        let kept =
            self.0.iter().filter(|(name, _)| PASSED.iter().any(|passed| passed.eq_ignore_ascii_case(name)));
        let kept = kept.map(|(name, value)| (name.as_str(), value.clone()));
        kept.chain([("LC_ALL", OsString::from("C"))]).collect()
    }

    /// A program on the path.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        let path = self.get("PATH").or_else(|| self.get("Path"))?;
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        // A relative folder on the path would mean whatever folder Nova happens to be in.
        let folders = std::env::split_paths(path).filter(|folder| folder.is_absolute());
        folders.map(|folder| folder.join(&name)).find(|file| is_program(file))
    }
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        Environment::new(
            variables.iter().map(|(name, value)| ((*name).to_owned(), OsString::from(value))).collect(),
        )
    }

    #[test]
    fn a_recorder_sees_the_screen_and_no_key() {
        let seen = environment(&[("DISPLAY", ":0"), ("NOVA_LLM_KEY", "sk-1"), ("LANG", "zh_CN.UTF-8")]);
        let passed = seen.passed();
        assert!(passed.contains(&("DISPLAY", OsString::from(":0"))));
        assert!(passed.contains(&("LC_ALL", OsString::from("C"))));
        assert!(passed.iter().all(|(name, _)| *name != "NOVA_LLM_KEY" && *name != "LANG"));
    }

    #[test]
    fn a_variable_that_is_empty_is_not_set() {
        assert_eq!(environment(&[("DISPLAY", "")]).get("DISPLAY"), None);
    }

    #[cfg(unix)]
    #[test]
    fn only_what_can_be_run_is_a_program() {
        let seen = environment(&[("PATH", "relative:/etc:/bin:/usr/bin")]);
        assert!(seen.program("sh").is_some_and(|path| path.is_absolute()));
        assert_eq!(seen.program("program-that-is-not-there"), None);
        assert_eq!(environment(&[("PATH", "/etc")]).program("passwd"), None);
        assert_eq!(environment(&[]).program("sh"), None);
    }
}
