//! The mods of a version, as a page shows them.
