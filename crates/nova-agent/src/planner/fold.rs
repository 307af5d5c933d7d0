//! Traditional characters to simplified ones, one by one, so that every character keeps its place.

use ferrous_opencc::{OpenCC, config::BuiltinConfig};

/// Folds single characters by the table of `OpenCC`; without the table, not at all.
pub(crate) struct Fold {
    rules: Option<OpenCC>,
}

impl Default for Fold {
    fn default() -> Self {
        Self { rules: OpenCC::from_config(BuiltinConfig::T2s).ok() }
    }
}

impl Fold {
    /// The simplified form of a character, or the character itself where that would be several.
    pub(crate) fn simplify(&self, letter: char) -> char {
        if !matches!(letter, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}') {
            return letter;
        }
        let plain = self.rules.as_ref().map(|rules| rules.convert(letter.encode_utf8(&mut [0; 4])));
        let mut letters = plain.iter().flat_map(|plain| plain.chars());
        letters.next().filter(|_| letters.next().is_none()).unwrap_or(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traditional_becomes_simplified_and_the_rest_stays() {
        let fold = Fold::default();
        let plain: String = "備份檔案，Java 世界".chars().map(|letter| fold.simplify(letter)).collect();
        assert_eq!(plain, "备份档案，Java 世界");
    }
}
