//! Moments in words.

use anyhow::Result;
use jiff::{Timestamp, ZonedDateTime, civil::date, tz::TimeZone};
use nova_testkit::moment;

fn now() -> Result<ZonedDateTime> {
    Ok(date(2026, 3, 31).at(9, 30, 0, 0).to_zoned_datetime(TimeZone::fixed(jiff::tz::offset(8)))?)
}

fn at(text: &str) -> Result<String> {
    let millis = moment(text, &now()?)?;
    Ok(Timestamp::from_millisecond(millis)?
        .to_zoned_datetime(now()?.time_zone().clone())
        .strftime("%F %R")
        .to_string())
}

#[test]
fn a_day_with_a_time_is_that_time_on_the_wall() -> Result<()> {
    assert_eq!(at("yesterday 21:10")?, "2026-03-30 21:10");
    assert_eq!(at("two days ago at 08:05")?, "2026-03-29 08:05");
    Ok(())
}

#[test]
fn a_day_without_a_time_is_the_evening() -> Result<()> {
    assert_eq!(at("three days ago")?, "2026-03-28 20:00");
    Ok(())
}

#[test]
fn last_month_of_a_longer_month_is_its_last_day() -> Result<()> {
    assert_eq!(at("last month")?, "2026-02-28 20:00");
    Ok(())
}

#[test]
fn hours_and_full_dates_are_exact() -> Result<()> {
    assert_eq!(at("an hour ago")?, "2026-03-31 08:30");
    assert_eq!(moment("2026-01-01T00:00:00Z", &now()?)?, 1_767_225_600_000);
    Ok(())
}

#[test]
fn other_words_are_refused_by_name() -> Result<()> {
    let error = moment("once upon a time", &now()?).err().map(|e| e.to_string());
    assert!(error.is_some_and(|text| text.contains("once upon a time")));
    Ok(())
}
