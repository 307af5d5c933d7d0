//! Asks a server twice, the second time with an answer to each call, and says how long it took. The address is the one argument:
//! `cargo run --release -p nova-llm --example speed -- http://127.0.0.1:8080/v1`
#![expect(clippy::print_stdout, reason = "a measurement for a terminal")]

use std::time::Instant;

use anyhow::{Context, Result};
use nova_llm::{Client, ClientLimits, Endpoint, Habits, Request, Shape, Sink, WireCall, WireMessage};
use nova_net::ClientOptions;
use serde_json::{Map, json};

#[derive(Default)]
struct Count {
    pieces: usize,
    bytes: usize,
}

impl Sink for Count {
    fn text(&mut self, piece: &str) {
        self.pieces += 1;
        self.bytes += piece.len();
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let address = std::env::args().nth(1).context("the address of a server is missing")?;
    let base = nova_llm::base(&address)?;
    let http = nova_net::client(&base, &ClientOptions::default())?;
    let endpoint = Endpoint { base, model: "any".to_owned(), key: None };
    let client = Client::new(http, endpoint, Habits::default(), ClientLimits::default());
    let (mut request, mut count, start) = (question(), Count::default(), Instant::now());
    let first = client.chat(&request, &mut count).await?;
    let calls: Vec<WireCall> = first.calls.iter().enumerate().map(call).collect();
    let answers = calls.iter().map(|call| WireMessage::Tool { call: call.id.clone(), text: "ok".to_owned() });
    let answers: Vec<WireMessage> = answers.collect();
    request.messages.push(WireMessage::Assistant { text: first.text, calls, kept: first.kept });
    request.messages.extend(answers);
    client.chat(&request, &mut count).await?;
    let Count { pieces, bytes } = count;
    println!("{} calls, {pieces} pieces, {bytes} bytes of words, {:?}", first.calls.len(), start.elapsed());
    Ok(())
}

fn question() -> Request {
    let tool = json!({"type": "function", "function": {"name": "list_versions", "description": "Lists versions.",
        "parameters": {"type": "object", "properties": {}}}});
    Request {
        messages: vec![WireMessage::User("hi".to_owned())],
        tools: Some(json!([tool])),
        names: vec!["list_versions".to_owned()],
        shape: Shape::Free,
    }
}

fn call((at, call): (usize, &nova_llm::RawCall)) -> WireCall {
    WireCall { id: format!("call{at:05}"), name: call.name.clone(), args: Map::new() }
}
