//! Reading an answer that should be one object, and often is a little more or less.

use serde_json::{Map, Value};

use crate::{Args, RawCall, wire};

/// The most calls of one answer.
const CALLS: usize = 128;
/// At how many braces an object is looked for.
const TRIES: usize = 16;

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

/// Reads an answer. Fences and words around the object are left out, a bare call counts as one, and words without any object
/// are what is said. The names of calls lose their decoration where a real name is below it.
pub fn parse(text: &str, names: &[String]) -> Result<Envelope, BadEnvelope> {
    let text = text.trim();
    let braces = text.match_indices('{').map(|(at, _)| at).take(TRIES);
    for at in braces {
        let (before, rest) = text.split_at(at);
        if let Some(mut envelope) = first_object(rest).and_then(|object| of_object(&object, names)) {
            let around = before.trim().trim_end_matches("```json").trim_end_matches("```").trim();
            if envelope.say.is_empty() {
                around.clone_into(&mut envelope.say);
            }
            return Ok(envelope);
        }
    }
    let inside = text.trim_start_matches("```json").trim_start_matches("```").trim_start();
    if inside.starts_with('{') && looks_meant(inside) {
        return Err(BadEnvelope);
    }
    Ok(Envelope { say: text.to_owned(), calls: Vec::new() })
}

/// Whether text that starts with a brace was meant as an envelope.
fn looks_meant(text: &str) -> bool {
    text.len() < 3
        || ["\"say\"", "\"calls\"", "\"name\"", "\"arguments\""].iter().any(|key| text.contains(key))
}

fn first_object(text: &str) -> Option<Map<String, Value>> {
    match serde_json::Deserializer::from_str(text).into_iter::<Value>().next()?.ok()? {
        Value::Object(object) => Some(object),
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

    #[test]
    fn an_object_is_read_whatever_is_around_it() {
        let whole = r#"{"say":"看一下","calls":[{"name":"list_mods","arguments":{"v":1}}]}"#;
        for text in [
            whole.to_owned(),
            format!("```json\n{whole}\n```"),
            format!("Sure {{x}}: {whole} Done."),
            format!("\n{whole}"),
        ] {
            assert_eq!(read(&text), ("看一下".to_owned(), vec!["list_mods".to_owned()]), "{text}");
        }
        let envelope = parse(whole, &names()).unwrap();
        assert_eq!(envelope.calls[0].args, Args::Object(json!({"v": 1}).as_object().unwrap().clone()));
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

    #[test]
    fn words_before_the_object_are_said_where_it_says_nothing() {
        assert_eq!(read("好的 {\"say\":\"\",\"calls\":[]}").0, "好的");
    }
}
