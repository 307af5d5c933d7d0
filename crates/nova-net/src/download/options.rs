//! How downloads behave: how many at once, how patiently, and through what.

use std::time::Duration;

use crate::{Proxy, Rewrites};

/// How downloads behave. The defaults suit a player's line; tests make the times short.
#[derive(Clone, Debug)]
pub struct FetchOptions {
    /// Where requests go through.
    pub proxy: Proxy,
    /// Which hosts are asked elsewhere.
    pub rewrites: Rewrites,
    /// Which source of a file is asked first.
    pub choose: Choose,
    /// How many files are fetched at once.
    pub files_at_once: usize,
    /// How many requests one host gets at once.
    pub per_host: usize,
    /// Hosts that get fewer or more.
    pub hosts: Vec<(String, usize)>,
    /// What is waited for.
    pub times: Times,
    /// When a source is tried again, and when a host is left alone.
    pub tries: Tries,
    /// From which size on a file is gone on with after a break, rather than begun anew.
    pub resume_from: u64,
    /// After how many failed files nothing new is begun: what all have in common fails the rest too.
    pub give_up: usize,
    /// How often progress is shown.
    pub tick: Duration,
}

/// Which source of a file is asked first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choose {
    /// In the order in which they are given.
    #[default]
    AsGiven,
    /// The one whose host was fastest so far; those that were not asked yet come first.
    Fastest,
}

/// What is waited for, and how long.
#[derive(Clone, Debug)]
pub struct Times {
    /// A connection.
    pub connect: Duration,
    /// The head of an answer, the connection included.
    pub answer: Duration,
    /// The next bytes of a body.
    pub silence: Duration,
    /// Both of these at most, and half of the next, while another source has not been asked yet: a server that hangs costs a moment,
    /// not minutes.
    pub elsewhere: Duration,
    /// Over how long the speed of a body is judged.
    pub window: Duration,
    /// Bytes a second that the whole line must carry, shared by the files that come at the same time. A line that is slower
    /// cannot install a game; a server that is slower is a drip.
    pub slowest: u64,
    /// The longest `Retry-After` that is followed; a server that wants more is told of.
    pub patience: Duration,
}

/// When a source is tried again, and when a host is left alone.
#[derive(Clone, Debug)]
pub struct Tries {
    /// How often one source is asked for a file. A try that brought the file on is not counted.
    pub per_source: u32,
    /// The wait before the second try, at most; it doubles with each, and chance takes some of it away.
    pub backoff: Duration,
    /// The longest such wait.
    pub longest_backoff: Duration,
    /// After how many failures in a row a host rests.
    pub host_failures: u32,
    /// Its first rest; it doubles with each.
    pub rest: Duration,
    /// After how many rests in a row files that only this host has are given up, until its last rest is over.
    pub rests: u32,
}

impl Default for FetchOptions {
    fn default() -> Self {
        Self {
            proxy: Proxy::System,
            rewrites: Rewrites::default(),
            choose: Choose::AsGiven,
            files_at_once: 48,
            per_host: 48,
            hosts: vec![(crate::sources::BMCLAPI_HOST.to_owned(), 16)],
            times: Times::default(),
            tries: Tries::default(),
            resume_from: 1024 * 1024,
            give_up: 16,
            tick: Duration::from_millis(200),
        }
    }
}

impl Default for Times {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            silence: Duration::from_secs(30),
            elsewhere: Duration::from_secs(10),
            window: Duration::from_mins(1),
            slowest: 4096,
            patience: Duration::from_mins(1),
        }
    }
}

impl Default for Tries {
    fn default() -> Self {
        Self {
            per_source: 4,
            backoff: Duration::from_millis(500),
            longest_backoff: Duration::from_secs(15),
            host_failures: 8,
            rest: Duration::from_secs(2),
            rests: 3,
        }
    }
}
