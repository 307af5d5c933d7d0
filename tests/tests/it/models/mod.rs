//! Models end to end: the real binary asks a scripted server over real HTTP.

mod gullible;
mod job;
mod rig;
