//! What leaves is freed of names, tokens, addresses, ids of players and what was said in chat.

use std::{borrow::Cow, cell::OnceCell};

use nova_model::{Redactor, clean};

/// Characters of one line that leave.
const LONGEST: usize = 400;

/// Hides what must not leave. The patterns are built when the first line leaves.
pub(crate) struct Veil<'a> {
    names: &'a nova_model::Known,
    redactor: OnceCell<Redactor>,
}

impl<'a> Veil<'a> {
    pub(crate) fn new(names: &'a nova_model::Known) -> Self {
        Self { names, redactor: OnceCell::new() }
    }

    /// A line: without secrets, printable, not too long.
    pub(crate) fn line(&self, text: &str) -> String {
        if let Some(at) = text.find("[CHAT]") {
            return format!("{}[CHAT] <chat>", clean(text.get(..at).unwrap_or_default(), 60));
        }
        let near: String = text.chars().take(LONGEST * 4).collect();
        clean(&self.value(&near), LONGEST)
    }

    /// A value of a field.
    pub(crate) fn value(&self, text: &str) -> String {
        let hidden = if is_plain(text) {
            Cow::Borrowed(text)
        } else {
            self.redactor.get_or_init(|| Redactor::new(self.names)).redact(text)
        };
        clean(&ids(&player(&hidden)), LONGEST)
    }
}

/// A short name or number holds nothing to hide: no separator of paths, addresses or assignments.
fn is_plain(text: &str) -> bool {
    text.len() < 80 && !text.contains(['/', '\\', ':', '@', '=', ' ', '%']) && text.matches('.').count() < 3 && text.len() < 24
}

/// Ids of players and machines.
fn ids(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = find_uuid(rest) {
        out.push_str(rest.get(..at).unwrap_or_default());
        out.push_str("<uuid>");
        rest = rest.get(at + 36..).unwrap_or_default();
    }
    if out.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(out + rest) }
}

fn find_uuid(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len().saturating_sub(35)).find(|at| bytes.get(*at..*at + 36).is_some_and(is_uuid))
}

fn is_uuid(bytes: &[u8]) -> bool {
    bytes.iter().enumerate().all(|(at, byte)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    })
}

/// `ServerPlayer['Name'/123, ...]`, `Setting user: Name`
fn player(text: &str) -> Cow<'_, str> {
    if let Some((before, _)) = text.split_once("Setting user: ") {
        return Cow::Owned(format!("{before}Setting user: <player>"));
    }
    let Some((before, rest)) = text.split_once("Player['") else { return Cow::Borrowed(text) };
    match rest.split_once('\'') {
        Some((_, after)) => Cow::Owned(format!("{before}Player['<player>'{}", player(after))),
        None => Cow::Owned(format!("{before}Player[<player>")),
    }
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
}
