//! Finding a tool by name or by words.

use std::sync::Arc;

use crate::Tool;

/// The names most like one that does not exist, best first, at most three.
pub(crate) fn nearest<'a>(names: impl Iterator<Item = &'a str>, wanted: &str) -> Vec<&'a str> {
    let wanted: String = wanted.to_lowercase().chars().take(64).collect();
    let mut scored: Vec<(f64, &str)> = names
        .map(|name| (strsim::jaro_winkler(&wanted, name).max(shared_words(&wanted, name)), name))
        .filter(|(score, _)| *score >= 0.7)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}

/// How many of the words of two `snake_case` names are the same, from 0 to 1, so that `versions_list` finds
/// `list_versions`.
fn shared_words(a: &str, b: &str) -> f64 {
    let words = |name: &str| -> Vec<String> {
        name.split(|c: char| !c.is_alphanumeric()).map(|word| word.trim_end_matches('s').to_owned()).collect()
    };
    let (a, b) = (words(a), words(b));
    let shared = a.iter().filter(|word| !word.is_empty() && b.contains(word)).count();
    let all = a.len().max(b.len());
    f64::from(u32::try_from(shared).unwrap_or(0)) / f64::from(u32::try_from(all).unwrap_or(1).max(1))
}

/// The tools that hold any of the words, best first; the order of the list decides between equals.
pub(crate) fn rank<'a>(
    tools: impl Iterator<Item = &'a Arc<dyn Tool>>,
    words: &str,
) -> Vec<&'a Arc<dyn Tool>> {
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let mut scored: Vec<(usize, &Arc<dyn Tool>)> =
        tools.map(|tool| (score(&**tool, &words), tool)).filter(|(score, _)| *score > 0).collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, tool)| tool).collect()
}

fn score(tool: &dyn Tool, words: &[String]) -> usize {
    let draft = &tool.spec().draft;
    let places = [(draft.name, 4), (draft.title.zh, 4), (draft.title.en, 3), (draft.description, 1)];
    let places = places.map(|(text, weight)| (text.to_lowercase(), weight));
    words
        .iter()
        .flat_map(|word| {
            places.iter().map(move |(text, weight)| if text.contains(word) { *weight } else { 0 })
        })
        .sum()
}
