//! The planner over its real data and a made-up world.

mod follow_up;
mod hears;
mod limits;
mod pasted;
mod requests;
mod samples;
mod stage;
mod unasked;
