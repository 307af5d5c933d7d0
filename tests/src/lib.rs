//! Holds nothing: the scenarios are in `tests/`.
