//! Environment variables for the game: which names may be set, and which values.
//!
//! A variable may stand in a version's folder that came from somebody else, so it is judged whenever it is used.

use nova_model::{Known, Message, Redactor, clean};

use crate::{GameError, Result};

/// Characters of a value.
const LONGEST: usize = 4_000;

/// Names, or with a star beginnings of names, that are refused, and why. They are compared in capitals, as Windows does.
const REFUSED: &[(&str, &str)] = &[
    ("LD_*", "game.env.why.library"),
    ("DYLD_*", "game.env.why.library"),
    ("GTK_MODULES", "game.env.why.library"),
    ("GTK_PATH", "game.env.why.library"),
    ("GIO_MODULE_DIR", "game.env.why.library"),
    ("GIO_EXTRA_MODULES", "game.env.why.library"),
    ("QT_PLUGIN_PATH", "game.env.why.library"),
    ("LIBGL_DRIVERS_PATH", "game.env.why.library"),
    ("GCONV_PATH", "game.env.why.library"),
    ("JAVA_TOOL_OPTIONS", "game.env.why.java"),
    ("_JAVA_OPTIONS", "game.env.why.java"),
    ("JDK_JAVA_OPTIONS", "game.env.why.java"),
    ("JAVA_OPTIONS", "game.env.why.java"),
    ("OPENJ9_JAVA_OPTIONS", "game.env.why.java"),
    ("IBM_JAVA_OPTIONS", "game.env.why.java"),
    ("CLASSPATH", "game.env.why.java"),
    ("JAVA_HOME", "game.env.why.java"),
    ("PATH", "game.env.why.system"),
    ("PATHEXT", "game.env.why.system"),
    ("HOME", "game.env.why.system"),
    ("USER", "game.env.why.system"),
    ("USERPROFILE", "game.env.why.system"),
    ("APPDATA", "game.env.why.system"),
    ("LOCALAPPDATA", "game.env.why.system"),
    ("SYSTEMROOT", "game.env.why.system"),
    ("WINDIR", "game.env.why.system"),
    ("COMSPEC", "game.env.why.system"),
    ("TEMP", "game.env.why.system"),
    ("TMP", "game.env.why.system"),
    ("TMPDIR", "game.env.why.system"),
    ("SHELL", "game.env.why.system"),
    ("ENV", "game.env.why.system"),
    ("BASH_ENV", "game.env.why.system"),
    ("IFS", "game.env.why.system"),
    ("NOVA_*", "game.env.why.ours"),
    ("INST_*", "game.env.why.ours"),
];

/// The marks of what is secret; a path or an address may stand in a variable.
const MARKS: [&str; 3] = ["<token>", "<key>", "<secret>"];

/// Checks a variable before it is set or used.
///
/// # Errors
/// [`GameError::VariableRefused`] with the reason.
pub fn check_variable(name: &str, value: &str) -> Result<()> {
    match why_not(name, value) {
        Some(code) => Err(GameError::VariableRefused { name: clean(name, 80), why: Message::new(code) }),
        None => Ok(()),
    }
}

/// Checks the name alone: what is taken out need not be right.
pub(crate) fn why_not_name(name: &str) -> Option<&'static str> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let starts = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    if !starts || name.len() > 100 || !name.chars().all(plain) {
        return Some("game.env.why.name");
    }
    let name = name.to_ascii_uppercase();
    let fits = |known: &str| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == known,
    };
    REFUSED.iter().find(|(known, _)| fits(known)).map(|(_, code)| *code)
}

fn why_not(name: &str, value: &str) -> Option<&'static str> {
    why_not_name(name).or_else(|| {
        if value.chars().count() > LONGEST || value.chars().any(nova_model::acts) {
            Some("game.env.why.value")
        } else {
            is_secret(name, value).then_some("game.env.why.secret")
        }
    })
}

/// Whether a value has the form of a key or token, or the name says that it is one.
fn is_secret(name: &str, value: &str) -> bool {
    let redactor = Redactor::new(&Known::default());
    let told = format!("{name}={value}");
    [value, told.as_str()].iter().any(|text| {
        let shown = redactor.redact(text);
        shown == "<redacted>" || MARKS.iter().any(|mark| shown.contains(mark) && !text.contains(mark))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(name: &str, value: &str) -> Option<&'static str> {
        why_not(name, value).and_then(|code| code.rsplit('.').next())
    }

    #[test]
    fn what_loads_code_or_moves_the_system_is_refused() {
        let table = [
            ("LD_PRELOAD", "library"),
            ("ld_audit", "library"),
            ("DYLD_INSERT_LIBRARIES", "library"),
            ("JAVA_TOOL_OPTIONS", "java"),
            ("_JAVA_OPTIONS", "java"),
            ("Path", "system"),
            ("HOME", "system"),
            ("NOVA_LLM_KEY", "ours"),
            ("", "name"),
            ("A=B", "name"),
            ("1A", "name"),
            ("A B", "name"),
            ("变量", "name"),
        ];
        for (name, expected) in table {
            assert_eq!(why(name, "1"), Some(expected), "{name}");
        }
    }

    #[test]
    fn ordinary_variables_are_taken() {
        for (name, value) in [
            ("__GL_THREADED_OPTIMIZATIONS", "1"),
            ("MESA_LOADER_DRIVER_OVERRIDE", "zink"),
            ("ALSOFT_DRIVERS", "pulse"),
            ("vblank_mode", "0"),
            ("HTTP_PROXY", "http://127.0.0.1:7890"),
        ] {
            assert_eq!(why(name, value), None, "{name}");
        }
    }

    #[test]
    fn secrets_and_acting_characters_are_refused_as_values() {
        assert_eq!(why("MY_API_KEY", "0123456789abcdef0123"), Some("secret"));
        assert_eq!(why("X", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"), Some("secret"));
        assert_eq!(why("X", "a\nB=1"), Some("value"));
        assert_eq!(why("X", &"a".repeat(5_000)), Some("value"));
    }
}
