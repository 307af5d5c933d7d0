//! A project: one mod, pack or world, whatever releases it has.

use std::fmt;

use nova_model::Loader;
use serde::Serialize;
use url::Url;

use super::{Kind, Sides, Source};

/// The longest id or slug.
const LONGEST: usize = 64;

/// Which project on which platform; printed as `modrinth:AANobbMI`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProjectId {
    /// The platform.
    pub source: Source,
    /// Its id there: letters and digits on Modrinth, a number on CurseForge. A slug does too where something is asked for.
    pub id: String,
}

impl ProjectId {
    /// The project of an id, where it can be one.
    pub fn new(source: Source, id: impl Into<String>) -> Option<Self> {
        let id = id.into();
        is_id(&id).then_some(Self { source, id })
    }

    /// Reads `modrinth:AANobbMI` or `curseforge:238222`.
    pub fn parse(text: &str) -> Option<Self> {
        let (source, id) = text.trim().split_once(':')?;
        let source = Source::ALL.into_iter().find(|known| known.as_str().eq_ignore_ascii_case(source))?;
        Self::new(source, id)
    }
}

impl fmt::Display for ProjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.source.as_str(), self.id)
    }
}

impl Serialize for ProjectId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Whether a word can be an id or a slug: it becomes part of a path.
pub(crate) fn is_id(id: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.!@$+'()".contains(&byte);
    (1..=LONGEST).contains(&id.len()) && id.bytes().all(good) && !id.bytes().all(|byte| byte == b'.')
}

/// A project, as far as it is known: a search knows less than a look at the project itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Project {
    /// Which one.
    pub id: ProjectId,
    /// Its name in addresses.
    pub slug: String,
    /// Its name.
    pub title: String,
    /// One sentence about it.
    pub summary: String,
    /// All that its page says, where that was asked for.
    pub body: Option<Body>,
    /// What it is; none where the platform has a kind that the game's folders have no place for.
    pub kind: Option<Kind>,
    /// Its page.
    pub page: Option<Url>,
    /// Its picture.
    pub icon: Option<Url>,
    /// Who makes it.
    pub authors: Vec<String>,
    /// Its categories, in the platform's words.
    pub categories: Vec<String>,
    /// What loads it. Empty where the answer does not say.
    pub loaders: Vec<Loader>,
    /// The games it is made for.
    pub game_versions: Vec<String>,
    /// Where it is used.
    pub sides: Sides,
    /// How often it was downloaded.
    pub downloads: u64,
    /// When it was changed last, as the platform writes it (RFC 3339).
    pub updated: Option<String>,
    /// Its licence, by its short name.
    pub licence: Option<String>,
    /// Further pages.
    pub links: Links,
    /// Whether its author lets launchers download its files.
    pub distribution: Distribution,
}

/// Whether launchers may download a project's files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Distribution {
    /// They may.
    #[default]
    Allowed,
    /// Players download them by hand, from the project's page.
    ByHand,
}

/// What a project's page says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Body {
    /// How it is written.
    pub form: BodyForm,
    /// The text, which nobody has made safe.
    pub text: String,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BodyForm {
    /// Markdown with some HTML in it.
    Markdown,
    /// HTML.
    Html,
}

/// Further pages of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Links {
    /// Its source code.
    pub code: Option<Url>,
    /// Where faults are reported.
    pub issues: Option<Url>,
    /// Its manual.
    pub wiki: Option<Url>,
}

/// Somebody who makes a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Member {
    /// The name there.
    pub name: String,
    /// What they do, in the platform's words.
    pub role: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_is_printed() {
        let id = ProjectId::parse(" Modrinth:AANobbMI ").unwrap();
        assert_eq!((id.source, id.to_string().as_str()), (Source::Modrinth, "modrinth:AANobbMI"));
        assert_eq!(ProjectId::parse(&id.to_string()), Some(id));
        for bad in [
            "AANobbMI",
            "modrinth:",
            "modrinth:..",
            "modrinth:a/b",
            "modrinth:a?b",
            "github:x",
            "modrinth:a b",
            "modrinth:%2e",
        ] {
            assert_eq!(ProjectId::parse(bad), None, "{bad}");
        }
        assert_eq!(ProjectId::new(Source::Modrinth, "a".repeat(65)), None);
    }
}
