//! The messages this crate makes.

use crate::CodeDef;

/// Every code of this crate's messages, with the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("model.range.unreadable", &["range"]),
    ("model.range.too_long", &["length", "limit"]),
    ("model.secret.missing", &["name"]),
    ("model.secret.unavailable", &["name", "reason"]),
    ("model.secret.refused", &["name", "reason"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Explain, RangeError, SecretError};

    #[test]
    fn every_error_carries_exactly_the_fields_of_its_code() {
        let text = || "x".to_owned();
        let errors: [&dyn Explain; 5] = [
            &RangeError::Unreadable { range: text() },
            &RangeError::TooLong { length: 2_000 },
            &SecretError::Missing { name: text() },
            &SecretError::Unavailable { name: text(), reason: text() },
            &SecretError::Refused { name: text(), reason: text() },
        ];
        assert_eq!(errors.len(), CODES.len());
        for (error, (code, fields)) in errors.iter().zip(CODES) {
            let report = error.report();
            assert_eq!(report.code(), code);
            let found: Vec<&str> = report.message.fields.keys().map(AsRef::as_ref).collect();
            assert_eq!(found, *fields);
        }
    }
}
