//! What the launcher knows of a run without any log.

use crate::Suspect;

/// Which mod a class belongs to: an index of the jars of a version, made by the caller.
pub trait Owners {
    /// The mod that a class (`a.b.C$D`) comes from.
    fn of_class(&self, class: &str) -> Option<Suspect>;
    /// The mod with an id.
    fn by_id(&self, id: &str) -> Option<Suspect>;
}

/// Nothing is known of the jars.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOwners;

impl Owners for NoOwners {
    fn of_class(&self, _class: &str) -> Option<Suspect> {
        None
    }

    fn by_id(&self, _id: &str) -> Option<Suspect> {
        None
    }
}

/// What is known beside the files. All of it may be left out.
pub struct Known<'a> {
    /// The number the game's process ended with.
    pub exit_code: Option<i64>,
    /// The version of the game.
    pub game: Option<String>,
    /// The loader, in lower case, and its version.
    pub loader: Option<(String, String)>,
    /// The version of Java.
    pub java: Option<String>,
    /// Whose class is whose.
    pub owners: &'a dyn Owners,
    /// Names and secrets of this computer, which must not leave it.
    pub names: nova_model::Known,
}

impl Default for Known<'_> {
    fn default() -> Self {
        Self {
            exit_code: None,
            game: None,
            loader: None,
            java: None,
            owners: &NoOwners,
            names: nova_model::Known::default(),
        }
    }
}
