//! What is looked for, and how answers come in pages.

use nova_model::Loader;
use serde::{Deserialize, Serialize};

use super::Kind;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The words; empty for whatever is liked most.
    pub text: String,
    /// What kind of thing.
    pub kind: Option<Kind>,
    /// What must load it: one of these.
    pub loaders: Vec<Loader>,
    /// The game it must be made for.
    pub game_version: Option<String>,
    /// Categories in the platform's words (on CurseForge: numbers), all of which it must have.
    pub categories: Vec<String>,
    /// What comes first.
    pub sort: Sort,
    /// How many are left out at the beginning.
    pub offset: usize,
    /// How many are wanted; platforms give 50 to 100 at most.
    pub limit: usize,
}

/// What comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// What fits the words best.
    #[default]
    Relevance,
    /// What is downloaded most.
    Downloads,
    /// What most people follow.
    Popularity,
    /// What is newest.
    Newest,
    /// What was changed last.
    Updated,
}

/// What releases must fit. Empty lists are no condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fits {
    /// One of these loaders.
    pub loaders: Vec<Loader>,
    /// One of these games.
    pub game_versions: Vec<String>,
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// What is on it.
    pub items: Vec<T>,
    /// Where it begins.
    pub offset: usize,
    /// How many there are on all pages.
    pub total: usize,
    /// How many entries of it could not be read, and are left out.
    pub odd: usize,
}

/// A list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<T> {
    /// What could be read.
    pub items: Vec<T>,
    /// How many entries could not be read, and are left out.
    pub odd: usize,
    /// Whether there are more than anybody reads.
    pub more: bool,
}

/// A category of a platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Category {
    /// What a search names it by.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Which kind of project has it.
    pub kind: Option<Kind>,
}
