//! A request as bytes. The same messages give the same bytes, and one more message only adds to them: what does not change stands
//! first, the messages last, so that a server's cache of the start of a prompt is of use.

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value};

use crate::{Habits, Kept, Request, Shape, WireCall, WireMessage};

/// The longest name of a tool that servers take.
const NAME: usize = 64;

/// The bytes of a request for a model on a server with these habits.
pub(crate) fn body(request: &Request, model: &str, habits: Habits) -> Vec<u8> {
    serde_json::to_vec(&Body { request, model, habits }).unwrap_or_default()
}

struct Body<'a> {
    request: &'a Request,
    model: &'a str,
    habits: Habits,
}

impl Serialize for Body<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("model", self.model)?;
        map.serialize_entry("stream", &true)?;
        if !self.habits.no_stream_options {
            map.serialize_entry("stream_options", &serde_json::json!({"include_usage": true}))?;
        }
        if let Some(tools) = self.request.tools.as_ref().filter(|_| !self.habits.no_tools) {
            map.serialize_entry("tools", tools)?;
        }
        if let Some(format) = format(&self.request.shape, self.habits) {
            map.serialize_entry("response_format", &Ordered(&format))?;
        }
        map.serialize_entry("messages", &Messages { messages: &self.request.messages, habits: self.habits })?;
        map.end()
    }
}

fn format(shape: &Shape, habits: Habits) -> Option<Value> {
    match shape {
        Shape::Json(_) if habits.no_json_object => None,
        Shape::Json(_) if habits.no_json_schema => Some(serde_json::json!({"type": "json_object"})),
        Shape::Json(schema) => Some(serde_json::json!({
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": false, "schema": schema},
        })),
        Shape::Free => None,
    }
}

/// A schema whose properties stand in the order of its `required`: servers that hold a model to a schema let it write them in
/// that order.
struct Ordered<'a>(&'a Value);

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(object) => serializer.collect_map(object.iter().map(|(key, value)| {
                let required =
                    object.get("required").filter(|_| key == "properties").and_then(Value::as_array);
                (key, Field { value, required })
            })),
            Value::Array(list) => serializer.collect_seq(list.iter().map(Ordered)),
            other => other.serialize(serializer),
        }
    }
}

struct Field<'a> {
    value: &'a Value,
    required: Option<&'a Vec<Value>>,
}

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (Some(properties), Some(required)) = (self.value.as_object(), self.required) else {
            return Ordered(self.value).serialize(serializer);
        };
        let first = required.iter().filter_map(|key| properties.get_key_value(key.as_str()?));
        let rest = properties.iter().filter(|(key, _)| !required.iter().any(|wanted| wanted == *key));
        serializer.collect_map(first.chain(rest).map(|(key, value)| (key, Ordered(value))))
    }
}

struct Messages<'a> {
    messages: &'a [WireMessage],
    habits: Habits,
}

impl Serialize for Messages<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_user = |message: &WireMessage| matches!(message, WireMessage::User(_));
        let last_user = self.messages.iter().rposition(is_user).unwrap_or_default();
        let sent = self.messages.iter().enumerate().filter(|(_, message)| !is_void(message));
        serializer.collect_seq(sent.map(|(at, message)| Message {
            as_meant: message,
            habits: self.habits,
            turn: if at > last_user { Turn::Present } else { Turn::Past },
        }))
    }
}

/// An answer without words and calls says nothing, and several servers refuse it.
fn is_void(message: &WireMessage) -> bool {
    matches!(message, WireMessage::Assistant { text, calls, .. } if text.is_empty() && calls.is_empty())
}

/// Whether a message belongs to the tool loop that is going on. Reasoning goes back only in this one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Present,
    Past,
}

struct Message<'a> {
    as_meant: &'a WireMessage,
    habits: Habits,
    turn: Turn,
}

impl Serialize for Message<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.as_meant {
            WireMessage::System(text) => plain(&mut map, "system", text)?,
            WireMessage::User(text) => plain(&mut map, "user", text)?,
            WireMessage::Tool { call, text } => {
                map.serialize_entry("role", "tool")?;
                map.serialize_entry("tool_call_id", call)?;
                map.serialize_entry("content", text)?;
            }
            WireMessage::Assistant { text, calls, kept } => self.assistant(&mut map, text, calls, kept)?,
        }
        map.end()
    }
}

impl Message<'_> {
    fn assistant<M: SerializeMap>(
        &self,
        map: &mut M,
        text: &str,
        calls: &[WireCall],
        kept: &Kept,
    ) -> Result<(), M::Error> {
        map.serialize_entry("role", "assistant")?;
        let content = Some(text).filter(|text| !text.is_empty() || !self.habits.null_content);
        map.serialize_entry("content", &content)?;
        if calls.is_empty() {
            return Ok(());
        }
        let goes_back = self.turn == Turn::Present && !self.habits.no_reasoning;
        if let Some((field, reasoning)) = kept.reasoning.as_ref().filter(|_| goes_back) {
            map.serialize_entry(field, reasoning)?;
        }
        let extra = |at: usize| kept.calls.get(at).filter(|_| !self.habits.no_call_fields);
        let calls: Vec<Call<'_>> =
            calls.iter().enumerate().map(|(at, call)| Call { call, extra: extra(at) }).collect();
        map.serialize_entry("tool_calls", &calls)
    }
}

fn plain<M: SerializeMap>(map: &mut M, role: &str, text: &str) -> Result<(), M::Error> {
    map.serialize_entry("role", role)?;
    map.serialize_entry("content", text)
}

struct Call<'a> {
    call: &'a WireCall,
    extra: Option<&'a Map<String, Value>>,
}

impl Serialize for Call<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let arguments = serde_json::to_string(&self.call.args).unwrap_or_else(|_| "{}".to_owned());
        let function = Function { name: sendable(&self.call.name), arguments };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.call.id)?;
        map.serialize_entry("type", "function")?;
        map.serialize_entry("function", &function)?;
        for (key, value) in self.extra.into_iter().flatten() {
            if !matches!(key.as_str(), "id" | "type" | "function" | "index") {
                map.serialize_entry(key, value)?;
            }
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Function {
    name: String,
    arguments: String,
}

/// A name as servers take it: a model may have made up any, and it stands in the history.
fn sendable(name: &str) -> String {
    let fits = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    let name: String = name.chars().take(NAME).map(fits).collect();
    if name.is_empty() { "unknown".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(name: &str) -> WireCall {
        WireCall { id: "aaaaaaaa1".to_owned(), name: name.to_owned(), args: Map::new() }
    }

    fn assistant(text: &str, calls: Vec<WireCall>) -> WireMessage {
        WireMessage::Assistant { text: text.to_owned(), calls, kept: Kept::default() }
    }

    fn sent(messages: Vec<WireMessage>, tools: Option<Value>, shape: Shape, habits: Habits) -> String {
        let request = Request { messages, tools, names: Vec::new(), shape };
        String::from_utf8(body(&request, "m", habits)).unwrap()
    }

    fn user() -> Vec<WireMessage> {
        vec![WireMessage::User("hi".to_owned())]
    }

    #[test]
    fn little_is_sent() {
        let plain = r#"{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"hi"}]}"#;
        assert_eq!(sent(user(), None, Shape::Free, Habits::default()), plain);
        let bare = r#"{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}"#;
        let habits = Habits { no_stream_options: true, no_tools: true, ..Habits::default() };
        assert_eq!(sent(user(), Some(json!([])), Shape::Free, habits), bare);
    }

    #[test]
    fn one_message_more_only_adds_to_the_bytes() {
        let tools = Some(json!([{"type": "function", "function": {"name": "a"}}]));
        let mut messages = user();
        let before = sent(messages.clone(), tools.clone(), Shape::Free, Habits::default());
        messages.push(assistant("", vec![call("a")]));
        messages.push(WireMessage::Tool { call: "aaaaaaaa1".to_owned(), text: "ok".to_owned() });
        let after = sent(messages, tools, Shape::Free, Habits::default());
        assert!(after.starts_with(before.strip_suffix("]}").unwrap()), "{after}");
    }

    #[test]
    fn an_answer_without_words_has_empty_content_or_null() {
        let messages = vec![assistant("", vec![call("a")])];
        let text = sent(messages.clone(), None, Shape::Free, Habits::default());
        assert!(text.contains(r#""content":"","tool_calls":[{"id":"aaaaaaaa1","type":"function","function":{"name":"a","arguments":"{}"}}]"#), "{text}");
        let null = sent(messages, None, Shape::Free, Habits { null_content: true, ..Habits::default() });
        assert!(null.contains(r#""content":null"#), "{null}");
        let words = sent(vec![assistant("hi", Vec::new())], None, Shape::Free, Habits::default());
        assert!(words.contains(r#"{"role":"assistant","content":"hi"}"#), "{words}");
    }

    #[test]
    fn an_answer_without_anything_is_left_out() {
        let text = sent(vec![assistant("", Vec::new())], None, Shape::Free, Habits::default());
        assert!(text.ends_with(r#""messages":[]}"#), "{text}");
    }

    #[test]
    fn reasoning_goes_back_in_the_present_tool_loop_only() {
        let kept =
            Kept { reasoning: Some(("reasoning_content".to_owned(), "hm".to_owned())), calls: Vec::new() };
        let answer = WireMessage::Assistant { text: String::new(), calls: vec![call("a")], kept };
        let mut messages = user();
        messages.push(answer);
        let present = sent(messages.clone(), None, Shape::Free, Habits::default());
        assert!(present.contains(r#""reasoning_content":"hm""#), "{present}");
        let refused =
            sent(messages.clone(), None, Shape::Free, Habits { no_reasoning: true, ..Habits::default() });
        assert!(!refused.contains("reasoning"), "{refused}");
        messages.extend(user());
        assert!(!sent(messages, None, Shape::Free, Habits::default()).contains("reasoning"));
    }

    #[test]
    fn unknown_fields_of_calls_go_back_unless_they_are_refused() {
        let fields = json!({"extra_content": {"google": {"thought_signature": "AAA"}}, "id": "evil"});
        let kept = Kept { reasoning: None, calls: vec![Map::new(), fields.as_object().unwrap().clone()] };
        let calls = vec![call("a"), call("b")];
        let messages = vec![WireMessage::Assistant { text: String::new(), calls, kept }];
        let text = sent(messages.clone(), None, Shape::Free, Habits::default());
        let second =
            r#""name":"b","arguments":"{}"},"extra_content":{"google":{"thought_signature":"AAA"}}}]"#;
        assert!(text.contains(second) && !text.contains("evil"), "{text}");
        let refused = sent(messages, None, Shape::Free, Habits { no_call_fields: true, ..Habits::default() });
        assert!(!refused.contains("extra_content"), "{refused}");
    }

    #[test]
    fn an_object_is_asked_for_as_strictly_as_the_server_can() {
        let schema = json!({"type": "object", "required": ["say", "calls"],
            "properties": {"calls": {"type": "array"}, "say": {"type": "string"}}});
        let asked = |habits: Habits| sent(user(), None, Shape::Json(schema.clone()), habits);
        let strict = asked(Habits::default());
        assert!(
            strict.contains(r#""properties":{"say":{"type":"string"},"calls":{"type":"array"}}"#),
            "{strict}"
        );
        let object = asked(Habits { no_json_schema: true, ..Habits::default() });
        assert!(object.contains(r#""response_format":{"type":"json_object"}"#), "{object}");
        let nothing = asked(Habits { no_json_schema: true, no_json_object: true, ..Habits::default() });
        assert!(!nothing.contains("response_format"), "{nothing}");
    }

    #[test]
    fn a_made_up_name_is_sent_as_servers_take_it() {
        for (name, as_sent) in
            [("", "unknown"), ("a b.c:0", "a_b_c_0"), ("list_mods", "list_mods"), ("模组", "__")]
        {
            assert_eq!(sendable(name), as_sent);
        }
        assert_eq!(sendable(&"x".repeat(99)).len(), NAME);
    }
}
