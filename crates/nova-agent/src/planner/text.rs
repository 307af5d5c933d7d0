//! The player's words as tokens: folded for comparing, each with its place in what was typed.

use unicode_normalization::UnicodeNormalization;

use super::fold::Fold;

/// What is typed or pasted is longer only by mistake; the rest is not looked at.
const MAX_CHARS: usize = 4_000;

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One Chinese character.
    Han,
    /// A run of other letters.
    Word,
    /// Digits, with inner dots: `8`, `1.20.1`.
    Number,
    /// Anything else, one character.
    Mark,
}

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The folded form: NFKC, lower case, simplified.
    pub(crate) norm: String,
    /// First byte in the original.
    pub(crate) start: usize,
    /// Byte after the last one in the original.
    pub(crate) end: usize,
    /// What it is made of.
    pub(crate) kind: Kind,
    /// The word it is meant to be, where it is misspelt.
    pub(crate) guess: Option<String>,
}

/// A sentence in tokens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    original: String,
    pub(crate) tokens: Vec<Token>,
}

/// A folded character and the bytes it came from.
struct Folded {
    letter: char,
    start: usize,
    end: usize,
}

impl Text {
    /// Reads what was typed.
    pub(crate) fn read(original: &str, fold: &Fold) -> Self {
        let folded = fold_letters(original, fold);
        Self { original: original.to_owned(), tokens: tokenise(&folded) }
    }

    /// The original spelling of the tokens `from..to`, trimmed.
    pub(crate) fn slice(&self, from: usize, to: usize) -> &str {
        let (Some(first), Some(last)) =
            (self.tokens.get(from), to.checked_sub(1).and_then(|at| self.tokens.get(at)))
        else {
            return "";
        };
        self.original.get(first.start..last.end).unwrap_or_default().trim()
    }

    /// The same with the underscores around it: `jeb_` is a name.
    pub(crate) fn name(&self, from: usize, to: usize) -> &str {
        let plain = self.slice(from, to);
        let (Some(first), Some(last)) =
            (self.tokens.get(from), to.checked_sub(1).and_then(|at| self.tokens.get(at)))
        else {
            return plain;
        };
        let of = |text: &str, rest: &str| text.len() - rest.len();
        let before = self.original.get(..first.start).map_or(0, |text| of(text, text.trim_end_matches('_')));
        let behind = self.original.get(last.end..).map_or(0, |text| of(text, text.trim_start_matches('_')));
        self.original.get(first.start - before..last.end + behind).map_or(plain, str::trim)
    }

    /// Whether a line begins with this token, other than the first one.
    pub(crate) fn begins_line(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let between = before.zip(self.tokens.get(at)).and_then(|(a, b)| self.original.get(a.end..b.start));
        between.is_some_and(|between| between.contains('\n'))
    }

    /// The text with every phrase of `table` put into its plain form. The new tokens point at the old place.
    pub(crate) fn replace(&mut self, table: &[(Vec<Token>, Vec<Token>)]) {
        let mut out = Vec::with_capacity(self.tokens.len());
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            let rest = self.tokens.get(at..).unwrap_or_default();
            let phrases = table.iter().filter(|(from, _)| starts_with(rest, from));
            if let Some((from, to)) = phrases.max_by_key(|(from, _)| from.len()) {
                let end = self.tokens.get(at + from.len() - 1).map_or(token.end, |last| last.end);
                out.extend(to.iter().map(|new| Token { start: token.start, end, ..new.clone() }));
                at += from.len();
            } else {
                out.push(token.clone());
                at += 1;
            }
        }
        self.tokens = out;
    }
}

/// Whether `tokens` begin with the folded forms of `phrase`. An empty phrase never does.
pub(crate) fn starts_with(tokens: &[Token], phrase: &[Token]) -> bool {
    !phrase.is_empty()
        && tokens.len() >= phrase.len()
        && tokens.iter().zip(phrase).all(|(token, wanted)| {
            same_word(&token.norm, &wanted.norm) || token.guess.as_ref() == Some(&wanted.norm)
        })
}

/// Equal, or a plain English plural of it.
fn same_word(word: &str, wanted: &str) -> bool {
    word == wanted || (wanted.len() > 2 && wanted.is_ascii() && word.strip_suffix('s') == Some(wanted))
}

/// The form in which names are compared: letters and digits only.
pub(crate) fn key(tokens: &[Token]) -> String {
    tokens.iter().filter(|token| token.kind != Kind::Mark).map(|token| token.norm.as_str()).collect()
}

fn fold_letters(original: &str, fold: &Fold) -> Vec<Folded> {
    let mut out = Vec::new();
    for (start, letter) in original.char_indices().take(MAX_CHARS) {
        let end = start + letter.len_utf8();
        for plain in std::iter::once(letter).nfkc().flat_map(char::to_lowercase) {
            if !invisible(plain) {
                out.push(Folded { letter: fold.simplify(plain), start, end });
            }
        }
    }
    out
}

/// Zero-width and direction marks, which could hide words from the eye.
fn invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}')
}

fn tokenise(letters: &[Folded]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut open = false;
    for (at, folded) in letters.iter().enumerate() {
        let letter = folded.letter;
        if letter.is_whitespace() || letter.is_control() {
            open = false;
            continue;
        }
        let next = letters.get(at + 1).map(|next| next.letter);
        match out.last_mut() {
            Some(last) if open && continues(last, letter, next) => {
                last.norm.push(letter);
                last.end = folded.end;
            }
            _ => out.push(Token {
                norm: letter.to_string(),
                start: folded.start,
                end: folded.end,
                kind: kind_of(letter),
                guess: None,
            }),
        }
        open = true;
    }
    out
}

fn kind_of(letter: char) -> Kind {
    match letter {
        '0'..='9' => Kind::Number,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}' => Kind::Han,
        _ if letter.is_alphabetic() => Kind::Word,
        _ => Kind::Mark,
    }
}

fn continues(last: &Token, letter: char, next: Option<char>) -> bool {
    match last.kind {
        Kind::Word => {
            kind_of(letter) == Kind::Word || (letter == '\'' && next.is_some_and(char::is_alphabetic))
        }
        Kind::Number => {
            letter.is_ascii_digit() || (letter == '.' && next.is_some_and(|next| next.is_ascii_digit()))
        }
        Kind::Han | Kind::Mark => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn norms(text: &str) -> Vec<String> {
        let fold = Fold::default();
        Text::read(text, &fold).tokens.into_iter().map(|token| token.norm).collect()
    }

    #[test]
    fn letters_digits_and_characters_are_told_apart() {
        assert_eq!(
            norms("開8G，Java17 1.20.1-Fabric"),
            ["开", "8", "g", ",", "java", "17", "1.20.1", "-", "fabric"]
        );
    }

    #[test]
    fn full_width_and_hidden_marks_do_not_matter() {
        assert_eq!(norms("Ｊａｖａ１７ del\u{200b}ete"), ["java", "17", "delete"]);
    }

    #[test]
    fn a_slice_keeps_the_spelling_of_the_player() {
        let text = Text::read("改名叫「童年回憶」", &Fold::default());
        assert_eq!(text.slice(4, 8), "童年回憶");
    }
}
