//! Habits that a server's errors teach, and answers that are odd in more than one way.

use nova_llm::{Client, Fault, Habits, Request, Shape};
use serde_json::{Value, json};

use crate::{
    scene::{DONE, Heard, Scene, delta, endpoint, finish, http, limits, play, request, stream},
    server::{Answer, Server},
};

fn fine() -> Answer {
    stream(&[json!({"content": "fine"})], "stop")
}

fn refuses(message: &str) -> Answer {
    Answer::json(400, &json!({"error": {"message": message}}).to_string())
}

fn asking_for_an_object() -> Scene {
    let shape = Shape::Json(json!({"type": "object", "properties": {}, "required": []}));
    Scene { request: Request { shape, tools: None, ..request() }, ..Scene::default() }
}

#[tokio::test]
async fn stream_options_that_are_refused_are_left_out() {
    let outcome = play(vec![refuses("Extra inputs are not permitted: stream_options"), fine()]).await;
    assert_eq!((outcome.text(), outcome.asked.len()), ("fine", 2));
    assert!(outcome.asked[1].json().get("stream_options").is_none());
    assert!(outcome.habits.no_stream_options);
}

#[tokio::test]
async fn an_object_is_asked_for_less_strictly_step_by_step() {
    let refusal = || refuses("'response_format' of this type is not supported");
    let outcome = asking_for_an_object().play(vec![refusal(), refusal(), fine()]).await;
    let formats: Vec<Value> =
        outcome.asked.iter().map(|asked| asked.json()["response_format"]["type"].clone()).collect();
    assert_eq!(formats, [json!("json_schema"), json!("json_object"), Value::Null]);
    assert!(outcome.habits.no_json_schema && outcome.habits.no_json_object);
}

#[tokio::test]
async fn a_server_that_is_never_content_is_not_asked_for_ever() {
    let outcome = asking_for_an_object().play(vec![refuses("response_format is not supported")]).await;
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Refused, 3));
}

#[tokio::test]
async fn what_the_request_does_not_have_is_no_reason_to_ask_again() {
    let outcome = play(vec![refuses("messages: text content blocks must be non-empty"), fine()]).await;
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Refused, 1));
    assert_eq!(outcome.habits, Habits::default());
}

#[tokio::test]
async fn tools_are_not_sent_again_to_a_model_without_them() {
    let server = Server::start(vec![refuses("gemma3 does not support tools"), fine()]).await;
    let client = Client::new(http(&server.base), endpoint(&server.base), Habits::default(), limits());
    let mut heard = Heard::default();
    let first = client.chat(&request(), &mut heard).await.unwrap_err();
    let second = client.chat(&request(), &mut heard).await.unwrap_err();
    assert_eq!((first.fault, second.fault, server.asked().len()), (Fault::NoTools, Fault::NoTools, 1));
    let words = Request { tools: None, ..request() };
    assert_eq!(client.chat(&words, &mut heard).await.unwrap().text, "fine");
}

#[tokio::test]
async fn habits_of_an_earlier_client_are_used() {
    let habits = Habits { no_stream_options: true, ..Habits::default() };
    let outcome = Scene { habits, ..Scene::default() }.play(vec![fine()]).await;
    assert!(outcome.asked[0].json().get("stream_options").is_none());
    let kept = serde_json::to_string(&habits).unwrap();
    assert_eq!(serde_json::from_str::<Habits>(&kept).unwrap(), habits);
    assert_eq!(serde_json::from_str::<Habits>("{}").unwrap(), Habits::default());
}

#[tokio::test]
async fn all_before_a_lone_closing_tag_was_reasoning() {
    let deltas = [
        json!({"content": "The player wants"}),
        json!({"content": " it.\n</th"}),
        json!({"content": "ink>\n\n好"}),
    ];
    let outcome = play(vec![stream(&deltas, "stop")]).await;
    assert_eq!((outcome.text(), outcome.heard.text.as_str()), ("好", "好"));
    assert_eq!(outcome.heard.reasoning, "The player wants it.\n");
}

#[tokio::test]
async fn a_whole_message_at_the_end_of_a_stream_says_nothing_new() {
    let last = json!({"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "hi"}}]});
    let outcome =
        play(vec![Answer::events(&[&delta(&json!({"content": "hi"})), &format!("data: {last}")])]).await;
    assert_eq!((outcome.text(), outcome.heard.text.as_str()), ("hi", "hi"));
    let alone = play(vec![Answer::events(&[&format!("data: {last}"), DONE])]).await;
    assert_eq!(alone.text(), "hi");
}

#[tokio::test]
async fn words_that_only_looked_like_a_call_are_shown_in_the_end() {
    for text in ["{\"name\": \"sodium\"}", "<tool_call>{broken</tool_call>", "```json\n{\"name\":\"x\"}\n```"]
    {
        let outcome = play(vec![stream(&[json!({"content": text})], "stop")]).await;
        assert_eq!((outcome.text(), outcome.heard.text.as_str()), (text, text));
    }
}

#[tokio::test]
async fn words_that_cannot_be_a_call_are_shown_at_once() {
    let (first, second) = (delta(&json!({"content": "{ \"sod"})), delta(&json!({"content": "ium\": 1}"})));
    let outcome = play(vec![Answer::events(&[&first, &second, &finish("stop"), DONE])]).await;
    assert_eq!((outcome.text(), outcome.heard.pieces), ("{ \"sodium\": 1}", 2));
}

#[tokio::test]
async fn a_call_in_words_is_none_where_no_tools_were_sent() {
    let text = "{\"name\":\"list_java\",\"arguments\":{}}";
    let scene = Scene { request: Request { tools: None, ..request() }, ..Scene::default() };
    let outcome = scene.play(vec![stream(&[json!({"content": text})], "stop")]).await;
    assert_eq!((outcome.text(), outcome.calls()), (text, Vec::new()));
}

#[tokio::test]
async fn forty_calls_in_fragments_are_forty_calls() {
    let mut deltas = Vec::new();
    for index in 0..40 {
        deltas.push(json!({"tool_calls": [{"index": index, "id": format!("c{index}"), "type": "function",
            "function": {"name": "list_java", "arguments": ""}}]}));
        for piece in ["{", "}"] {
            deltas.push(json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]}));
        }
    }
    let outcome = play(vec![stream(&deltas, "tool_calls")]).await;
    assert_eq!(outcome.calls(), vec![("list_java", json!({})); 40]);
}

#[tokio::test]
async fn more_calls_than_any_answer_has_are_garbled() {
    let call = json!({"function": {"name": "list_java", "arguments": "{}"}});
    let deltas = [json!({"tool_calls": vec![call; 129]})];
    let outcome = play(vec![stream(&deltas, "tool_calls")]).await;
    assert_eq!(outcome.fault(), Fault::Garbled);
}
