//! Reading one journal file, whatever state it is in.

use nova_model::Millis;

use super::{Done, FORMAT, Intent, Line};
use crate::act::Mark;

/// A journal file that could be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reading {
    pub intent: Intent,
    pub stand: Stand,
    /// When the file was last written; orders the changes of one millisecond.
    pub written: i64,
}

/// How far a change came.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stand {
    /// The intent is there; what is prepared aside may be half there, nothing else was touched unless nothing is prepared.
    Begun,
    /// Everything is prepared; any part of the acts may be done.
    Ready(Vec<Mark>),
    Done(Done),
    RolledBack(Millis),
}

/// Why a journal file cannot be used. It is kept as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    Damaged,
    Newer,
}

#[derive(serde::Deserialize)]
struct Format {
    format: u32,
}

/// Takes a journal file apart. A torn last line after a complete intent is only forgiven where nothing can have been
/// moved yet; otherwise all acts were done when the line was begun, and guessing would be worse than saying so.
pub(crate) fn parse(bytes: &[u8], written: i64) -> Result<Reading, Unread> {
    let text = std::str::from_utf8(bytes).map_err(|_| Unread::Damaged)?;
    let (first, rest) = text.split_once('\n').ok_or(Unread::Damaged)?;
    let format: Format = serde_json::from_str(first).map_err(|_| Unread::Damaged)?;
    if format.format > FORMAT {
        return Err(Unread::Newer);
    }
    let intent: Intent = serde_json::from_str(first).map_err(|_| Unread::Damaged)?;
    let stand = stand(&intent, rest)?;
    Ok(Reading { intent, stand, written })
}

fn stand(intent: &Intent, rest: &str) -> Result<Stand, Unread> {
    let mut stand = Stand::Begun;
    let mut lines = rest.split_inclusive('\n').filter(|line| !line.trim().is_empty()).peekable();
    while let Some(line) = lines.next() {
        let torn = lines.peek().is_none() && !line.ends_with('\n');
        stand = match serde_json::from_str(line) {
            Ok(Line::Ready { marks }) if stand == Stand::Begun && marks.len() == intent.staged.len() => {
                Stand::Ready(marks)
            }
            Ok(Line::Done(done)) => Stand::Done(done),
            Ok(Line::RolledBack { at }) => Stand::RolledBack(at),
            Err(_) if torn && stand == Stand::Begun && !intent.staged.is_empty() => Stand::Begun,
            Ok(Line::Ready { .. }) | Err(_) => return Err(Unread::Damaged),
        };
    }
    Ok(stand)
}
