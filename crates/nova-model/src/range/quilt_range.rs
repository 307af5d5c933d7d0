//! A version constraint of `quilt.mod.json`, where it is written as a string. (Its objects of `any` and `all` are joined by
//! whoever reads the file.)

use std::fmt;

use super::{
    FabricRange, FabricVersion, RangeError,
    error::capped,
    term::{Operator, Term},
};

/// A version constraint of Quilt: `*`, `=1.0.0`, `>=1.0.0`, `~1.2.0`, `^1.2.0`. A version without an operator means `^` of it,
/// unlike in Fabric. Where several terms or a wildcard are written, they are read as Fabric's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuiltRange {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Plain(Term),
    Fabric(FabricRange),
}

impl QuiltRange {
    /// Reads a constraint.
    pub fn parse(text: &str) -> Result<Self, RangeError> {
        let trimmed = capped(text)?.trim();
        let plain = if Operator::split(trimmed).is_some() { None } else { caret(trimmed) };
        let kind = match plain {
            Some(term) => Kind::Plain(term),
            None => Kind::Fabric(FabricRange::parse(trimmed)?),
        };
        Ok(Self { text: text.to_owned(), kind })
    }

    /// Whether the version is in the range.
    pub fn contains(&self, version: &FabricVersion) -> bool {
        match &self.kind {
            Kind::Plain(term) => term.holds(version),
            Kind::Fabric(range) => range.contains(version),
        }
    }

    /// The range as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

fn caret(text: &str) -> Option<Term> {
    let version = FabricVersion::parse(text);
    version.semantic().map(|semantic| Term::Semantic(Operator::SameMajor, semantic.clone()))
}

impl fmt::Display for QuiltRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
