//! Models end to end: the real binary asks a scripted server over real HTTP.

mod job;
mod rig;
