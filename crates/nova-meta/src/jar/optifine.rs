//! OptiFine has no metadata: it is known by its classes, its version by the name of the file.

use nova_model::{Loader, clean};

use super::doc::SHORT;
use crate::{ModFacts, Side};

/// An entry that only OptiFine has.
pub(crate) fn is_entry(name: &[u8]) -> bool {
    matches!(
        name,
        b"optifine/Installer.class"
            | b"optifine/OptiFineForgeTweaker.class"
            | b"optifine/OptiFineTweaker.class"
            | b"optifine/OptiFineTransformationService.class"
            | b"net/optifine/Config.class"
    )
}

/// What is known of it. `OptiFine_1.20.1_HD_U_I6.jar` is version `HD_U_I6` for 1.20.1.
pub(crate) fn facts(file_name: &str) -> ModFacts {
    let parts = parts(file_name);
    ModFacts {
        id: "optifine".to_owned(),
        name: "OptiFine".to_owned(),
        version: parts.map_or_else(String::new, |(_, version)| clean(version, SHORT)),
        loader: Loader::OptiFine,
        side: Side::Client,
        description: String::new(),
        authors: vec!["sp614x".to_owned()],
        license: None,
        homepage: Some("https://optifine.net".to_owned()),
        icon: None,
        dependencies: Vec::new(),
        provides: Vec::new(),
        mixins: Vec::new(),
        game: parts.map(|(game, _)| clean(game, SHORT)),
        loader_range: None,
        java: None,
    }
}

fn parts(file_name: &str) -> Option<(&str, &str)> {
    let name = file_name.trim_end_matches(".disabled");
    let name = name.strip_suffix(".jar").unwrap_or(name);
    let name = name.strip_prefix("preview_").unwrap_or(name);
    let (game, version) =
        name.strip_prefix("OptiFine_").or_else(|| name.strip_prefix("OptiFine-"))?.split_once('_')?;
    game.starts_with(|c: char| c.is_ascii_digit()).then_some((game, version.trim_end_matches("_MOD")))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn the_file_name_tells_game_and_version() {
        assert_eq!(parts("OptiFine_1.20.1_HD_U_I6.jar"), Some(("1.20.1", "HD_U_I6")));
        assert_eq!(parts("preview_OptiFine_1.21_HD_U_J1_pre9.jar.disabled"), Some(("1.21", "HD_U_J1_pre9")));
        assert_eq!(parts("renamed.jar"), None);
    }
}
