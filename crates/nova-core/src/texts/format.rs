//! How each kind of field is written: names, counts, sizes, moments, lists.

use jiff::Timestamp;
use nova_model::{Field, Millis, clean};

use super::{Lang, Texts};

/// Names longer than this are cut; real file names are at most 255 bytes.
const LONGEST: usize = 400;
/// Lists longer than this end with how many more there are.
const LONGEST_LIST: usize = 12;

pub(super) fn field(value: &Field, texts: &Texts) -> String {
    match value {
        Field::Text(text) => clean(text, LONGEST),
        Field::Number(count) => count.to_string(),
        Field::Bytes(size) => bytes(*size),
        Field::Time(at) => moment(*at, texts),
        Field::List(values) => list(values, texts),
        Field::Message(message) => texts.say(message),
    }
}

/// A size with the unit a player knows: 1024 bytes are 1 KB.
#[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
pub fn bytes(size: u64) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if size < 1024 {
        return format!("{size} B");
    }
    let mut value = size as f64 / 1024.0;
    let mut unit = UNITS[0];
    for next in &UNITS[1..] {
        if value < 1000.0 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    if value < 10.0 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

fn moment(at: Millis, texts: &Texts) -> String {
    let Ok(at) = Timestamp::from_millisecond(at) else { return at.to_string() };
    at.to_zoned_datetime(texts.zone.clone()).strftime("%Y-%m-%d %H:%M").to_string()
}

fn list(values: &[Field], texts: &Texts) -> String {
    let chinese = texts.lang() != Lang::En;
    let shown: Vec<_> = values.iter().take(LONGEST_LIST).map(|value| field(value, texts)).collect();
    let joined = shown.join(if chinese { "、" } else { ", " });
    match (values.len().saturating_sub(shown.len()), chinese) {
        (0, _) => joined,
        (more, true) => format!("{joined} 等（另有 {more} 项）"),
        (more, false) => format!("{joined} and {more} more"),
    }
}
