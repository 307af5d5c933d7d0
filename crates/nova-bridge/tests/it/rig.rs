//! A bridge on a game folder of its own, and a caller that sends exactly the bytes it is told to, as no HTTP library would.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use nova_bridge::{Bridge, BridgeSetup};
use nova_core::{Setup, texts::Lang};
use nova_host::Named;
use nova_model::{Message, Report};
use nova_testkit::{GameFolder, GameRoot, Jar, Version};
use nova_tools::{Capabilities, NoHost};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Nothing here takes as long, unless it is broken.
const LIMIT: Duration = Duration::from_secs(20);

/// Headers as pairs.
pub(crate) type Headers<'a> = &'a [(&'a str, &'a str)];

/// A running bridge.
pub(crate) struct Rig {
    temp: TempDir,
    address: SocketAddr,
    pub(crate) token: String,
    pub(crate) link: String,
    /// Ends the bridge with the test.
    _runtime: Runtime,
}

/// An answer whose body is still being read.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    body: BufReader<TcpStream>,
}

impl Rig {
    /// On two mods that clash and a page of two files.
    pub(crate) fn new() -> Result<Self> {
        let temp = tempfile::tempdir()?;
        let own = GameFolder::new()
            .jar(Jar::fabric("sodium").for_game("1.20.1").breaks("optifabric", "*").file("sodium.jar"))
            .jar(Jar::fabric("optifabric").for_game("1.20.1").file("optifabric.jar"));
        let version = Version::fabric("1.20.1-fabric", "1.20.1").own(own);
        GameRoot::new().version(version).selected("1.20.1-fabric").write(&temp.path().join("game"))?;
        nova_testkit::write_file(&temp.path().join("dist/index.html"), b"<!doctype html><title>N</title>")?;
        nova_testkit::write_file(&temp.path().join("dist/assets/a.js"), b"export {};")?;
        nova_testkit::write_file(&temp.path().join("secret.txt"), b"beside the page")?;
        let runtime = Runtime::new()?;
        let from = BridgeSetup {
            setup: setup(&temp),
            system_lang: Lang::En,
            recorder: Err(Report::new(Message::new("desk.shell.none"))),
            ui: temp.path().join("dist"),
            port: 0,
        };
        let bridge = runtime.block_on(Bridge::open(from))?;
        let (address, token, link) = (bridge.address(), bridge.token().to_owned(), bridge.link());
        runtime.spawn(bridge.serve());
        Ok(Self { temp, address, token, link, _runtime: runtime })
    }

    /// A place below the test's own folder.
    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.temp.path().join(below)
    }

    /// The name in the printed address.
    pub(crate) fn host(&self) -> String {
        self.address.to_string()
    }

    /// A request with these headers and no others but the body's length.
    pub(crate) fn ask(&self, line: &str, headers: Headers<'_>, body: &[u8]) -> Result<Answer> {
        // HTTP/1.0 gets a body that ends with the connection, without pieces to put together.
        let mut head = format!("{line} HTTP/1.0\r\n");
        head.extend(headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")));
        head.extend((!body.is_empty()).then(|| format!("content-length: {}\r\n", body.len())));
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(LIMIT))?;
        stream.set_write_timeout(Some(LIMIT))?;
        stream.write_all(format!("{head}\r\n").as_bytes())?;
        stream.write_all(body)?;
        Answer::read(stream)
    }

    /// What a browser would send for a file.
    pub(crate) fn get(&self, target: &str) -> Result<Answer> {
        self.ask(&format!("GET {target}"), &[("host", &self.host())], b"")
    }

    /// A command as the page sends it.
    pub(crate) fn call(&self, name: &str, args: &Value) -> Result<Answer> {
        let own = format!("http://{}", self.address);
        let headers = [
            ("host", self.host()),
            ("origin", own),
            ("sec-fetch-site", "same-origin".to_owned()),
            ("content-type", "application/json".to_owned()),
            ("x-nova-token", self.token.clone()),
        ];
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.ask(&format!("POST /ipc/{name}"), &headers, args.to_string().as_bytes())
    }

    /// The result of a command that has no events.
    pub(crate) fn result(&self, name: &str, args: &Value) -> Result<Value> {
        let mut answer = self.call(name, args)?;
        let line = answer.line()?.context("no line")?;
        line.get("result").cloned().with_context(|| line.to_string())
    }

    /// The id of a new chat.
    pub(crate) fn chat(&self) -> Result<String> {
        let chat = self.result("chat_open", &json!({ "id": null }))?;
        Ok(chat["id"].as_str().context("no id")?.to_owned())
    }

    /// Sends a sentence that ends with a checklist.
    pub(crate) fn clash(&self, chat: &str) -> Result<Answer> {
        let words = "sodium and optifabric clash, please fix it";
        self.call("chat_send", &json!({ "chat": chat, "words": words, "open": null }))
    }

    /// The only jar that the sentence would switch off.
    pub(crate) fn switched_off(&self) -> PathBuf {
        self.path("game/versions/1.20.1-fabric/mods/sodium.jar.disabled")
    }
}

/// This computer, without its key ring, its models and what its environment says about them.
fn setup(temp: &TempDir) -> Setup {
    let named = Named {
        data_dir: Some(temp.path().join("data")),
        game_dir: Some(temp.path().join("game")),
        lang: Some(Lang::En),
        ..Named::default()
    };
    let mut setup = nova_host::setup(named, Arc::new(NoHost), Capabilities::new());
    setup.ring = None;
    setup.overrides = nova_core::Overrides::default();
    setup.ports = nova_core::LocalPorts { ollama: 0, lm_studio: 0, llama_cpp: 0 };
    setup
}

impl Answer {
    fn read(stream: TcpStream) -> Result<Self> {
        let mut body = BufReader::new(stream);
        let mut line = String::new();
        body.read_line(&mut line)?;
        let status = line.split(' ').nth(1).context("no status")?.parse()?;
        let mut headers = Vec::new();
        loop {
            line.clear();
            body.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.push((name.to_lowercase(), value.to_owned()));
        }
        Ok(Self { status, headers, body })
    }

    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The whole body.
    pub(crate) fn text(mut self) -> Result<String> {
        let mut text = String::new();
        self.body.read_to_string(&mut text)?;
        Ok(text)
    }

    /// The next line of a command's answer, as soon as it is there.
    pub(crate) fn line(&mut self) -> Result<Option<Value>> {
        let mut line = String::new();
        if self.body.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        Ok(Some(serde_json::from_str(&line).with_context(|| format!("no JSON: {line}"))?))
    }

    /// Reads on to an event of this name.
    pub(crate) fn event(&mut self, name: &str) -> Result<Value> {
        while let Some(mut line) = self.line()? {
            if line["event"]["event"] == name {
                return Ok(line["event"].take());
            }
            if line.get("event").is_none() {
                bail!("the answer ended without {name}: {line}");
            }
        }
        bail!("the answer broke off without {name}")
    }
}
