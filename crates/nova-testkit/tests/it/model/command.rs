//! `testkit model` as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use super::wire::{chat, opening};

struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn it_says_where_it_listens_and_writes_a_line_a_request() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (script, log) = (folder.path().join("script.json"), folder.path().join("log.jsonl"));
    nova_testkit::write_file(&script, br#"{"steps": [{"say": "hello"}]}"#)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_testkit"));
    command.arg("model").arg(&script).arg("--log").arg(&log).arg("--port").arg("0");
    let mut process = Process(command.stdout(Stdio::piped()).spawn()?);
    let mut line = String::new();
    BufReader::new(process.0.stdout.take().context("stdout")?).read_line(&mut line)?;
    let base = line.strip_prefix("listening on http://").context("first line")?;
    let address = base.trim_end().strip_suffix("/v1").context("base")?;

    let mut stream = TcpStream::connect(address)?;
    stream.write_all(&chat(&opening()))?;
    let mut answer = Vec::new();
    while !answer.ends_with(b"0\r\n\r\n") {
        let mut piece = [0; 4096];
        let read = stream.read(&mut piece)?;
        answer.extend_from_slice(&piece[..read]);
    }
    assert!(String::from_utf8_lossy(&answer).contains("hello"));

    let logged = std::fs::read_to_string(&log)?;
    let line: Value = serde_json::from_str(logged.lines().next().context("a line")?)?;
    assert_eq!((&line["status"], &line["violations"]), (&200.into(), &Value::Array(vec![])));
    assert!(!logged.contains("sk-right"));
    Ok(())
}

#[test]
fn a_script_that_cannot_be_read_is_an_error_with_its_place() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let script = folder.path().join("script.json");
    nova_testkit::write_file(&script, br#"{"stages": []}"#)?;
    let out = Command::new(env!("CARGO_BIN_EXE_testkit")).arg("model").arg(&script).output()?;
    assert!(!out.status.success());
    assert!(String::from_utf8_lossy(&out.stderr).contains("stages"));
    Ok(())
}
