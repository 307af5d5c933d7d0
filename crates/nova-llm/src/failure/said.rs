//! One reader for every form of an error body.

use serde_json::{Map, Value};

/// The most characters in which words are looked for.
const LOOKED_AT: usize = 8 * 1024;

/// Where a message may stand.
const MESSAGE: [&str; 9] = [
    "message",
    "msg",
    "detail",
    "error_msg",
    "error_message",
    "status_msg",
    "Message",
    "error_description",
    "title",
];
/// Where a code may stand.
const CODE: [&str; 5] = ["code", "error_code", "Code", "err_code", "status_code"];
/// Where its kind may stand.
const KIND: [&str; 3] = ["type", "status", "__type"];

/// What a server says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// The HTTP status that the body itself names.
    pub(crate) status: Option<u16>,
    pub(crate) code: String,
    pub(crate) kind: String,
    /// As it came: neither cleaned nor capped.
    pub(crate) message: String,
    /// How many tokens fit, where a field names it.
    pub(crate) context: Option<u64>,
    /// Other fields that tell something: which parameter is meant, details of the reason.
    more: String,
    /// All of the above in small letters, to look for words in. What else a body holds is left out: some servers repeat the
    /// request, and with it any word that a player wrote.
    all: String,
    /// The message alone, in small letters.
    told: String,
}

impl Said {
    /// What any body says.
    pub(crate) fn of_text(text: &str) -> Self {
        let read = serde_json::from_str::<Value>(text).ok().and_then(|value| of_value(&value));
        let mut said = read.unwrap_or_else(|| Self { message: plain(text), ..Self::default() });
        said.remember();
        said
    }

    /// What the field `error` of an answer says; none where it holds nothing.
    pub(crate) fn of_error(error: &Value) -> Option<Self> {
        let mut said = of_value(error)?;
        let says_nothing = said.message.is_empty() && matches!(said.code.as_str(), "" | "0");
        said.remember();
        (!says_nothing).then_some(said)
    }

    /// An error that stands bare where an answer should be; none where it is no error.
    pub(crate) fn of_bare(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let object = value.as_object()?;
        let marked = object.get("object").is_some_and(|kind| kind == "error")
            || object.contains_key("detail")
            || object
                .get("base_resp")
                .and_then(|inner| inner.get("status_code"))
                .is_some_and(|code| *code != 0)
            || (MESSAGE.iter().any(|key| object.get(*key).is_some_and(Value::is_string))
                && CODE.iter().any(|key| object.get(*key).is_some_and(|code| *code != 0)));
        marked.then(|| Self::of_text(text))
    }

    fn remember(&mut self) {
        let all = format!("{} {} {} {}", self.code, self.kind, self.more, self.message);
        self.all = small(&all);
        self.told = small(&self.message);
    }

    /// Whether any of these words is in it.
    pub(crate) fn has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.all.contains(word))
    }

    /// Whether any of these words is in the message itself.
    pub(crate) fn tells(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.told.contains(word))
    }
}

/// As much of a text as is looked at, in small letters.
fn small(text: &str) -> String {
    text.chars().take(LOOKED_AT).collect::<String>().to_lowercase()
}

fn of_value(value: &Value) -> Option<Said> {
    match value {
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => Some(of_string(text)),
        Value::Array(list) => list.iter().find_map(of_value),
        Value::Object(object) => of_object(object),
        _ => None,
    }
}

/// A text may be the JSON of another server's error.
fn of_string(text: &str) -> Said {
    let inner = serde_json::from_str::<Value>(text).ok().filter(Value::is_object);
    inner.as_ref().and_then(of_value).unwrap_or_else(|| Said { message: plain(text), ..Said::default() })
}

fn of_object(object: &Map<String, Value>) -> Option<Said> {
    let outer = fields(object);
    let inner = ["error", "errors", "err", "base_resp"].iter().find_map(|key| of_value(object.get(*key)?));
    let mut said = match inner {
        Some(inner) => or(inner, outer),
        None => outer,
    };
    if let Some(raw) = object.get("metadata").and_then(|metadata| metadata.get("raw")).and_then(of_value) {
        // A router passes on what the provider behind it said.
        said.message = format!("{}: {}", said.message, raw.message);
    }
    (said != Said::default()).then_some(said)
}

fn or(first: Said, second: Said) -> Said {
    let text = |first: String, second: String| if first.is_empty() { second } else { first };
    Said {
        status: first.status.or(second.status),
        code: text(first.code, second.code),
        kind: text(first.kind, second.kind),
        message: text(first.message, second.message),
        context: first.context.or(second.context),
        more: format!("{} {}", first.more, second.more).trim().to_owned(),
        ..Said::default()
    }
}

fn fields(object: &Map<String, Value>) -> Said {
    let first = |keys: &[&str]| keys.iter().map(|key| words(object.get(*key))).find(|text| !text.is_empty());
    let code = first(&CODE).unwrap_or_default();
    let number =
        ["status_code", "http_status", "status", "code"].iter().find_map(|key| status(object.get(*key)?));
    Said {
        status: number,
        kind: first(&KIND).unwrap_or_default(),
        message: first(&MESSAGE).unwrap_or_default(),
        context: object.get("n_ctx").and_then(Value::as_u64),
        more: more(object),
        code,
        ..Said::default()
    }
}

/// Which parameter is meant, why, and that a call failed whose text would otherwise be repeated.
fn more(object: &Map<String, Value>) -> String {
    let details = object.get("details").and_then(Value::as_array).into_iter().flatten();
    let reasons = details.filter_map(|detail| detail.get("reason")?.as_str());
    let param = object.get("param").and_then(Value::as_str);
    let failed = object.contains_key("failed_generation").then_some("failed_generation");
    reasons.chain(param).chain(failed).collect::<Vec<_>>().join(" ")
}

/// A text, a number, or the texts of a list (the `detail` of some frameworks).
fn words(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => plain(text),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Array(list)) => list.iter().filter_map(of_detail).collect::<Vec<_>>().join("; "),
        Some(Value::Object(object)) => fields(object).message,
        _ => String::new(),
    }
}

/// A text, or a message with the place in the request that it is about.
fn of_detail(one: &Value) -> Option<String> {
    let message = one.as_str().or_else(|| one.get("msg")?.as_str())?;
    let place = one.get("loc").and_then(Value::as_array).into_iter().flatten();
    let place: Vec<String> =
        place.map(|part| part.as_str().map_or_else(|| part.to_string(), str::to_owned)).collect();
    Some(if place.is_empty() { message.to_owned() } else { format!("{}: {message}", place.join(".")) })
}

fn status(value: &Value) -> Option<u16> {
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok())?;
    u16::try_from(number).ok().filter(|status| (400..600).contains(status))
}

/// A text as it is; of a page its title, or its words.
fn plain(text: &str) -> String {
    let text = text.trim();
    if !text.starts_with('<') {
        return text.to_owned();
    }
    let lower = text.to_ascii_lowercase();
    let title = lower.find("<title").and_then(|at| {
        let start = at + lower.get(at..)?.find('>')? + 1;
        let end = start + lower.get(start..)?.find("</title")?;
        Some(text.get(start..end)?.trim().to_owned())
    });
    title.filter(|title| !title.is_empty()).unwrap_or_else(|| without_tags(text))
}

fn without_tags(text: &str) -> String {
    let pieces = text.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, words)| words.trim());
    pieces.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_body_has_its_message_and_code() {
        let table: &[(&str, &str, &str)] = &[
            (r#"{"error":{"message":"bad","code":"x","type":"t"}}"#, "bad", "x"),
            (r#"[{"error":{"code":400,"message":"bad","status":"INVALID_ARGUMENT"}}]"#, "bad", "400"),
            (r#"{"error":"bad"}"#, "bad", ""),
            (r#""bad""#, "bad", ""),
            (r#"{"code":20015,"message":"bad","data":null}"#, "bad", "20015"),
            (r#"{"object":"error","message":"bad","type":"BadRequestError","code":400}"#, "bad", "400"),
            (r#"{"detail":"bad"}"#, "bad", ""),
            (r#"{"detail":[{"loc":["body",2],"msg":"bad","input":{"x":1}}]}"#, "body.2: bad", ""),
            (
                r#"{"id":"x","choices":null,"base_resp":{"status_code":1008,"status_msg":"bad"}}"#,
                "bad",
                "1008",
            ),
            (r#"{"message":"ValidationException: bad"}"#, "ValidationException: bad", ""),
            (r#"{"error":{"message":"","code":"x"},"message":"bad"}"#, "bad", "x"),
            (r#"{"error":"{\"error\":{\"message\":\"bad\",\"code\":\"x\"}}"}"#, "bad", "x"),
            (r#"{"errors":[{"message":"bad"}]}"#, "bad", ""),
            (r#"{"error":{"message":"Provider","metadata":{"raw":"bad"}}}"#, "Provider: bad", ""),
            (
                "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>",
                "502 Bad Gateway",
                "",
            ),
            ("<p>bad</p><p>worse</p>", "bad worse", ""),
            ("bad\n", "bad", ""),
            ("", "", ""),
            ("{}", "{}", ""),
        ];
        for (body, message, code) in table {
            let said = Said::of_text(body);
            assert_eq!((said.message.as_str(), said.code.as_str()), (*message, *code), "{body}");
        }
    }

    #[test]
    fn a_status_in_the_body_is_read() {
        let status = |body: &str| Said::of_text(body).status;
        assert_eq!(status(r#"{"error":{"code":502,"message":"busy"}}"#), Some(502));
        assert_eq!(
            status(r#"{"error":{"message":"x","code":"tool_use_failed","status_code":400}}"#),
            Some(400)
        );
        assert_eq!(status(r#"{"error":{"code":"429","message":"x"}}"#), Some(429));
        assert_eq!(status(r#"{"error":{"code":"1214","message":"x"}}"#), None);
    }

    #[test]
    fn words_of_a_repeated_request_are_not_the_servers() {
        let said =
            Said::of_text(r#"{"detail":[{"loc":["body"],"msg":"bad","input":{"content":"rate limit"}}]}"#);
        assert!(said.has(&["bad"]) && !said.has(&["rate limit"]));
        let param = Said::of_text(r#"{"error":{"message":"Unsupported","param":"stream_options"}}"#);
        assert!(param.has(&["stream_options"]));
    }

    #[test]
    fn a_field_that_holds_nothing_is_no_error() {
        for body in ["null", "{}", "\"\"", "[]", "false", "0", r#"{"code":0,"message":""}"#] {
            assert_eq!(Said::of_error(&serde_json::from_str(body).unwrap()), None, "{body}");
        }
    }

    #[test]
    fn a_chunk_with_filter_data_is_no_error() {
        assert_eq!(Said::of_bare(r#"{"id":"","choices":[],"prompt_filter_results":[]}"#), None);
        assert_eq!(Said::of_bare(r#"{"code":0,"message":"success","choices":[]}"#), None);
        assert_eq!(Said::of_bare(r#"{"base_resp":{"status_code":0,"status_msg":""}}"#), None);
        assert!(Said::of_bare(r#"{"base_resp":{"status_code":1004,"status_msg":"login fail"}}"#).is_some());
        assert!(Said::of_bare(r#"{"object":"error","message":"bad"}"#).is_some());
        assert!(Said::of_bare(r#"{"code":20015,"message":"bad"}"#).is_some());
    }
}
