//! What leaves is freed of names, tokens, addresses, ids of players and what was said in chat.

use std::{borrow::Cow, cell::OnceCell};

use nova_model::{Redactor, clean, without_people};

/// Characters of one line that leave.
const LONGEST: usize = 400;

/// Hides what must not leave. The patterns are built when the first line leaves.
pub struct Veil<'a> {
    names: &'a nova_model::Known,
    redactor: OnceCell<Redactor>,
}

impl<'a> Veil<'a> {
    /// Hides these names, and whatever looks like a secret.
    pub fn new(names: &'a nova_model::Known) -> Self {
        Self { names, redactor: OnceCell::new() }
    }

    /// A line: without secrets, printable, not too long.
    pub fn line(&self, text: &str) -> String {
        let near: String = text.chars().take(LONGEST * 4).collect();
        clean(&self.value(&near), LONGEST)
    }

    /// A value of a field.
    pub fn value(&self, text: &str) -> String {
        let hidden = if is_plain(text, self.names) {
            Cow::Borrowed(text)
        } else {
            self.redactor.get_or_init(|| Redactor::new(self.names)).redact(text)
        };
        clean(&without_people(&hidden), LONGEST)
    }
}

/// Whether a text has nothing of what secrets, paths of people and addresses are made of. To build the patterns takes longer than to
/// read most logs, so they are built only where this says no; it must say no rather too often.
fn is_plain(text: &str, names: &nova_model::Known) -> bool {
    let lower = text.to_ascii_lowercase();
    let stands = |name: &String| lower.contains(&name.to_ascii_lowercase());
    let own = names.user_names.iter().chain(&names.home_dirs).any(stands) || !names.secrets.is_empty();
    let signs = SIGNS.iter().any(|sign| lower.contains(sign)) || MARKS.iter().any(|mark| text.contains(mark));
    !(own || signs || has_address(text) || has_mail(text) || has_long_word(text))
}

/// Words beside which secrets stand, in lower case, and folders that hold people's own.
const SIGNS: [&str; 24] = [
    "token",
    "secret",
    "passw",
    "passphrase",
    "xuid",
    "uhs",
    "userhash",
    "user_hash",
    "user-hash",
    "authorization",
    "cookie",
    "bearer",
    "session",
    "apikey",
    "api_key",
    "api-key",
    "private",
    "users/",
    "users\\",
    "home/",
    "home\\",
    "documents and",
    "--uuid",
    "--client",
];
/// Beginnings of keys, and signs of encoded text.
const MARKS: [&str; 17] = [
    "eyJ",
    "XBL3",
    "M.",
    "sk-",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat",
    "glpat",
    "AIza",
    "xox",
    "$2",
    "://",
    "%",
    "密钥",
];

/// Four numbers with points, or numbers and colons as in IPv6, which has seven colons or two beside each other.
fn has_address(text: &str) -> bool {
    let number = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '.');
    text.split(|c: char| !number(c)).any(|run| {
        let hex = run.len() > 2 && (run.contains("::") || run.matches(':').count() >= 5);
        hex || run.split(|c: char| !c.is_ascii_digit() && c != '.').any(is_four_numbers)
    })
}

/// `1.2.3.4`, each of three digits at most.
fn is_four_numbers(part: &str) -> bool {
    let labels: Vec<&str> = part.split('.').collect();
    labels.windows(4).any(|four| four.iter().all(|label| (1..=3).contains(&label.len())))
}

/// A name behind an `@` that ends in letters, as the domain of a mail address does.
fn has_mail(text: &str) -> bool {
    text.split('@').skip(1).any(|rest| {
        let end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-')).unwrap_or(rest.len());
        let domain = rest.get(..end).unwrap_or_default();
        domain
            .rsplit_once('.')
            .is_some_and(|(_, last)| last.bytes().filter(u8::is_ascii_alphabetic).count() >= 2)
    })
}

/// A word that may be a key: long, with digits among its letters, or long and of letters of both sizes.
fn has_long_word(text: &str) -> bool {
    let count = |word: &str, of: fn(&u8) -> bool| word.bytes().filter(of).count();
    let long = |word: &str| word.len() >= 16 && count(word, u8::is_ascii_digit) >= 2;
    let mixed = |word: &str| {
        word.len() >= 32
            && count(word, u8::is_ascii_digit) >= 3
            && count(word, u8::is_ascii_uppercase) >= 3
            && count(word, u8::is_ascii_lowercase) >= 3
    };
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(long)
        || text.split(|c: char| c.is_whitespace() || c == ':').any(mixed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_private_leaves() {
        let names = nova_model::Known { user_names: vec!["Hanako".into()], ..nova_model::Known::default() };
        let veil = Veil::new(&names);
        for line in [
            "C:\\Users\\Hanako\\AppData\\Roaming\\.minecraft\\mods\\a.jar",
            "--accessToken eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefgh --username Hanako",
            "Session ID is token:abcdef0123456789abcdef:0123456789abcdef",
            "Connecting to 93.184.216.34, 25565",
            "mail hanako@example.org please",
            "[CHAT] <Hanako> my password is hunter2",
            "Setting user: Hanako",
            "ServerPlayer['Hanako'/12, l='ServerLevel[w]', uuid 069a79f4-44e9-4726-a5be-fca90e38aaf5]",
        ] {
            let shown = veil.line(line);
            for secret in ["Hanako", "hanako@", "eyJ", "0123456789abcdef", "93.184", "hunter2", "069a79f4"] {
                assert!(!shown.contains(secret), "{shown}");
            }
        }
        assert_eq!(veil.value("fabric-api"), "fabric-api");
    }

    /// The forms of the redactor's own tests, each alone: what it would change is never taken for plain.
    #[test]
    fn what_the_patterns_would_change_is_not_plain() {
        let names = nova_model::Known::default();
        let redactor = Redactor::new(&names);
        let forms = [
            "Authorization: Basic dXNlcjpwYXNzd29yZA",
            "token:abcdefgh:0123456789ab",
            "XBL3.0 x=123;abc",
            "M.C123_BAY.2.U.0123456789abcdef",
            "M.R3_BL2.CQz0123456789abcdef",
            "Set-Cookie: a=b",
            "ftp://me:word@host/",
            "xuid=2535428",
            "apiKey: 0123abcd",
            "--uuid 0123456789abcdef",
            "sk-0123456789abcdef01",
            "ghp_0123456789abcdefghijkl",
            "AIza0123456789abcdefghijklmnopqrstuv",
            "xoxb-0123456789",
            "AKIA0123456789ABCDEF",
            "hf_0123456789abcdefghijkl",
            "npm_0123456789abcdefghijkl",
            "$2a$10$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuabcdefghijklmno",
            "/home/someone/x",
            "C:\\Users\\Some One\\x",
            "/Users/someone",
            "C%3A%5CUsers%5Cx",
            "D:\\Documents and Settings\\x\\y",
            "a@b.org",
            "2001:db8:1:2::3",
            "fe80::1",
            "connect to 10.0.0.7",
            "8.8.8.8:53",
            "密钥：0123456789abcdef01",
            "令牌=0123456789abcdef01",
            "password: x",
            "userHash=a1",
            "uhs: 99",
        ];
        for form in forms {
            let changed = redactor.redact(form) != form;
            assert!(!changed || !is_plain(form, &names), "{form}");
        }
    }
}
