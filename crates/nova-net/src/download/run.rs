//! A list of files, many at once. Some hands take the largest ones and the others the smallest, so that the line is full while
//! small files wait for their answers.

use std::{
    collections::{HashMap, HashSet, VecDeque, hash_map},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{
    sync::mpsc,
    task::{JoinSet, spawn_blocking},
    time::{Instant, MissedTickBehavior, interval},
};
use tokio_util::sync::CancellationToken;

use super::{
    FetchError, Fetched, Landing, Progress, Wanted,
    fetcher::Ground,
    file::FileFetch,
    tally::{Meter, Tally},
};

/// One hand in so many takes the largest files.
const HANDS_PER_LARGE: usize = 6;

/// What became of one file.
pub type Outcome = Result<Fetched, Arc<FetchError>>;

/// What became of a list of files.
#[derive(Clone, Debug)]
pub struct FetchReport {
    /// For each file that was wanted, in the same order.
    pub files: Vec<Outcome>,
}

impl FetchReport {
    /// Whether every file is there.
    pub fn is_whole(&self) -> bool {
        self.files.iter().all(Result::is_ok)
    }

    /// The places in the list of the files that failed of themselves, and why: not those that were left because of others.
    pub fn failures(&self) -> impl Iterator<Item = (usize, &FetchError)> {
        let failed =
            self.files.iter().enumerate().filter_map(|(which, file)| Some((which, file.as_ref().err()?)));
        failed
            .map(|(which, error)| (which, &**error))
            .filter(|(_, error)| !matches!(error, FetchError::Stopped | FetchError::Cancelled))
    }

    /// What to say of the whole list where it is not whole: the first failure, or that it was called off.
    pub fn error(&self) -> Option<&FetchError> {
        let first = self.failures().map(|(_, error)| error).next();
        first.or_else(|| self.files.iter().find_map(|file| file.as_ref().err()).map(|error| &**error))
    }
}

/// What the hands share.
struct Run {
    ground: Arc<Ground>,
    landing: Arc<dyn Landing>,
    wanted: Vec<Arc<Wanted>>,
    queue: Mutex<VecDeque<usize>>,
    outcomes: Mutex<Vec<Option<Outcome>>>,
    tally: Tally,
    /// Called off by the caller, or no use any more.
    stop: CancellationToken,
    hold: mpsc::Sender<()>,
}

pub(super) async fn fetch(
    ground: &Arc<Ground>,
    wanted: Vec<Wanted>,
    landing: &Arc<dyn Landing>,
    progress: &dyn Progress,
    cancel: &CancellationToken,
) -> FetchReport {
    let (hold, mut free) = mpsc::channel(1);
    let list = List::sort(wanted);
    let there = look(landing, &list).await;
    let run = Arc::new(Run {
        ground: Arc::clone(ground),
        landing: Arc::clone(landing),
        tally: Tally::new(list.queue.iter().map(|which| list.wanted[*which].size)),
        queue: Mutex::new(list.queue),
        outcomes: Mutex::new(vec![None; list.wanted.len()]),
        wanted: list.wanted,
        stop: cancel.child_token(),
        hold,
    });
    run.take_out(there);
    work(&run, progress).await;
    let mut outcomes = std::mem::take(&mut *lock(&run.outcomes));
    let untold = if cancel.is_cancelled() { FetchError::Cancelled } else { FetchError::Stopped };
    drop(run);
    // A thread that still writes holds on to the landing: it is the caller's again only afterwards.
    free.recv().await;
    for (which, of) in list.same {
        let outcome = outcomes[of].clone();
        outcomes[which] = outcome;
    }
    for which in list.clashes {
        outcomes[which] = Some(Err(Arc::new(FetchError::Clash { key: list.keys[&which].clone() })));
    }
    let untold = Arc::new(untold);
    let files = outcomes.into_iter().map(|one| one.unwrap_or_else(|| Err(Arc::clone(&untold)))).collect();
    FetchReport { files }
}

/// Which files the landing has already, of those to fetch: looked at once for all of them, since it takes a thread that may
/// block. An error stands in for the file at which it happened.
async fn look(landing: &Arc<dyn Landing>, list: &List) -> Vec<(usize, Outcome)> {
    let (landing, queue, wanted) = (Arc::clone(landing), list.queue.clone(), list.wanted.clone());
    let looking = spawn_blocking(move || {
        let there = queue.into_iter().filter_map(|which| {
            let wanted = &wanted[which];
            let bytes = wanted.size.unwrap_or_default();
            match landing.has(wanted) {
                Ok(false) => None,
                Ok(true) => Some((which, Ok(Fetched { bytes, source: None, resumed: bytes }))),
                Err(source) => {
                    let error = FetchError::Landing { key: wanted.key.clone(), source };
                    Some((which, Err(Arc::new(error))))
                }
            }
        });
        there.collect()
    });
    looking.await.unwrap_or_default()
}

async fn work(run: &Arc<Run>, progress: &dyn Progress) {
    let hands = run.ground.options.files_at_once.clamp(1, run.wanted.len().max(1));
    let mut working = JoinSet::new();
    for hand in 0..hands {
        let end = if hand % HANDS_PER_LARGE == 0 { End::Largest } else { End::Smallest };
        working.spawn(hand_work(Arc::clone(run), end));
    }
    let mut meter = Meter::new(&run.tally);
    let mut tick = interval(run.ground.options.tick);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            ended = working.join_next() => if ended.is_none() { break },
            now = tick.tick() => meter.show(now, progress),
        }
    }
    meter.show(Instant::now(), progress);
}

/// Which end of the queue a hand takes from.
#[derive(Clone, Copy)]
enum End {
    Largest,
    Smallest,
}

async fn hand_work(run: Arc<Run>, end: End) {
    while !run.stop.is_cancelled() {
        let which = {
            let mut queue = lock(&run.queue);
            match end {
                End::Largest => queue.pop_front(),
                End::Smallest => queue.pop_back(),
            }
        };
        let Some(which) = which else { return };
        let outcome = tokio::select! {
            biased;
            () = run.stop.cancelled() => return,
            outcome = run.one(which) => outcome,
        };
        run.settle(which, outcome.map_err(Arc::new));
    }
}

impl Run {
    /// Settles what needs no fetching.
    fn take_out(&self, there: Vec<(usize, Outcome)>) {
        let gone: HashSet<usize> = there.iter().map(|(which, _)| *which).collect();
        lock(&self.queue).retain(|which| !gone.contains(which));
        for (which, outcome) in there {
            if let Ok(fetched) = &outcome {
                self.tally.counted(self.wanted[which].size).whole(fetched.bytes);
            }
            self.settle(which, outcome);
        }
    }

    /// Fetches one file, or waits for who fetches the same one just now.
    async fn one(&self, which: usize) -> Result<Fetched, FetchError> {
        let wanted = &self.wanted[which];
        let passenger = self.ground.flights.join(&self.landing, &wanted.key);
        let mut landed = passenger.landed().lock().await;
        if let Some((_, fetched)) = landed.as_ref().filter(|(other, _)| other.is_same_as(wanted)) {
            self.tally.counted(wanted.size).whole(fetched.bytes);
            return Ok(fetched.clone());
        }
        let landing = Arc::clone(&self.landing);
        let file = FileFetch::new(&self.ground, Arc::clone(wanted), landing, &self.tally, self.hold.clone());
        let fetched = file.run().await?;
        *landed = Some((Arc::clone(wanted), fetched.clone()));
        Ok(fetched)
    }

    fn settle(&self, which: usize, outcome: Outcome) {
        match outcome.as_ref().map_err(|error| &**error) {
            Ok(_) => self.tally.finished(),
            Err(error) => {
                let failed = self.tally.failed();
                let hopeless = matches!(error, FetchError::Landing { .. } | FetchError::Client { .. });
                if hopeless || failed >= self.ground.options.give_up {
                    self.stop.cancel();
                }
            }
        }
        if let Some(slot) = lock(&self.outcomes).get_mut(which) {
            *slot = Some(outcome);
        }
    }
}

/// A list of files, put in order.
struct List {
    wanted: Vec<Arc<Wanted>>,
    /// Those to fetch, the largest first.
    queue: VecDeque<usize>,
    /// Those that are the same as another.
    same: Vec<(usize, usize)>,
    /// Those that are to lie where another file is to lie.
    clashes: Vec<usize>,
    keys: HashMap<usize, String>,
}

impl List {
    fn sort(wanted: Vec<Wanted>) -> Self {
        let (mut queue, mut same, mut clashes, mut keys) =
            (Vec::new(), Vec::new(), Vec::new(), HashMap::new());
        let mut seen: HashMap<&str, usize> = HashMap::with_capacity(wanted.len());
        for (which, one) in wanted.iter().enumerate() {
            match seen.entry(&one.key) {
                hash_map::Entry::Vacant(place) => {
                    place.insert(which);
                    queue.push(which);
                }
                hash_map::Entry::Occupied(first) if wanted[*first.get()].is_same_as(one) => {
                    same.push((which, *first.get()));
                }
                hash_map::Entry::Occupied(_) => {
                    clashes.push(which);
                    keys.insert(which, one.key.clone());
                }
            }
        }
        queue.sort_by_key(|which| std::cmp::Reverse(wanted[*which].size.unwrap_or_default()));
        let wanted = wanted.into_iter().map(Arc::new).collect();
        Self { wanted, queue: queue.into(), same, clashes, keys }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
