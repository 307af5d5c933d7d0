//! Bytes to facts: mod metadata, NBT, options, conflicts. Pure: readers come in, facts and problems go out, never a panic.

pub mod draft;
