//! Models end to end: the real binary asks a scripted server over real HTTP.

mod fall;
mod gullible;
mod invent;
mod job;
mod kept;
mod limits;
mod rig;
mod secrets;
mod trust;
