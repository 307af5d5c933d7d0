//! Foreign text made fit to be shown, and nearest names for "did you mean".

/// The text without anything that acts instead of being seen (control characters, terminal sequences, direction
/// overrides, invisible characters), on one line, at most `max_chars` characters; the last one is `…` when it was cut.
pub fn clean(text: &str, max_chars: usize) -> String {
    let _ = (text, max_chars);
    unimplemented!()
}

/// Up to three candidates that the name may have been meant for, nearest first.
pub fn suggest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let _ = (name, candidates.into_iter());
    unimplemented!()
}
