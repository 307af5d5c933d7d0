//! The forms that secrets, names in paths and addresses have. The order counts: what is longer or surer comes first.

use super::{Draft, Hit, address};

pub(super) const TOKEN: &str = "<token>";
pub(super) const KEY: &str = "<key>";
pub(super) const SECRET: &str = "<secret>";
pub(super) const USER: &str = "<user>";
pub(super) const HOME: &str = "<home>";
pub(super) const IP: &str = "<ip>";
pub(super) const EMAIL: &str = "<email>";
pub(super) const MARKS: [&str; 7] = [TOKEN, KEY, SECRET, USER, HOME, IP, EMAIL];

/// Separators of paths: plain, doubled in JSON and source, or encoded in URLs.
pub(super) const SEPARATOR: &str = r"(?:[\\/]|%5C|%2F)+";

/// Names whose value is a secret whatever it looks like.
const SECRET_NAMES: &str = r"[A-Za-z0-9_.-]*(?:(?:access|refresh|id|auth|client|session|bearer|xsts|xbl|user)[_-]?token|session[_-]?id|api[_-]?key|client[_-]?secret|secret[_-]?key|private[_-]?key|passw(?:or)?d|passphrase|xuid|user[_-]?hash|uhs)";
/// Names that are words of every log: their value is a secret only when it looks random.
const WEAK_NAMES: &str = r"[A-Za-z0-9_.-]*(?:key|token|secret|session|code|密钥|令牌)";
/// What may stand between a name and its value, quotes included.
const BETWEEN: &str = r#"["'\\]*\s*[:=：]\s*"#;
/// A value without quotes.
const BARE: &str = r#"(?P<x>[^\s"'\\,;&<>{}\[\]()][^\s"'\\,;&{}\[\]()<>]*)"#;

/// Characters of a folder's name that is not in quotes, encoded ones included, but no encoded separator.
const NAME: &str =
    r#"(?:[^\s\\/:*?"'<>|,;(){}\[\]%，。；：、）】”’》]|%(?:[013-46-9A-F][0-9A-F]|2[0-9A-E]|5[0-9ABD-F]))+"#;

pub(super) fn all() -> Vec<Draft> {
    let mut rules = tokens();
    rules.extend(named_values());
    rules.extend(api_keys());
    rules.extend(homes());
    rules.extend(addresses());
    rules
}

fn rule(pattern: impl Into<String>, mark: &'static str, accepts: fn(&Hit<'_>) -> bool) -> Draft {
    Draft { pattern: pattern.into(), mark, accepts }
}

fn tokens() -> Vec<Draft> {
    vec![
        rule(r"(?i)(?-u:\b)session id is (?P<x>[^\s)<>]+)", TOKEN, |_| true),
        rule(r#"(?-u:\b)token:(?P<x>[^\s:)"'<>]{4,}:[0-9A-Fa-f-]{8,})"#, TOKEN, |_| true),
        rule(r"(?-u:\b)(?P<x>eyJ[A-Za-z0-9_-]{8,}(?:\.{1,2}[A-Za-z0-9_-]+)*)", TOKEN, |hit| {
            hit.text.contains('.') || hit.text.len() > 32
        }),
        rule(r#"(?-u:\b)XBL3\.0 x=(?P<x>[^\s"'\\<>]+)"#, TOKEN, |_| true),
        rule(r"(?-u:\b)(?P<x>M\.[A-Z0-9]+_[A-Z0-9]+\.[0-9A-Za-z.*!$_-]{16,})", TOKEN, |_| true),
        rule(
            r#"(?i)(?-u:\b)authorization(?-u:\b)["'\\]*\s*[:=]\s*["'\\]*(?:(?:bearer|basic|digest|token)\s+)?(?P<x>[^\s"',;\\<>]{8,})"#,
            TOKEN,
            |_| true,
        ),
        rule(r"(?i)(?-u:\b)bearer\s+(?P<x>[A-Za-z0-9._~+/=-]{8,})", TOKEN, |hit| {
            hit.text.len() >= 16 || hit.text.contains(|c: char| c.is_ascii_digit() || c == '.')
        }),
        rule(r"(?i)(?-u:\b)(?:set-)?cookie:\s*(?P<x>[^\s<>][^\r\n]*=[^\r\n]*)", SECRET, |_| true),
        rule(r"[a-z0-9+]://[^\s/:@<>]+:(?P<x>[^\s/@<>]+)@", SECRET, |_| true),
    ]
}

fn named_values() -> Vec<Draft> {
    let options = "access-?token|refresh-?token|client-?token|session(?:-?id)?|token|xuid|uuid|client-?id|api-?key|password";
    let option = format!(r#"(?i)--(?:{options})["'\\]*[\s=:,]+["'\\]*{BARE}"#);
    let quoted =
        |name: &str, quote: &str, inner: &str| format!(r"(?i){name}{BETWEEN}{quote}(?P<x>{inner}){quote}");
    vec![
        rule(option, SECRET, |hit| hit.text.len() > 1 && !hit.text.starts_with(['-', '$'])),
        rule(quoted(SECRET_NAMES, r#"\\""#, r#"[^"\\]+"#), SECRET, |hit| is_value(hit.text)),
        rule(quoted(SECRET_NAMES, "\"", r#"(?:[^"\\]|\\.)+"#), SECRET, |hit| is_value(hit.text)),
        rule(quoted(SECRET_NAMES, "'", "[^'\\\\]+"), SECRET, |hit| is_value(hit.text)),
        rule(format!(r"(?i){SECRET_NAMES}{BETWEEN}{BARE}"), SECRET, |hit| is_value(hit.text)),
        rule(format!(r#"(?i){WEAK_NAMES}{BETWEEN}["'\\]*(?P<x>[A-Za-z0-9+/=_.~-]{{16,}})"#), SECRET, |hit| {
            looks_random(hit.text)
        }),
    ]
}

fn api_keys() -> Vec<Draft> {
    let forms = [
        r"sk-[A-Za-z0-9_-]{16,}",
        r"gh[pousr]_[A-Za-z0-9]{20,}",
        r"github_pat_[A-Za-z0-9_]{20,}",
        r"glpat-[A-Za-z0-9_-]{16,}",
        r"AIza[A-Za-z0-9_-]{30,}",
        r"xox[abprs]-[A-Za-z0-9-]{10,}",
        r"AKIA[A-Z0-9]{16}",
        r"(?:hf|mrp|gsk|npm)_[A-Za-z0-9]{20,}",
    ];
    let digit = |hit: &Hit<'_>| hit.text.contains(|c: char| c.is_ascii_digit());
    vec![
        rule(format!(r"(?-u:\b)(?P<x>{})", forms.join("|")), KEY, digit),
        rule(r"(?P<x>\$2[abxy]\$[0-9]{2}\$[./A-Za-z0-9]{53})", KEY, |_| true),
    ]
}

fn homes() -> Vec<Draft> {
    let windows = format!(
        r"(?i)(?:(?-u:\b)[a-z](?::|%3A){SEPARATOR}|(?:\\|%5C|%2F)+)(?:users|home|documents and settings){SEPARATOR}"
    );
    // With the folder's end in sight the name may have blanks in it.
    let wide = format!(r"{windows}(?P<x>{NAME}(?: {NAME}){{0,3}}){SEPARATOR}");
    let mounted = r"(?:/(?:var|usr|export|data|private|mnt/[a-z]|cygdrive/[a-z]|[a-z]))?";
    vec![
        rule(wide, USER, is_own_folder),
        rule(format!("{windows}(?P<x>{NAME})"), USER, is_own_folder),
        rule(format!(r"{mounted}/(?:home|Users)/+(?P<x>(?i:{NAME}))"), USER, |hit| {
            is_own_folder(hit) && begins_a_path(hit.before_match)
        }),
    ]
}

fn addresses() -> Vec<Draft> {
    vec![
        rule(
            r"(?P<x>[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})",
            EMAIL,
            address::is_email,
        ),
        rule(
            r"(?P<x>[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:(?:\.[0-9]{1,3}){3})?)",
            IP,
            address::is_ipv6,
        ),
        rule(r"(?P<x>[0-9]{1,3}(?:\.[0-9]{1,3}){3})", IP, address::is_ipv4),
    ]
}

/// Folders beside those of people.
fn is_own_folder(hit: &Hit<'_>) -> bool {
    !["public", "shared", "default", "all users", "default user"].contains(&hit.text.to_lowercase().as_str())
}

/// `example.com/home/page` is no path of this machine, and neither is `a/home/b`.
fn begins_a_path(before: &str) -> bool {
    let last = before.chars().next_back();
    before.ends_with("..") || last.is_none_or(|c| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-' | '_'))
}

/// Whether there is anything to hide.
pub(super) fn is_value(text: &str) -> bool {
    let nothing = ["null", "none", "true", "false", "undefined", "nil", "0", ""];
    !nothing.contains(&text.trim().to_ascii_lowercase().as_str()) && !text.starts_with("${")
}

/// Whether a text looks like the output of a random generator, in hex or base 64, and not like a name or a path.
pub(super) fn looks_random(text: &str) -> bool {
    let longest =
        text.split(|c: char| !c.is_ascii_alphanumeric()).max_by_key(|run| run.len()).unwrap_or_default();
    let plain = longest.len() >= 16 && digits(longest) >= 2 && longest.len() - digits(longest) >= 2;
    let upper = text.bytes().filter(u8::is_ascii_uppercase).count();
    let lower = text.bytes().filter(u8::is_ascii_lowercase).count();
    plain || (text.len() >= 32 && !text.contains(' ') && digits(text) >= 3 && upper >= 3 && lower >= 3)
}

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

/// Names of JSON fields whose value goes whole.
pub(super) fn secret_field() -> String {
    format!("(?i)^(?:{SECRET_NAMES}|authorization|token|secret|cookie|set-cookie)$")
}

/// Names of JSON fields whose value goes when it looks random.
pub(super) fn is_weak_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["key", "token", "secret", "session", "code"].iter().any(|weak| name.ends_with(weak))
}
