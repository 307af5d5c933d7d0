//! Version predicates of `fabric.mod.json`: terms with blanks between them, all of which must hold. Several predicates in an
//! array are alternatives; the caller joins those.

use std::fmt;

use super::{
    FabricVersion, RangeError,
    error::capped,
    fabric_version::{Semantic, number, split},
    term::{Operator, Term},
};

/// A version predicate of Fabric: `*`, `1.20.x`, `>=1.20.1 <1.21-`, `~1.2`, `^0.5.0`.
///
/// `~1.2.3` is from there on with the same first two numbers, `^1.2.3` with the same first. `1.2.x` is `~1.2-` and `1.x` is
/// `^1-`: prereleases are in. A term that is no semantic version holds for the very same text only, and cannot be excluded
/// with `<` or `>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FabricRange {
    text: String,
    terms: Vec<Term>,
}

impl FabricRange {
    /// Reads a predicate; refuses what Fabric Loader refuses.
    pub fn parse(text: &str) -> Result<Self, RangeError> {
        let unreadable = || RangeError::Unreadable { range: text.to_owned() };
        let words = capped(text)?.split(' ').map(str::trim);
        let words = words.filter(|word| !word.is_empty() && *word != "*");
        let terms = words.map(|word| term(word).ok_or_else(unreadable)).collect::<Result<_, _>>()?;
        Ok(Self { text: text.to_owned(), terms })
    }

    /// Whether the version is in the range.
    pub fn contains(&self, version: &FabricVersion) -> bool {
        self.terms.iter().all(|term| term.holds(version))
    }

    /// The range as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for FabricRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn term(word: &str) -> Option<Term> {
    let (operator, rest) = Operator::split(word).unwrap_or((Operator::Equal, word));
    if rest.is_empty() {
        return None;
    }
    if let Some(numbers) = wildcard(rest) {
        let same = if numbers.len() == 1 { Operator::SameMajor } else { Operator::SameMinor };
        let bound = Semantic::new(numbers, Some(String::new()));
        return (operator == Operator::Equal).then_some(Term::Semantic(same, bound));
    }
    let version = FabricVersion::parse(rest);
    match version.semantic() {
        Some(semantic) => Some(Term::Semantic(operator, semantic.clone())),
        None => (!operator.excludes_its_bound()).then(|| Term::Text(rest.to_owned())),
    }
}

/// The numbers before the wildcards of `1.x`, `1.20.x`, `1.x.x`; `None` for everything else.
fn wildcard(text: &str) -> Option<Vec<u32>> {
    let (core, None) = split(text)? else { return None };
    let mut parts = core.split('.');
    let numbers: Vec<u32> = parts.by_ref().map_while(number).collect();
    let places = core.split('.').skip(numbers.len());
    let wild = places.clone().count() > 0 && places.clone().all(|part| matches!(part, "x" | "X" | "*"));
    (wild && !numbers.is_empty()).then_some(numbers)
}
