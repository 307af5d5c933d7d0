//! One comparison with one version: what Fabric's and Quilt's ranges are made of.

use super::{FabricVersion, fabric_version::Semantic};

/// How a version is compared with the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    AtLeast,
    AtMost,
    Above,
    Below,
    Equal,
    /// `~`: from the bound on, the same first two numbers.
    SameMinor,
    /// `^`: from the bound on, the same first number.
    SameMajor,
}

/// The longer signs first.
const SIGNS: [(&str, Operator); 7] = [
    (">=", Operator::AtLeast),
    ("<=", Operator::AtMost),
    (">", Operator::Above),
    ("<", Operator::Below),
    ("=", Operator::Equal),
    ("~", Operator::SameMinor),
    ("^", Operator::SameMajor),
];

impl Operator {
    /// The operator a term begins with, and the rest of the term.
    pub(super) fn split(term: &str) -> Option<(Self, &str)> {
        SIGNS.into_iter().find_map(|(sign, operator)| Some((operator, term.strip_prefix(sign)?)))
    }

    pub(super) fn excludes_its_bound(self) -> bool {
        matches!(self, Self::Above | Self::Below)
    }

    fn holds(self, version: &Semantic, bound: &Semantic) -> bool {
        let same = |places: usize| (0..places).all(|place| version.number(place) == bound.number(place));
        match self {
            Self::AtLeast => version >= bound,
            Self::AtMost => version <= bound,
            Self::Above => version > bound,
            Self::Below => version < bound,
            Self::Equal => version == bound,
            Self::SameMinor => version >= bound && same(2),
            Self::SameMajor => version >= bound && same(1),
        }
    }
}

/// One comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// With a semantic version.
    Semantic(Operator, Semantic),
    /// With a string: only the same text will do.
    Text(String),
}

impl Term {
    pub(super) fn holds(&self, version: &FabricVersion) -> bool {
        match self {
            Self::Semantic(operator, bound) => {
                version.semantic().is_some_and(|version| operator.holds(version, bound))
            }
            Self::Text(text) => version.as_str() == text,
        }
    }
}
