//! Bytes of a log to text.
