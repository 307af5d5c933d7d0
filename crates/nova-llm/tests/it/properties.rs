//! What holds for any bytes: nothing panics, and how a stream is cut into reads does not matter.

use nova_llm::{Finish, envelope, tokens};
use proptest::prelude::*;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::{
    scene::{Outcome, delta, finish, play},
    server::Answer,
};

/// A stream with all that makes reading hard: characters of several bytes, reasoning, calls in pieces, comments.
fn hard_stream() -> Vec<u8> {
    let lines = [
        ": alive\r\n\r\n".to_owned(),
        delta(&json!({"content": "<think>思考"})) + "\r\n\r\n",
        delta(&json!({"content": "</think>"})) + "\n\n",
        delta(&json!({"content": "钠 Sodium 😀\n"})) + "\r\r",
        delta(
            &json!({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "list_mods", "arguments": "{\"v\":"}}]}),
        ) + "\n\n",
        delta(&json!({"tool_calls": [{"index": 0, "function": {"arguments": "\"钠\"}"}}]})) + "\n\n",
        finish("tool_calls") + "\n\ndata: [DONE]\n\n",
    ];
    lines.concat().into_bytes()
}

fn cut_at(bytes: &[u8], cuts: &[usize]) -> Answer {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut % bytes.len()).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    Answer::stream(places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]), true)
}

fn asked(runtime: &Runtime, answer: Answer) -> Outcome {
    runtime.block_on(play(vec![answer]))
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

#[test]
fn how_a_stream_is_cut_into_reads_does_not_matter() {
    let runtime = runtime();
    let bytes = hard_stream();
    proptest!(ProptestConfig::with_cases(40), |(cuts in prop::collection::vec(any::<usize>(), 0..40))| {
        let outcome = asked(&runtime, cut_at(&bytes, &cuts));
        prop_assert_eq!(outcome.text(), "钠 Sodium 😀\n");
        prop_assert_eq!(outcome.heard.reasoning.as_str(), "思考");
        prop_assert_eq!(outcome.calls(), [("list_mods", json!({"v": "钠"}))]);
        prop_assert_eq!(&outcome.reply().finish, &Finish::Done);
    });
}

#[test]
fn any_bytes_as_an_answer_give_a_reply_or_an_error() {
    let runtime = runtime();
    let line = prop_oneof![
        any::<Vec<u8>>(),
        "\\PC{0,60}".prop_map(String::into_bytes),
        "(data:|event:|:)? ?(\\{\"(choices|error|usage|delta|message)\":)?[\\[\\]{}\",:a-z0-9 ]{0,40}"
            .prop_map(String::into_bytes),
        Just(hard_stream()),
    ];
    let streams = prop::collection::vec(line, 0..6).prop_map(|lines| lines.join(&b"\n"[..]));
    proptest!(ProptestConfig::with_cases(60), |(bytes in streams, status in prop_oneof![Just(200_u16), Just(400), Just(500)])| {
        let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", bytes.len());
        let outcome = asked(&runtime, Answer::raw([head.into_bytes(), bytes].concat()));
        if let Err(error) = outcome.result {
            prop_assert!(error.said.chars().count() <= 300);
            prop_assert!(!error.said.chars().any(char::is_control));
        }
    });
}

proptest! {
    #[test]
    fn any_text_is_an_envelope_or_none(text in "\\PC{0,200}|[{}\\[\\]\",:a-z\\\\u0-9 ]{0,120}") {
        let names = ["list_mods".to_owned()];
        let mut stream = envelope::SayStream::default();
        let said: String = text.chars().map(|c| stream.push(&c.to_string())).collect();
        if let Ok(envelope) = envelope::parse(&text, &names) {
            prop_assert!(envelope.calls.len() <= 128);
        }
        prop_assert!(said.len() <= text.len() * 3);
        prop_assert!(tokens::estimate(&text) <= 2 * text.chars().count() as u64 + 1);
    }

    #[test]
    fn what_streams_out_of_an_envelope_is_what_it_says(say in "\\PC{0,60}", cut in any::<usize>()) {
        let text = json!({"say": say, "zcalls": []}).to_string();
        let at = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).nth(cut % (text.chars().count() + 1)).unwrap();
        let mut stream = envelope::SayStream::default();
        let streamed = stream.push(&text[..at]) + &stream.push(&text[at..]);
        prop_assert_eq!(streamed.as_str(), say.as_str());
        let parsed = envelope::parse(&text, &[]).unwrap();
        prop_assert_eq!(parsed.say.as_str(), say.trim());
    }

    #[test]
    fn any_text_is_an_address_or_none(text in "\\PC{0,60}|(https?|ftp)?(://)?[a-z@.:/\\[\\]0-9%-]{0,40}") {
        if let Ok(url) = nova_llm::base(&text) {
            prop_assert!(url.host_str().is_some_and(|host| !host.is_empty()));
            prop_assert!(url.username().is_empty() && url.password().is_none());
            prop_assert_eq!(nova_llm::base(url.as_str()).unwrap(), url);
        }
    }
}
