//! Numbers as people write them: `8`, `十六`, `四个半`, `eight`, `four and a half`; and amounts of memory.

use super::text::{Kind, Token};

/// A number in a text: its value and the token after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number {
    pub(crate) value: f64,
    pub(crate) end: usize,
}

const SPELLED: [(&str, f64); 24] = [
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("half", 0.5),
];

/// Characters of a number in Chinese; none that is meant has as many.
const LONGEST: usize = 16;

/// The number that begins at `at`, with a following half (`四个半`, `four and a half`).
pub(crate) fn number_at(tokens: &[Token], at: usize) -> Option<Number> {
    let whole = digits(tokens, at).or_else(|| chinese(tokens, at)).or_else(|| spelled(tokens, at))?;
    Some(with_half(tokens, whole))
}

/// The amount of memory that begins at `at`, in MB: a number with a unit. A bare number has none.
pub(crate) fn memory_at(tokens: &[Token], at: usize) -> Option<(i64, usize)> {
    let number = number_at(tokens, at)?;
    let mut end = number.end;
    if norm(tokens, end) == "个" {
        end += 1;
    }
    let factor = unit(norm(tokens, end))?;
    let half_after = norm(tokens, end + 1) == "半";
    let value = if half_after { number.value + 0.5 } else { number.value };
    Some((whole(value * factor)?, if half_after { end + 2 } else { end + 1 }))
}

/// A bare number as memory: small ones are gigabytes, large ones megabytes.
pub(crate) fn bare_memory(value: f64) -> Option<i64> {
    if (0.5..=128.0).contains(&value) {
        whole(value * 1024.0)
    } else if (256.0..=1_048_576.0).contains(&value) {
        whole(value)
    } else {
        None
    }
}

/// A float that came from a short text, as an integer.
pub(crate) fn whole(value: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
    (value.is_finite() && value.abs() < 9.0e15).then(|| value.round() as i64)
}

fn unit(word: &str) -> Option<f64> {
    match word {
        "g" | "gb" | "gib" | "gig" | "gigs" | "gigabyte" | "gigabytes" | "吉" => Some(1024.0),
        "m" | "mb" | "mib" | "meg" | "megs" | "megabyte" | "megabytes" | "兆" => Some(1.0),
        _ => None,
    }
}

fn norm(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.norm.as_str())
}

fn digits(tokens: &[Token], at: usize) -> Option<Number> {
    let token = tokens.get(at).filter(|token| token.kind == Kind::Number)?;
    Some(Number { value: token.norm.parse().ok()?, end: at + 1 })
}

fn spelled(tokens: &[Token], at: usize) -> Option<Number> {
    let of = |word: &str| SPELLED.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    let first = of(norm(tokens, at))?;
    match of(norm(tokens, at + 1)) {
        Some(ones) if first >= 20.0 && ones < 10.0 => Some(Number { value: first + ones, end: at + 2 }),
        _ => Some(Number { value: first, end: at + 1 }),
    }
}

fn with_half(tokens: &[Token], number: Number) -> Number {
    let rest = [0, 1, 2].map(|step| norm(tokens, number.end + step));
    let extra = match rest {
        ["半", ..] => 1,
        ["个", "半", _] => 2,
        ["and", "a", "half"] => 3,
        _ => return number,
    };
    Number { value: number.value + 0.5, end: number.end + extra }
}

fn chinese(tokens: &[Token], at: usize) -> Option<Number> {
    let mut total = 0.0;
    let mut pending: Option<f64> = None;
    let mut end = at;
    while let Some(part) = chinese_part(norm(tokens, end)).filter(|_| end - at < LONGEST) {
        match part {
            Part::Digit(digit) => pending = Some(pending.map_or(digit, |before| before * 10.0 + digit)),
            Part::Power(power) => total += pending.take().unwrap_or(1.0) * power,
        }
        end += 1;
    }
    (end > at).then(|| Number { value: total + pending.unwrap_or(0.0), end })
}

enum Part {
    Digit(f64),
    Power(f64),
}

fn chinese_part(word: &str) -> Option<Part> {
    Some(match word {
        "零" | "〇" => Part::Digit(0.0),
        "一" | "壹" => Part::Digit(1.0),
        "二" | "两" | "贰" => Part::Digit(2.0),
        "三" => Part::Digit(3.0),
        "四" => Part::Digit(4.0),
        "五" => Part::Digit(5.0),
        "六" => Part::Digit(6.0),
        "七" => Part::Digit(7.0),
        "八" => Part::Digit(8.0),
        "九" => Part::Digit(9.0),
        "十" => Part::Power(10.0),
        "百" => Part::Power(100.0),
        "千" => Part::Power(1000.0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{fold::Fold, text::Text};
    use super::*;

    fn memory(text: &str) -> Option<i64> {
        memory_at(&Text::read(text, &Fold::default()).tokens, 0).map(|(value, _)| value)
    }

    #[test]
    fn amounts_of_memory_are_read_in_every_spelling() {
        for (text, wanted) in [
            ("8G", 8192),
            ("8192M", 8192),
            ("8个G", 8192),
            ("十六G", 16384),
            ("二十四g", 24576),
            ("四个半G", 4608),
            ("eight gigs", 8192),
            ("four and a half gb", 4608),
            ("4.5 GB", 4608),
            ("6g半", 6656),
            ("兩個G", 2048),
        ] {
            assert_eq!(memory(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn a_number_without_a_unit_is_no_amount() {
        assert_eq!(memory("17"), None);
        assert_eq!(memory("八个人"), None);
    }

    #[test]
    fn a_bare_number_is_read_by_its_size() {
        assert_eq!(bare_memory(6.0), Some(6144));
        assert_eq!(bare_memory(4096.0), Some(4096));
        assert_eq!(bare_memory(0.0), None);
    }
}
