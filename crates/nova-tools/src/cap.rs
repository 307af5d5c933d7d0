//! How much of a result the model gets: 900 characters, cut at a grapheme, or whole lines with a cursor for the rest.

use unicode_segmentation::UnicodeSegmentation;

/// The longest text of one result, in Unicode scalar values, before the mark.
pub const BUDGET: usize = 900;

/// Room kept on a page for the line that names the cursor.
const CURSOR_ROOM: usize = 32;

/// The mark at the end of a text that was cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// `… (truncated)`
    #[default]
    English,
    /// `…（已截断）`
    Chinese,
}

impl Mark {
    /// The mark itself.
    pub fn text(self) -> &'static str {
        match self {
            Self::English => "… (truncated)",
            Self::Chinese => "…（已截断）",
        }
    }
}

/// The text, or its first 900 scalar values cut at a grapheme boundary and the mark.
pub fn cap(text: &str, mark: Mark) -> String {
    cut(text, BUDGET, mark)
}

fn cut(text: &str, budget: usize, mark: Mark) -> String {
    if fits(text, budget) {
        return text.to_owned();
    }
    let mut left = budget;
    let mut out = String::new();
    for grapheme in text.graphemes(true) {
        let Some(rest) = left.checked_sub(grapheme.chars().count()) else { break };
        left = rest;
        out.push_str(grapheme);
    }
    out.push_str(mark.text());
    out
}

/// Whether a text has at most so many scalar values; looks no further than it must.
fn fits(text: &str, budget: usize) -> bool {
    text.chars().nth(budget).is_none()
}

/// Part of a list, for the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Whole lines that fit into 900 characters; the last one is `more: cursor=N` where something is left.
    pub text: String,
    /// The cursor of what is left.
    pub next: Option<String>,
}

/// The lines from a cursor on (from the start without one), as many as fit. A single line that is too long by itself is
/// cut at a grapheme.
pub fn page(lines: &[String], cursor: Option<&str>) -> Page {
    page_under("", lines, cursor)
}

/// The same below a heading that stands on every page.
pub fn page_under(head: &str, lines: &[String], cursor: Option<&str>) -> Page {
    let Some(start) = position(cursor, lines.len()) else {
        let text = "This cursor is not from this list; leave it out to start again.".to_owned();
        return Page { text, next: None };
    };
    let mut pack = Pack { text: String::new(), left: BUDGET - CURSOR_ROOM };
    if !head.is_empty() {
        pack.add(&cut(head, BUDGET / 3, Mark::English));
    }
    let rest = lines.get(start..).unwrap_or_default();
    let taken = rest.iter().enumerate().take_while(|(index, line)| pack.take(line, *index)).count();
    pack.finish(start.saturating_add(taken), lines.len())
}

fn position(cursor: Option<&str>, len: usize) -> Option<usize> {
    let Some(cursor) = cursor.map(str::trim).filter(|cursor| !cursor.is_empty()) else { return Some(0) };
    cursor.parse().ok().filter(|start| *start < len)
}

struct Pack {
    text: String,
    left: usize,
}

impl Pack {
    /// Adds a line if it fits. The first one always goes in, cut if it must be, so that a cursor moves on.
    fn take(&mut self, line: &str, index: usize) -> bool {
        let needed = line.chars().count().saturating_add(1);
        if needed <= self.left {
            self.add(line);
            return true;
        }
        if index > 0 {
            return false;
        }
        let room = self.left.saturating_sub(Mark::English.text().chars().count() + 1);
        self.add(&cut(line, room, Mark::English));
        self.left = 0;
        true
    }

    fn add(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
        self.left = self.left.saturating_sub(line.chars().count().saturating_add(1));
    }

    fn finish(mut self, end: usize, len: usize) -> Page {
        let next = (end < len).then(|| end.to_string());
        if let Some(next) = &next {
            self.text.push_str("\nmore: cursor=");
            self.text.push_str(next);
        }
        Page { text: self.text, next }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Letters, Chinese, emoji with joiners and skin tones, flags, combining marks.
    fn text(pieces: std::ops::Range<usize>) -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "a",
            " ",
            "模",
            "组",
            "👩‍👩‍👧",
            "👍🏽",
            "🇨🇳",
            "e\u{301}",
            "\r\n",
            "ก็",
            "\u{200d}",
            "x\u{308}\u{323}",
        ]);
        prop::collection::vec(piece, pieces).prop_map(|pieces| pieces.concat())
    }

    #[test]
    fn a_text_of_exactly_the_budget_stays_whole() {
        let whole = "模".repeat(BUDGET);
        assert_eq!(cap(&whole, Mark::Chinese), whole);
        assert_eq!(cap(&format!("{whole}组"), Mark::Chinese), format!("{whole}…（已截断）"));
    }

    #[test]
    fn a_family_is_not_torn_apart() {
        let text = format!("{}👩‍👩‍👧", "a".repeat(BUDGET - 2));
        assert_eq!(cap(&text, Mark::English), format!("{}… (truncated)", "a".repeat(BUDGET - 2)));
    }

    #[test]
    fn a_foreign_cursor_is_told() {
        let lines = vec!["one".to_owned()];
        assert!(page(&lines, Some("b-123")).text.contains("not from this list"));
        assert!(page(&lines, Some("1")).text.contains("not from this list"));
        assert_eq!(page(&lines, Some("")).text, "one");
        assert_eq!(page(&[], None), Page { text: String::new(), next: None });
    }

    proptest! {
        #[test]
        fn a_cut_text_is_a_prefix_at_a_grapheme(text in text(0..1200)) {
            let capped = cap(&text, Mark::English);
            if fits(&text, BUDGET) {
                prop_assert_eq!(capped, text);
            } else {
                let kept = capped.strip_suffix(Mark::English.text()).unwrap();
                prop_assert!(kept.chars().count() <= BUDGET);
                prop_assert!(text.starts_with(kept));
                let mut ends = text.grapheme_indices(true).map(|(at, piece)| at + piece.len());
                prop_assert!(kept.is_empty() || ends.any(|end| end == kept.len()));
            }
        }

        #[test]
        fn pages_hold_every_line_once_and_never_need_cutting(
            lines in prop::collection::vec(text(0..40), 0..80),
            head in prop::option::of(text(0..30)),
        ) {
            let head = head.unwrap_or_default();
            let (mut cursor, mut seen) = (None::<String>, String::new());
            for _ in 0..=lines.len() {
                let page = page_under(&head, &lines, cursor.as_deref());
                prop_assert!(fits(&page.text, BUDGET));
                let body = match &page.next {
                    Some(next) => page.text.strip_suffix(&format!("\nmore: cursor={next}")).unwrap(),
                    None => &page.text,
                };
                let body = body.strip_prefix(&head).unwrap();
                seen.push_str(body.strip_prefix('\n').filter(|_| !head.is_empty()).unwrap_or(body));
                seen.push('\n');
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            prop_assert_eq!(cursor, None);
            let wanted: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
            let strip = |text: &str| text.replace('\n', "");
            prop_assert_eq!(strip(&seen), strip(&wanted));
        }

        #[test]
        fn a_line_that_is_too_long_alone_is_cut_and_passed(text in text(1000..1400)) {
            let lines = vec![text, "last".to_owned()];
            let first = page(&lines, None);
            prop_assert!(fits(&first.text, BUDGET));
            prop_assert!(first.text.contains(Mark::English.text()));
            prop_assert_eq!(page(&lines, first.next.as_deref()).text, "last");
        }
    }
}
