//! Reading a text for what could be meant: hidden letters, sentences, quoted words, links, ids.

use serde_json::Value;

use crate::model::ask::Told;

/// A text with its hidden letters made visible, its invisible ones gone, and JSON inside it unwrapped beside it.
pub(super) fn plain(text: &str) -> String {
    let shown: String = text.chars().filter_map(shown).collect();
    let mut lines = vec![shown.clone()];
    if let Ok(value) = serde_json::from_str::<Value>(&shown) {
        strings(&value, &mut lines);
    }
    if shown.contains("\\\"") {
        lines.push(unescaped(&shown));
    }
    lines.join("\n")
}

/// Tag characters are letters that no screen shows; a model reads them all the same.
fn shown(c: char) -> Option<char> {
    match c {
        '\u{e0020}'..='\u{e007e}' => char::from_u32(u32::from(c) - 0xe0000),
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{feff}'
        | '\u{ad}' => None,
        other => Some(other),
    }
}

fn strings(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.chars().filter_map(shown).collect()),
        Value::Array(list) => list.iter().for_each(|value| strings(value, into)),
        Value::Object(map) => map.values().for_each(|value| strings(value, into)),
        _ => {}
    }
}

/// One layer of quoting less.
pub(super) fn unescaped(text: &str) -> String {
    text.replace("\\\\", "\u{0}").replace("\\\"", "\"").replace("\\n", "\n").replace('\u{0}', "\\")
}

/// Sentences, more or less.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| matches!(c, '!' | ';' | '\n' | '。' | '！' | '？' | '；');
    let lines = text.split(ends);
    // A question mark may be one of an address.
    let parts = lines.flat_map(|line| line.split(". ").flat_map(|part| part.split("? ")));
    parts.map(str::trim).filter(|sentence| !sentence.is_empty())
}

/// What stands between quotes.
pub(super) fn quoted(text: &str) -> Vec<String> {
    const PAIRS: [(char, char); 6] =
        [('"', '"'), ('`', '`'), ('\'', '\''), ('“', '”'), ('「', '」'), ('《', '》')];
    PAIRS.iter().flat_map(|(open, close)| between(text, *open, *close)).collect()
}

fn between(text: &str, open: char, close: char) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once(open) {
        let Some((inside, after)) = behind.split_once(close) else { break };
        let usual = (1..=80).contains(&inside.chars().count()) && inside.trim() == inside;
        found.extend(usual.then(|| inside.to_owned()));
        rest = after;
    }
    found
}

/// Addresses.
pub(super) fn links(text: &str) -> Vec<String> {
    let starts = text.match_indices("http").map(|(at, _)| at);
    let end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '>' | '<' | ']' | '，' | '。');
    let links = starts.filter_map(|at| text.get(at..)).map(|rest| rest.split(end).next().unwrap_or_default());
    let mut links: Vec<String> = links.filter(|link| link.contains("://")).map(str::to_owned).collect();
    links.dedup();
    links
}

/// Names that an answer seems to list: what its lines start with, and the ids in its JSON. Answers of tools about `stems` count
/// before all others.
pub(super) fn listed(results: &[Told], stems: &[&str]) -> Vec<String> {
    let about = |told: &&Told| stems.iter().any(|stem| told.name.contains(stem));
    let fitting: Vec<&Told> = results.iter().filter(about).collect();
    let from = if fitting.is_empty() { results.iter().collect() } else { fitting };
    let mut names: Vec<String> = Vec::new();
    for told in from {
        let found = match serde_json::from_str::<Value>(&told.text) {
            Ok(value) => ids(&value),
            Err(_) => told.text.lines().filter_map(line_start).collect(),
        };
        names.extend(found);
    }
    names.dedup();
    names
}

fn line_start(line: &str) -> Option<String> {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '•'));
    let start = line.split(": ").next().unwrap_or_default();
    let start = start.split(" \"").next().unwrap_or_default();
    let start = start.split(" (").next().unwrap_or_default();
    let usual = (1..=60).contains(&start.chars().count()) && start.len() < line.len();
    usual.then(|| start.to_owned())
}

fn ids(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().flat_map(ids).collect(),
        Value::Object(map) => {
            let id =
                ["id", "folder", "name", "file"].iter().find_map(|key| map.get(*key).and_then(Value::as_str));
            id.map(str::to_owned).into_iter().chain(map.values().flat_map(ids)).collect()
        }
        _ => Vec::new(),
    }
}
