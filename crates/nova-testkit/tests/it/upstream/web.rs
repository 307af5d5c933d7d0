//! A small HTTP client that keeps its connection and shows what stands on the wire.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use nova_testkit::upstream::Upstream;
use serde_json::Value;
use sha1::{Digest, Sha1};

pub(crate) struct Client<'a> {
    upstream: &'a Upstream,
    stream: BufReader<TcpStream>,
}

pub(crate) struct Heard {
    pub(crate) status: u16,
    head: Vec<String>,
    pub(crate) body: Vec<u8>,
    /// Whether the body is as long as promised.
    pub(crate) is_whole: bool,
}

impl Heard {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let prefix = format!("{name}: ");
        self.head.iter().find_map(|line| line.strip_prefix(&prefix))
    }
}

impl<'a> Client<'a> {
    pub(crate) fn new(upstream: &'a Upstream) -> Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", upstream.port()))?;
        stream.set_read_timeout(Some(Duration::from_mins(2)))?;
        Ok(Self { upstream, stream: BufReader::new(stream) })
    }

    pub(crate) fn patience(&self, time: Duration) -> Result<()> {
        Ok(self.stream.get_ref().set_read_timeout(Some(time))?)
    }

    pub(crate) fn ask(&mut self, method: &str, official: &str, fields: &str) -> Result<Heard> {
        let url = self.upstream.url(official);
        let path =
            url.strip_prefix(&self.upstream.base()).context("an address of the server")?.replace(' ', "%20");
        let request = format!("{method} {path} HTTP/1.1\r\nhost: x\r\n{fields}\r\n");
        self.stream.get_mut().write_all(request.as_bytes())?;
        let first = self.line()?;
        let status = first.split(' ').nth(1).context("a status")?.parse()?;
        let mut head = Vec::new();
        loop {
            match self.line()? {
                line if line.is_empty() => break,
                line => head.push(line),
            }
        }
        let mut answer = Heard { status, head, body: Vec::new(), is_whole: true };
        let length: u64 = answer.field("content-length").unwrap_or("0").parse()?;
        if method != "HEAD" {
            let read = (&mut self.stream).take(length).read_to_end(&mut answer.body);
            answer.is_whole = read.is_ok_and(|read| read as u64 == length);
        }
        Ok(answer)
    }

    /// The body of what must be there.
    pub(crate) fn get(&mut self, official: &str) -> Result<Vec<u8>> {
        let heard = self.ask("GET", official, "")?;
        ensure!(heard.status == 200, "{official} is answered with {}", heard.status);
        Ok(heard.body)
    }

    pub(crate) fn json(&mut self, official: &str) -> Result<Value> {
        serde_json::from_slice(&self.get(official)?).with_context(|| format!("{official} is no JSON"))
    }

    /// A file whose hash and size stand beside its address.
    pub(crate) fn verified(&mut self, download: &Value) -> Result<Vec<u8>> {
        let url = download["url"].as_str().context("an address")?;
        let bytes = self.get(url)?;
        ensure!(download["sha1"] == sha1(&bytes).as_str(), "{url} has another hash than {download}");
        ensure!(download["size"] == bytes.len(), "{url} has another size than {download}");
        Ok(bytes)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.stream.read_line(&mut line)? > 0, "the connection was closed");
        Ok(line.trim_end().to_owned())
    }
}

pub(crate) fn sha1(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(&Sha1::digest(bytes))
}
