//! One pass over the files of a run. A line without any of the rules' words costs a look of the automaton and no more; near a
//! line with one, every line is looked at.

mod gather;
mod source;

pub(crate) use gather::{FileSeen, Hit, Run};
pub(crate) use source::scan;
