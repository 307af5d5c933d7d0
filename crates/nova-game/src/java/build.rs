//! The numbers of a Java's full version, and limits on builds of one major version.

use nova_model::Message;
use serde::{Deserialize, Serialize};

use super::{Fit, Java};

/// Builds of one major version that do not suit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildLimit {
    /// Which major version it is about.
    pub major: u32,
    /// The first build that suits, as the runtime writes it.
    pub from: Option<String>,
    /// The first build that does not suit any more.
    pub below: Option<String>,
    /// How well the others suit.
    pub fit: Fit,
    /// Why.
    pub why: Message,
}

impl BuildLimit {
    /// Whether a runtime is one that does not suit.
    pub(crate) fn hits(&self, java: &Java) -> bool {
        let build = numbers(&java.version);
        let early = self.from.as_deref().is_some_and(|from| build < numbers(from));
        let late = self.below.as_deref().is_some_and(|below| build >= numbers(below));
        java.major == self.major && (early || late)
    }
}

/// `[8, 0, 321]` of `1.8.0_321-b07`, `[17, 0, 2]` of `17.0.2+8`. What follows a sign is no part of it.
pub(crate) fn numbers(version: &str) -> Vec<u32> {
    let plain = version.split(['-', '+', ' ']).next().unwrap_or_default();
    let mut numbers: Vec<u32> = plain.split(['.', '_']).map_while(|part| part.parse().ok()).take(6).collect();
    if numbers.first() == Some(&1) && numbers.len() > 1 {
        numbers.remove(0);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_both_schemes_compare() {
        assert_eq!(numbers("1.8.0_321-b07"), [8, 0, 321]);
        assert_eq!(numbers("17.0.2+8"), [17, 0, 2]);
        assert_eq!(numbers("21-ea"), [21]);
        assert!(numbers("1.8.0_51") < numbers("1.8.0_321"));
        assert!(numbers("11.0.14.1") >= numbers("11.0.14"));
        assert!(numbers("").is_empty() && numbers("x.1").is_empty());
    }
}
