//! Skins and capes: what a player wears, and putting on something else.

mod look;
mod multipart;
mod png;
mod wear;

pub use look::{Cape, Looks, Model, Skin};
pub(crate) use look::{is_cape_id, of_microsoft, of_yggdrasil};
pub use png::{PictureFault, PictureKind, check_skin};
pub(crate) use wear::{Wearer, picture, reset, set, set_by_url, set_cape};
