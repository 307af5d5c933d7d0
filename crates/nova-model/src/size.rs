//! Amounts of memory and disk as people and JVM options write them: `8G`, `8192M`, `4.5 GB`.

use crate::{Explain, Message, Report};

const KIB: u64 = 1024;

/// An amount that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read the amount {text:?}")]
pub struct SizeError {
    /// The amount as written.
    pub text: String,
}

impl Explain for SizeError {
    fn report(&self) -> Report {
        Report::new(Message::new("model.size.unreadable").with("text", crate::clean(&self.text, 60)))
    }
}

/// The bytes of an amount: digits, perhaps a fraction, a unit. Units are powers of 1024 whether written `G`, `GB` or `GiB`, as
/// in the JVM and in every launcher; without a unit it is bytes. Case and blanks do not matter; more than three digits after
/// the point are cut off.
pub fn parse_size(text: &str) -> Result<u64, SizeError> {
    read(text.trim()).ok_or_else(|| SizeError { text: text.to_owned() })
}

fn read(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let thousandths = thousandths(number)?;
    let bytes = thousandths.checked_mul(u128::from(factor(unit.trim())?))? / 1000;
    u64::try_from(bytes).ok()
}

fn thousandths(number: &str) -> Option<u128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let fraction: String = fraction.chars().chain("000".chars()).take(3).collect();
    let whole: u128 = whole.parse::<u64>().ok()?.into();
    whole.checked_mul(1000)?.checked_add(fraction.parse::<u16>().ok()?.into())
}

fn factor(unit: &str) -> Option<u64> {
    Some(match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => KIB,
        "m" | "mb" | "mib" => KIB.pow(2),
        "g" | "gb" | "gib" => KIB.pow(3),
        "t" | "tb" | "tib" => KIB.pow(4),
        _ => return None,
    })
}

/// An amount as a JVM option takes it after `-Xmx`: whole gigabytes as `8G`, whole megabytes as `4608M`, bytes otherwise.
pub fn jvm_size(bytes: u64) -> String {
    let whole = |unit: u64| (bytes > 0 && bytes.is_multiple_of(unit)).then(|| bytes / unit);
    match (whole(KIB.pow(3)), whole(KIB.pow(2))) {
        (Some(gigabytes), _) => format!("{gigabytes}G"),
        (None, Some(megabytes)) => format!("{megabytes}M"),
        (None, None) => bytes.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn amounts_are_read_in_every_common_form() {
        let table = [
            ("8G", 8 << 30),
            ("8192M", 8 << 30),
            ("4.5 GB", (4 << 30) + (1 << 29)),
            ("512mib", 512 << 20),
            (" 1024 k ", 1 << 20),
            ("2048", 2048),
            ("0", 0),
            ("1.9999k", 2046),
            ("1t", 1 << 40),
        ];
        for (text, bytes) in table {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount_is_an_error_that_names_it() {
        for text in [
            "",
            "G",
            "-8G",
            "8X",
            "8,5G",
            "1.2.3G",
            "八G",
            "99999999999999999999",
            "18446744073709551615G",
            ".5G",
        ] {
            let error = parse_size(text).unwrap_err();
            assert_eq!(error, SizeError { text: text.to_owned() });
            assert_eq!(error.report().code(), "model.size.unreadable");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_for_the_jvm_is_read_back(bytes in prop_oneof![any::<u64>(), (0_u64..10_000).prop_map(|m| m << 20)]) {
            prop_assert_eq!(parse_size(&jvm_size(bytes)), Ok(bytes));
        }

        #[test]
        fn no_text_panics(text in "[0-9.kKmMgGtTbBi 中-]{0,24}") {
            let _ = parse_size(&text);
        }
    }
}
