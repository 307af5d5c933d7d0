//! Which release a weekly snapshot leads to, as a table, since an id such as `23w13a` does not say it.
//!
//! Source: the `release_target` inside each snapshot's own `version.json` (from 18w47b on) and the dates of Mojang's
//! version manifest before that.

use super::Core;

/// The last week that leads to a release, in order: `(year, week, release)`.
const LAST_WEEKS: &[(u32, u32, [u32; 3])] = &[
    (12, 1, [1, 1, 0]),
    (12, 8, [1, 2, 0]),
    (12, 30, [1, 3, 0]),
    (12, 42, [1, 4, 0]),
    (12, 50, [1, 4, 6]),
    (13, 10, [1, 5, 0]),
    (13, 12, [1, 5, 1]),
    (13, 26, [1, 6, 0]),
    (13, 43, [1, 7, 0]),
    (13, 49, [1, 7, 3]),
    (14, 34, [1, 8, 0]),
    (15, 14, [1, 8, 4]),
    (16, 7, [1, 9, 0]),
    (16, 15, [1, 9, 3]),
    (16, 21, [1, 10, 0]),
    (16, 44, [1, 11, 0]),
    (16, 50, [1, 11, 1]),
    (17, 18, [1, 12, 0]),
    (17, 31, [1, 12, 1]),
    (18, 22, [1, 13, 0]),
    (18, 33, [1, 13, 1]),
    (19, 14, [1, 14, 0]),
    (19, 46, [1, 15, 0]),
    (20, 22, [1, 16, 0]),
    (20, 30, [1, 16, 2]),
    (21, 20, [1, 17, 0]),
    (21, 44, [1, 18, 0]),
    (22, 7, [1, 18, 2]),
    (22, 19, [1, 19, 0]),
    (22, 24, [1, 19, 1]),
    (22, 46, [1, 19, 3]),
    (23, 7, [1, 19, 4]),
    (23, 18, [1, 20, 0]),
    (23, 35, [1, 20, 2]),
    (23, 46, [1, 20, 3]),
    (24, 14, [1, 20, 5]),
    (24, 21, [1, 21, 0]),
    (24, 40, [1, 21, 2]),
    (24, 46, [1, 21, 4]),
    (25, 10, [1, 21, 5]),
    (25, 21, [1, 21, 6]),
    (25, 37, [1, 21, 9]),
    (25, 46, [1, 21, 11]),
];

/// The release that the snapshots of a week lead to; `None` before the first and after the last week of that scheme.
pub(super) fn release_of_week(year: u32, week: u32) -> Option<Core> {
    let first = (year, week) >= (11, 47);
    let row = LAST_WEEKS.iter().find(|(y, w, _)| first && (*y, *w) >= (year, week))?;
    Some(Core::new(row.2))
}
