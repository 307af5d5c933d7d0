//! Random runs against a model, with a stop before any change of the disk.
//!
//! The model is a map from paths to contents, with copies for trash and backups. It knows nothing of journals.

mod between;
mod copying;
mod crash;
mod model;
mod placing;
mod refusals;
mod scene;
