//! A server that answers with bytes as they are written down, and records what it was asked.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};
use url::Url;

/// One answer: pieces that are written one by one, and what happens then.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pieces: Vec<Vec<u8>>,
    pause: Duration,
    then: Then,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    Close,
    /// Nothing more comes, and the connection stays.
    Hang,
}

impl Answer {
    /// These bytes, and the end.
    pub(crate) fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self { pieces: vec![bytes.into()], pause: Duration::ZERO, then: Then::Close }
    }

    /// A body of a kind with a status; `headers` are lines without their ends.
    pub(crate) fn with(status: u16, kind: &str, headers: &[&str], body: &str) -> Self {
        let headers: String = headers.iter().flat_map(|line| [*line, "\r\n"]).collect();
        Self::raw(format!(
            "HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n{body}",
            body.len()
        ))
    }

    /// A JSON body.
    pub(crate) fn json(status: u16, body: &str) -> Self {
        Self::with(status, "application/json", &[], body)
    }

    /// A stream of these lines, each in a piece of its own, which ends as it should.
    pub(crate) fn events(lines: &[&str]) -> Self {
        let text: Vec<String> = lines.iter().map(|line| format!("{line}\n\n")).collect();
        Self::stream(text.iter().map(String::as_bytes), true)
    }

    /// A stream that the connection cuts off.
    pub(crate) fn cut(lines: &[&str]) -> Self {
        let text: Vec<String> = lines.iter().map(|line| format!("{line}\n\n")).collect();
        Self::stream(text.iter().map(String::as_bytes), false)
    }

    /// A stream of these pieces.
    pub(crate) fn stream<'a>(pieces: impl Iterator<Item = &'a [u8]>, whole: bool) -> Self {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
        let mut all = vec![head.as_bytes().to_vec()];
        for piece in pieces.filter(|piece| !piece.is_empty()) {
            let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
            chunk.extend_from_slice(piece);
            chunk.extend_from_slice(b"\r\n");
            all.push(chunk);
        }
        if whole {
            all.push(b"0\r\n\r\n".to_vec());
        }
        Self { pieces: all, pause: Duration::ZERO, then: Then::Close }
    }

    /// With a pause before each piece.
    pub(crate) fn slow(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// Without its last piece, which ends the transfer.
    pub(crate) fn without_end(mut self) -> Self {
        self.pieces.pop();
        self
    }

    /// With nothing after its pieces, not even an end.
    pub(crate) fn hanging(self) -> Self {
        Self { then: Then::Hang, ..self }
    }
}

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) head: String,
    pub(crate) raw: Vec<u8>,
}

impl Asked {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.raw).unwrap_or_default()
    }

    /// The first line without the protocol's version.
    pub(crate) fn line(&self) -> &str {
        self.head.lines().next().unwrap_or_default().trim_end_matches(" HTTP/1.1")
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }
}

/// The server. The n-th request gets the n-th answer, later ones the last.
pub(crate) struct Server {
    pub(crate) base: Url,
    asked: Arc<Mutex<Vec<Asked>>>,
    gone: watch::Receiver<usize>,
    task: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/v1", listener.local_addr().unwrap()).parse().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (count, gone) = watch::channel(0);
        let task = tokio::spawn(serve(listener, answers, Arc::clone(&asked), count));
        Self { base, asked, gone, task }
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    pub(crate) fn port(&self) -> u16 {
        self.base.port().unwrap()
    }

    /// Waits until the other side has closed so many connections.
    pub(crate) async fn closed(&self, count: usize, within: Duration) -> bool {
        let mut gone = self.gone.clone();
        let reached = gone.wait_for(|so_far| *so_far >= count);
        tokio::time::timeout(within, reached).await.is_ok_and(|result| result.is_ok())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    listener: TcpListener,
    answers: Vec<Answer>,
    asked: Arc<Mutex<Vec<Asked>>>,
    gone: watch::Sender<usize>,
) {
    while let Ok((stream, _)) = listener.accept().await {
        let (answers, asked, gone) = (answers.clone(), Arc::clone(&asked), gone.clone());
        tokio::spawn(async move {
            let _ = one(stream, &answers, &asked, &gone).await;
        });
    }
}

async fn one(
    mut stream: TcpStream,
    answers: &[Answer],
    asked: &Mutex<Vec<Asked>>,
    gone: &watch::Sender<usize>,
) -> std::io::Result<()> {
    let request = request(&mut stream).await?;
    let answer = {
        let mut asked = asked.lock().unwrap();
        let answer = answers.get(asked.len()).or(answers.last()).cloned();
        asked.push(request);
        answer
    };
    let Some(answer) = answer else { return Ok(()) };
    for piece in &answer.pieces {
        if !answer.pause.is_zero() {
            tokio::time::sleep(answer.pause).await;
        }
        if stream.write_all(piece).await.is_err() {
            gone.send_modify(|count| *count += 1);
            return Ok(());
        }
        stream.flush().await?;
    }
    if answer.then == Then::Hang {
        let mut rest = [0; 64];
        while !matches!(stream.read(&mut rest).await, Ok(0) | Err(_)) {}
        gone.send_modify(|count| *count += 1);
    }
    Ok(())
}

pub(crate) async fn request(stream: &mut TcpStream) -> std::io::Result<Asked> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut asked = Asked { head, raw: bytes.split_off(end) };
    let length = asked.header("content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
    while asked.raw.len() < length {
        if stream.read_buf(&mut asked.raw).await? == 0 {
            break;
        }
    }
    Ok(asked)
}
