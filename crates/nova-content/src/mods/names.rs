//! What the names of mod files mean.

/// What is put behind the name of a mod that is switched off.
pub(super) const DISABLED: &str = ".disabled";

/// The kinds of file that a loader looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accepts {
    /// `.jar`.
    Jars,
    /// `.jar`, `.zip` and `.litemod`: Forge and `LiteLoader` up to 1.12.2.
    OldKinds,
}

/// What a name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A mod that is loaded.
    Enabled,
    /// A mod that is switched off.
    Disabled,
    /// A mod that was switched off twice, which nothing would switch on again.
    DisabledTwice,
    /// A zip or litemod that this version does not load.
    WrongKind,
    /// Something else.
    Other,
}

/// What a file name in the mods folder says. Endings count in any case, as the loaders on Windows see them.
pub(super) fn meaning(name: &str, accepts: Accepts) -> Meaning {
    let lower = name.to_lowercase();
    let bare = lower.trim_end_matches(DISABLED);
    let times = (lower.len() - bare.len()) / DISABLED.len();
    let ends = |endings: &[&str]| endings.iter().any(|ending| bare.ends_with(ending));
    let old = ends(&[".zip", ".litemod"]);
    match (ends(&[".jar"]) || (old && accepts == Accepts::OldKinds), times) {
        (true, 0) => Meaning::Enabled,
        (true, 1) => Meaning::Disabled,
        (true, _) => Meaning::DisabledTwice,
        (false, _) if old => Meaning::WrongKind,
        (false, _) => Meaning::Other,
    }
}

/// A file name without `.disabled` and without its ending: what a player calls it.
pub(super) fn stem(file: &str) -> &str {
    let bare = without(file, DISABLED);
    [".jar", ".zip", ".litemod"].into_iter().find_map(|ending| strip(bare, ending)).unwrap_or(bare)
}

/// A file name without `.disabled`.
pub(super) fn enabled(file: &str) -> &str {
    without(file, DISABLED)
}

fn without<'a>(name: &'a str, ending: &str) -> &'a str {
    strip(name, ending).unwrap_or(name)
}

/// Without an ending in any case; only where something is left.
fn strip<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let at = name.len().checked_sub(ending.len()).filter(|at| *at > 0)?;
    let tail = name.get(at..)?;
    tail.eq_ignore_ascii_case(ending).then(|| name.get(..at)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_whether_a_mod_is_loaded() {
        let table = [
            ("a.jar", Meaning::Enabled),
            ("A.JAR", Meaning::Enabled),
            ("a.jar.disabled", Meaning::Disabled),
            ("a.jar.disabled.disabled", Meaning::DisabledTwice),
            ("a.zip", Meaning::WrongKind),
            ("a.litemod.disabled", Meaning::WrongKind),
            ("a.txt", Meaning::Other),
            (".disabled", Meaning::Other),
            ("", Meaning::Other),
        ];
        for (name, expected) in table {
            assert_eq!(meaning(name, Accepts::Jars), expected, "{name}");
        }
        assert_eq!(meaning("a.litemod", Accepts::OldKinds), Meaning::Enabled);
        assert_eq!(meaning("a.zip.disabled", Accepts::OldKinds), Meaning::Disabled);
    }

    #[test]
    fn a_stem_has_no_endings() {
        for (file, expected) in [
            ("sodium-0.5.jar", "sodium-0.5"),
            ("Sodium.JAR.disabled", "Sodium"),
            ("机械动力.jar", "机械动力"),
            (".jar", ".jar"),
            ("x.jar.Disabled", "x"),
        ] {
            assert_eq!(stem(file), expected);
        }
    }
}
