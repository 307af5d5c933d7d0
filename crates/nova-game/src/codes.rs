//! The codes of every sentence this crate makes.

use nova_model::CodeDef;

/// The codes of this crate with the fields they may carry.
pub const CODES: &[CodeDef] = &[("game.no-root", &[]), ("game.root-missing", &["path"])];
