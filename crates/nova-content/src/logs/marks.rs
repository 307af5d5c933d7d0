//! Where in a line the words stand that are looked for.

use regex::Regex;

use super::{LogError, pattern};

/// Places in one line that are told.
const MOST: usize = 50;

/// The words that are looked for.
pub struct Marks(Option<Regex>);

impl Marks {
    /// Plain text in any case, or an expression between slashes; empty for none.
    ///
    /// # Errors
    /// For an expression that is none.
    pub fn of(find: &str) -> Result<Self, LogError> {
        (!find.is_empty()).then(|| pattern::compile(find)).transpose().map(Self)
    }

    /// From and to of each place, counted in units of UTF-16.
    pub fn within(&self, text: &str) -> Vec<(usize, usize)> {
        let Some(pattern) = &self.0 else { return Vec::new() };
        let (mut at, mut units) = (0, 0);
        let mut count = |to: usize| {
            units += text.get(at..to).unwrap_or_default().encode_utf16().count();
            at = to;
            units
        };
        let found = pattern.find_iter(text).filter(|found| !found.is_empty()).take(MOST);
        found.map(|found| (count(found.start()), count(found.end()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_the_page_counts_them() {
        let marks = Marks::of("日志").unwrap();
        assert_eq!(marks.within("a😀日志 日志"), [(3, 5), (6, 8)]);
        assert_eq!(Marks::of("/x*/").unwrap().within("abxxc"), [(2, 4)]);
        assert_eq!(Marks::of("").unwrap().within("abc"), []);
    }
}
