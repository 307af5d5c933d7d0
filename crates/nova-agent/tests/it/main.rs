//! The turn loop and the checklist, with a scripted brain and tools over a made-up disk.

#[cfg(test)]
mod chain;
#[cfg(test)]
mod checklist;
#[cfg(test)]
mod gate;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod stop;
#[cfg(test)]
mod things;
#[cfg(test)]
mod turns;
