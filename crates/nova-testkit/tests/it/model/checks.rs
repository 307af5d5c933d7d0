//! The checks: each finds its fault, and none finds one in a good request.

use anyhow::Result;
use nova_testkit::model::{Dialect, ModelServer, Script, Step};
use serde_json::{Value, json};

use super::wire::{Whole, ask, follow, opening, request, send, tool};

fn script() -> Script {
    // A dialect that refuses little itself.
    let calls = Step::call("list_mods", json!({})).and_call("list_saves", json!({}));
    Script::new(Dialect::Siliconflow).then(calls)
}

/// A good second request, and the server that it goes to.
async fn second() -> Result<(ModelServer, Value)> {
    let server = ModelServer::start(script()).await?;
    let heard = Whole::of(&ask(&server, &opening()).await?);
    Ok((server, follow(&opening(), &heard, &["1 mod", "no world"])))
}

type Case = (&'static str, fn(&mut Value));

const CASES: &[Case] = &[
    ("model is missing", |r| r["model"] = json!("")),
    ("stream is not true", |r| r["stream"] = json!(false)),
    ("messages is not a list", |r| r["messages"] = json!({})),
    ("messages do not start with system, then user", |r| swap(r, 0, 1)),
    ("messages[2] is of the role \"user\" behind one of \"user\"", |r| {
        insert(r, 2, &json!({"role": "user", "content": "x"}));
    }),
    ("messages[5] is of the role \"system\" behind", |r| {
        insert(r, 5, &json!({"role": "system", "content": "x"}));
    }),
    ("the last message is of the role \"assistant\"", |r| {
        insert(r, 5, &json!({"role": "assistant", "content": "x"}));
    }),
    ("messages[1] has no text", |r| r["messages"][1]["content"] = json!("")),
    ("messages[2] has a content that is neither text nor null", |r| r["messages"][2]["content"] = json!([])),
    ("messages[3] has a content that is no text", |r| r["messages"][3]["content"] = json!({"mods": 1})),
    ("messages[5] has neither text nor calls", |r| {
        insert(r, 5, &json!({"role": "assistant", "content": ""}));
    }),
    ("messages[5] has tool_calls that is no list or an empty one", |r| {
        insert(r, 5, &json!({"role": "assistant", "content": "x", "tool_calls": []}));
    }),
    ("tool_calls[0] has no id", |r| call(r)["id"] = json!("")),
    ("tool_calls[0] is not of the type function", |r| call(r)["type"] = Value::Null),
    ("tool_calls[0] has no name", |r| call(r)["function"]["name"] = json!("")),
    ("tool_calls[0] has arguments that are no object", |r| call(r)["function"]["arguments"] = json!("")),
    ("tool_calls[0] has arguments that are no object", |r| call(r)["function"]["arguments"] = json!({})),
    ("two calls have the id", |r| r["messages"][2]["tool_calls"][1]["id"] = call(r)["id"].clone()),
    ("behind it are the answers to", |r| swap(r, 3, 4)),
    ("behind it are the answers to", |r| drop(messages(r).pop())),
    ("behind it are the answers to", |r| {
        let again = r["messages"][4].clone();
        insert(r, 5, &again);
    }),
    ("tools is no list or an empty one", |r| r["tools"] = json!([])),
    ("tool_choice without tools", |r| {
        r.as_object_mut().expect("a request").remove("tools");
        r["tool_choice"] = json!("auto");
    }),
    ("has a name that is not [a-z0-9_]{1,64}", |r| r["tools"][0]["function"]["name"] = json!("List-Mods")),
    ("two tools are called \"list_mods\"", |r| r["tools"][1] = tool("list_mods", None)),
    ("$ref at parameters.mod", |r| param(r)["$ref"] = json!("#/x")),
    ("oneOf at parameters.mod", |r| param(r)["oneOf"] = json!([])),
    ("no plain type at parameters.mod", |r| param(r)["type"] = json!(["string", "null"])),
    ("no items at parameters.mod", |r| param(r)["type"] = json!("array")),
    ("required at parameters, but no such property", |r| {
        r["tools"][1]["function"]["parameters"]["required"] = json!(["version"]);
    }),
    ("a secret stands in the body", |r| r["messages"][3]["content"] = json!("token s3cr3t")),
    ("the system message is not what it was", |r| {
        r["messages"][0]["content"] = json!("You are Nova. It is 12:01.");
    }),
    ("the tools are not what they were", |r| drop(r["tools"].as_array_mut().expect("tools").pop())),
];

fn messages(request: &mut Value) -> &mut Vec<Value> {
    request["messages"].as_array_mut().expect("messages")
}

fn swap(request: &mut Value, one: usize, other: usize) {
    messages(request).swap(one, other);
}

fn insert(request: &mut Value, at: usize, message: &Value) {
    messages(request).insert(at, message.clone());
}

fn call(request: &mut Value) -> &mut Value {
    &mut request["messages"][2]["tool_calls"][0]
}

fn param(request: &mut Value) -> &mut Value {
    &mut request["tools"][1]["function"]["parameters"]["properties"]["mod"]
}

#[tokio::test]
async fn each_check_finds_its_fault_and_answers_400_in_the_dialects_form() -> Result<()> {
    for (words, change) in CASES {
        let server = ModelServer::start(Script { secrets: vec!["s3cr3t".to_owned()], ..script() }).await?;
        let heard = Whole::of(&ask(&server, &opening()).await?);
        let mut request = follow(&opening(), &heard, &["1 mod", "no world"]);
        change(&mut request);
        let answer = ask(&server, &request).await?;
        assert_eq!(answer.status, 400, "{words}");
        assert!(
            answer.json()["message"].as_str().is_some_and(|text| text.starts_with("testkit: ")),
            "{words}"
        );
        let violations = server.violations();
        let found = violations.iter().any(|text| text.starts_with("request 2: ") && text.contains(words));
        assert!(found, "{words:?} is not in {violations:?}");
        assert!(violations.iter().all(|text| !text.contains("s3cr3t")));
    }
    Ok(())
}

#[tokio::test]
async fn a_good_conversation_has_no_violation() -> Result<()> {
    let (server, mut request) = second().await?;
    assert_eq!(ask(&server, &request).await?.status, 200);
    insert(&mut request, 5, &json!({"role": "assistant", "content": "One mod, no world."}));
    insert(&mut request, 6, &json!({"role": "user", "content": "Thanks. And Java?"}));
    assert_eq!(ask(&server, &request).await?.status, 200);
    // The same again after a failure, the last round without tools, another conversation in between.
    assert_eq!(ask(&server, &request).await?.status, 200);
    assert_eq!(ask(&server, &opening()).await?.status, 200);
    request.as_object_mut().expect("a request").remove("tools");
    assert_eq!(ask(&server, &request).await?.status, 200);
    assert_eq!(server.violations(), Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_message_that_changes_or_goes_is_found_unless_the_script_allows_it() -> Result<()> {
    for (change, allowed) in [(true, false), (false, false), (true, true)] {
        let server = ModelServer::start(Script { compaction_allowed: allowed, ..script() }).await?;
        let heard = Whole::of(&ask(&server, &opening()).await?);
        let mut request = follow(&opening(), &heard, &["1 mod", "no world"]);
        ask(&server, &request).await?;
        insert(&mut request, 5, &json!({"role": "assistant", "content": "One."}));
        insert(&mut request, 6, &json!({"role": "user", "content": "And?"}));
        if change {
            request["messages"][3]["content"] = json!("(left out)");
        } else {
            messages(&mut request).drain(2..6);
        }
        let status = ask(&server, &request).await?.status;
        assert_eq!(status, if allowed { 200 } else { 400 });
        let said = server.violations().concat();
        assert_eq!(said.contains("is not what it was in the request before, or is gone"), !allowed, "{said}");
    }
    Ok(())
}

#[tokio::test]
async fn the_order_of_keys_counts_since_a_cache_compares_bytes() -> Result<()> {
    let (server, request) = second().await?;
    let text = request.to_string();
    let turned = text.replace(
        r#"{"content":"You are Nova.","role":"system"}"#,
        r#"{"role":"system","content":"You are Nova."}"#,
    );
    assert_ne!(text, turned);
    let headers = "Content-Type: application/json\r\n";
    let bytes = super::wire::request("POST", "/v1/chat/completions", headers, turned.as_bytes());
    assert_eq!(send(&server, &bytes).await?.status, 400);
    assert!(server.violations()[0].contains("the system message is not what it was"));
    Ok(())
}

#[tokio::test]
async fn reasoning_may_go_when_the_next_turn_begins_but_not_before() -> Result<()> {
    for (turns, status) in [(2, 200), (1, 400)] {
        let (server, mut request) = second().await?;
        request["messages"][2]["reasoning_content"] = json!("hm");
        assert_eq!(ask(&server, &request).await?.status, 200);
        request["messages"][2].as_object_mut().expect("a message").remove("reasoning_content");
        if turns == 2 {
            insert(&mut request, 5, &json!({"role": "assistant", "content": "One."}));
            insert(&mut request, 6, &json!({"role": "user", "content": "And?"}));
        }
        assert_eq!(ask(&server, &request).await?.status, status);
    }
    Ok(())
}

#[tokio::test]
async fn the_head_and_the_path_are_looked_at_too() -> Result<()> {
    let server = ModelServer::start(Script::default().key("sk-right")).await?;
    let key = "Authorization: Bearer sk-right\r\n";
    let body = opening().to_string();
    for (method, path, headers, words) in [
        ("POST", "/v1/chat/completions", "", "content-type is missing, not application/json"),
        ("POST", "/v1/chat/completions", "Content-Type: text/plain\r\n", "content-type is text/plain"),
        (
            "POST",
            "/v1/chat/completions?key=sk-right",
            "Content-Type: application/json\r\n",
            "a secret stands in the path",
        ),
        ("POST", "/v1/completions", "Content-Type: application/json\r\n", "POST /v1/completions is nothing"),
    ] {
        let bytes = request(method, path, &format!("{key}{headers}"), body.as_bytes());
        assert!(send(&server, &bytes).await?.status >= 400);
        assert!(server.violations().last().is_some_and(|text| text.contains(words)), "{words}");
    }
    let leaking = body.replace("You are Nova.", "The key is sk-right.");
    let headers = format!("{key}Content-Type: application/json\r\n");
    send(&server, &request("POST", "/v1/chat/completions", &headers, leaking.as_bytes())).await?;
    assert!(server.violations().last().is_some_and(|text| text.ends_with("a secret stands in the body")));
    send(&server, &request("POST", "/v1/chat/completions", &headers, b"[not json")).await?;
    assert!(server.violations().last().is_some_and(|text| text.ends_with("the body is not a JSON object")));
    Ok(())
}
