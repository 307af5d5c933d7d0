//! nova-archive against archives made by the zip crate, by hand, and by chance.

mod build;
mod hostile;
mod properties;
mod reading;
