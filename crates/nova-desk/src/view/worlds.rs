//! Worlds and their backups, as a page shows them.
