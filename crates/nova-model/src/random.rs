//! Randomness is passed in, like the clock, so that tests can repeat a run.

/// A source of random bytes, lent by the host. Tests pass a counting or seeded one.
pub trait Random: Send + Sync {
    /// Fills the buffer with unpredictable bytes.
    fn fill(&self, buffer: &mut [u8]);
}
