//! Steps: their order, conditions, placeholders, and the JSON that they become without a tools API.

use anyhow::Result;
use nova_testkit::model::{Dialect, JsonShape, ModelServer, Rung, Script, ScriptCall, Step};
use serde_json::{Value, json};

use super::wire::{Whole, ask, follow, opening, request, send};

async fn text(server: &ModelServer) -> Result<String> {
    Ok(Whole::of(&ask(server, &opening()).await?).text)
}

#[tokio::test]
async fn steps_are_used_in_order_and_after_the_last_comes_done() -> Result<()> {
    let script = Script::new(Dialect::Openai).then(Step::say("one")).then(Step::say("two"));
    let server = ModelServer::start(script).await?;
    assert_eq!([text(&server).await?, text(&server).await?, text(&server).await?], ["one", "two", "done"]);
    assert_eq!(server.steps_used(), 2);
    Ok(())
}

#[tokio::test]
async fn a_last_step_that_repeats_goes_on() -> Result<()> {
    let server = ModelServer::start(Script::new(Dialect::Openai).then(Step::say("again").repeat())).await?;
    assert_eq!([text(&server).await?, text(&server).await?], ["again", "again"]);
    Ok(())
}

#[tokio::test]
async fn a_step_whose_condition_does_not_hold_is_passed_over() -> Result<()> {
    let script = Script::parse(
        r#"{"steps": [
            {"if": {"rung": "json"}, "say": "as JSON"},
            {"if": {"contains": "Which mods"}, "say": "mods"},
            {"if": {"lacks": "Which mods"}, "say": "never"}
        ]}"#,
    )?;
    let server = ModelServer::start(script).await?;
    assert_eq!([text(&server).await?, text(&server).await?], ["mods", "done"]);
    Ok(())
}

#[tokio::test]
async fn placeholders_take_words_and_values_out_of_the_results() -> Result<()> {
    let script = Script::parse(
        r#"{"steps": [
            {"calls": [{"name": "list_mods"}, {"name": "list_saves"}]},
            {"say": "{{tool:list_mods:/mods/0/id}} it is", "calls": [
                {"name": "disable_mod", "args": {"mod": "{{tool:list_mods:/mods/0/id}}"}},
                {"name": "delete_save", "args": {"save": "{{after:world called }}"}}
            ]}
        ]}"#,
    )?;
    let server = ModelServer::start(script).await?;
    let first = Whole::of(&ask(&server, &opening()).await?);
    let results = [r#"{"mods": [{"id": "sodium"}]}"#, "One world called \"Alpha\", 3 MB"];
    let second = Whole::of(&ask(&server, &follow(&opening(), &first, &results)).await?);
    assert_eq!(second.text, "sodium it is");
    assert_eq!(
        second.made(),
        [("disable_mod", r#"{"mod":"sodium"}"#), ("delete_save", r#"{"save":"Alpha"}"#)]
    );
    Ok(())
}

#[tokio::test]
async fn a_placeholder_that_finds_nothing_is_a_violation() -> Result<()> {
    let server =
        ModelServer::start(Script::new(Dialect::Openai).then(Step::say("{{after:nowhere}}"))).await?;
    assert_eq!(ask(&server, &opening()).await?.status, 400);
    assert!(server.violations()[0].contains("{{after:nowhere}}"));
    Ok(())
}

fn without_tools(system: &str) -> Value {
    let mut request = opening();
    request.as_object_mut().expect("a request").remove("tools");
    request["messages"][0]["content"] = json!(system);
    request
}

#[tokio::test]
async fn without_tools_but_with_an_envelope_a_step_is_that_object_with_its_words_first() -> Result<()> {
    let step = Step { say: Some("Look:".to_owned()), ..Step::call("list_mods", json!({"a": 1})) };
    let server = ModelServer::start(Script::new(Dialect::Deepseek).then(step)).await?;
    let heard = Whole::of(&ask(&server, &without_tools(r#"Answer {"say": "...", "calls": []}"#)).await?);
    assert_eq!(heard.text, r#"{"say":"Look:","calls":[{"name":"list_mods","arguments":{"a":1}}]}"#);
    assert_eq!((heard.calls.len(), heard.finish.as_str()), (0, "stop"));
    Ok(())
}

#[tokio::test]
async fn a_request_without_any_tools_gets_words_only() -> Result<()> {
    let step = Step { say: Some("No more.".to_owned()), ..Step::call("list_mods", json!({})) };
    let server = ModelServer::start(Script::new(Dialect::Openai).then(step)).await?;
    let heard = Whole::of(&ask(&server, &without_tools("You are Nova.")).await?);
    assert_eq!((heard.text.as_str(), heard.calls.len()), ("No more.", 0));
    Ok(())
}

#[tokio::test]
async fn response_format_is_refused_as_the_script_says() -> Result<()> {
    for (taken, statuses) in
        [(JsonShape::Yes, [200, 200]), (JsonShape::JsonObject, [400, 200]), (JsonShape::No, [400, 400])]
    {
        let script = Script { json_schema: taken, ..Script::new(Dialect::Deepseek) };
        let server = ModelServer::start(script).await?;
        for (kind, status) in ["json_schema", "json_object"].into_iter().zip(statuses) {
            let mut request = without_tools("JSON, please.");
            request["response_format"] = json!({"type": kind});
            assert_eq!(ask(&server, &request).await?.status, status, "{taken:?} {kind}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn arguments_given_as_text_are_sent_as_they_stand() -> Result<()> {
    let server =
        ModelServer::start(Script::new(Dialect::Gemini).then(Step::call("list_mods", json!("{not json"))))
            .await?;
    assert_eq!(Whole::of(&ask(&server, &opening()).await?).made(), [("list_mods", "{not json")]);
    Ok(())
}

#[tokio::test]
async fn models_are_listed_for_whoever_has_the_key() -> Result<()> {
    let script =
        Script { models: vec!["big".to_owned(), "small".to_owned()], ..Script::default() }.key("sk-right");
    let server = ModelServer::start(script).await?;
    assert_eq!(send(&server, &request("GET", "/v1/models", "", b"")).await?.status, 401);
    let listed =
        send(&server, &request("GET", "/v1/models", "Authorization: Bearer sk-right\r\n", b"")).await?;
    let ids: Vec<Value> =
        listed.json()["data"].as_array().expect("data").iter().map(|m| m["id"].clone()).collect();
    assert_eq!(ids, ["big", "small"]);
    Ok(())
}

#[tokio::test]
async fn requests_are_kept_with_their_head_and_bytes() -> Result<()> {
    let server = ModelServer::start(Script::default()).await?;
    ask(&server, &opening()).await?;
    let requests = server.requests();
    assert_eq!(requests[0].header("authorization"), Some("Bearer sk-right"));
    assert_eq!(requests[0].body, opening().to_string().into_bytes());
    assert_eq!(requests[0].messages().len(), 2);
    assert_eq!(requests[0].tool_names()[0], "list_mods");
    Ok(())
}

#[test]
fn a_word_that_no_script_has_is_an_error() {
    for text in
        [r#"{"accent": "openai"}"#, r#"{"steps": [{"says": "x"}]}"#, r#"{"steps": [{"fault": "fire"}]}"#]
    {
        assert!(Script::parse(text).is_err(), "{text}");
    }
    let full = r#"{"dialect": "lmstudio", "look": [{"name": "list_mods"}], "gullible": true,
        "steps": [{"fault": {"cut": {"after": "call", "reset": true}}, "if": {"rung": "plain"}}]}"#;
    let script = Script::parse(full).expect("a script");
    assert_eq!(script.look, [ScriptCall { name: "list_mods".to_owned(), args: json!({}) }]);
    assert_eq!(script.steps[0].r#if.as_ref().and_then(|condition| condition.rung), Some(Rung::Plain));
}

#[test]
fn the_example_for_contributors_is_a_script() {
    let page = include_str!("../../../../../CONTRIBUTING.md");
    let examples: Vec<&str> =
        page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(examples.len(), 1);
    assert_eq!(Script::parse(examples[0]).expect("a script").steps.len(), 5);
}
