//! Who plays and what is said, in a line of the game: chat, names of players in the forms in which the game writes them, and ids of
//! players. Needed where a line leaves this computer; the player's own screen shows them.

use std::borrow::Cow;

/// Stands for what somebody wrote.
const CHAT: &str = "<chat>";
/// Stands for a player's name.
const PLAYER: &str = "<player>";
/// Stands for an id.
const UUID: &str = "<uuid>";

/// Characters of a name; servers let players choose longer ones than the game does.
const NAME: usize = 32;

/// The line without what was said in chat, and without names and ids of players.
pub fn without_people(line: &str) -> Cow<'_, str> {
    if let Some(hidden) = chat(line) {
        return Cow::Owned(uuids(&hidden).into_owned());
    }
    let named = players(line);
    match uuids(&named) {
        Cow::Owned(hidden) => Cow::Owned(hidden),
        Cow::Borrowed(_) => named,
    }
}

/// A line that tells what somebody wrote: the client marks it, the server writes it behind a name.
fn chat(line: &str) -> Option<String> {
    if let Some((before, _)) = line.split_once("[CHAT]") {
        return Some(format!("{before}[CHAT] {CHAT}"));
    }
    if let Some((before, _)) = line.split_once(" issued server command: ") {
        let head = before.rfind(": ").and_then(|at| before.get(..at + 2)).unwrap_or_default();
        return Some(format!("{head}{PLAYER} issued server command: {CHAT}"));
    }
    let (head, said) = message(line)?;
    let is_server = head.contains("Server thread") || head.contains("Chat Thread");
    let spoken = said.strip_prefix("[Not Secure] ").unwrap_or(said);
    let (name, words) = spoken.strip_prefix('<')?.split_once("> ")?;
    // Where a name was hidden before, its mark stands at the beginning as a chatter's name does.
    let is_told = DOES.iter().any(|does| words.starts_with(does.trim_start()));
    (is_server && is_name(name) && !is_told).then(|| format!("{head}{PLAYER} {CHAT}"))
}

/// A log line as what stands before its message, and the message.
fn message(line: &str) -> Option<(&str, &str)> {
    let at = line.find("]: ")?;
    line.split_at_checked(at + 3)
}

fn is_name(name: &str) -> bool {
    let count = name.chars().count();
    count > 0 && count <= NAME && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// What stands around names: what comes before one, and what ends it.
const AROUND: [(&str, &[char]); 6] = [
    ("Setting user: ", &[]),
    ("Player['", &['\'']),
    ("UUID of player ", &[' ']),
    ("--username ", &[' ', ',']),
    ("--username, ", &[' ', ',', ']']),
    ("for player ", &[' ', ',', ':']),
];

/// What the game says of a player whose name begins the message.
const DOES: [&str; 7] = [
    " joined the game",
    " left the game",
    " lost connection: ",
    " was kicked ",
    " moved too quickly!",
    " moved wrongly!",
    " has made the advancement ",
];

fn players(line: &str) -> Cow<'_, str> {
    let mut shown = Cow::Borrowed(line);
    for (before, ends) in AROUND {
        if shown.contains(before) {
            shown = Cow::Owned(behind(&shown, before, ends));
        }
    }
    if shown.contains("GameProfile") {
        shown = Cow::Owned(behind(&shown, "name=", &[',', ']']));
    }
    match subject(&shown) {
        Some(hidden) => Cow::Owned(hidden),
        None => shown,
    }
}

/// Every name behind `before`, up to one of `ends`; the rest of the line where there is none.
fn behind(line: &str, before: &str, ends: &[char]) -> String {
    let mut parts = line.split(before);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.find(ends).and_then(|end| part.get(end..)).unwrap_or_default();
        out.extend([before, PLAYER, rest]);
    }
    out
}

/// A message that begins with a name: `Steve joined the game`, `Steve[local:E:1a2b] logged in with entity id 7`.
fn subject(line: &str) -> Option<String> {
    let (head, said) = message(line)?;
    let does = |what: &&str| said.find(*what);
    let at =
        DOES.iter().find_map(does).or_else(|| said.find('[').filter(|_| said.contains("] logged in")))?;
    let (name, rest) = said.split_at_checked(at)?;
    is_name(name).then(|| format!("{head}{PLAYER}{rest}"))
}

/// Ids of players and machines.
fn uuids(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = find_uuid(rest) {
        out.push_str(rest.get(..at).unwrap_or_default());
        out.push_str(UUID);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_names_and_ids_are_gone_and_the_rest_stays() {
        for (line, shown) in [
            (
                "[1:00:00] [Render thread/INFO]: [CHAT] <Steve> at 10 64 10",
                "[1:00:00] [Render thread/INFO]: [CHAT] <chat>",
            ),
            (
                "[1:00:00] [Render thread/INFO]: [System] [CHAT] Steve whispers: hi",
                "[1:00:00] [Render thread/INFO]: [System] [CHAT] <chat>",
            ),
            ("[1:00:00] [Server thread/INFO]: <Steve> hi", "[1:00:00] [Server thread/INFO]: <player> <chat>"),
            (
                "[1:00:00] [Server thread/INFO]: [Not Secure] <小明> hi",
                "[1:00:00] [Server thread/INFO]: <player> <chat>",
            ),
            (
                "[1:00:00] [Server thread/INFO]: Steve issued server command: /msg Alex hi",
                "[1:00:00] [Server thread/INFO]: <player> issued server command: <chat>",
            ),
            (
                "[1:00:00] [Server thread/INFO]: Steve joined the game",
                "[1:00:00] [Server thread/INFO]: <player> joined the game",
            ),
            (
                "[1:00:00] [Server thread/INFO]: Steve[local:E:1a] logged in",
                "[1:00:00] [Server thread/INFO]: <player>[local:E:1a] logged in",
            ),
            (
                "[1:00:00] [Server thread/INFO]: Steve[/<ip>:5] logged in with entity id 7",
                "[1:00:00] [Server thread/INFO]: <player>[/<ip>:5] logged in with entity id 7",
            ),
            (
                "[User Authenticator #1/INFO]: UUID of player Steve is 069a79f4-44e9-4726-a5be-fca90e38aaf5",
                "[User Authenticator #1/INFO]: UUID of player <player> is <uuid>",
            ),
            (
                "[1:00:00] [Server thread/INFO]: <user> left the game",
                "[1:00:00] [Server thread/INFO]: <user> left the game",
            ),
            ("Setting user: Steve", "Setting user: <player>"),
            (
                "ServerPlayer['Steve'/12, l='w'], ServerPlayer['Alex'/13",
                "ServerPlayer['<player>'/12, l='w'], ServerPlayer['<player>'/13",
            ),
            (
                "GameProfile@5[id=<null>,name=Steve,properties={}]",
                "GameProfile@5[id=<null>,name=<player>,properties={}]",
            ),
            ("--username Steve --version 1.20.1", "--username <player> --version 1.20.1"),
            ("\tat a.B.<init>(B.java:1) ~[x.jar:?]: <y> z", "\tat a.B.<init>(B.java:1) ~[x.jar:?]: <y> z"),
            ("[main/INFO]: mod <sodium> loaded", "[main/INFO]: mod <sodium> loaded"),
        ] {
            assert_eq!(without_people(line), shown, "{line}");
        }
    }

    #[test]
    fn hiding_twice_changes_nothing_more() {
        proptest::proptest!(|(line in "(\\[main/INFO\\]: |\\[Server thread/INFO\\]: )?(<?[a-zA-Z<>' ]{0,9}(> |\\['| joined the game| issued server command: |name=|GameProfile)?){0,4}")| {
            let once = without_people(&line).into_owned();
            proptest::prop_assert_eq!(without_people(&once), once.as_str());
        });
    }
}
