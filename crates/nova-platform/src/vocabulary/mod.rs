//! What both platforms answer in.

mod project;
mod release;
mod search;
mod words;

pub(crate) use project::is_id;
pub use project::{Body, BodyForm, Distribution, Links, Member, Project, ProjectId};
pub(crate) use release::LARGEST_FILE;
pub use release::{Access, Dependency, DependencyKind, File, Hashes, Release, Role};
pub use search::{Category, Fits, Listed, Page, Search, Sort};
pub use words::{Channel, Kind, Side, Sides, Source};
