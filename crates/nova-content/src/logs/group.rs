//! Lines to groups.
