//! The game's environment: what it inherits, what is taken away, the graphics card.

use std::{collections::BTreeMap, path::Path};

use nova_model::Os;

/// Which graphics card draws, on computers that have two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Graphics {
    /// As the system decides.
    #[default]
    System,
    /// The stronger one.
    Discrete,
}

/// Variables that begin with these are the launcher's own: keys of models among them.
const OURS: &str = "NOVA_";

/// Variables that change every Java and are not the player's word for this game.
const JAVA: [&str; 4] = ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"];

/// What a bundle (`AppImage`) or a snap sets for the launcher itself and would break the game: libraries of the wrong age.
const BUNDLE: [&str; 5] = ["APPDIR", "APPIMAGE", "GTK_PATH", "GIO_MODULE_DIR", "GDK_PIXBUF_MODULE_FILE"];

/// Mesa's and NVIDIA's variables for render offload (their manuals).
const OFFLOAD: [(&str, &str); 4] = [
    ("DRI_PRIME", "1"),
    ("__NV_PRIME_RENDER_OFFLOAD", "1"),
    ("__VK_LAYER_NV_optimus", "NVIDIA_only"),
    ("__GLX_VENDOR_LIBRARY_NAME", "nvidia"),
];

/// What the environment of the game changes: taken away what is the launcher's, set what the player set.
#[derive(Clone, Debug)]
pub struct Wish<'a> {
    /// The system.
    pub os: Os,
    /// The card.
    pub graphics: Graphics,
    /// What stands for `/`.
    pub system_root: &'a Path,
    /// The player's own variables; they come last.
    pub own: &'a BTreeMap<String, String>,
}

/// The changes on top of the `inherited` variables (their names): a text sets, nothing takes away.
pub fn environment<'a>(
    inherited: impl IntoIterator<Item = &'a str>,
    wish: &Wish,
) -> BTreeMap<String, Option<String>> {
    let unwanted = |name: &&str| name.starts_with(OURS) || JAVA.contains(name) || BUNDLE.contains(name);
    let gone = inherited.into_iter().filter(unwanted).map(|name| (name.to_owned(), None));
    let mut changes: BTreeMap<String, Option<String>> = gone.collect();
    if wish.graphics == Graphics::Discrete && wish.os == Os::Linux {
        // NVIDIA's names on a computer without its driver keep OpenGL from starting at all.
        let nvidia = wish.system_root.join("proc/driver/nvidia/version").exists();
        let of_this_card = OFFLOAD.iter().filter(|(name, _)| nvidia || !name.starts_with("__"));
        changes.extend(of_this_card.map(|(name, value)| ((*name).to_owned(), Some((*value).to_owned()))));
    }
    changes.extend(wish.own.iter().map(|(name, value)| (name.clone(), Some(value.clone()))));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish<'a>(graphics: Graphics, own: &'a BTreeMap<String, String>, root: &'a Path) -> Wish<'a> {
        Wish { os: Os::Linux, graphics, system_root: root, own }
    }

    #[test]
    fn keys_of_models_and_options_for_every_java_are_taken_away() {
        let own = BTreeMap::from([("FOO".to_owned(), "1".to_owned())]);
        let inherited = ["PATH", "NOVA_LLM_KEY", "_JAVA_OPTIONS", "DISPLAY"];
        let changes = environment(inherited, &wish(Graphics::System, &own, Path::new("/nowhere")));
        let expected = [("FOO", Some("1")), ("NOVA_LLM_KEY", None), ("_JAVA_OPTIONS", None)];
        let found: Vec<_> = changes.iter().map(|(name, value)| (name.as_str(), value.as_deref())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_stronger_card_is_asked_for_in_the_words_of_its_driver() {
        let none = BTreeMap::new();
        let root = tempfile::tempdir().unwrap();
        let mesa = environment([], &wish(Graphics::Discrete, &none, root.path()));
        assert_eq!(mesa.keys().collect::<Vec<_>>(), ["DRI_PRIME"]);
        nova_testkit::write_file(&root.path().join("proc/driver/nvidia/version"), b"x").unwrap();
        assert_eq!(environment([], &wish(Graphics::Discrete, &none, root.path())).len(), 4);
        let windows = Wish { os: Os::Windows, ..wish(Graphics::Discrete, &none, root.path()) };
        assert!(environment([], &windows).is_empty());
    }
}
