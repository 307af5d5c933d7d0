//! A small HTTP client that shows what stands on the wire, a reader of streams, and the requests that the tests send.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use nova_testkit::model::ModelServer;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With its last chunk.
    Whole,
    /// The connection was closed before that.
    Closed,
    /// The connection was reset.
    Reset,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
    pub(crate) end: End,
}

/// A request's bytes.
pub(crate) fn request(method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head =
        format!("{method} {path} HTTP/1.1\r\nHost: x\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// A chat request's bytes.
pub(crate) fn chat(body: &Value) -> Vec<u8> {
    let headers = "Content-Type: application/json\r\nAuthorization: Bearer sk-right\r\n";
    request("POST", "/v1/chat/completions", headers, body.to_string().as_bytes())
}

/// An open connection to a server.
pub(crate) async fn connect(server: &ModelServer) -> Result<TcpStream> {
    let base = server.base();
    let address = base.strip_prefix("http://").and_then(|base| base.strip_suffix("/v1")).context("base")?;
    Ok(TcpStream::connect(address).await?)
}

/// Asks and reads the whole answer.
pub(crate) async fn ask(server: &ModelServer, body: &Value) -> Result<Heard> {
    send(server, &chat(body)).await
}

/// Sends bytes and reads the whole answer.
pub(crate) async fn send(server: &ModelServer, bytes: &[u8]) -> Result<Heard> {
    let mut stream = connect(server).await?;
    stream.write_all(bytes).await?;
    timeout(Duration::from_secs(10), read(&mut stream)).await.context("no answer in ten seconds")?
}

/// Reads one answer.
pub(crate) async fn read(stream: &mut TcpStream) -> Result<Heard> {
    let mut bytes = Vec::new();
    let end = loop {
        if find(&bytes, b"0\r\n\r\n").is_some_and(|at| at + 5 == bytes.len()) {
            break End::Whole;
        }
        match stream.read_buf(&mut bytes).await {
            Ok(0) => break End::Closed,
            Ok(_) => {}
            Err(_) => break End::Reset,
        }
    };
    let Some(at) = find(&bytes, b"\r\n\r\n") else { bail!("no head in {bytes:?}") };
    let head = String::from_utf8(bytes[..at].to_vec())?;
    let status = head.split(' ').nth(1).context("status")?.parse()?;
    Ok(Heard { status, head: head.to_lowercase(), body: unchunked(&bytes[at + 4..]), end })
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(at) = find(bytes, b"\r\n") {
        let size =
            std::str::from_utf8(&bytes[..at]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let Some(size @ 1..) = size else { break };
        let from = at + 2;
        let to = (from + size).min(bytes.len());
        body.extend_from_slice(&bytes[from..to]);
        bytes = bytes.get(to + 2..).unwrap_or_default();
    }
    body
}

pub(crate) fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

impl Heard {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The payloads of the stream that are JSON.
    pub(crate) fn chunks(&self) -> Vec<Value> {
        let text = self.text();
        let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
        data.filter_map(|payload| serde_json::from_str(payload.trim()).ok()).collect()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.text().lines().any(|line| line.starts_with("data:") && line.trim_end().ends_with("[DONE]"))
    }
}

/// An answer put together from its pieces.
#[derive(Debug, Default)]
pub(crate) struct Whole {
    pub(crate) text: String,
    pub(crate) reasoning: String,
    pub(crate) calls: Vec<Call>,
    pub(crate) finish: String,
}

/// A call from its pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Call {
    index: Option<u64>,
    id: String,
    pub(crate) name: String,
    pub(crate) args: String,
    pub(crate) extra: Value,
}

impl Whole {
    pub(crate) fn of(heard: &Heard) -> Self {
        let mut whole = Self::default();
        for choice in heard.chunks().iter().filter_map(|chunk| chunk["choices"].get(0)) {
            whole.add(choice);
        }
        whole
    }

    fn add(&mut self, choice: &Value) {
        let delta = &choice["delta"];
        self.text.push_str(delta["content"].as_str().unwrap_or_default());
        for key in ["reasoning_content", "reasoning"] {
            self.reasoning.push_str(delta[key].as_str().unwrap_or_default());
        }
        let thinking = delta["content"][0]["thinking"][0]["text"].as_str();
        self.reasoning.push_str(thinking.unwrap_or_default());
        for entry in delta["tool_calls"].as_array().into_iter().flatten() {
            self.entry(entry);
        }
        if let Some(finish @ ("stop" | "length" | "tool_calls")) = choice["finish_reason"].as_str() {
            finish.clone_into(&mut self.finish);
        }
    }

    fn entry(&mut self, entry: &Value) {
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (id, name) = (word(&entry["id"]), word(&entry["function"]["name"]));
        let index = entry["index"].as_u64();
        let complete = |call: &Call| serde_json::from_str::<Value>(&call.args).is_ok();
        let same = |call: &Call| match index {
            Some(_) => {
                call.index == index && (name.is_empty() || id == call.id || id.is_empty() || !complete(call))
            }
            None => name.is_empty(),
        };
        if !self.calls.last().is_some_and(same) {
            self.calls.push(Call {
                index,
                id,
                name,
                extra: entry["extra_content"].clone(),
                ..Call::default()
            });
        }
        let args = word(&entry["function"]["arguments"]);
        self.calls.last_mut().expect("just added").args.push_str(&args);
    }

    pub(crate) fn made(&self) -> Vec<(&str, &str)> {
        self.calls.iter().map(|call| (call.name.as_str(), call.args.as_str())).collect()
    }
}

/// A tool as a request offers it.
pub(crate) fn tool(name: &str, param: Option<&str>) -> Value {
    let properties: serde_json::Map<String, Value> = param
        .map(|param| (param.to_owned(), json!({"type": "string", "description": "Which one."})))
        .into_iter()
        .collect();
    let required: Vec<&str> = param.into_iter().collect();
    let parameters = json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    });
    json!({"type": "function", "function": {"name": name, "description": "Does it.", "parameters": parameters}})
}

/// The first request of a conversation.
pub(crate) fn opening() -> Value {
    json!({
        "model": "m",
        "messages": [
            {"role": "system", "content": "You are Nova."},
            {"role": "user", "content": "Which mods are there?"},
        ],
        "tools": [
            tool("list_mods", None), tool("disable_mod", Some("mod")), tool("list_saves", None),
            tool("delete_save", Some("save")), tool("empty_trash", None), tool("open_page", Some("page")),
        ],
        "stream": true,
    })
}

/// The request that follows an answer: its calls in the history, with ids of our own and these results.
pub(crate) fn follow(before: &Value, heard: &Whole, results: &[&str]) -> Value {
    let mut request = before.clone();
    let messages = request["messages"].as_array_mut().expect("messages");
    let id = |at: usize| format!("n{:08}", messages.len() * 100 + at);
    let ids: Vec<String> = (0..heard.calls.len()).map(id).collect();
    let calls: Vec<Value> = heard.calls.iter().zip(&ids).map(|(call, id)| history(call, id)).collect();
    messages.push(json!({"role": "assistant", "content": heard.text, "tool_calls": calls}));
    for (at, id) in ids.iter().enumerate() {
        let text = results.get(at).copied().unwrap_or("ok");
        messages.push(json!({"role": "tool", "tool_call_id": id, "content": text}));
    }
    request
}

fn history(call: &Call, id: &str) -> Value {
    let function = json!({"name": call.name, "arguments": call.args});
    let mut entry = json!({"id": id, "type": "function", "function": function});
    if !call.extra.is_null() {
        entry["extra_content"] = call.extra.clone();
    }
    entry
}
