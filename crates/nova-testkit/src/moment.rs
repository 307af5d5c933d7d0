//! Moments in words: "yesterday 21:10", "three days ago", "last month".

use anyhow::{Context, Result, bail};
use jiff::civil::Time;
use jiff::{Span, Timestamp, ToSpan, ZonedDateTime};

/// Hour and minute for a day that is named without a time.
const USUAL_HOUR: i8 = 20;

/// A moment in words, or as RFC 3339, in milliseconds since 1970. A day without a time is at 20:00 of the clock on the
/// wall at `now`.
///
/// Understood: `now`, `today`, `yesterday`, `last week|month|year`, `N minutes|hours|days|weeks|months|years ago` with N in
/// digits or in words up to ten (also `a`, `an`), each with `HH:MM` behind it or not.
pub fn moment(text: &str, now: &ZonedDateTime) -> Result<i64> {
    if let Ok(stamp) = text.trim().parse::<Timestamp>() {
        return Ok(stamp.as_millisecond());
    }
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let (day, time) = match words.split_last() {
        Some((last, rest)) if last.contains(':') => (rest, Some(clock(last)?)),
        _ => (words.as_slice(), None),
    };
    let day: Vec<&str> = day.iter().map(String::as_str).filter(|word| *word != "at").collect();
    let (back, coarse) = distance(&day).with_context(|| format!("no moment is called {text:?}"))?;
    let then = now.checked_sub(back)?;
    let then = match (time, coarse) {
        (Some(time), _) => then.with().time(time).build()?,
        (None, true) => then.with().time(Time::constant(USUAL_HOUR, 0, 0, 0)).build()?,
        (None, false) => then,
    };
    Ok(then.timestamp().as_millisecond())
}

/// How far back the words lie, and whether they name a day rather than a moment.
fn distance(words: &[&str]) -> Result<(Span, bool)> {
    match words {
        [] | ["today"] => Ok((Span::new(), true)),
        ["now"] => Ok((Span::new(), false)),
        ["yesterday"] => Ok((1.day(), true)),
        ["last", unit] => span(1, unit),
        [count, unit, "ago"] => span(number(count)?, unit),
        _ => bail!("not in the list of forms"),
    }
}

fn span(count: i64, unit: &str) -> Result<(Span, bool)> {
    Ok(match unit.trim_end_matches('s') {
        "minute" => (count.minutes(), false),
        "hour" => (count.hours(), false),
        "day" | "night" => (count.days(), true),
        "week" => (count.weeks(), true),
        "month" => (count.months(), true),
        "year" => (count.years(), true),
        other => bail!("{other} is no unit of time"),
    })
}

fn number(word: &str) -> Result<i64> {
    const WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    if matches!(word, "a" | "an") {
        return Ok(1);
    }
    match WORDS.iter().position(|known| *known == word) {
        Some(index) => Ok(i64::try_from(index)?),
        None => word.parse().with_context(|| format!("{word} is no number")),
    }
}

fn clock(text: &str) -> Result<Time> {
    let (hour, minute) = text.split_once(':').context("a time is HH:MM")?;
    Ok(Time::new(hour.parse()?, minute.parse()?, 0, 0)?)
}
