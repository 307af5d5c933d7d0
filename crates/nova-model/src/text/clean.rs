//! Text of others on its way to a screen: nothing in it acts, hides or reorders.

use std::iter::Peekable;

/// The text without anything that acts instead of being seen (control characters, terminal sequences, direction overrides,
/// invisible characters), on one line, at most `max_chars` characters; the last one is `…` when it was cut.
///
/// Line breaks and tabs become blanks. A zero-width joiner stays inside an emoji and nowhere else.
pub fn clean(text: &str, max_chars: usize) -> String {
    let more_than_fits = max_chars.saturating_add(1);
    let seen: Vec<char> =
        Joined { visible: Visible { rest: text }.peekable(), last: ' ' }.take(more_than_fits).collect();
    if seen.len() <= max_chars {
        return seen.into_iter().collect();
    }
    let Some(room) = max_chars.checked_sub(1) else { return String::new() };
    let kept: String = seen.into_iter().take(room).collect();
    format!("{}…", kept.trim_end_matches(JOINER))
}

const JOINER: char = '\u{200d}';

/// The characters of a text that are to be seen.
struct Visible<'a> {
    rest: &'a str,
}

impl Iterator for Visible<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        loop {
            let mut chars = self.rest.chars();
            let next = chars.next()?;
            self.rest = chars.as_str();
            match next {
                '\u{1b}' => self.rest = after_escape(self.rest),
                '\u{9b}' => self.rest = after_csi(self.rest),
                '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => self.rest = after_string(self.rest),
                '\n' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => return Some(' '),
                _ if is_hidden(next) => {}
                _ => return Some(next),
            }
        }
    }
}

/// What follows a terminal sequence whose escape character is gone (ECMA-48).
fn after_escape(text: &str) -> &str {
    let mut chars = text.chars();
    match chars.next() {
        Some('[') => after_csi(chars.as_str()),
        Some(']' | 'P' | 'X' | '^' | '_') => after_string(chars.as_str()),
        Some(' '..='/') => after_intermediates(chars.as_str()),
        Some('0'..='~') => chars.as_str(),
        _ => text,
    }
}

/// More characters before the final one, which name a character set.
fn after_intermediates(text: &str) -> &str {
    let rest = text.trim_start_matches(|c| matches!(c, ' '..='/'));
    rest.strip_prefix(|c| matches!(c, '0'..='~')).unwrap_or(rest)
}

/// Parameters, then one final character.
fn after_csi(text: &str) -> &str {
    let rest = text.trim_start_matches(|c| matches!(c, ' '..='?'));
    rest.strip_prefix(|c| matches!(c, '@'..='~')).unwrap_or(rest)
}

/// Up to the bell or the string terminator; a sequence that never ends takes only the rest of its line.
fn after_string(text: &str) -> &str {
    let end = text.find(['\u{7}', '\u{1b}', '\u{9c}', '\n']).unwrap_or(text.len());
    let rest = text.get(end..).unwrap_or_default();
    let rest = rest.strip_prefix("\u{1b}\\").unwrap_or(rest);
    rest.strip_prefix(['\u{7}', '\u{9c}']).unwrap_or(rest)
}

/// Whether a character acts, hides or reorders instead of being seen: what [`clean`] takes out or replaces. A zero-width
/// joiner is none, since it may be part of an emoji.
pub fn acts(c: char) -> bool {
    is_hidden(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Characters without a shape of their own, or that change the direction of what follows.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Visible characters without the joiners that do not stand between two emoji.
struct Joined<'a> {
    visible: Peekable<Visible<'a>>,
    last: char,
}

impl Iterator for Joined<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        loop {
            let next = self.visible.next()?;
            let joins = is_emoji(self.last) && self.visible.peek().is_some_and(|c| is_emoji(*c));
            if next != JOINER || joins {
                self.last = next;
                return Some(next);
            }
        }
    }
}

fn is_emoji(c: char) -> bool {
    matches!(
        c,
        '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
            | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_acts_is_gone_and_what_is_seen_stays() {
        let table = [
            ("plain", "plain"),
            ("钠 Sodium – 模组", "钠 Sodium – 模组"),
            ("a\u{1b}[31;1mred\u{1b}[0m", "ared"),
            ("\u{1b}]0;title\u{7}x", "x"),
            ("\u{1b}]8;;http://evil\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
            ("\u{1b}Pdevice\nnext", " next"),
            ("\u{1b}(Bx\u{1b}cy", "xy"),
            ("\u{9b}2Jx", "x"),
            ("a\u{202e}gpj.exe\u{202c}", "agpj.exe"),
            ("a\u{2066}b\u{2069}\u{200f}", "ab"),
            ("zero\u{200b}width\u{feff}\u{2060}", "zerowidth"),
            ("one\r\ntwo\tthree", "one two three"),
            ("bell\u{7}\u{8}\u{0}\u{7f}", "bell"),
            ("👩\u{200d}💻 a\u{200d}b", "👩\u{200d}💻 ab"),
            ("❤\u{fe0f}\u{200d}🔥", "❤\u{fe0f}\u{200d}🔥"),
            ("tag\u{e0041}\u{e0042}", "tag"),
            ("é e\u{301}", "é e\u{301}"),
            ("\u{200d}\u{200d}\u{200d}a", "a"),
            ("\u{1b}", ""),
            ("\u{1b}[31", ""),
        ];
        for (text, expected) in table {
            assert_eq!(clean(text, 100), expected, "{text:?}");
        }
    }

    #[test]
    fn long_text_is_cut_at_a_character_and_marked() {
        assert_eq!(clean("模组模组", 4), "模组模组");
        assert_eq!(clean("模组模组", 3), "模组…");
        assert_eq!(clean("ab", 1), "…");
        assert_eq!(clean("ab", 0), "");
        assert_eq!(clean("a👩\u{200d}💻", 4), "a👩\u{200d}💻");
        assert_eq!(clean("a👩\u{200d}💻b", 4), "a👩…");
    }

    fn rough_text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            any::<char>().prop_map(String::from),
            "[a-z中 ]{1,4}",
            prop::sample::select(vec![
                "\u{1b}[", "\u{1b}]", "\u{1b}", "\u{7}", "\u{200d}", "👩", "\u{fe0f}", "\n", "\u{202e}",
                "1;2m"
            ])
            .prop_map(str::to_owned),
        ];
        prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn the_result_is_short_and_nothing_in_it_acts(text in rough_text(), max in 0_usize..30) {
            let cleaned = clean(&text, max);
            prop_assert!(cleaned.chars().count() <= max);
            prop_assert!(!cleaned.chars().any(is_hidden));
        }

        #[test]
        fn cleaning_again_changes_nothing(text in rough_text(), max in 0_usize..30) {
            let cleaned = clean(&text, max);
            prop_assert_eq!(clean(&cleaned, max), cleaned);
        }

        #[test]
        fn letters_of_any_script_stay(text in "[\\p{L}\\p{N}\\p{P} ]{0,20}") {
            let seen: String = text.chars().filter(|c| !is_hidden(*c)).collect();
            prop_assert_eq!(clean(&text, 40), seen);
        }
    }
}
