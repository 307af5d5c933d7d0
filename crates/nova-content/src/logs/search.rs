//! Looks for a pattern in a log.

use nova_model::Redactor;

use super::{Hits, LogError, Search};
use crate::Place;

/// The lines of a log that fit a pattern.
pub fn search(place: &Place, search: &Search, redactor: &Redactor) -> Result<Hits, LogError> {
    let _ = (place, search, redactor);
    unimplemented!()
}
