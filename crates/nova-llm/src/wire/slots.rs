//! Calls of a stream, put together from their pieces.

use serde_json::{Map, Value};

use super::Trouble;

/// The most calls of one answer.
pub(crate) const CALLS: usize = 128;
/// The most bytes of one call's arguments, and of what else it carries.
const ARGUMENTS: usize = 256 * 1024;
/// The most bytes of a call's name.
const NAME: usize = 1024;
/// The most other fields of a call. Each of them is looked for in errors later.
const EXTRAS: usize = 32;

/// One piece of a call.
#[derive(Default)]
struct Piece {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
    extra: Map<String, Value>,
}

/// One call as far as it has come.
#[derive(Default)]
pub(crate) struct Slot {
    index: Option<u64>,
    id: String,
    pub(crate) name: String,
    pub(crate) arguments: String,
    /// Fields that belong to no part of the protocol.
    pub(crate) extra: Map<String, Value>,
    extra_bytes: usize,
    scan: Scan,
}

/// Whether a list of calls is all there is of them, or what is new.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    Whole,
    Pieces,
}

/// The calls of an answer, in the order in which they began.
#[derive(Default)]
pub(crate) struct Slots {
    slots: Vec<Slot>,
}

impl Slots {
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether the arguments of every call are a whole object.
    pub(crate) fn are_complete(&self) -> bool {
        self.slots.iter().all(|slot| !slot.name.is_empty() && slot.scan.complete())
    }

    pub(crate) fn into_inner(self) -> Vec<Slot> {
        self.slots
    }

    /// What `tool_calls` holds.
    pub(crate) fn take(&mut self, calls: &Value, extent: Extent) -> Result<(), Trouble> {
        match calls {
            Value::Array(list) => {
                list.iter().filter_map(Value::as_object).try_for_each(|one| self.add(one, extent))
            }
            Value::Object(one) => self.add(one, extent),
            _ => Ok(()),
        }
    }

    /// What the older `function_call` holds: the name and arguments of the one call.
    pub(crate) fn take_function(&mut self, function: &Value, extent: Extent) -> Result<(), Trouble> {
        let Some(function) = function.as_object() else { return Ok(()) };
        let mut piece = Piece::default();
        piece.function(function);
        self.put(piece, extent)
    }

    fn add(&mut self, one: &Map<String, Value>, extent: Extent) -> Result<(), Trouble> {
        self.put(Piece::of(one), extent)
    }

    fn put(&mut self, piece: Piece, extent: Extent) -> Result<(), Trouble> {
        let at = match extent {
            Extent::Whole => None,
            Extent::Pieces => self.place(&piece),
        };
        let Some(slot) = at.and_then(|at| self.slots.get_mut(at)) else {
            return self.open(piece);
        };
        slot.join(piece)
    }

    fn open(&mut self, piece: Piece) -> Result<(), Trouble> {
        if self.slots.len() >= CALLS {
            return Err(Trouble::TooLarge);
        }
        let mut slot = Slot { index: piece.index, ..Slot::default() };
        slot.join(piece)?;
        self.slots.push(slot);
        Ok(())
    }

    /// The slot that a piece goes on with; none where it begins a call.
    fn place(&self, piece: &Piece) -> Option<usize> {
        let last = self.slots.len().checked_sub(1);
        let at = if piece.index.is_some() {
            self.slots.iter().rposition(|slot| slot.index == piece.index)
        } else if piece.id.is_empty() {
            last
        } else {
            let known = self.slots.iter().rposition(|slot| slot.id == piece.id);
            known.or_else(|| last.filter(|_| piece.name.is_empty() && self.unfinished()))
        };
        at.filter(|at| self.slots.get(*at).is_some_and(|slot| !slot.is_over_before(piece)))
    }

    fn unfinished(&self) -> bool {
        self.slots.last().is_some_and(|slot| !slot.scan.complete())
    }
}

impl Slot {
    /// Whether a piece begins another call although its place is this one's.
    fn is_over_before(&self, piece: &Piece) -> bool {
        if piece.name.is_empty() || self.name.is_empty() {
            return false;
        }
        let complete = self.scan.complete();
        let other_id = !piece.id.is_empty() && !self.id.is_empty() && piece.id != self.id;
        if piece.name != self.name {
            return complete || self.arguments.is_empty();
        }
        let another_whole = piece.index.is_none() && piece.id.is_empty() && piece.is_whole();
        complete && (other_id || another_whole)
    }

    /// Empties never overwrite; name and id are what came first.
    fn join(&mut self, piece: Piece) -> Result<(), Trouble> {
        if self.id.is_empty() {
            self.id = piece.id;
        }
        if self.name.is_empty() {
            self.name = piece.name;
        }
        let arguments = self.arguments.len().saturating_add(piece.arguments.len());
        if arguments > ARGUMENTS || self.id.len() > ARGUMENTS || self.name.len() > NAME {
            return Err(Trouble::TooLarge);
        }
        self.scan.push(&piece.arguments);
        self.arguments.push_str(&piece.arguments);
        self.join_extra(piece.extra)
    }

    fn join_extra(&mut self, extra: Map<String, Value>) -> Result<(), Trouble> {
        if extra.is_empty() {
            return Ok(());
        }
        self.extra_bytes =
            self.extra_bytes.saturating_add(serde_json::to_string(&extra).map_or(0, |text| text.len()));
        if self.extra_bytes > ARGUMENTS {
            return Err(Trouble::TooLarge);
        }
        self.extra.extend(extra);
        if self.extra.len() > EXTRAS { Err(Trouble::TooLarge) } else { Ok(()) }
    }
}

impl Piece {
    fn of(one: &Map<String, Value>) -> Self {
        let mut piece = Self::default();
        for (key, value) in one {
            match (key.as_str(), value) {
                ("index", index) => piece.index = whole(index),
                ("id", id) => piece.id = word(id),
                ("function", Value::Object(function)) => piece.function(function),
                ("type" | "function", _) | (_, Value::Null) => {}
                _ => drop(piece.extra.insert(key.clone(), value.clone())),
            }
        }
        piece
    }

    fn function(&mut self, function: &Map<String, Value>) {
        self.name = function.get("name").map(word).unwrap_or_default();
        self.arguments = match function.get("arguments") {
            Some(Value::String(text)) => text.clone(),
            None | Some(Value::Null) => String::new(),
            Some(other) => other.to_string(),
        };
    }

    fn is_whole(&self) -> bool {
        let mut scan = Scan::default();
        scan.push(&self.arguments);
        scan.complete()
    }
}

fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Follows the braces of arguments as they come, so that knowing whether they are complete costs nothing.
#[derive(Default)]
struct Scan {
    depth: usize,
    started: bool,
    in_text: bool,
    escaped: bool,
}

impl Scan {
    fn push(&mut self, piece: &str) {
        for byte in piece.bytes() {
            self.step(byte);
        }
    }

    fn step(&mut self, byte: u8) {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_text => self.escaped = true,
            b'"' => self.in_text = !self.in_text,
            _ if self.in_text => {}
            b'{' | b'[' => {
                self.started = true;
                self.depth += 1;
            }
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    fn complete(&self) -> bool {
        self.started && self.depth == 0 && !self.in_text
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn joined(pieces: &[Value]) -> Vec<(String, String)> {
        let mut slots = Slots::default();
        for piece in pieces {
            slots.take(&json!([piece]), Extent::Pieces).unwrap();
        }
        slots.into_inner().into_iter().map(|slot| (slot.name, slot.arguments)).collect()
    }

    fn call(name: &str, arguments: &str) -> (String, String) {
        (name.to_owned(), arguments.to_owned())
    }

    #[test]
    fn an_id_that_changes_does_not_open_a_call_without_a_name() {
        let pieces = [
            json!({"id": "a", "function": {"name": "list_mods", "arguments": "{\"v\":"}}),
            json!({"id": "b", "function": {"arguments": "1}"}}),
        ];
        assert_eq!(joined(&pieces), [call("list_mods", "{\"v\":1}")]);
    }

    #[test]
    fn another_name_opens_a_call_even_where_id_and_index_are_the_same() {
        let one = |name: &str| json!({"index": 0, "id": "a", "function": {"name": name, "arguments": "{}"}});
        assert_eq!(joined(&[one("a"), one("b")]), [call("a", "{}"), call("b", "{}")]);
        let bare = |name: &str| json!({"function": {"name": name, "arguments": ""}});
        assert_eq!(joined(&[bare("a"), bare("b")]), [call("a", ""), call("b", "")]);
    }

    #[test]
    fn whole_calls_without_index_and_id_are_apart() {
        let one = |version: &str| json!({"function": {"name": "a", "arguments": {"v": version}}});
        assert_eq!(joined(&[one("1"), one("2")]).len(), 2);
        assert_eq!(joined(&[one("1"), one("1"), one("1")]).len(), 3);
    }

    #[test]
    fn two_calls_in_turns_stay_apart() {
        let piece = |index: u64, text: &str| json!({"index": index, "function": {"arguments": text}});
        let start = |index: u64, name: &str| json!({"index": index, "id": name, "function": {"name": name}});
        let pieces =
            [start(0, "a"), start(1, "b"), piece(0, "{\"x\""), piece(1, "{"), piece(0, ":1}"), piece(1, "}")];
        assert_eq!(joined(&pieces), [call("a", "{\"x\":1}"), call("b", "{}")]);
    }

    #[test]
    fn a_brace_in_a_text_does_not_end_arguments() {
        let mut scan = Scan::default();
        scan.push(r#"{"a":"}\""#);
        assert!(!scan.complete());
        scan.push(r#"}"}"#);
        assert!(scan.complete());
    }

    #[test]
    fn too_many_calls_and_too_much_of_one_stop_it() {
        let mut slots = Slots::default();
        let one = json!({"function": {"name": "a", "arguments": "{}"}});
        let many = Value::Array(vec![one; CALLS + 1]);
        assert!(matches!(slots.take(&many, Extent::Whole), Err(Trouble::TooLarge)));
        let fields: Map<String, Value> = (0..=EXTRAS).map(|at| (at.to_string(), json!(1))).collect();
        for long in [
            json!({"index": 0, "function": {"name": "a", "arguments": "x".repeat(ARGUMENTS + 1)}}),
            json!({"index": 0, "function": {"name": "x".repeat(NAME + 1), "arguments": "{}"}}),
            json!({"index": 0, "id": "x".repeat(ARGUMENTS + 1), "function": {"name": "a"}}),
            Value::Object(fields),
        ] {
            let taken = Slots::default().take(&json!([long]), Extent::Pieces);
            assert!(matches!(taken, Err(Trouble::TooLarge)));
        }
    }
}
