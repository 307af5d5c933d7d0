//! Installed versions, as a page shows them.
