//! Sets a text value at the top of a JSON object and leaves every other byte as it is, so that the files of other
//! launchers keep their order and layout.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::read::{ReadFault, object, text};

/// The file with some top-level texts replaced: `(key, old, new)`, each only where the value is `old`.
pub(super) fn replaced(bytes: &[u8], changes: &[(&str, &str, &str)]) -> Result<Vec<u8>, ReadFault> {
    let before = object(bytes)?;
    let due: Vec<_> =
        changes.iter().filter(|(key, old, _)| text(&before, key) == Some(*old)).copied().collect();
    let edited = due.iter().fold(bytes.to_vec(), |bytes, (key, _, new)| spliced(&bytes, key, new));
    let wanted = wanted(before, &due);
    if object(&edited).is_ok_and(|after| after == wanted) {
        return Ok(edited);
    }
    let mut fresh = serde_json::to_vec_pretty(&wanted).unwrap_or_default();
    fresh.push(b'\n');
    Ok(fresh)
}

/// An object with one more text at its beginning. What is no object stays as it is.
pub(super) fn with_text(bytes: &[u8], key: &str, value: &str) -> Vec<u8> {
    let start = bytes.iter().position(|byte| *byte == b'{').map_or(0, |at| at + 1);
    let Some((head, rest)) = bytes.split_at_checked(start) else { return bytes.to_vec() };
    let member = format!("\n  {}: {},", Value::from(key), Value::from(value));
    let result = [head, member.as_bytes(), rest].concat();
    if object(&result).is_ok() { result } else { bytes.to_vec() }
}

fn wanted(mut map: Map<String, Value>, due: &[(&str, &str, &str)]) -> Map<String, Value> {
    for (key, _, new) in due {
        map.insert((*key).to_owned(), Value::from(*new));
    }
    map
}

/// The bytes with every top-level value of a key replaced.
fn spliced(bytes: &[u8], key: &str, new: &str) -> Vec<u8> {
    let quoted = Value::from(new).to_string();
    let mut result = bytes.to_vec();
    for span in values(bytes, key).into_iter().rev() {
        result.splice(span, quoted.bytes());
    }
    result
}

/// Where the texts are that are values of a top-level key, with their quotes.
fn values(bytes: &[u8], key: &str) -> Vec<Range<usize>> {
    let quoted = Value::from(key).to_string();
    let mut found = Vec::new();
    let (mut depth, mut at) = (0usize, 0usize);
    let mut last: Option<Range<usize>> = None;
    let mut due = false;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let span = at..string_end(bytes, at);
                if due {
                    found.push(span.clone());
                    due = false;
                }
                at = span.end;
                last = Some(span);
                continue;
            }
            b'{' | b'[' => (depth, due) = (depth.saturating_add(1), false),
            b'}' | b']' => depth = depth.saturating_sub(1),
            b':' if depth == 1 => {
                let name = last.take().and_then(|span| bytes.get(span));
                due = name == Some(quoted.as_bytes());
            }
            b',' => due = false,
            _ => {}
        }
        at += 1;
    }
    found
}

/// The place after the closing quote of the text that starts here.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut escaped = false;
    for (at, byte) in bytes.iter().enumerate().skip(start + 1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn edit(before: &str, changes: &[(&str, &str, &str)]) -> String {
        String::from_utf8(replaced(before.as_bytes(), changes).unwrap()).unwrap()
    }

    #[test]
    fn everything_else_stays_byte_for_byte() {
        let before =
            "{\n\t\"z\": {\"id\": \"a\"},  \"id\" : \"a\",\"list\":[\"id\", \"a\", {\"id\":\"a\"}] }";
        let after =
            "{\n\t\"z\": {\"id\": \"a\"},  \"id\" : \"新\",\"list\":[\"id\", \"a\", {\"id\":\"a\"}] }";
        assert_eq!(edit(before, &[("id", "a", "新")]), after);
    }

    #[test]
    fn a_value_that_is_another_one_is_left_alone() {
        assert_eq!(edit(r#"{"id":"b"}"#, &[("id", "a", "c")]), r#"{"id":"b"}"#);
        assert_eq!(edit(r#"{"id":7,"x":"id"}"#, &[("id", "a", "c")]), r#"{"id":7,"x":"id"}"#);
    }

    #[test]
    fn one_more_text_goes_to_the_beginning() {
        let after = with_text(b"{\"id\": \"a\"}", "clientVersion", "1.20.1");
        assert_eq!(
            object(&after).unwrap(),
            *json!({"id": "a", "clientVersion": "1.20.1"}).as_object().unwrap()
        );
        assert_eq!(with_text(b"{}", "a", "b"), b"{}");
    }

    #[test]
    fn odd_spellings_are_written_anew_rather_than_missed() {
        let after = edit(r#"{"\u0069d":"a","n":1}"#, &[("id", "a", "c")]);
        assert_eq!(serde_json::from_str::<Value>(&after).unwrap(), json!({"id": "c", "n": 1}));
    }

    proptest! {
        #[test]
        fn the_result_is_the_object_with_the_values_set(
            other in "\\PC{0,12}", old in "\\PC{0,12}", new in "\\PC{0,12}", pretty: bool,
        ) {
            let before = json!({"id": old, "inheritsFrom": other, "deep": {"id": old, "l": [old, {"id": other}]}, (other.clone()): 1});
            let text = if pretty { serde_json::to_vec_pretty(&before) } else { serde_json::to_vec(&before) }.unwrap();
            let Value::Object(mut expected) = before else { panic!() };
            if expected.get("id") == Some(&Value::from(old.as_str())) {
                expected.insert("id".into(), Value::from(new.as_str()));
            }
            let after = replaced(&text, &[("id", &old, &new)]).unwrap();
            prop_assert_eq!(object(&after).unwrap(), expected);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = replaced(&bytes, &[("id", "a", "b")]);
            let _ = spliced(&bytes, "id", "b");
        }
    }
}
