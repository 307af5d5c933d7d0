//! One file a launcher: its folders and files to sources.

mod at;
mod curse;
mod gd;
mod modrinth;
mod official;
mod prism;
mod roots;

pub(crate) use at::at;
pub(crate) use curse::curse;
pub(crate) use gd::gd;
pub(crate) use modrinth::modrinth;
pub(crate) use official::official;
pub(crate) use prism::prism;
pub(crate) use roots::{installed, roots};
