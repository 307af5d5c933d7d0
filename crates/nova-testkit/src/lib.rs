//! Builders for game roots, jars, worlds and logs.
