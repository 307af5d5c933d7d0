//! BMCLAPI's list of `OptiFine`, which has no list of its own.

use nova_model::Loader;
use serde_json::Value;

use super::{
    CAP, MOST,
    build::{LoaderBuild, Stability, newest_first},
};
use crate::{
    error::VersionError,
    path::is_plain_name,
    read::{list, str_of},
};

/// One build of `OptiFine`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptiFineBuild {
    /// What every loader's build has; its version is `<type>_<patch>` (`HD_U_I6`).
    pub build: LoaderBuild,
    /// `HD_U`, which the mirror's address needs by itself.
    pub kind: String,
    /// `I6`, likewise.
    pub patch: String,
    /// The file's name.
    pub file_name: String,
    /// The Forge it was made beside, where one is named.
    pub forge: Option<String>,
}

/// Reads `optifine/versionList` or `optifine/<game>`.
pub fn builds(bytes: &[u8]) -> Result<Vec<OptiFineBuild>, VersionError> {
    let list = list("optifine/versionList", bytes, CAP)?;
    let mut found: Vec<OptiFineBuild> = list.iter().take(MOST).filter_map(build).collect();
    let mut order: Vec<LoaderBuild> = found.iter().map(|found| found.build.clone()).collect();
    newest_first(&mut order);
    let place = |build: &LoaderBuild| order.iter().position(|other| other == build);
    found.sort_by_cached_key(|found| place(&found.build));
    Ok(found)
}

fn build(value: &Value) -> Option<OptiFineBuild> {
    let text = |key: &str| str_of(value, key).filter(|text| is_plain_name(text)).map(str::to_owned);
    let (game, kind, patch) = (text("mcversion")?, text("type")?, text("patch")?);
    let version = format!("{kind}_{patch}");
    let is_trial = patch.contains("pre") || kind.contains("pre");
    let file_name = text("filename").unwrap_or_else(|| format!("OptiFine_{game}_{version}.jar"));
    let forge = str_of(value, "forge").filter(|forge| *forge != "Forge N/A").map(str::to_owned);
    let build = LoaderBuild {
        loader: Loader::OptiFine,
        version,
        game: Some(game),
        stability: if is_trial { Stability::Unstable } else { Stability::Stable },
        recommended: false,
        installer: None,
    };
    Some(OptiFineBuild { build, kind, patch, file_name, forge })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_are_named_by_kind_and_patch() {
        let list = br#"[{"mcversion": "1.20.1", "type": "HD_U", "patch": "I5", "filename": "OptiFine_1.20.1_HD_U_I5.jar", "forge": "Forge 47.0.1"},
            {"mcversion": "1.20.1", "type": "HD_U", "patch": "I7_pre1", "forge": "Forge N/A"}, {"mcversion": "../x", "type": "a", "patch": "b"}]"#;
        let builds = builds(list).unwrap();
        assert_eq!(builds.len(), 2);
        let trial = builds.iter().find(|found| found.patch == "I7_pre1").unwrap();
        assert_eq!((trial.build.stability, trial.forge.as_deref()), (Stability::Unstable, None));
        assert_eq!(trial.file_name, "OptiFine_1.20.1_HD_U_I7_pre1.jar");
    }
}
