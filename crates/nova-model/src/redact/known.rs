//! Patterns made from what the host knows: secrets in use, home folders, names.

use super::{Draft, Hit, Known, encoded, rules};

/// Account names that are words of every log.
const COMMON: &[&str] = &[
    "admin",
    "administrator",
    "client",
    "data",
    "default",
    "fabric",
    "forge",
    "game",
    "guest",
    "home",
    "java",
    "launcher",
    "library",
    "local",
    "main",
    "minecraft",
    "mods",
    "neoforge",
    "none",
    "null",
    "player",
    "public",
    "quilt",
    "render",
    "root",
    "saves",
    "server",
    "shared",
    "test",
    "thread",
    "user",
    "users",
    "version",
    "worker",
    "world",
];

/// The secrets, wherever they stand, in each form that [`encoded`] knows.
pub(super) fn secrets(known: &Known) -> Option<Draft> {
    let secrets = known.secrets.iter().map(|secret| secret.expose().trim()).filter(|text| text.len() >= 6);
    let forms = secrets.flat_map(encoded::forms);
    draft(forms.map(|form| regex::escape(&form)).collect(), "", rules::SECRET, |_| true)
}

/// Home folders, then names.
pub(super) fn names(known: &Known) -> impl Iterator<Item = Draft> {
    let homes = known.home_dirs.iter().filter_map(|home| home_pattern(home)).collect();
    let names = known.user_names.iter().map(|name| name.trim()).filter(|name| is_telling(name));
    let names = names.flat_map(|name| [regex::escape(name), percent_encoded(name)]).collect();
    let homes = draft(homes, "(?i)", rules::HOME, |hit| ends(hit.after));
    homes.into_iter().chain(draft(names, "(?i)", rules::USER, stands_alone))
}

/// Longer ones first, so that no name hides the beginning of another.
fn draft(
    mut texts: Vec<String>,
    flags: &str,
    mark: &'static str,
    accepts: fn(&Hit<'_>) -> bool,
) -> Option<Draft> {
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts.dedup();
    let pattern = format!("{flags}(?P<x>{})", texts.join("|"));
    (!texts.is_empty()).then_some(Draft { pattern, mark, accepts })
}

/// A folder with any kind and number of separators. A root of the file system is no home.
fn home_pattern(home: &str) -> Option<String> {
    let parts: Vec<_> = home.split(['/', '\\']).filter(|part| !part.is_empty()).map(regex::escape).collect();
    let rooted = if home.starts_with(['/', '\\']) { rules::SEPARATOR } else { "" };
    let named = parts.len() > 1 || (parts.len() == 1 && !rooted.is_empty());
    named.then(|| format!("{rooted}{}", parts.join(rules::SEPARATOR)))
}

fn is_telling(name: &str) -> bool {
    let enough = if name.is_ascii() { 3 } else { 2 };
    name.chars().count() >= enough && !COMMON.contains(&name.to_ascii_lowercase().as_str())
}

/// A name of letters without blanks between words (Chinese) may touch other letters; others may not.
fn stands_alone(hit: &Hit<'_>) -> bool {
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    !hit.text.is_ascii() || (apart(hit.before.chars().next_back()) && apart(hit.after.chars().next()))
}

/// Whether a folder's name ends here.
fn ends(after: &str) -> bool {
    after.chars().next().is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '-'))
}

/// The name in a file URL, where it is not ASCII.
fn percent_encoded(name: &str) -> String {
    let byte = |byte: u8| {
        if byte.is_ascii() { regex::escape(&char::from(byte).to_string()) } else { format!("%{byte:02x}") }
    };
    name.bytes().map(byte).collect()
}
