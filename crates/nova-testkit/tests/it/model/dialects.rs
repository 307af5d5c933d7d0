//! Each dialect: a whole turn, and what it refuses.

use anyhow::Result;
use nova_testkit::model::{Dialect, ModelServer, Script, Step};
use serde_json::{Value, json};

use super::wire::{Whole, ask, follow, opening, request, send};

const THOUGHT: &str = "They want a list, so list_mods.";

fn script(dialect: Dialect) -> Script {
    let calls = Step::call("list_mods", json!({})).and_call("disable_mod", json!({"mod": "钠 \"sodium\""}));
    Script::new(dialect)
        .then(calls.reasoning(THOUGHT))
        .then(Step { say: Some("看一下：两个模组。".to_owned()), ..Step::default() })
}

/// The history as this dialect wants it.
fn suited(dialect: Dialect, mut request: Value, heard: &Whole) -> Value {
    let messages = request["messages"].as_array_mut().expect("messages");
    let message =
        messages.iter_mut().rev().find(|message| message["role"] == "assistant").expect("an answer");
    match dialect {
        Dialect::Openrouter => message["content"] = Value::Null,
        Dialect::Deepseek | Dialect::Moonshot => message["reasoning_content"] = json!(heard.reasoning),
        _ => {}
    }
    request
}

#[tokio::test]
async fn every_dialect_plays_a_whole_turn_that_a_careful_reader_understands() -> Result<()> {
    for dialect in Dialect::ALL {
        let server = ModelServer::start(script(dialect)).await?;
        let mut request = opening();
        let mut calls: Vec<(String, String)> = Vec::new();
        let heard = loop {
            let answer = ask(&server, &request).await?;
            assert_eq!(answer.status, 200, "{}: {}", dialect.name(), answer.text());
            assert!(answer.is_done(), "{}", dialect.name());
            let heard = Whole::of(&answer);
            if heard.calls.is_empty() {
                break heard;
            }
            calls.extend(heard.made().into_iter().map(|(name, args)| (name.to_owned(), args.to_owned())));
            request = suited(dialect, follow(&request, &heard, &["1 mod: sodium"]), &heard);
        };
        let wanted = [("list_mods", "{}"), ("disable_mod", r#"{"mod":"钠 \"sodium\""}"#)];
        let calls: Vec<(&str, &str)> =
            calls.iter().map(|(name, args)| (name.as_str(), args.as_str())).collect();
        assert_eq!(calls, wanted, "{}", dialect.name());
        assert_eq!(
            (heard.text.as_str(), heard.finish.as_str()),
            ("看一下：两个模组。", "stop"),
            "{}",
            dialect.name()
        );
        assert_eq!(server.violations(), Vec::<String>::new(), "{}", dialect.name());
        assert_eq!(server.refusals(), Vec::<String>::new(), "{}", dialect.name());
    }
    Ok(())
}

#[tokio::test]
async fn reasoning_goes_where_the_dialect_puts_it() -> Result<()> {
    for (dialect, reasoning, text) in [
        (Dialect::Openai, "", ""),
        (Dialect::Deepseek, THOUGHT, ""),
        (Dialect::Groq, THOUGHT, ""),
        (Dialect::Mistral, THOUGHT, ""),
        (Dialect::Minimax, "", "<think>They want a list, so list_mods.</think>"),
        (Dialect::Lmstudio, "", "They want a list, so list_mods.</think>"),
    ] {
        let server = ModelServer::start(script(dialect)).await?;
        let heard = Whole::of(&ask(&server, &opening()).await?);
        assert_eq!((heard.reasoning.as_str(), heard.text.as_str()), (reasoning, text), "{}", dialect.name());
    }
    Ok(())
}

#[tokio::test]
async fn think_tags_are_used_in_any_dialect_that_a_step_asks_for_them() -> Result<()> {
    let step = Step { think_tags: true, ..Step::say("Yes.").reasoning("Hm.") };
    let server = ModelServer::start(Script::new(Dialect::Deepseek).then(step)).await?;
    assert_eq!(Whole::of(&ask(&server, &opening()).await?).text, "<think>Hm.</think>Yes.");
    Ok(())
}

#[tokio::test]
async fn the_oddities_of_a_dialect_stand_on_the_wire() -> Result<()> {
    for (dialect, marks) in [
        (
            Dialect::Openai,
            &["\"content\":null", "\"id\":\"call_", "\"arguments\":\"\"", "\"obfuscation\""][..],
        ),
        (Dialect::Azure, &["\"choices\":[],", "\"prompt_filter_results\"", "\"content_filter_offsets\""]),
        (Dialect::Deepseek, &[": keep-alive\n", "\"reasoning_content\":\"\""]),
        (Dialect::Moonshot, &["\"id\":\"functions.list_mods:0\""]),
        (Dialect::Dashscope, &["\"id\":\"\"", "\"id\":null", "\"name\":\"\""]),
        (Dialect::Zhipu, &["\r\n\r\n"]),
        (
            Dialect::Gemini,
            &["\"thought_signature\"", "\"finish_reason\":\"stop\"", "\"id\":\"function-call-"],
        ),
        (Dialect::Mistral, &["\"type\":\"thinking\""]),
        (Dialect::Groq, &["\"x_groq\"", "\"reasoning\":\""]),
        (Dialect::Openrouter, &[": OPENROUTER PROCESSING\n", "\"provider\""]),
        (Dialect::Siliconflow, &["\"usage\":{"]),
        (Dialect::Minimax, &["data:{", "data:[DONE]"]),
        (Dialect::Vllm, &["\"id\":\"chatcmpl-tool-"]),
        (Dialect::Ollama, &["\"finish_reason\":\"\"", "\"index\":0"]),
        (Dialect::Lmstudio, &["\"index\":null"]),
        (Dialect::Llamacpp, &["\n:\n", "\"timings\""]),
    ] {
        let server = ModelServer::start(script(dialect)).await?;
        let text = format!("\n{}", ask(&server, &opening()).await?.text());
        for mark in marks {
            assert!(text.contains(mark), "{}: {mark:?} is not in {text}", dialect.name());
        }
    }
    Ok(())
}

#[tokio::test]
async fn ids_are_missing_or_the_same_for_two_calls_where_servers_are_like_that() -> Result<()> {
    for (dialect, ids, different) in
        [(Dialect::Llamacpp, 0, 0), (Dialect::Siliconflow, 2, 1), (Dialect::Ollama, 2, 2)]
    {
        let server = ModelServer::start(script(dialect)).await?;
        let chunks = ask(&server, &opening()).await?.chunks();
        let entries = chunks.iter().map(|chunk| &chunk["choices"][0]["delta"]["tool_calls"][0]);
        let mut found: Vec<&str> = entries.filter_map(|entry| entry["id"].as_str()).collect();
        assert_eq!(found.len(), ids, "{}", dialect.name());
        found.dedup();
        assert_eq!(found.len(), different, "{}", dialect.name());
    }
    Ok(())
}

#[tokio::test]
async fn usage_comes_when_it_is_asked_for_or_where_the_dialect_puts_it() -> Result<()> {
    let usage = |request: Value, dialect| async move {
        let server = ModelServer::start(script(dialect)).await?;
        let text = ask(&server, &request).await?.text();
        anyhow::Ok(text.contains("\"prompt_tokens\""))
    };
    let mut asking = opening();
    asking["stream_options"] = json!({"include_usage": true});
    assert!(!usage(opening(), Dialect::Openai).await?);
    assert!(usage(asking.clone(), Dialect::Openai).await?);
    assert!(usage(opening(), Dialect::Moonshot).await?);
    assert!(!usage(asking, Dialect::Lmstudio).await?);
    Ok(())
}

/// A second request with what is changed about it, and what the dialect says to that.
type Case = (Dialect, fn(&mut Value), u16, &'static str);

const CASES: &[Case] = &[
    (Dialect::Openai, |r| r["max_tokens"] = json!(9), 400, "Use 'max_completion_tokens' instead"),
    (Dialect::Openai, |r| r["temperature"] = json!(0.2), 400, "unsupported_value"),
    (Dialect::Openai, |r| r["parallel_tool_calls"] = json!(false), 400, "is not supported with this model"),
    (Dialect::Openai, |r| rename(r, &"x".repeat(41)), 400, "got a string with length 41 instead"),
    (
        Dialect::Openai,
        |r| r["messages"][2]["reasoning_content"] = json!("hm"),
        400,
        "supplied: reasoning_content",
    ),
    (
        Dialect::Openai,
        |r| r["messages"][2]["tool_calls"][0]["function"]["name"] = json!("a b"),
        400,
        "'^[a-zA-Z0-9_-]+$'",
    ),
    (Dialect::Openai, |r| r["messages"][3]["is_error"] = json!(true), 400, "supplied: is_error"),
    (Dialect::Azure, |r| r["stream_options"] = json!({}), 400, "supplied: stream_options"),
    (Dialect::Deepseek, |r| r["messages"][2]["content"] = json!("x"), 400, "must be passed back to the API"),
    (Dialect::Moonshot, |r| r["temperature"] = json!(0.2), 400, "only 1 is allowed"),
    (
        Dialect::Moonshot,
        |r| r["tools"][0]["function"]["parameters"]["$ref"] = json!("#"),
        400,
        "moonshot flavored",
    ),
    (Dialect::Dashscope, |r| r["stream"] = json!(false), 400, "parameter.enable_thinking"),
    (Dialect::Zhipu, |r| r["messages"][3]["tool_call_id"] = json!("other"), 400, r#""code":"1214""#),
    (Dialect::Gemini, |r| drop_signature(r), 400, "missing a thought_signature"),
    (Dialect::Mistral, |r| rename(r, "call_1"), 400, "Tool call id was call_1 but must be"),
    (Dialect::Mistral, |r| r["stream_options"] = json!({}), 422, "extra_forbidden"),
    (Dialect::Mistral, |r| push_user(r), 400, "Unexpected role 'user' after role 'tool'"),
    (Dialect::Groq, |r| r["messages"][2]["reasoning_content"] = json!("hm"), 400, "is unsupported"),
    (Dialect::Openrouter, |r| r["messages"][2]["content"] = json!(""), 400, "must be non-empty"),
    (Dialect::Siliconflow, |r| r["tool_choice"] = json!("required"), 400, r#""code":20015"#),
    (Dialect::Minimax, |r| r["messages"][3]["tool_call_id"] = json!("other"), 400, "(2013)"),
    (Dialect::Vllm, |r| without_tools(r), 400, "`tools` must be set"),
    (Dialect::Ollama, |r| r["messages"][2]["content"] = Value::Null, 400, "<nil>"),
    (
        Dialect::Lmstudio,
        |r| r["tool_choice"] = json!({"type": "function"}),
        400,
        r#"{"error":"Invalid tool_choice type"#,
    ),
    (Dialect::Llamacpp, |r| r["messages"][0]["role"] = json!("developer"), 500, "Unexpected message role."),
    (
        Dialect::Deepseek,
        |r| r["messages"][0]["role"] = json!("developer"),
        400,
        "unknown variant `developer`",
    ),
];

fn rename(request: &mut Value, id: &str) {
    request["messages"][2]["tool_calls"][0]["id"] = json!(id);
    request["messages"][3]["tool_call_id"] = json!(id);
}

fn drop_signature(request: &mut Value) {
    request["messages"][2]["tool_calls"][0].as_object_mut().expect("a call").remove("extra_content");
}

fn push_user(request: &mut Value) {
    request["messages"].as_array_mut().expect("messages").push(json!({"role": "user", "content": "And?"}));
}

fn without_tools(request: &mut Value) {
    request.as_object_mut().expect("a request").remove("tools");
    request["tool_choice"] = json!("auto");
}

#[tokio::test]
async fn what_a_dialect_refuses_is_refused_in_its_words_and_keeps_the_step() -> Result<()> {
    for (dialect, change, status, words) in CASES {
        let server = ModelServer::start(script(*dialect)).await?;
        let heard = Whole::of(&ask(&server, &opening()).await?);
        let mut request = follow(&opening(), &heard, &[]);
        let good = suited(*dialect, request.clone(), &heard);
        if *dialect != Dialect::Deepseek {
            request = good.clone();
        }
        change(&mut request);
        let answer = ask(&server, &request).await?;
        assert_eq!(answer.status, *status, "{}: {words}: {}", dialect.name(), answer.text());
        assert!(answer.text().contains(words), "{}: {words:?} is not in {}", dialect.name(), answer.text());
        assert_eq!(server.refusals().len(), 1);
        assert_eq!(ask(&server, &good).await?.status, 200, "{}: {words}", dialect.name());
    }
    Ok(())
}

#[tokio::test]
async fn a_model_without_tools_and_a_wrong_key_are_refused_by_every_dialect() -> Result<()> {
    for dialect in Dialect::ALL {
        let server =
            ModelServer::start(Script { tools_api: false, ..script(dialect) }.key("sk-right")).await?;
        let answer = ask(&server, &opening()).await?;
        assert!(matches!(answer.status, 400 | 404 | 500), "{}: {}", dialect.name(), answer.text());
        assert!(answer.text().contains("too") || answer.text().contains("unction"), "{}", answer.text());
        let headers = "Content-Type: application/json\r\nAuthorization: Bearer sk-wrong\r\n";
        let bytes = request("POST", "/v1/chat/completions", headers, opening().to_string().as_bytes());
        assert_eq!(send(&server, &bytes).await?.status, 401, "{}", dialect.name());
        assert_eq!(server.violations(), Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn calls_that_come_one_by_one_are_forgotten_with_their_turn() -> Result<()> {
    let server = ModelServer::start(script(Dialect::Llamacpp)).await?;
    let heard = Whole::of(&ask(&server, &opening()).await?);
    let mut request = follow(&opening(), &heard, &["1 mod"]);
    push_user(&mut request);
    let heard = Whole::of(&ask(&server, &request).await?);
    assert_eq!((heard.text.as_str(), heard.calls.len()), ("看一下：两个模组。", 0));
    Ok(())
}
