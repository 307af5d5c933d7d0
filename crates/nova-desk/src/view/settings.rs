//! Settings: folders, model, trust, limits, look, as a page shows them.
