//! How far a download is: bytes and files, speed, time left. The amounts add up: a try that is begun anew takes back what it
//! had counted, so that in the end exactly the bytes of the files that are there have been counted.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use tokio::time::Instant;

use super::hosts::Host;

/// Over how long the speed is measured.
const WINDOW: Duration = Duration::from_secs(5);

/// How far a download is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amounts {
    /// Bytes of files that are whole, and of those that are coming.
    pub bytes: u64,
    /// Bytes of all files, as far as their sizes are known.
    pub bytes_total: u64,
    /// Files that are whole.
    pub files: usize,
    /// Files that failed.
    pub files_failed: usize,
    /// All files.
    pub files_total: usize,
    /// Bytes a second over the last moments.
    pub speed: u64,
    /// How long the rest takes at this speed.
    pub left: Option<Duration>,
    /// The host that was asked last.
    pub host: Option<String>,
}

/// Who is told how far a download is: now and then, and once at its end.
pub trait Progress: Send + Sync {
    /// The amounts as they are now.
    fn show(&self, amounts: &Amounts);
}

impl<F: Fn(&Amounts) + Send + Sync> Progress for F {
    fn show(&self, amounts: &Amounts) {
        self(amounts);
    }
}

/// The counts of one download, which all its files add to.
#[derive(Default)]
pub(super) struct Tally {
    bytes: AtomicU64,
    bytes_total: AtomicU64,
    files: AtomicUsize,
    failed: AtomicUsize,
    files_total: usize,
    /// Everything that came over the line, wanted or not.
    pub(super) moved: AtomicU64,
    host: Mutex<Option<Arc<Host>>>,
}

impl Tally {
    /// Counts for files of these sizes.
    pub(super) fn new(sizes: impl Iterator<Item = Option<u64>>) -> Self {
        let (mut files_total, mut bytes_total) = (0, 0);
        for size in sizes {
            files_total += 1;
            bytes_total += size.unwrap_or_default();
        }
        Self { bytes_total: AtomicU64::new(bytes_total), files_total, ..Self::default() }
    }

    /// The count of one file, whose size is part of the total if it is known.
    pub(super) fn counted(&self, size: Option<u64>) -> Counted<'_> {
        Counted { tally: self, level: 0, size, known: size.is_some() }
    }

    pub(super) fn asking(&self, host: &Arc<Host>) {
        *self.host.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(host));
    }

    pub(super) fn finished(&self) {
        self.files.fetch_add(1, Relaxed);
    }

    /// One more failed; how many that are.
    pub(super) fn failed(&self) -> usize {
        self.failed.fetch_add(1, Relaxed) + 1
    }

    fn amounts(&self) -> Amounts {
        let host = self.host.lock().unwrap_or_else(PoisonError::into_inner);
        Amounts {
            bytes: self.bytes.load(Relaxed),
            bytes_total: self.bytes_total.load(Relaxed),
            files: self.files.load(Relaxed),
            files_failed: self.failed.load(Relaxed),
            files_total: self.files_total,
            speed: 0,
            left: None,
            host: host.as_ref().map(|host| host.name().to_owned()),
        }
    }
}

/// What one file has added.
pub(super) struct Counted<'a> {
    tally: &'a Tally,
    level: u64,
    size: Option<u64>,
    /// Whether the size was known beforehand, rather than learned from a server.
    known: bool,
}

impl Counted<'_> {
    /// So many bytes of it are there now.
    pub(super) fn at(&mut self, level: u64) {
        let level = level.min(self.size.unwrap_or(level));
        if level >= self.level {
            self.tally.bytes.fetch_add(level - self.level, Relaxed);
        } else {
            self.tally.bytes.fetch_sub(self.level - level, Relaxed);
        }
        self.level = level;
    }

    /// A server says how long it is.
    pub(super) fn learn(&mut self, size: u64) {
        if self.known {
            return;
        }
        self.at(0);
        self.tally.bytes_total.fetch_add(size, Relaxed);
        self.tally.bytes_total.fetch_sub(self.size.unwrap_or_default(), Relaxed);
        self.size = Some(size);
    }

    /// It is whole.
    pub(super) fn whole(&mut self, bytes: u64) {
        self.learn(bytes);
        self.at(bytes);
    }
}

/// Turns counts into speed and time left.
pub(super) struct Meter<'a> {
    tally: &'a Tally,
    samples: VecDeque<(Instant, u64)>,
    shown: Option<Amounts>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(tally: &'a Tally) -> Self {
        Self { tally, samples: VecDeque::new(), shown: None }
    }

    /// Shows the amounts, unless they are what was shown last.
    pub(super) fn show(&mut self, now: Instant, progress: &dyn Progress) {
        let mut amounts = self.tally.amounts();
        amounts.speed = self.speed(now, self.tally.moved.load(Relaxed));
        let rest = amounts.bytes_total.saturating_sub(amounts.bytes);
        amounts.left = rest.checked_div(amounts.speed).map(Duration::from_secs);
        if self.shown.as_ref() != Some(&amounts) {
            progress.show(&amounts);
            self.shown = Some(amounts);
        }
    }

    fn speed(&mut self, now: Instant, moved: u64) -> u64 {
        self.samples.push_back((now, moved));
        while self.samples.len() > 2 && self.samples.get(1).is_some_and(|(at, _)| now - *at >= WINDOW) {
            self.samples.pop_front();
        }
        let Some((began, before)) = self.samples.front() else { return 0 };
        let millis = u64::try_from((now - *began).as_millis()).unwrap_or(u64::MAX);
        ((moved - before) * 1000).checked_div(millis).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(meter: &mut Meter<'_>, now: Instant) -> Option<Amounts> {
        let last = Mutex::new(None);
        meter.show(now, &|amounts: &Amounts| *last.lock().unwrap() = Some(amounts.clone()));
        last.into_inner().unwrap()
    }

    #[test]
    fn what_is_begun_anew_is_taken_back_and_sizes_that_are_learned_are_added() {
        let tally = Tally::new([Some(100), None].into_iter());
        let (mut known, mut unknown) = (tally.counted(Some(100)), tally.counted(None));
        known.at(60);
        known.at(0);
        known.at(101);
        unknown.learn(40);
        unknown.at(30);
        unknown.learn(50);
        unknown.whole(50);
        let amounts = tally.amounts();
        assert_eq!((amounts.bytes, amounts.bytes_total, amounts.files_total), (150, 150, 2));
    }

    #[test]
    fn speed_is_that_of_the_last_moments_and_tells_the_time_left() {
        let tally = Tally::new([Some(10_000)].into_iter());
        let (mut meter, start) = (Meter::new(&tally), Instant::now());
        assert_eq!(shown(&mut meter, start).unwrap().left, None);
        for second in 1..=10_u32 {
            // Fast at first, slow later.
            tally.moved.fetch_add(if second <= 4 { 900 } else { 100 }, Relaxed);
            shown(&mut meter, start + Duration::from_secs(u64::from(second)));
        }
        tally.counted(Some(10_000)).at(4000);
        let amounts = shown(&mut meter, start + Duration::from_secs(10)).unwrap();
        assert_eq!((amounts.speed, amounts.left), (100, Some(Duration::from_mins(1))));
    }

    #[test]
    fn what_did_not_change_is_not_shown_again() {
        let tally = Tally::new([Some(1)].into_iter());
        let (mut meter, start) = (Meter::new(&tally), Instant::now());
        assert!(shown(&mut meter, start).is_some());
        assert!(shown(&mut meter, start + Duration::from_secs(1)).is_none());
    }
}
