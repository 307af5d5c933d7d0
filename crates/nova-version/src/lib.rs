//! Mojang's version files and the loaders' installer profiles, as facts: what has to be on the disk, and how the game is started.
//!
//! Pure: bytes in, plain values out. The operating system is a parameter ([`nova_model::Os`]), so that the plans of each are made on
//! any. Everything read here comes from outside: sizes, depths and counts are capped before anything is built from them.

mod codes;

pub use codes::CODES;
