//! Every code this crate makes messages with, and the fields each may carry.

use nova_model::CodeDef;

/// The codes, held against the text catalogue by a test in nova-core.
pub const CODES: &[CodeDef] = &[];
