//! Entries that people name by what they hold and when they were made: backups, trash, changes.

use jiff::{Timestamp, ToSpan, tz::TimeZone};
use nova_model::Millis;
use serde_json::Value;

use super::{
    act::Request,
    lexicon::{Form, NameKind},
    name::name_key,
    tag::{Meaning, Tag},
    world::{List, Named},
};

/// The entry that is meant.
pub(crate) enum Timed {
    /// The list is on its way.
    Coming,
    /// This one.
    One(String),
    /// One of these.
    Ask(Vec<String>),
}

/// Chooses by what the request names (a world, a version) and by its moment.
pub(crate) fn choose(request: &Request<'_, '_>, kind: &NameKind) -> Timed {
    let things = match request.mind.world.list(kind, None) {
        List::Coming => return Timed::Coming,
        List::Absent => return Timed::Ask(Vec::new()),
        List::Known(things) => things,
    };
    let closed = |thing: &&Named| {
        kind.only.as_ref().and_then(|field| thing.facts.get(field)).and_then(Value::as_bool) == Some(false)
    };
    let all: Vec<&Named> = things.iter().filter(|thing| !closed(thing)).collect();
    let named = by_name(request, &all);
    let moment = moment(request).or_else(|| request.tool.moment.clone().filter(|_| named.len() == all.len()));
    let fitting = match moment.as_deref() {
        _ if request.group.found.form != Form::Whole => Vec::new(),
        Some(moment) => by_moment(&named, moment, request.mind.now, request.mind.zone),
        None if named.len() < all.len() => named.clone(),
        None if all.len() == 1 => all.clone(),
        None => Vec::new(),
    };
    match fitting.as_slice() {
        [one] => Timed::One(one.id.clone()),
        [] => Timed::Ask(labels(if named.is_empty() { &all } else { &named })),
        several => Timed::Ask(labels(several)),
    }
}

fn labels(things: &[&Named]) -> Vec<String> {
    things.iter().map(|thing| thing.id.clone()).collect()
}

fn moment(request: &Request<'_, '_>) -> Option<String> {
    let range = &request.group.range;
    let here = |tag: &&Tag| tag.kind == "moment" && range.start <= tag.from && tag.to <= range.end;
    let tag = request.words.tags.iter().filter(here).max_by_key(|tag| tag.to - tag.from)?;
    match &tag.meaning {
        Meaning::Value(value) => Some(value.clone()),
        _ => None,
    }
}

/// The entries with the most facts that the request mentions; all where it mentions none.
fn by_name<'n>(request: &Request<'_, '_>, things: &[&'n Named]) -> Vec<&'n Named> {
    let text = &request.words.text;
    let range = &request.group.range;
    let said = super::text::key(text.tokens.get(range.clone()).unwrap_or_default());
    let fold = &request.mind.lexicon.fold;
    let score = |thing: &Named| {
        let facts = facts(&thing.facts);
        facts
            .iter()
            .map(|fact| super::world::stem(fact))
            .filter(|fact| {
                let key = name_key(fact, fold);
                let bare = name_key(unversioned(fact), fold);
                let long = |key: &str, least| key.chars().count() >= least && said.contains(key);
                long(&key, 2) || long(&bare, 4)
            })
            .count()
    };
    let best = things.iter().map(|thing| score(thing)).max().unwrap_or(0);
    things.iter().copied().filter(|thing| score(thing) == best).collect()
}

/// `journeymap` of `journeymap-5.9`.
fn unversioned(name: &str) -> &str {
    let version = |(at, c): (usize, char)| {
        let digit = name.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        (['-', '_', ' ', '+'].contains(&c) && digit).then_some(at)
    };
    name.char_indices().find_map(version).and_then(|at| name.get(..at)).unwrap_or(name)
}

/// The short strings of an entry, lists included.
fn facts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) if text.chars().count() <= 80 => vec![text.clone()],
        Value::Array(parts) => parts.iter().take(20).filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::Object(fields) => {
            let flat = |value: &Value| if value.is_object() { Vec::new() } else { facts(value) };
            let mut out: Vec<String> = fields.values().flat_map(flat).collect();
            out.sort_unstable();
            out.dedup();
            out
        }
        _ => Vec::new(),
    }
}

/// When an entry was made, in milliseconds.
fn at(thing: &Named) -> Option<Millis> {
    let value = ["at", "time", "created", "when"].iter().find_map(|key| thing.facts.get(*key))?;
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.parse::<Timestamp>().ok().map(Timestamp::as_millisecond),
        _ => None,
    }
}

/// `latest`, `oldest`, `day:1` (yesterday), `hour:3`, `week:1`, `month:1`.
fn by_moment<'n>(things: &[&'n Named], moment: &str, now: Millis, zone: &TimeZone) -> Vec<&'n Named> {
    let dated = || things.iter().copied().filter(|thing| at(thing).is_some());
    match moment {
        "latest" => dated().max_by_key(|thing| at(thing)).or(things.first().copied()).into_iter().collect(),
        "oldest" => dated().min_by_key(|thing| at(thing)).or(things.last().copied()).into_iter().collect(),
        _ => match span(moment, now, zone) {
            Some(span) => dated().filter(|thing| at(thing).is_some_and(|at| span.contains(&at))).collect(),
            None => Vec::new(),
        },
    }
}

/// The newest or the oldest of the entries.
pub(crate) fn at_an_end<'n>(things: &'n [Named], moment: &str) -> Option<&'n Named> {
    let things: Vec<&Named> = things.iter().collect();
    let ends = ["latest", "oldest"].contains(&moment);
    if ends { by_moment(&things, moment, 0, &TimeZone::UTC).first().copied() } else { None }
}

/// The stretch of time that a moment means: a day, a week or a month of the calendar, an hour either side.
fn span(moment: &str, now: Millis, zone: &TimeZone) -> Option<std::ops::Range<Millis>> {
    let (unit, back) = moment.split_once(':')?;
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
    let back = back.parse::<f64>().ok().filter(|back| (0.0..10_000.0).contains(back))? as i64;
    let today = Timestamp::from_millisecond(now).ok()?.to_zoned_datetime(zone.clone());
    let (from, to) = match unit {
        "hour" => {
            let hour = 3_600_000;
            let middle = now.checked_sub(back * hour)?;
            return Some(middle - hour..middle + hour);
        }
        "day" => {
            let day = today.checked_sub(back.days()).ok()?.start_of_day().ok()?;
            (day.clone(), day.checked_add(1.day()).ok()?)
        }
        "week" => {
            let into = i64::from(today.weekday().to_monday_zero_offset());
            let monday = today.checked_sub((back * 7 + into).days()).ok()?.start_of_day().ok()?;
            (monday.clone(), monday.checked_add(7.days()).ok()?)
        }
        "month" => {
            let first = today.checked_sub(back.months()).ok()?.first_of_month().ok()?.start_of_day().ok()?;
            (first.clone(), first.checked_add(1.month()).ok()?)
        }
        _ => return None,
    };
    Some(from.timestamp().as_millisecond()..to.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Millis = 1_800_014_400_000;

    fn entry(id: &str, at: Millis) -> Named {
        let facts = serde_json::json!({"id": id, "at": at});
        Named { id: id.to_owned(), names: vec![id.to_owned()], scope: None, facts }
    }

    fn chosen(moment: &str) -> Vec<String> {
        let day = 86_400_000;
        let things = [entry("a", NOON - day), entry("b", NOON - 3 * day), entry("c", NOON - 31 * day)];
        let things: Vec<&Named> = things.iter().collect();
        by_moment(&things, moment, NOON, &TimeZone::UTC).iter().map(|thing| thing.id.clone()).collect()
    }

    #[test]
    fn moments_choose_by_the_calendar() {
        assert_eq!(chosen("day:1"), ["a"]);
        assert_eq!(chosen("day:3"), ["b"]);
        assert_eq!(chosen("month:1"), ["c"]);
        assert_eq!(chosen("latest"), ["a"]);
        assert_eq!(chosen("oldest"), ["c"]);
        assert!(chosen("day:7").is_empty());
    }

    #[test]
    fn a_moment_that_is_none_chooses_nothing() {
        assert!(chosen("fortnight:1").is_empty());
        assert!(chosen("day:x").is_empty());
        assert!(chosen("day:99999999").is_empty());
    }
}
