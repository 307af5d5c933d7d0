//! What goes wrong on the way, by rule.

use std::time::Duration;

/// One kind of trouble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Another status, with a short body.
    Status(u16),
    /// 429 or 503 with `Retry-After` in seconds.
    RetryAfter {
        /// The status.
        status: u16,
        /// The seconds.
        seconds: u64,
    },
    /// The connection is closed after so many bytes of the body; the length promised all of it.
    Cut(usize),
    /// Nothing comes any more after so many bytes of the body; the connection stays open.
    Stall(usize),
    /// A body that ends early and says so: a shorter length, no error.
    Short(usize),
    /// The right answer, which says that no more may be asked for so many seconds (`X-Ratelimit-*`).
    UsedUp(u64),
    /// A body of this text, as JSON.
    Json(String),
    /// One byte in the middle is another one.
    WrongByte,
    /// So many bytes in a second.
    Slow(u32),
    /// A wait before the first byte.
    Late(Duration),
    /// A digest that is none of anything here, whole and well-formed.
    Digest,
    /// A page for people with status 200, as a captive portal sends it.
    Page,
    /// 302 to another address.
    Redirect(String),
    /// The connection is closed without an answer.
    Refuse,
    /// The whole file with 200 where a range was asked for.
    IgnoreRange,
}

/// When it happens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Rule {
    pub(crate) on: String,
    pub(crate) fault: Fault,
    pub(crate) skip: u32,
    pub(crate) times: Option<u32>,
}

impl Rule {
    /// A fault for every request whose address (`host/path`, no scheme) holds this text.
    pub fn on(address: &str, fault: Fault) -> Self {
        Self { on: address.to_owned(), fault, skip: 0, times: None }
    }

    /// So often at most.
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// Only after so many requests that it would have fitted.
    pub fn after(mut self, requests: u32) -> Self {
        self.skip = requests;
        self
    }

    /// Whether it strikes now.
    pub(crate) fn strikes(&mut self, address: &str) -> bool {
        if !address.contains(&self.on) {
            return false;
        }
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        match &mut self.times {
            None => true,
            Some(0) => false,
            Some(times) => {
                *times -= 1;
                true
            }
        }
    }
}
