//! Whether a text names an id as a whole word. Chinese has no spaces, so a Chinese character beside it is an edge.

/// Whether `id` stands in `text` as a whole word; both in lower case.
pub(super) fn holds(text: &str, id: &str) -> bool {
    if id.trim().is_empty() {
        return false;
    }
    text.match_indices(id).any(|(at, found)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at.saturating_add(found.len())..).unwrap_or_default();
        !goes_on(id.chars().next(), before.chars().rev()) && !goes_on(id.chars().next_back(), after.chars())
    })
}

/// Whether a word goes on past its edge: with a letter or digit, or with a joint such as `-` that has one behind it.
fn goes_on(edge: Option<char>, mut beyond: impl Iterator<Item = char>) -> bool {
    if !edge.is_some_and(in_word) {
        return false;
    }
    match beyond.next() {
        Some(c) if in_word(c) => true,
        Some('-' | '_' | '.' | '+' | '/' | '\\') => beyond.next().is_some_and(in_word),
        _ => false,
    }
}

/// A letter or digit of a script that separates its words.
fn in_word(c: char) -> bool {
    c.is_alphanumeric() && !matches!(u32::from(c), 0x2e80..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}
