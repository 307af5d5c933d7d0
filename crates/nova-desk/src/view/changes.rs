//! The journal and the trash area, as a page shows them.
