//! Time is passed in: no crate below the hosts reads the system clock.

/// Milliseconds since 1970-01-01T00:00:00Z.
pub type Millis = i64;

/// The present, as the host sees it. Tests pass a fixed or stepping one.
pub trait Clock: Send + Sync {
    /// Milliseconds since the Unix epoch.
    fn now(&self) -> Millis;
}
