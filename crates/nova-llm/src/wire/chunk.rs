//! One piece of a stream, or a whole answer, read as leniently as it goes: every field may be missing, null, or of another type
//! than it should be. Words are borrowed from the line they came in.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::Value;

/// A chunk or a whole answer.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Chunk<'a> {
    #[serde(borrow)]
    pub(crate) choices: Maybe<Choice<'a>>,
    pub(crate) usage: Maybe<WireUsage>,
    pub(crate) error: Option<Value>,
    /// Groq puts the usage of a stream here.
    pub(crate) x_groq: Maybe<Nested>,
}

/// Something with a usage inside.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Nested {
    pub(crate) usage: Maybe<WireUsage>,
}

/// The one choice that is asked for; servers that give more are read for their first.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Choice<'a> {
    #[serde(borrow)]
    pub(crate) delta: Maybe<Delta<'a>>,
    #[serde(borrow)]
    pub(crate) message: Maybe<Delta<'a>>,
    #[serde(borrow)]
    pub(crate) finish_reason: Text<'a>,
    pub(crate) usage: Maybe<WireUsage>,
}

/// What is new in a chunk, or all of a message.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Delta<'a> {
    #[serde(borrow)]
    pub(crate) content: Content<'a>,
    #[serde(borrow)]
    pub(crate) refusal: Text<'a>,
    #[serde(borrow)]
    pub(crate) reasoning_content: Text<'a>,
    #[serde(borrow)]
    pub(crate) reasoning: Text<'a>,
    pub(crate) tool_calls: Option<Value>,
    pub(crate) function_call: Option<Value>,
}

impl Delta<'_> {
    /// Whether anything of an answer is in it.
    pub(crate) fn says_something(&self) -> bool {
        !self.content.text.as_str().is_empty()
            || !self.content.thinking.as_str().is_empty()
            || !self.refusal.as_str().is_empty()
            || !self.reasoning_content.as_str().is_empty()
            || !self.reasoning.as_str().is_empty()
            || self
                .tool_calls
                .as_ref()
                .is_some_and(|calls| calls.as_array().is_none_or(|list| !list.is_empty()))
            || self.function_call.is_some()
    }
}

/// What an answer cost, as servers say it.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireUsage {
    prompt_tokens: Number,
    completion_tokens: Number,
    prompt_tokens_details: Maybe<PromptDetails>,
    /// Where `DeepSeek` says it.
    prompt_cache_hit_tokens: Number,
    /// Where Moonshot says it.
    cached_tokens: Number,
    /// Where `OpenRouter` says it.
    cost: Number,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PromptDetails {
    cached_tokens: Number,
}

/// The most tokens and the most millionths of money that one answer can cost. More is nonsense, and would end every budget.
const TOKENS: u64 = 1_000_000_000;
const MICROS: u64 = 1_000_000_000_000;

impl WireUsage {
    /// The usage; none where all of it is zero, as some servers send with every chunk.
    pub(crate) fn known(&self) -> Option<crate::Usage> {
        let detail = self.prompt_tokens_details.0.as_ref().map_or(0, |details| details.cached_tokens.whole());
        let cached = [detail, self.prompt_cache_hit_tokens.whole(), self.cached_tokens.whole()];
        let usage = crate::Usage {
            prompt: self.prompt_tokens.whole(),
            cached: cached.into_iter().max().unwrap_or_default(),
            completion: self.completion_tokens.whole(),
            micros: self.cost.micros(),
        };
        let says_something = usage.counts_tokens() || usage.micros.is_some_and(|micros| micros > 0);
        says_something.then_some(usage)
    }
}

/// An object of this kind, or the first of a list of them, or nothing.
pub(crate) struct Maybe<T>(pub(crate) Option<T>);

impl<T> Default for Maybe<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Maybe<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Object(PhantomData)).map(Self)
    }
}

/// The methods of a visitor for values that it passes over.
macro_rules! pass_over {
    ($value:expr; $($method:ident($kind:ty))*) => {
        $(fn $method<E>(self, _: $kind) -> Result<Self::Value, E> { Ok($value) })*
        fn visit_unit<E>(self) -> Result<Self::Value, E> { Ok($value) }
        fn visit_none<E>(self) -> Result<Self::Value, E> { Ok($value) }
    };
}

struct Object<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    pass_over!(None; visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_f64(f64) visit_str(&str));

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Some)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let first = list.next_element::<Maybe<T>>()?.and_then(|maybe| maybe.0);
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(first)
    }
}

/// A text, or nothing. Numbers count as their digits.
#[derive(Default)]
pub(crate) struct Text<'a>(Option<Cow<'a, str>>);

impl Text<'_> {
    pub(crate) fn as_str(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Words).map(|content| content.text)
    }
}

/// What an answer says: a text, or a list of parts.
#[derive(Default)]
pub(crate) struct Content<'a> {
    pub(crate) text: Text<'a>,
    /// Parts that are reasoning (Mistral).
    pub(crate) thinking: Text<'a>,
}

impl Content<'_> {
    fn add(&mut self, part: &Part<'_>) {
        self.text.push(part.text.as_str());
        self.text.push(part.bare.as_str());
        self.thinking.push(part.thinking.text.as_str());
    }
}

impl Text<'_> {
    fn push(&mut self, more: &str) {
        if !more.is_empty() {
            self.0.get_or_insert_default().to_mut().push_str(more);
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Words)
    }
}

/// One part of a list: an object with a text, or the text alone.
#[derive(Default)]
struct Part<'a> {
    text: Text<'a>,
    thinking: Content<'a>,
    bare: Text<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PartFields<'a> {
    #[serde(borrow)]
    text: Text<'a>,
    #[serde(borrow)]
    thinking: Content<'a>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Part<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OnePart)
    }
}

struct OnePart;

impl<'de> Visitor<'de> for OnePart {
    type Value = Part<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    pass_over!(Part::default(); visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_f64(f64));

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Part { bare: Text(Some(Cow::Owned(text.to_owned()))), ..Part::default() })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let fields = PartFields::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Part { text: fields.text, thinking: fields.thinking, bare: Text(None) })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Part::default())
    }
}

struct Words;

impl<'de> Visitor<'de> for Words {
    type Value = Content<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    pass_over!(Content::default(); visit_bool(bool) visit_f64(f64));

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Content { text: Text(Some(Cow::Borrowed(text))), ..Content::default() })
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Content { text: Text(Some(Cow::Owned(text.to_owned()))), ..Content::default() })
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Content { text: Text(Some(Cow::Owned(number.to_string()))), ..Content::default() })
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Content { text: Text(Some(Cow::Owned(number.to_string()))), ..Content::default() })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut content = Content::default();
        while let Some(part) = list.next_element::<Part<'de>>()? {
            content.add(&part);
        }
        Ok(content)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Content::default())
    }
}

/// A number, also as a text; anything else is nothing.
#[derive(Default)]
struct Number(Option<f64>);

impl Number {
    /// As a count; what is below nothing or no number is nothing.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
    fn whole(&self) -> u64 {
        let number = self.0.filter(|number| number.is_finite()).unwrap_or_default();
        (number as u64).min(TOKENS)
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
    fn micros(&self) -> Option<u64> {
        let cost = self.0.filter(|cost| cost.is_finite() && *cost >= 0.0)?;
        Some(((cost * 1e6).round() as u64).min(MICROS))
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(deserializer)? {
            Value::Number(number) => Self(number.as_f64()),
            Value::String(text) => Self(text.trim().parse().ok()),
            _ => Self(None),
        })
    }
}

/// Reads one piece of JSON; none where it is no object. A field that stands in it twice counts as it stands last.
pub(crate) fn read<T>(text: &str, mut take: impl FnMut(Chunk<'_>) -> T) -> Option<T> {
    // A derived reader would take a list for the fields in their order.
    if !text.trim_start().starts_with('{') {
        return None;
    }
    if let Ok(chunk) = serde_json::from_str::<Chunk<'_>>(text) {
        return Some(take(chunk));
    }
    let value: Value = serde_json::from_str(text).ok().filter(Value::is_object)?;
    Chunk::deserialize(&value).ok().map(take)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(json: &str) -> (String, String) {
        let words = |chunk: Chunk<'_>| {
            let delta = chunk.choices.0.and_then(|choice| choice.delta.0).unwrap_or_default();
            (delta.content.text.as_str().to_owned(), delta.content.thinking.as_str().to_owned())
        };
        read(json, words).unwrap_or_default()
    }

    #[test]
    fn types_that_are_not_needed_may_be_anything() {
        let odd = r#"{"id":1,"created":1.5,"cost":"0","model":null,"timings":{"a":[1]},"usage":7,"x_groq":[],
            "choices":[{"index":"0","logprobs":[],"delta":{"content":"hi","annotations":[],"role":3}}]}"#;
        assert_eq!(said(odd).0, "hi");
    }

    #[test]
    fn what_should_be_words_and_is_not_is_no_words() {
        for content in ["null", "{}", "true", "1.5", "[null,3,[]]", r#"[{"type":"image_url"}]"#] {
            let json = format!(r#"{{"choices":[{{"delta":{{"content":{content}}}}}]}}"#);
            assert_eq!(said(&json).0, "", "{content}");
        }
        for choices in ["null", "[]", "7", "\"x\"", "[null]", "[[]]", "{}"] {
            assert_eq!(said(&format!(r#"{{"choices":{choices}}}"#)).0, "", "{choices}");
        }
    }

    #[test]
    fn parts_are_joined_and_thinking_parts_are_apart() {
        let json = r#"{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},
            {"type":"text","text":"a\n"},"b"]}}]}"#;
        assert_eq!(said(json), ("a\nb".to_owned(), "hm".to_owned()));
    }

    #[test]
    fn a_field_that_stands_twice_counts_as_it_stands_last() {
        assert_eq!(said(r#"{"choices":[{"delta":{"content":"a","content":"b"}}]}"#).0, "b");
    }

    #[test]
    fn words_without_escapes_are_borrowed() {
        let chunk: Chunk<'_> = serde_json::from_str(r#"{"choices":[{"delta":{"content":"中"}}]}"#).unwrap();
        let text = chunk.choices.0.unwrap().delta.0.unwrap().content.text;
        assert!(matches!(text.0, Some(Cow::Borrowed("中"))));
    }

    #[test]
    fn what_it_cost_is_read_in_every_form() {
        let usage = |json: &str| serde_json::from_str::<WireUsage>(json).unwrap().known();
        let all = usage(
            r#"{"prompt_tokens":10,"completion_tokens":"3","prompt_tokens_details":{"cached_tokens":4},"cost":0.0015}"#,
        );
        assert_eq!(all, Some(crate::Usage { prompt: 10, cached: 4, completion: 3, micros: Some(1500) }));
        let deepseek =
            usage(r#"{"prompt_tokens":10,"prompt_cache_hit_tokens":8,"prompt_tokens_details":null}"#);
        assert_eq!(deepseek.map(|usage| usage.cached), Some(8));
        let dear = usage(r#"{"prompt_tokens":1,"cost":"0.25"}"#);
        assert_eq!(dear.and_then(|usage| usage.micros), Some(250_000));
        assert_eq!(usage(r#"{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}"#), None);
        let money = usage(r#"{"cost":0.5}"#);
        assert_eq!(money, Some(crate::Usage { micros: Some(500_000), ..crate::Usage::default() }));
    }

    #[test]
    fn amounts_that_cannot_be_are_nothing_or_the_most_there_can_be() {
        let usage = |json: &str| serde_json::from_str::<WireUsage>(json).unwrap().known();
        let most = usage(
            r#"{"prompt_tokens":1e300,"completion_tokens":"18446744073709551615","cached_tokens":1e12,"cost":1e300}"#,
        );
        let expected =
            crate::Usage { prompt: TOKENS, cached: TOKENS, completion: TOKENS, micros: Some(MICROS) };
        assert_eq!(most, Some(expected));
        for number in ["-5", "\"NaN\"", "\"inf\"", "-1e300", "\"-inf\"", "null", "\"\"", "[1]"] {
            let json =
                format!(r#"{{"prompt_tokens":{number},"completion_tokens":{number},"cost":{number}}}"#);
            assert_eq!(usage(&json), None, "{number}");
        }
    }
}
