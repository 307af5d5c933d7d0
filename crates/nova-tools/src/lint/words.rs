//! Rules on names, titles and descriptions.

use super::{Findings, Rule};
use crate::Spec;

/// Words that take tokens and tell the model nothing.
const FILLER: [&str; 18] = [
    "this tool",
    "allows you to",
    "lets you",
    "helps you",
    "in order to",
    "note that",
    "please",
    "basically",
    "simply",
    "easily",
    "very",
    "powerful",
    "seamless",
    "robust",
    "comprehensive",
    "various",
    "useful",
    "convenient",
];

/// Verbs that say the whole thing without a noun.
const ALONE: [&str; 3] = ["remember", "recall", "forget"];

pub(super) fn name(spec: &Spec, findings: &mut Findings<'_>) {
    let name = spec.name();
    let words: Vec<&str> = name.split('_').collect();
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    let plain =
        |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let whole = words.len() > 1 || ALONE.contains(&name);
    if !starts || !whole || name.len() > 64 || !words.iter().all(plain) {
        findings.add(Rule::Name, format!("{name:?} is not verb_noun in snake_case"));
    }
}

pub(super) fn title(spec: &Spec, findings: &mut Findings<'_>) {
    let title = spec.draft.title;
    if !title.zh.chars().any(is_han) {
        findings.add(Rule::Title, "no Chinese title");
    }
    if title.en.trim().is_empty() || !title.en.is_ascii() {
        findings.add(Rule::Title, "no English title");
    }
}

pub(super) fn description(spec: &Spec, findings: &mut Findings<'_>) {
    let text = spec.draft.description;
    lines(text, findings);
    let length = text.chars().count();
    if !(60..=200).contains(&length) {
        findings.add(Rule::Length, format!("{length} characters, not 60 to 200"));
    }
    if !text.is_ascii() {
        findings.add(Rule::English, "characters beyond ASCII");
    }
    wording(text, "", findings);
    if text.contains('{') || text.to_ascii_lowercase().contains("returns:") {
        findings.add(Rule::OutputDump, "lists what the answer holds");
    }
}

fn lines(text: &str, findings: &mut Findings<'_>) {
    let lines: Vec<&str> = text.split('\n').collect();
    if !(2..=3).contains(&lines.len()) {
        findings.add(Rule::Lines, format!("{} lines, not What / When / Precondition", lines.len()));
    }
    if lines.iter().any(|line| line.trim().is_empty() || line.trim() != *line) {
        findings.add(Rule::Lines, "a line that is empty or has space around it");
    }
    if !lines.get(1).is_some_and(|when| when.contains(';')) {
        findings.add(Rule::When, "the second line does not say \"use for X; Y for Z\"");
    }
}

/// Rules on any text for the model; `place` names the parameter, or is empty for the tool itself.
pub(super) fn wording(text: &str, place: &str, findings: &mut Findings<'_>) {
    if ["**", "__", "```", "##"].iter().any(|mark| text.contains(mark)) {
        findings.add(Rule::Markdown, format!("markdown {place}"));
    }
    for filler in FILLER {
        if has_words(text, filler) {
            findings.add(Rule::Filler, format!("{filler:?} {place}"));
        }
    }
}

/// Whether words occur in a text as whole words, in any case.
fn has_words(text: &str, words: &str) -> bool {
    let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    let text = text.to_ascii_lowercase();
    text.match_indices(words).any(|(at, found)| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let after = text.get(at.saturating_add(found.len())..).and_then(|tail| tail.chars().next());
        edge(before) && edge(after)
    })
}

/// English with foreign examples is fine; a description in another language is not.
pub(super) fn is_english(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (ascii, other): (Vec<char>, Vec<char>) = letters.partition(char::is_ascii);
    ascii.len() > other.len().saturating_mul(2)
}

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}
