//! The codes of the sentences about crashes; filled from the list of causes by a test in nova-core.
use nova_model::CodeDef;

/// Every code of this crate.
pub const CODES: &[CodeDef] = &[];
