//! The codes of this crate's messages.

use nova_model::CodeDef;

/// Every code of this crate and the fields it may carry.
pub const CODES: &[CodeDef] = &[];
