//! The model and its key.

use anyhow::Result;
use nova_core::Overrides;
use nova_model::Secret;
use nova_testkit::model::{ModelServer, Script};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use super::fixture::{root, window};
use crate::window::Window;

const KEY: &str = "sk-planted-7f3a9c";

async fn set(window: &Window, base: &str, name: &str) -> Value {
    window.done("model_set", json!({ "base": base, "name": name })).await
}

async fn key_server(window: &Window) -> Value {
    window.done("model_read", json!({})).await["server"].clone()
}

#[tokio::test]
async fn who_would_answer_follows_the_model_that_is_set() -> Result<()> {
    let window = window()?;
    let who = async || window.done("window_start", json!({})).await["who"].clone();
    assert_eq!(who().await["rung"], "planner");
    assert!(who().await["why"].is_string());
    let saved = set(&window, "https://api.deepseek.com/v1", "deepseek-chat").await;
    assert_eq!((&who().await["rung"], &who().await["label"]), (&json!("tools"), &json!("deepseek-chat")));
    window.done("change_undo", json!({ "id": saved["change"] })).await;
    assert_eq!(who().await["rung"], "planner");
    Ok(())
}

#[tokio::test]
async fn values_of_the_model_come_and_go_each_by_itself() -> Result<()> {
    let window = window()?;
    set(&window, "https://api.deepseek.com/v1", "deepseek-chat").await;
    let more = json!({ "price_input": "2", "price_output": "8.5", "context": "65536", "proxy": "direct" });
    window.done("model_set", more).await;
    let page = window.done("model_read", json!({})).await;
    assert_eq!(page["price"], json!({ "input": "2", "output": "8.5" }));
    assert_eq!((&page["context"], &page["proxy"]), (&json!(65_536), &json!("direct")));
    window.done("model_set", json!({ "price_input": "", "price_output": "", "context": "" })).await;
    let page = window.done("model_read", json!({})).await;
    assert_eq!(
        (&page["price"], &page["context"], &page["name"]),
        (&Value::Null, &Value::Null, &json!("deepseek-chat"))
    );
    for (bad, code) in [
        (json!({ "price_input": "2", "price_output": "" }), "desk.model.price"),
        (json!({ "context": "much" }), "desk.model.context"),
        (json!({ "base": "https://user:pw@a.example" }), "core.model.bad-address"),
        (json!({ "proxy": "socks4://a" }), "game.settings.bad-value"),
    ] {
        assert_eq!(window.code("model_set", bad).await, code);
    }
    assert!(!window.told().iter().any(|told| told.contains("user:pw")));
    Ok(())
}

#[tokio::test]
async fn without_a_key_ring_the_key_lies_in_its_file_and_nowhere_else() -> Result<()> {
    let window = window()?;
    window.listen();
    set(&window, "https://api.deepseek.com/v1", "deepseek-chat").await;
    assert_eq!(window.done("key_read", json!({})).await["place"], "none");
    let kept = window
        .done("key_keep", json!({ "server": key_server(&window).await, "key": format!(" {KEY}\n") }))
        .await;
    assert_eq!(kept["place"], "file");
    assert!(kept["said"].as_str().unwrap().contains("not encrypted"), "{kept}");
    assert_eq!(window.files_with(KEY), ["secrets.json"]);
    for read in
        ["key_read", "model_read", "trust_read", "limits_read", "tool_list", "window_start", "about_read"]
    {
        window.done(read, json!({})).await;
    }
    window.done("look_set", json!({ "theme": "dark" })).await;
    let told = window.told();
    assert!(told.len() > 12 && told.iter().all(|told| !told.contains(KEY)), "{told:#?}");
    window.done("key_forget", json!({ "server": key_server(&window).await })).await;
    assert!(window.files_with(KEY).is_empty());
    assert_eq!(window.done("key_read", json!({})).await["place"], "none");
    Ok(())
}

#[tokio::test]
async fn a_key_goes_to_the_server_it_was_typed_for_or_to_none() -> Result<()> {
    let window = window()?;
    let keep = |host: &str| json!({ "server": host, "key": KEY });
    assert_eq!(window.code("key_keep", keep("api.deepseek.com")).await, "core.model.none");
    set(&window, "https://api.moonshot.cn/v1", "kimi").await;
    assert_eq!(window.code("key_keep", keep("api.deepseek.com")).await, "desk.key.moved");
    assert_eq!(window.code("key_forget", json!({ "server": "api.deepseek.com" })).await, "desk.key.moved");
    let blank = json!({ "server": "api.moonshot.cn", "key": format!("{KEY} with blanks") });
    assert_eq!(window.code("key_keep", blank).await, "core.model.bad-key");
    set(&window, "https://a.example:8443/v1", "kimi").await;
    let shown = key_server(&window).await;
    set(&window, "http://a.example:8443/v1", "kimi").await;
    let plain = json!({ "server": shown, "key": KEY });
    assert_eq!(window.code("key_keep", plain).await, "desk.key.moved", "not unencrypted");
    set(&window, "https://api.moonshot.cn/v1", "kimi").await;
    for odd in [json!({ "server": "api.moonshot.cn", "key": [KEY] }), json!({ "server": [KEY], "key": 7 })] {
        window.code("key_keep", odd).await;
    }
    assert!(window.files_with(KEY).is_empty());
    let told = window.told();
    assert!(told.iter().all(|told| !told.contains(KEY)), "{told:#?}");
    Ok(())
}

#[tokio::test]
async fn a_key_of_the_environment_is_named_and_not_shown() -> Result<()> {
    let overrides = Overrides { key: Some(Secret::new(KEY)), ..Overrides::default() };
    let window = Window::at_home(&root(), |setup| setup.overrides = overrides)?;
    set(&window, "https://api.deepseek.com/v1", "deepseek-chat").await;
    assert_eq!(window.done("key_read", json!({})).await["place"], "environment");
    assert_eq!(window.done("model_read", json!({})).await["overridden"], json!(["NOVA_LLM_KEY"]));
    assert!(window.told().iter().all(|told| !told.contains(KEY)));
    Ok(())
}

#[tokio::test]
async fn a_test_tells_whether_the_model_answers_and_which_there_are() -> Result<()> {
    let base = answering().await?;
    let window = window()?;
    window.done("model_set", json!({ "base": base })).await;
    let found = window.done("model_test", json!({})).await;
    assert_eq!((&found["answered"], &found["models"]), (&json!(false), &json!(["scripted"])));
    window.done("model_set", json!({ "name": "scripted" })).await;
    let found = window.done("model_test", json!({})).await;
    assert_eq!((&found["answered"], &found["base"]), (&json!(true), &Value::Null));
    assert!(found["said"][0].as_str().unwrap().starts_with("scripted at"), "{found}");
    Ok(())
}

/// A server that has one model, which says OK to everything.
async fn answering() -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}/v1", listener.local_addr()?);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream));
        }
    });
    Ok(base)
}

/// The whole request, since closing before its end would lose the answer.
async fn request(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut text = String::new();
    let mut piece = [0; 4_096];
    loop {
        let read = stream.read(&mut piece).await?;
        text.push_str(&String::from_utf8_lossy(&piece[..read]));
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length =
            head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if read == 0 || body.len() >= length.unwrap_or(0) {
            return Ok(text);
        }
    }
}

async fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let asked = request(&mut stream).await?.starts_with("POST");
    let list = json!({ "object": "list", "data": [{ "id": "scripted" }] }).to_string();
    let choice =
        json!({ "choices": [{ "index": 0, "delta": { "content": "OK" }, "finish_reason": "stop" }] });
    let (kind, body) = if asked {
        ("text/event-stream", format!("data: {choice}\n\ndata: [DONE]\n\n"))
    } else {
        ("application/json", list)
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all((head + &body).as_bytes()).await
}

#[tokio::test]
async fn a_test_with_a_wrong_key_says_so_and_does_not_repeat_it() -> Result<()> {
    let server = ModelServer::start(Script::default().key("sk-right")).await?;
    let window = window()?;
    set(&window, &server.base(), "scripted").await;
    let keep = json!({ "server": key_server(&window).await, "key": KEY });
    window.done("key_keep", keep).await;
    assert!(window.code("model_test", json!({})).await.starts_with("llm."));
    assert!(window.told().iter().all(|told| !told.contains(KEY)));
    Ok(())
}

#[tokio::test]
async fn the_word_on_models_of_this_computer_is_kept() -> Result<()> {
    let window = window()?;
    window.done("local_set", json!({ "local": "no" })).await;
    assert_eq!(window.done("model_read", json!({})).await["local"], "no");
    assert_eq!(window.code("local_set", json!({ "local": "perhaps" })).await, "desk.bad-arguments");
    Ok(())
}
