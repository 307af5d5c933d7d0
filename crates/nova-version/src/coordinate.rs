//! Maven coordinates and where they lie.

use std::fmt;

use crate::path::SafePath;

/// `group:artifact:version[:classifier][@extension]`, known to have a safe path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// The group, with dots.
    pub group: String,
    /// The artifact.
    pub artifact: String,
    /// The version.
    pub version: String,
    /// What comes after the version, such as `natives-linux`.
    pub classifier: Option<String>,
    /// The ending of the file; `jar` unless it was named.
    pub extension: String,
    path: SafePath,
}

impl Coordinate {
    /// Reads a coordinate; none where it has no safe path.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, extension) = text.split_once('@').unwrap_or((text, "jar"));
        let parts: Vec<&str> = name.split(':').collect();
        match parts.as_slice() {
            [group, artifact, version] => Self::build(group, artifact, version, None, extension),
            [group, artifact, version, classifier] => {
                Self::build(group, artifact, version, Some(classifier), extension)
            }
            _ => None,
        }
    }

    fn build(
        group: &str,
        artifact: &str,
        version: &str,
        classifier: Option<&str>,
        extension: &str,
    ) -> Option<Self> {
        let parts = [group, artifact, version, classifier.unwrap_or("-"), extension];
        if parts.iter().any(|part| part.is_empty() || part.contains(['/', '@', ':'])) {
            return None;
        }
        let folder = group.replace('.', "/");
        let tail = classifier.map(|classifier| format!("-{classifier}")).unwrap_or_default();
        let path = SafePath::parse(&format!(
            "{folder}/{artifact}/{version}/{artifact}-{version}{tail}.{extension}"
        ))?;
        Some(Self {
            group: group.to_owned(),
            artifact: artifact.to_owned(),
            version: version.to_owned(),
            classifier: classifier.map(str::to_owned),
            extension: extension.to_owned(),
            path,
        })
    }

    /// The same artifact with another classifier.
    pub fn with_classifier(&self, classifier: &str) -> Option<Self> {
        Self::build(&self.group, &self.artifact, &self.version, Some(classifier), &self.extension)
    }

    /// Where it lies below a maven repository or a `libraries` folder.
    pub fn path(&self) -> &SafePath {
        &self.path
    }

    /// What it is, whatever its version: two of the same kind replace each other.
    pub fn kind(&self) -> String {
        let classifier =
            self.classifier.as_deref().map(|classifier| format!(":{classifier}")).unwrap_or_default();
        format!("{}:{}{classifier}@{}", self.group, self.artifact, self.extension)
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)?;
        if let Some(classifier) = &self.classifier {
            write!(f, ":{classifier}")?;
        }
        if self.extension != "jar" {
            write!(f, "@{}", self.extension)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_form_has_its_path() {
        let table = [
            ("a.b:c:1", "a/b/c/1/c-1.jar"),
            ("a.b:c:1:natives-linux", "a/b/c/1/c-1-natives-linux.jar"),
            ("a:c:1@zip", "a/c/1/c-1.zip"),
            ("a:c:1+x:mappings@txt", "a/c/1+x/c-1+x-mappings.txt"),
        ];
        for (text, path) in table {
            let coordinate = Coordinate::parse(text).unwrap();
            assert_eq!(coordinate.path().as_str(), path);
            assert_eq!(coordinate.to_string(), text);
        }
    }

    #[test]
    fn what_has_no_safe_path_is_no_coordinate() {
        for bad in [
            "",
            "a",
            "a:b",
            "a:b:c:d:e",
            "a::1",
            ":b:1",
            "..:b:1",
            "a:..:1",
            "a:b:..",
            "a:b:../../x",
            "a:b:1:../x",
            "a/b:c:1",
            "a:b:1@../x",
            "a:b:1@",
            "a:b\\c:1",
            "a.:b:1",
            "nul:b:1",
        ] {
            assert_eq!(Coordinate::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn versions_of_one_kind_replace_each_other_and_classifiers_do_not() {
        let kind = |text: &str| Coordinate::parse(text).unwrap().kind();
        assert_eq!(kind("a:b:1"), kind("a:b:2"));
        assert_ne!(kind("a:b:1"), kind("a:b:1:natives-linux"));
        assert_ne!(kind("a:b:1"), kind("a:b:1@zip"));
    }

    proptest! {
        #[test]
        fn reading_never_panics_and_writes_back(text in "[a-c.:@/\\\\+-]{0,14}") {
            if let Some(coordinate) = Coordinate::parse(&text) {
                prop_assert_eq!(Coordinate::parse(&coordinate.to_string()), Some(coordinate));
            }
        }
    }
}
