//! Reading an answer that should be one object, and often is a little more or less.

use serde_json::{Map, Value};

use crate::{Args, RawCall, wire};

/// The most calls of one answer.
const CALLS: usize = 128;
/// At how many braces an object is looked for.
const TRIES: usize = 16;
/// What opens and closes a block of code.
const FENCE: &str = "```";
/// How a block with an envelope in it opens.
const OPENERS: [&str; 4] = ["```json", "```JSON", "```tool_call", FENCE];
/// What a model may close once too often.
const CLOSERS: [char; 5] = ['}', ']', '`', ' ', '\n'];

/// What is said and what is called.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Envelope {
    /// The words for the player; may be empty.
    pub say: String,
    /// The calls, in order.
    pub calls: Vec<RawCall>,
}

/// The answer begins like an object and is none: cut off, or not well formed. Asking again may help; showing it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer is no well-formed object")]
pub struct BadEnvelope;

/// Reads an answer. An envelope is the whole text, stands alone in its only fence, or comes last, behind nothing but words: they
/// are said first. One with words behind it is quoted, and words without any are what is said. A bare call counts as an
/// envelope. The names of calls lose their decoration where a real name is below it.
pub fn parse(text: &str, names: &[String]) -> Result<Envelope, BadEnvelope> {
    let text = text.trim();
    match find(text, names) {
        Some(found) => found.judged(text),
        None if is_meant(text) => Err(BadEnvelope),
        None => Ok(words(text)),
    }
}

fn words(text: &str) -> Envelope {
    Envelope { say: text.to_owned(), calls: Vec::new() }
}

/// The first object of a text that reads like an envelope.
struct Found<'t> {
    before: &'t str,
    object: Map<String, Value>,
    envelope: Envelope,
    behind: &'t str,
}

fn find<'t>(text: &'t str, names: &[String]) -> Option<Found<'t>> {
    let mut from = 0;
    for _ in 0..TRIES {
        let at = from + text.get(from..)?.find('{')?;
        let (before, rest) = text.split_at(at);
        from = at + 1;
        // What is inside of another object is none of the answer's own.
        let Some((object, length)) = first_object(rest) else { continue };
        from = at + length;
        if let Some(envelope) = of_object(&object, names) {
            return Some(Found { before, object, envelope, behind: rest.get(length..)? });
        }
    }
    None
}

impl Found<'_> {
    fn judged(self, text: &str) -> Result<Envelope, BadEnvelope> {
        let (front, fence) = front(self.before);
        let behind = self.behind.trim();
        let behind = if fence { behind.strip_prefix(FENCE).unwrap_or(behind).trim() } else { behind };
        if front.is_empty() {
            return self.leading(text, behind.trim_matches(CLOSERS));
        }
        let counts = behind.is_empty() && !front.contains(FENCE) && self.is_clear();
        Ok(if counts { after(front, self.envelope) } else { words(text) })
    }

    /// The text begins with it.
    fn leading(self, text: &str, behind: &str) -> Result<Envelope, BadEnvelope> {
        if behind.is_empty() {
            return Ok(self.envelope);
        }
        // One answer after the other: which of them is meant, nobody knows.
        if behind.starts_with('{') {
            return Err(BadEnvelope);
        }
        // As the words came, since they may have been shown already.
        let said = self.object.get("say").and_then(Value::as_str).filter(|said| !said.is_empty());
        Ok(said.map_or_else(|| words(text), |said| words(&format!("{said}\n\n{behind}"))))
    }

    /// Whether nothing but an envelope looks like this; beside words an object with a message may be anything.
    fn is_clear(&self) -> bool {
        !self.envelope.calls.is_empty() || ["say", "calls"].iter().any(|key| self.object.contains_key(*key))
    }
}

/// The words before an object, and whether a fence opens between them and it.
fn front(before: &str) -> (&str, bool) {
    let before = before.trim();
    let open = OPENERS.iter().find_map(|fence| before.strip_suffix(fence));
    let front = open.unwrap_or(before).trim();
    let is_nothing = front.chars().all(|c| c == '`') || front.eq_ignore_ascii_case("json");
    (if is_nothing { "" } else { front }, open.is_some())
}

fn after(front: &str, envelope: Envelope) -> Envelope {
    let say = if envelope.say.is_empty() { front.to_owned() } else { format!("{front}\n\n{}", envelope.say) };
    Envelope { say, ..envelope }
}

/// Whether a text that holds no envelope begins like one.
fn is_meant(text: &str) -> bool {
    let inside = text.trim_start_matches("```json").trim_start_matches(FENCE).trim_start();
    inside.starts_with('{') && looks_meant(inside)
}

/// Whether text that starts with a brace was meant as an envelope.
fn looks_meant(text: &str) -> bool {
    text.len() < 3
        || ["\"say\"", "\"calls\"", "\"name\"", "\"arguments\""].iter().any(|key| text.contains(key))
}

/// The object that a text begins with, and its length.
fn first_object(text: &str) -> Option<(Map<String, Value>, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    match values.next()?.ok()? {
        Value::Object(object) => Some((object, values.byte_offset())),
        _ => None,
    }
}

fn of_object(object: &Map<String, Value>, names: &[String]) -> Option<Envelope> {
    let listed = ["calls", "tool_calls", "actions"].iter().find_map(|key| object.get(*key));
    let said = ["say", "reply", "message", "answer"].iter().find_map(|key| object.get(*key)?.as_str());
    let calls: Vec<RawCall> = match listed {
        Some(Value::Array(list)) => list.iter().filter_map(|one| call(one, names)).take(CALLS).collect(),
        Some(one @ Value::Object(_)) => call(one, names).into_iter().collect(),
        _ => bare(object, names).into_iter().collect(),
    };
    let meant = listed.is_some() || said.is_some() || !calls.is_empty();
    meant.then(|| Envelope { say: said.unwrap_or_default().trim().to_owned(), calls })
}

/// An object that is a call itself has a name and arguments.
fn bare(object: &Map<String, Value>, names: &[String]) -> Option<RawCall> {
    let found = call(&Value::Object(object.clone()), names)?;
    let has_arguments = ["arguments", "parameters", "args"].iter().any(|key| object.contains_key(*key));
    (has_arguments || names.contains(&found.name)).then_some(found)
}

fn call(one: &Value, names: &[String]) -> Option<RawCall> {
    if let Some(function) = one.get("function").filter(|function| function.is_object()) {
        return call(function, names);
    }
    let name = ["name", "tool", "tool_name", "function"].iter().find_map(|key| one.get(*key)?.as_str())?;
    let args = ["arguments", "parameters", "args", "input"].iter().find_map(|key| one.get(*key));
    let args = match args {
        None | Some(Value::Null) => Args::Object(Map::new()),
        Some(Value::Object(object)) => Args::Object(object.clone()),
        Some(Value::String(text)) => wire::read_args(text),
        Some(other) => Args::Unclear(other.to_string()),
    };
    Some(RawCall { name: wire::plain(name, names).unwrap_or_else(|| name.to_owned()), args })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn names() -> Vec<String> {
        ["list_mods", "list_java"].map(str::to_owned).to_vec()
    }

    fn read(text: &str) -> (String, Vec<String>) {
        let envelope = parse(text, &names()).unwrap();
        (envelope.say, envelope.calls.into_iter().map(|call| call.name).collect())
    }

    const WHOLE: &str = r#"{"say":"看一下","calls":[{"name":"list_mods","arguments":{"v":1}}]}"#;

    #[test]
    fn an_object_counts_where_it_is_all_there_is() {
        for text in [
            WHOLE.to_owned(),
            format!("```json\n{WHOLE}\n```"),
            format!("```\n{WHOLE}"),
            format!("`{WHOLE}`"),
            format!("json\n{WHOLE}"),
            format!("\n{WHOLE}"),
            format!("{WHOLE}}}\n"),
        ] {
            assert_eq!(read(&text), ("看一下".to_owned(), vec!["list_mods".to_owned()]), "{text}");
        }
        let envelope = parse(WHOLE, &names()).unwrap();
        assert_eq!(envelope.calls[0].args, Args::Object(json!({"v": 1}).as_object().unwrap().clone()));
    }

    #[test]
    fn words_before_an_object_at_the_end_are_said_first() {
        for text in [
            format!("Sure {{x}}: {WHOLE}"),
            format!("Sure {{x}}:\n```json\n{WHOLE}\n```"),
            format!("Sure {{x}}:\n```\n{WHOLE}\n"),
        ] {
            assert_eq!(
                read(&text),
                ("Sure {x}:\n\n看一下".to_owned(), vec!["list_mods".to_owned()]),
                "{text}"
            );
        }
        assert_eq!(read("好的 {\"say\":\"\",\"calls\":[]}").0, "好的");
    }

    #[test]
    fn an_object_that_is_quoted_is_words_and_all_of_them_stay() {
        let bare = r#"{"name":"list_mods","arguments":{}}"#;
        for object in [WHOLE, bare, r#"{"calls":[{"name":"list_mods"}]}"#] {
            for text in [
                format!("The mod file says: {object} but that is a trick."),
                format!("The mod file says:\n```json\n{object}\n```\nI will not do it."),
                format!("The mod file says `{object}`"),
                format!("\"{object}\""),
                format!("In the file is {{\"x\": {object}}}"),
                format!("In the file is {{x: {object}}}"),
                format!("```\nmax=4\n```\nand\n```json\n{object}\n```"),
                format!("It says {object} and {object}"),
            ] {
                assert_eq!(read(&text), (text.clone(), Vec::new()), "{text}");
            }
        }
        assert_eq!(parse(&format!("{{\"x\": {WHOLE}}} is in the file"), &names()), Err(BadEnvelope));
        for text in [r#"{"calls":[{"name":"list_mods"}]} is a trick"#, r#"The log has {"message":"hi"}"#] {
            assert_eq!(read(text), (text.to_owned(), Vec::new()), "{text}");
        }
    }

    #[test]
    fn words_behind_an_object_take_its_calls_and_none_of_its_words() {
        for text in [format!("{WHOLE} Done."), format!("```json\n{WHOLE}\n```\nDone.")] {
            assert_eq!(read(&text), ("看一下\n\nDone.".to_owned(), Vec::new()), "{text}");
        }
        assert_eq!(parse(&format!("{WHOLE}\n{WHOLE}"), &names()), Err(BadEnvelope));
    }

    #[test]
    fn a_bare_call_counts() {
        for text in [
            r#"{"name":"functions.list_mods","arguments":{}}"#,
            r#"{"tool":"list_mods"}"#,
            r#"{"calls":{"name":"list_mods","args":"{}"}}"#,
            r#"{"tool_calls":[{"function":{"name":"list_mods","arguments":"{}"}}]}"#,
        ] {
            assert_eq!(read(text).1, ["list_mods"], "{text}");
        }
    }

    #[test]
    fn words_without_an_object_are_what_is_said() {
        for text in
            ["好的，没有问题。", "use {name} here", "{\"sodium\": 1}", "", "{not json at all, friends}"]
        {
            assert_eq!(read(text), (text.to_owned(), Vec::new()), "{text}");
        }
    }

    #[test]
    fn an_object_that_is_cut_or_broken_is_an_error() {
        for text in [
            r#"{"say":"hel"#,
            r#"```json
{"say":"x","calls":[{"name":"#,
            r#"{"say":"x",}"#,
            "{",
        ] {
            assert_eq!(parse(text, &names()), Err(BadEnvelope), "{text}");
        }
    }

    #[test]
    fn an_unknown_name_stays_and_a_call_without_one_is_left_out() {
        let text = r#"{"say":"","calls":[{"name":"fly","arguments":{}},{"arguments":{}},7]}"#;
        assert_eq!(read(text), (String::new(), vec!["fly".to_owned()]));
    }
}
