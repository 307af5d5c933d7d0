//! `testkit upstream` as a process.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

#[test]
fn it_says_where_it_listens_and_ends_with_its_input() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let sources = folder.path().join("sources.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_testkit"));
    command.arg("upstream").args(["--assets", "5", "--sources-out"]).arg(&sources);
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut out = BufReader::new(process.stdout.take().context("stdout")?);
    let mut line = String::new();
    out.read_line(&mut line)?;
    let base = line.trim_end().strip_prefix("listening on ").context("the first line")?.to_owned();
    TcpStream::connect(base.strip_prefix("http://").context("an address")?)?;
    let sources: Value = serde_json::from_str(&std::fs::read_to_string(sources)?)?;
    assert_eq!(sources["hosts"]["libraries.minecraft.net"], format!("{base}/libraries.minecraft.net"));
    drop(process.stdin.take());
    assert!(process.wait()?.success());
    Ok(())
}

#[test]
fn a_folder_that_is_not_there_is_an_error() -> Result<()> {
    let out =
        Command::new(env!("CARGO_BIN_EXE_testkit")).args(["upstream", "--shared", "/not/there"]).output()?;
    assert!(!out.status.success() && String::from_utf8_lossy(&out.stderr).contains("/not/there"));
    Ok(())
}
