//! Names of recordings: the day, what is recorded, and a number from the second of the day on. A name without the time of day is the
//! same when the plan is made and when it is carried out, so the player is shown the name that the file will have.

use std::path::Path;

use jiff::{Timestamp, tz::TimeZone};
use nova_model::Millis;
use nova_tools::recorder::{Target, Wanted};

/// The longest version in a name, in characters.
const LONGEST: usize = 60;
/// More recordings of one thing on one day are not counted.
const MOST: u32 = 1000;
/// What every recording ends in.
pub(crate) const ENDING: &str = ".mp4";

/// The first free name, such as `2026-11-30 1.20.1-fabric 2.mp4`.
pub(crate) fn free(folder: &Path, wanted: &Wanted, now: Millis, zone: &TimeZone) -> String {
    let begin = format!("{} {}", day(now, zone), subject(wanted));
    let numbered = (2..=MOST).map(|number| format!("{begin} {number}"));
    let mut names = std::iter::once(begin.clone()).chain(numbered);
    let stem = names.find(|stem| is_free(folder, stem)).unwrap_or(begin);
    format!("{stem}{ENDING}")
}

/// Whether a name is one that recordings get: the day, a blank, what is recorded, the ending. What else grows in the folder under a
/// hidden name is somebody else's.
pub(crate) fn is_ours(name: &str) -> bool {
    let stem = name.strip_suffix(ENDING).and_then(|stem| stem.split_once(' '));
    stem.is_some_and(|(day, subject)| {
        is_day(day) && !subject.is_empty() && nova_files::safe_name(name).is_ok()
    })
}

/// `2026-11-30` and no other way to write it.
fn is_day(text: &str) -> bool {
    text.parse::<jiff::civil::Date>().is_ok_and(|day| day.to_string() == text)
}

/// The name of a recording that was cut off.
pub(crate) fn recovered(name: &str) -> String {
    let stem = name.strip_suffix(ENDING).unwrap_or(name);
    format!("{stem} (recovered){ENDING}")
}

fn is_free(folder: &Path, stem: &str) -> bool {
    let names = [format!("{stem}{ENDING}"), format!(".{stem}.part{ENDING}")];
    names.iter().all(|name| folder.join(name).symlink_metadata().is_err())
}

fn day(now: Millis, zone: &TimeZone) -> String {
    let at = Timestamp::from_millisecond(now).unwrap_or_default();
    at.to_zoned_datetime(zone.clone()).strftime("%Y-%m-%d").to_string()
}

fn subject(wanted: &Wanted) -> String {
    match (wanted.target, &wanted.version) {
        (Target::Screen, _) => "screen".to_owned(),
        (Target::Game, Some(version)) => plain(version).unwrap_or_else(|| "game".to_owned()),
        (Target::Game, None) => "game".to_owned(),
    }
}

/// A version's id as a part of a file name that every system takes.
fn plain(version: &str) -> Option<String> {
    let sign = |sign: char| match sign {
        '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*' => '_',
        other => other,
    };
    let cleaned = nova_model::clean(version, LONGEST);
    let name: String = cleaned.chars().map(sign).collect();
    let name = name.trim_start().trim_end_matches(['.', ' ']).to_owned();
    nova_files::safe_name(&format!("x {name}{ENDING}"))
        .is_ok()
        .then_some(name)
        .filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENING: Millis = 1_796_066_400_000;

    fn wanted(target: Target, version: Option<&str>) -> Wanted {
        Wanted { target, version: version.map(str::to_owned), ..Wanted::default() }
    }

    fn named(folder: &Path, wanted: &Wanted) -> String {
        free(folder, wanted, EVENING, &TimeZone::UTC)
    }

    #[test]
    fn a_name_tells_the_players_day_and_what_is_recorded() {
        let nowhere = Path::new("/nowhere-at-all");
        assert_eq!(named(nowhere, &wanted(Target::Screen, Some("1.20.1"))), "2026-11-30 screen.mp4");
        assert_eq!(
            named(nowhere, &wanted(Target::Game, Some("1.20.1-fabric"))),
            "2026-11-30 1.20.1-fabric.mp4"
        );
        assert_eq!(named(nowhere, &wanted(Target::Game, None)), "2026-11-30 game.mp4");
        let east = TimeZone::fixed(jiff::tz::offset(8));
        assert_eq!(free(nowhere, &wanted(Target::Screen, None), EVENING, &east), "2026-12-01 screen.mp4");
    }

    #[test]
    fn a_version_from_outside_is_no_path() {
        let nowhere = Path::new("/nowhere-at-all");
        let name = named(nowhere, &wanted(Target::Game, Some("../../a:b\u{1b}\n...")));
        assert_eq!(name, "2026-11-30 .._.._a_b.mp4".to_owned(), "{name}");
        let long = named(nowhere, &wanted(Target::Game, Some(&"世".repeat(300))));
        assert!(nova_files::safe_name(&long).is_ok(), "{long}");
        assert_eq!(named(nowhere, &wanted(Target::Game, Some("..."))), "2026-11-30 game.mp4");
    }

    #[test]
    fn only_names_that_recordings_get_are_ours() {
        let nowhere = Path::new("/nowhere-at-all");
        for wanted in [wanted(Target::Screen, None), wanted(Target::Game, Some("整合包 (2)"))] {
            assert!(is_ours(&named(nowhere, &wanted)));
        }
        assert!(is_ours("2026-11-30 screen 2.mp4"));
        for other in [
            "holiday.mp4",
            "2026-11-30.mp4",
            "2026-11-30 .mp4",
            "2026-13-30 screen.mp4",
            "20261130 screen.mp4",
            "2026-11-30 screen.mkv",
            "2026-11-30 screen",
            "",
        ] {
            assert!(!is_ours(other), "{other}");
        }
    }

    #[expect(clippy::disallowed_methods, reason = "tests make the files that are in the way")]
    #[test]
    fn names_that_are_taken_or_grow_are_passed_over() {
        let temp = tempfile::tempdir().unwrap();
        let screen = wanted(Target::Screen, None);
        std::fs::write(temp.path().join("2026-11-30 screen.mp4"), "").unwrap();
        std::fs::write(temp.path().join(".2026-11-30 screen 2.part.mp4"), "").unwrap();
        assert_eq!(named(temp.path(), &screen), "2026-11-30 screen 3.mp4");
        assert_eq!(recovered("2026-11-30 screen 2.mp4"), "2026-11-30 screen 2 (recovered).mp4");
    }
}
