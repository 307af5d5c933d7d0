//! The names that somebody may have meant.

use std::cmp::Ordering;

/// How many are offered.
const MOST: usize = 3;
/// Characters of a name that are compared; longer names differ in them or are alike.
const COMPARED: usize = 64;

/// Up to three candidates that the name may have been meant for, nearest first.
///
/// Near is, in this order: the same but for case and separators; one begins with the other; one contains the other; a slip
/// or two of the keyboard (a letter wrong, missing, too many, or two swapped), more in longer names, in the whole or in one
/// word of it. Candidates that are equally near keep their order; the same candidate is offered once.
pub fn suggest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = plain(name);
    let mut near: Vec<(Nearness, &str)> = Vec::new();
    for candidate in candidates {
        let known = near.iter().any(|(_, kept)| *kept == candidate);
        if let Some(nearness) = nearness(&wanted, candidate)
            && !known
        {
            near.push((nearness, candidate));
            near.sort_by_key(|(nearness, _)| *nearness);
            near.truncate(MOST);
        }
    }
    near.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The kind of likeness, then how much is different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    Same,
    Begins(usize),
    Contains(usize),
    Slip(usize),
    SlipInAWord(usize),
}

/// Letters and digits in lower case.
fn plain(name: &str) -> Vec<char> {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(COMPARED).collect()
}

fn nearness(wanted: &[char], candidate: &str) -> Option<Nearness> {
    let whole = plain(candidate);
    if wanted.is_empty() || whole.is_empty() {
        return None;
    }
    if wanted == whole {
        return Some(Nearness::Same);
    }
    part(wanted, &whole).or_else(|| slip(wanted, &whole).map(Nearness::Slip)).or_else(|| {
        let words = candidate.split(|c: char| !c.is_alphanumeric()).map(plain);
        words.filter_map(|word| slip(wanted, &word)).min().map(Nearness::SlipInAWord)
    })
}

/// One within the other; what is found inside must be more than one letter of an alphabet.
fn part(wanted: &[char], whole: &[char]) -> Option<Nearness> {
    let (short, long) = if wanted.len() < whole.len() { (wanted, whole) } else { (whole, wanted) };
    let extra = long.len() - short.len();
    let telling = short.len() >= 3 || short.iter().all(|c| !c.is_ascii());
    if !telling && !long.starts_with(short) {
        return None;
    }
    if long.starts_with(short) && (telling || short == wanted) {
        return Some(Nearness::Begins(extra));
    }
    long.windows(short.len()).any(|window| window == short).then_some(Nearness::Contains(extra))
}

/// The count of slips between them, when it is small for their length.
fn slip(wanted: &[char], word: &[char]) -> Option<usize> {
    let allowed = match wanted.len().min(word.len()) {
        0 | 1 => return None,
        2 => usize::from(wanted.iter().any(|c| word.contains(c) && !c.is_ascii())),
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    };
    let distance = strsim::generic_damerau_levenshtein(wanted, word);
    (distance.cmp(&allowed) != Ordering::Greater).then_some(distance)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_nearest_names_come_first() {
        let mods = [
            "sodium",
            "sodium-extra",
            "lithium",
            "iris",
            "钠附属",
            "Mod Menu",
            "1.20.1-fabric",
            "1.20.1-forge",
        ];
        let table: [(&str, &[&str]); 10] = [
            ("sodum", &["sodium", "sodium-extra"]),
            ("sodimu", &["sodium", "sodium-extra"]),
            ("SODIUM", &["sodium", "sodium-extra"]),
            ("modmenu", &["Mod Menu"]),
            ("1.20.1", &["1.20.1-forge", "1.20.1-fabric"]),
            ("irsi", &["iris"]),
            ("extra", &["sodium-extra"]),
            ("附属", &["钠附属"]),
            ("纳附属", &["钠附属"]),
            ("optifine", &[]),
        ];
        for (name, expected) in table {
            assert_eq!(suggest(name, mods), expected, "{name}");
        }
    }

    #[test]
    fn file_names_are_found_by_a_word_in_them() {
        let files = ["fabric-api-0.92.0.jar", "jei-1.20.1-forge.jar", "sodium-fabric-0.5.3.jar"];
        assert_eq!(suggest("sodum", files), ["sodium-fabric-0.5.3.jar"]);
    }

    #[test]
    fn one_letter_is_no_reason_to_offer_everything() {
        assert_eq!(suggest("a", ["banana", "cat"]), Vec::<&str>::new());
        assert_eq!(suggest("", ["banana"]), Vec::<&str>::new());
        assert_eq!(suggest("ban", ["banana", "banana"]), ["banana"]);
    }

    proptest! {
        #[test]
        fn a_name_is_its_own_nearest(name in "[a-z中文]{1,12}", others in prop::collection::vec("[a-z中文]{1,12}", 0..8)) {
            let candidates = others.iter().map(String::as_str).chain([name.as_str()]);
            let found = suggest(&name, candidates);
            prop_assert!(found.len() <= MOST);
            prop_assert_eq!(found.first().copied(), Some(name.as_str()));
        }

        #[test]
        fn a_swapped_pair_is_forgiven(name in "[a-z]{5,12}", at in 0_usize..4) {
            let mut letters: Vec<char> = name.chars().collect();
            letters.swap(at, at + 1);
            let typed: String = letters.into_iter().collect();
            prop_assert_eq!(suggest(&typed, [name.as_str()]), [name.as_str()]);
        }
    }
}
