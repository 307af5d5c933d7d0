//! The planner over its real data and a made-up world.

mod follow_up;
mod limits;
mod requests;
mod samples;
mod stage;
mod unasked;
