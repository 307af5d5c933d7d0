//! What a misspelt or spelled-out word may be: one edit or swap for four letters, Chinese by its sound. A guess never turns
//! one act into its opposite, and a word that is a word stays what it is.

use std::{
    collections::{HashMap, HashSet},
    sync::OnceLock,
};

use pinyin::ToPinyin;

use super::{
    lexicon::Phrase,
    tag::{Meaning, Tag, covered},
    text::{Kind, Token},
};

/// So many words in a row may be the syllables of one Chinese word.
const SYLLABLES: usize = 4;
/// Shorter words are not guessed at.
const SHORTEST: usize = 4;

/// Every word the lexicon knows.
#[derive(Default)]
pub(crate) struct Spelling {
    /// Words that mean something in a template.
    words: HashSet<String>,
    /// Words that are only known: names of mods, ordinary words.
    others: HashSet<String>,
    opposites: Vec<(String, String)>,
    sounds: OnceLock<HashMap<String, Vec<Phrase>>>,
}

impl Spelling {
    pub(crate) fn new(opposites: Vec<(String, String)>) -> Self {
        Self { opposites, ..Self::default() }
    }

    /// Words that may be guessed.
    pub(crate) fn learn(&mut self, tokens: &[Token]) {
        self.words.extend(latin(tokens));
    }

    /// Words that are right as they are.
    pub(crate) fn accept(&mut self, tokens: &[Token]) {
        self.others.extend(latin(tokens));
    }

    /// The word that a misspelt one is meant to be.
    pub(crate) fn guess(&self, token: &Token) -> Option<String> {
        let word = token.norm.as_str();
        if token.kind != Kind::Word || !word.is_ascii() || word.len() < SHORTEST || self.knows(word) {
            return None;
        }
        let mut words = close(&self.words, word).into_iter();
        let (distance, best) = words.next()?;
        let tied = words.next().is_some_and(|(next, _)| next == distance);
        let nearer = close(&self.others, word).first().is_some_and(|(other, _)| *other < distance);
        let sure = !tied && !nearer && !self.opposed(word, best, distance);
        sure.then(|| best.to_owned())
    }

    /// Whether the word may as well be the opposite of the guess.
    fn opposed(&self, word: &str, guess: &str, distance: usize) -> bool {
        let other = |(a, b): &(String, String)| {
            if a == guess {
                Some(b.clone())
            } else if b == guess {
                Some(a.clone())
            } else {
                None
            }
        };
        let near = |opposite: &String| strsim::osa_distance(opposite, word) <= distance + 1;
        self.opposites.iter().filter_map(other).any(|opposite| near(&opposite))
    }

    fn knows(&self, word: &str) -> bool {
        let has = |word: &str| self.words.contains(word) || self.others.contains(word);
        has(word) || word.strip_suffix('s').is_some_and(has) || word.contains('\'')
    }

    /// Meanings by sound: `guanbi`, `guan bi`, and characters that sound like the right ones (`倍份`).
    pub(crate) fn heard(
        &self,
        tokens: &[Token],
        phrases: &HashMap<String, Vec<Phrase>>,
        known: &[Tag],
    ) -> Vec<Tag> {
        let explained = covered(known.iter().filter(|tag| tag.kind != "filler"), tokens.len());
        let strange = tokens.iter().zip(explained).map(|(token, explained)| self.strange(token, explained));
        let strange: Vec<bool> = strange.collect();
        if !strange.iter().any(|strange| *strange) {
            return Vec::new();
        }
        let sounds = self.sounds.get_or_init(|| sounds(phrases));
        let mut out = Vec::new();
        let mut from = 0;
        while from < tokens.len() {
            let longest = strange.iter().skip(from).take(SYLLABLES).take_while(|strange| **strange).count();
            let hit = (1..=longest).rev().find_map(|len| {
                let meant = meant(tokens.get(from..from + len)?, sounds);
                (!meant.is_empty()).then_some((len, meant))
            });
            match hit {
                Some((len, meant)) => {
                    out.extend(meant.into_iter().map(|phrase| tag(phrase, from..from + len)));
                    from += len;
                }
                None => from += 1,
            }
        }
        out
    }

    /// A token that no phrase explains.
    fn strange(&self, token: &Token, explained: bool) -> bool {
        match token.kind {
            Kind::Han => !explained,
            Kind::Word => {
                token.norm.is_ascii()
                    && token.guess.is_none()
                    && (token.norm.len() < SHORTEST || !self.knows(&token.norm))
            }
            Kind::Number | Kind::Mark => false,
        }
    }
}

/// The words that are near enough to this one, nearest first.
fn close<'w>(words: &'w HashSet<String>, word: &str) -> Vec<(usize, &'w str)> {
    let near = |known: &&String| {
        known.len() >= SHORTEST
            && known.len().abs_diff(word.len()) <= word.len() / 4
            && known.as_bytes().first() == word.as_bytes().first()
            && !inflected(word, known)
    };
    let measured = words.iter().filter(near).map(|known| (strsim::osa_distance(known, word), known.as_str()));
    let mut out: Vec<(usize, &str)> = measured.filter(|(distance, _)| *distance <= word.len() / 4).collect();
    out.sort_unstable();
    out
}

fn tag(phrase: &Phrase, range: std::ops::Range<usize>) -> Tag {
    let meaning = phrase.value.clone().map_or(Meaning::Word, Meaning::Value);
    Tag { from: range.start, to: range.end, kind: phrase.kind.clone(), meaning }
}

fn latin(tokens: &[Token]) -> impl Iterator<Item = String> {
    tokens
        .iter()
        .filter(|token| token.kind == Kind::Word && token.norm.is_ascii())
        .map(|token| token.norm.clone())
}

/// `disabled`, `removing`, `launches`: a form of the word, not a misspelling of it.
fn inflected(word: &str, known: &str) -> bool {
    let stem = known.strip_suffix('e').unwrap_or(known);
    ["s", "es", "d", "ed", "ing", "er", "r"].iter().any(|ending| {
        word.strip_suffix(ending).is_some_and(|start| start == known || start == stem)
            || known.strip_suffix(ending).is_some_and(|start| start == word)
    })
}

/// The phrases that sound like these tokens. Characters have to share one with the phrase.
fn meant<'p>(tokens: &[Token], sounds: &'p HashMap<String, Vec<Phrase>>) -> Vec<&'p Phrase> {
    let letters = tokens.iter().all(|token| token.kind == Kind::Word);
    let characters = tokens.len() > 1 && tokens.iter().all(|token| token.kind == Kind::Han);
    if !letters && !characters {
        return Vec::new();
    }
    let heard: Option<String> = tokens.iter().map(|token| sound(&token.norm)).collect();
    let found = heard.and_then(|heard| sounds.get(&heard)).into_iter().flatten();
    let shares = |phrase: &&Phrase| {
        letters
            || phrase.tokens.iter().zip(tokens).filter(|(a, b)| a.norm == b.norm).count() * 2 >= tokens.len()
    };
    found.filter(shares).collect()
}

/// Chinese phrases of two characters and more, by how they sound.
fn sounds(phrases: &HashMap<String, Vec<Phrase>>) -> HashMap<String, Vec<Phrase>> {
    let mut out: HashMap<String, Vec<Phrase>> = HashMap::new();
    for phrase in phrases.values().flatten() {
        let han = phrase.tokens.len() > 1 && phrase.tokens.iter().all(|token| token.kind == Kind::Han);
        if !han || phrase.kind.starts_with('\'') {
            continue;
        }
        let heard: Option<String> = phrase.tokens.iter().map(|token| sound(&token.norm)).collect();
        if let Some(heard) = heard.filter(|heard| heard.len() > SHORTEST) {
            out.entry(heard).or_default().push(phrase.clone());
        }
    }
    out
}

fn sound(text: &str) -> Option<String> {
    if text.is_ascii() {
        return Some(text.to_owned());
    }
    text.chars().map(|letter| letter.to_pinyin().map(|sound| sound.plain().replace('ü', "v"))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{fold::Fold, text::Text};
    use super::*;

    fn guess(word: &str) -> Option<String> {
        let fold = Fold::default();
        let mut spelling = Spelling::new(vec![
            ("enable".to_owned(), "disable".to_owned()),
            ("install".to_owned(), "uninstall".to_owned()),
        ]);
        spelling.learn(&Text::read("enable disable install uninstall remove backup", &fold).tokens);
        spelling.accept(&Text::read("remote sodium", &fold).tokens);
        spelling.guess(Text::read(word, &fold).tokens.first()?)
    }

    #[test]
    fn a_misspelt_word_is_guessed_by_one_edit_for_four_letters() {
        for (word, wanted) in
            [("disbale", "disable"), ("enabel", "enable"), ("uninstal", "uninstall"), ("bakcup", "backup")]
        {
            assert_eq!(guess(word).as_deref(), Some(wanted), "{word}");
        }
    }

    #[test]
    fn no_guess_turns_an_act_round_or_takes_a_word_for_another() {
        for word in ["unable", "unstall", "remote", "sodum", "removed", "enabled", "rem", "disenable"] {
            assert_eq!(guess(word), None, "{word}");
        }
    }
}
