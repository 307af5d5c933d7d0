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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// An intent with this many prepared things.
    fn intent(staged: usize) -> String {
        let intent = json!({
            "format": FORMAT, "id": "c-12345678", "root": "/game", "origin": {"tool": "x"}, "at": 5, "tie": 0,
            "steps": [], "made": [], "acts": [], "staged": vec!["/game/.part"; staged],
        });
        format!("{intent}\n")
    }

    const READY: &str = "{\"ready\":{\"marks\":[{\"kind\":\"file\",\"inode\":1,\"size\":2,\"mtime\":3}]}}\n";
    const DONE: &str = "{\"done\":{\"at\":6,\"after\":[]}}\n";

    fn stand_of(text: &str) -> Result<Stand, Unread> {
        parse(text.as_bytes(), 0).map(|reading| reading.stand)
    }

    #[test]
    fn each_line_is_a_stage() {
        assert_eq!(stand_of(&intent(0)), Ok(Stand::Begun));
        assert!(matches!(stand_of(&(intent(1) + READY)), Ok(Stand::Ready(marks)) if marks.len() == 1));
        assert!(matches!(stand_of(&(intent(1) + READY + DONE)), Ok(Stand::Done(_))));
        let back = intent(0) + "{\"rolled_back\":{\"at\":7}}\n";
        assert_eq!(stand_of(&back), Ok(Stand::RolledBack(7)));
    }

    #[test]
    fn a_torn_line_is_only_forgiven_where_nothing_was_moved_yet() {
        for end in 1..READY.len() - 1 {
            assert_eq!(stand_of(&(intent(1) + &READY[..end])), Ok(Stand::Begun), "{end}");
        }
        for end in 1..DONE.len() - 1 {
            assert_eq!(stand_of(&(intent(0) + &DONE[..end])), Err(Unread::Damaged), "{end}");
            assert_eq!(stand_of(&(intent(1) + READY + &DONE[..end])), Err(Unread::Damaged), "{end}");
        }
    }

    #[test]
    fn other_line_ends_and_empty_lines_do_not_matter() {
        let text = (intent(0) + DONE).replace('\n', "\r\n") + "\r\n\r\n";
        assert!(matches!(stand_of(&text), Ok(Stand::Done(_))));
    }

    #[test]
    fn a_newer_format_is_not_taken_for_damage() {
        let newer = "{\"format\": 99, \"all\": \"different\"}\n";
        assert_eq!(stand_of(newer), Err(Unread::Newer));
    }

    #[test]
    fn what_does_not_fit_the_intent_is_damage() {
        assert_eq!(stand_of(&(intent(2) + READY)), Err(Unread::Damaged));
        assert_eq!(stand_of(&(intent(1) + READY + READY)), Err(Unread::Damaged));
        assert_eq!(stand_of(&(intent(0) + "{\"unknown\":1}\n" + DONE)), Err(Unread::Damaged));
        assert_eq!(stand_of("[]\n"), Err(Unread::Damaged));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = parse(&bytes, 0);
        }

        #[test]
        fn a_flipped_byte_is_never_taken_for_a_stop(at in any::<prop::sample::Index>(), bit in 0..8_u8) {
            let mut bytes = (intent(0) + DONE).into_bytes();
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            if let Ok(reading) = parse(&bytes, 0) {
                prop_assert!(matches!(reading.stand, Stand::Done(_)), "{:?}", String::from_utf8_lossy(&bytes));
            }
        }
    }
}
