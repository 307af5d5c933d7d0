//! The bridge over real loopback HTTP, spoken byte by byte: who is let in, which files leave, how answers stream.

mod calls;
mod files;
mod gate;
mod rig;
mod shell;
