//! Text of foreign origin (names and values a model made up) made short enough to be repeated in a message.

use unicode_segmentation::UnicodeSegmentation;

/// The longest foreign piece in a message, in graphemes.
const SHORT: usize = 80;

/// The start of a text, on one line, cut at a grapheme.
pub(crate) fn short(text: &str) -> String {
    let mut graphemes = text.graphemes(true);
    let mut out: String = graphemes.by_ref().take(SHORT).collect();
    if graphemes.next().is_some() {
        out.push('…');
    }
    out.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
