//! What the player sets about the model, on a computer without a key ring.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, ensure};
use nova_testkit::GameRoot;

use crate::nova::Nova;

const KEY: &str = "sk-0123456789abcdefghij";
const SET: [&str; 6] = ["model", "set", "--base", "https://api.example.com/v1/", "--name", "a-model"];

fn nova() -> Result<Nova> {
    Nova::on(&GameRoot::new())
}

fn set_with_key(nova: &Nova) -> Result<serde_json::Value> {
    let words: Vec<_> = ["--json"].into_iter().chain(SET).chain(["--key-stdin"]).collect();
    nova.fed(&words, &format!("{KEY}\n"))?.object(0)
}

/// No file of the two folders but the one for secrets holds the key, and no sentence does.
fn ensure_nowhere_else(nova: &Nova, said: &str) -> Result<()> {
    ensure!(!said.contains(KEY), "the key is said: {said}");
    for path in nova.tree()?.files() {
        let whole = nova.game().join("..").join(path);
        let bytes = std::fs::read(&whole)?;
        let holds = String::from_utf8_lossy(&bytes).contains(KEY);
        let may = path.ends_with("secrets/secrets.json") || path.ends_with("input");
        ensure!(!holds || may, "{} holds the key", path.display());
    }
    Ok(())
}

#[test]
fn a_model_is_set_shown_and_forgotten_and_its_key_is_said_nowhere() -> Result<()> {
    let nova = nova()?;
    let set = set_with_key(&nova)?;
    ensure!(set["key"]["kept_by"] == "file", "{set}");
    ensure!(set["key"]["why"]["code"] == "model.secret.missing", "{set}");
    let shown = nova.run(&["--json", "model", "show"])?;
    ensure_nowhere_else(&nova, &format!("{set} {shown:?}"))?;
    let shown = shown.object(0)?;
    ensure!(shown["ready"] == true && shown["base_url"] == "https://api.example.com/v1", "{shown}");
    ensure!(shown["key"]["state"] == "set", "{shown}");
    let text = nova.run(&["model", "show"])?;
    ensure!(text.stdout.contains("secrets.json") && !text.stdout.contains(KEY), "{text:?}");

    nova.run(&["--json", "model", "forget"])?.object(0)?;
    ensure!(!nova.tree()?.has("data/secrets/secrets.json"));
    let shown = nova.run(&["--json", "model", "show"])?.object(0)?;
    ensure!(shown["why"].as_str().is_some() && shown["base_url"].is_null(), "{shown}");
    Ok(())
}

#[test]
fn the_file_is_the_owner_s_alone_and_a_loose_one_is_closed_and_told() -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let nova = nova()?;
    set_with_key(&nova)?;
    let file = nova.data().join("secrets/secrets.json");
    let mode = || -> Result<u32> { Ok(std::fs::metadata(&file)?.permissions().mode() & 0o777) };
    ensure!(mode()? == 0o600);
    #[expect(clippy::disallowed_methods, reason = "somebody else opens the file to others")]
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644))?;
    let shown = nova.run(&["--json", "model", "show"])?.object(0)?;
    ensure!(shown["problems"][0]["code"] == "files.secret.tightened", "{shown}");
    ensure!(mode()? == 0o600);
    Ok(())
}

#[test]
fn a_key_on_the_command_line_is_refused_and_not_repeated() -> Result<()> {
    let nova = nova()?;
    for words in [["model", "set", "--key", KEY].as_slice(), &["model", "set", "--key"]] {
        let said = nova.run(words)?;
        ensure!(said.code == Some(2) && said.stderr.contains("--key-stdin"), "{said:?}");
        ensure_nowhere_else(&nova, &format!("{said:?}"))?;
    }
    ensure!(!nova.data().join("settings.json").exists());
    Ok(())
}

#[test]
fn a_key_that_cannot_be_kept_leaves_the_settings_as_they_were() -> Result<()> {
    let nova = nova()?;
    nova.run(&["--json", "model", "set", "--base", "https://old.example.com", "--name", "old"])?.object(0)?;
    std::os::unix::fs::symlink(nova.game(), nova.data().join("secrets"))?;
    let settings = || std::fs::read(nova.data().join("settings.json"));
    let before = settings()?;
    let words: Vec<_> = ["--json"].into_iter().chain(SET).chain(["--key-stdin"]).collect();
    let said = nova.fed(&words, KEY)?;
    ensure!(said.object(4)?["errors"][0]["code"].is_string(), "{said:?}");
    ensure!(settings()? == before, "the settings were changed");
    ensure_nowhere_else(&nova, &format!("{said:?}"))
}

#[test]
fn the_key_of_one_server_is_not_there_for_another() -> Result<()> {
    let nova = nova()?;
    set_with_key(&nova)?;
    nova.run(&["--json", "model", "set", "--base", "https://other.example.com/v1"])?.object(0)?;
    let shown = nova.run(&["--json", "model", "show"])?.object(0)?;
    ensure!(shown["key"]["state"] == "not_set" && shown["ready"] == false, "{shown}");
    nova.run(&["--json", "undo", "latest", "--yes"])?.object(0)?;
    let shown = nova.run(&["--json", "model", "show"])?.object(0)?;
    ensure!(shown["key"]["state"] == "set" && shown["ready"] == true, "{shown}");
    Ok(())
}

#[test]
fn the_environment_stands_in_and_its_key_is_said_nowhere() -> Result<()> {
    let nova = nova()?;
    let env =
        [("NOVA_LLM_BASE", "http://127.0.0.1:9/v1"), ("NOVA_LLM_KEY", KEY), ("NOVA_LLM_MODEL", "bench")];
    let said = nova.with_env(&["--json", "model", "show"], &env)?;
    ensure!(!format!("{said:?}").contains(KEY));
    let shown = said.object(0)?;
    ensure!(shown["ready"] == true && shown["key"]["kept_by"] == "environment", "{shown}");
    ensure!(shown["overridden"].as_array().is_some_and(|names| names.len() == 3), "{shown}");
    Ok(())
}

#[test]
fn trust_and_limits_are_set_and_taken_back() -> Result<()> {
    let nova = nova()?;
    nova.run(&["--json", "trust", "chosen", "enable_mod", "disable_mod"])?.object(0)?;
    nova.run(&["--json", "model", "limit", "--money-per-day", "2.5", "--rounds", "9"])?.object(0)?;
    let shown = nova.run(&["--json", "model", "show"])?.object(0)?;
    ensure!(shown["trust"] == "chosen" && shown["trust_tools"][0] == "disable_mod", "{shown}");
    ensure!(shown["limits"]["money_per_day"] == 2.5 && shown["limits"]["rounds"] == 9, "{shown}");
    nova.run(&["--json", "undo", "latest", "--yes"])?.object(0)?;
    let shown = nova.run(&["--json", "model", "show"])?.object(0)?;
    ensure!(shown["limits"]["money_per_day"].is_null() && shown["trust"] == "chosen", "{shown}");
    for (words, code) in [
        (["trust", "chosen"].as_slice(), 2),
        (&["trust", "read", "enable_mod"], 2),
        (&["trust", "chosen", "undo_change"], 4),
        (&["trust", "chosen", "enable_mods"], 4),
        (&["model", "limit"], 2),
        (&["model", "limit", "--rounds", "0"], 4),
        (&["model", "set", "--base", "ftp://a.example"], 4),
        (&["model", "set", "--name", "a-model"], 4),
    ] {
        let said = nova.run(words)?;
        ensure!(said.code == Some(code), "{words:?}: {said:?}");
    }
    Ok(())
}

#[test]
fn a_rung_of_the_model_without_a_model_fails_with_the_reason_and_its_mend() -> Result<()> {
    let nova = nova()?;
    for rung in ["tools", "json"] {
        let answer = nova.run(&["--json", "ask", "--rung", rung, "which mods are there?"])?.object(4)?;
        ensure!(answer["rung"].is_null() && answer["model"].is_null(), "{answer}");
        ensure!(answer["errors"][0]["code"] == "core.model.none", "{answer}");
    }
    for (language, words) in [("en", "No model is set"), ("zh-CN", "还没有设置模型")] {
        let said = nova.run_in(language, &["ask", "--rung", "tools", "which mods are there?"])?;
        ensure!(said.code == Some(4) && said.stdout.contains(words), "{said:?}");
        ensure!(said.stdout.contains("nova model set"), "{said:?}");
    }
    Ok(())
}

/// A server that answers so many requests, each by its path, and tells what it was asked.
fn server(
    requests: usize,
    answer: fn(&str) -> (u16, &'static str),
) -> Result<(String, JoinHandle<Vec<String>>)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let base = format!("http://{}", listener.local_addr()?);
    let serve = move || {
        let streams = (0..requests).filter_map(|_| listener.accept().ok());
        streams.filter_map(|(stream, _)| one(stream, answer).ok()).collect()
    };
    Ok((base, thread::spawn(serve)))
}

fn one(mut stream: TcpStream, answer: fn(&str) -> (u16, &'static str)) -> Result<String> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse()?;
        }
        if line.trim().is_empty() {
            break;
        }
        head.push_str(&line);
    }
    reader.take(length).read_to_end(&mut Vec::new())?;
    let (status, body) = answer(&head);
    let length = body.len();
    let kind = "Content-Type: application/json";
    write!(
        stream,
        "HTTP/1.1 {status} X\r\n{kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )?;
    Ok(head)
}

fn chat_server(head: &str) -> (u16, &'static str) {
    if head.starts_with("GET /v1/models ") {
        (200, r#"{"data": [{"id": "model-a"}, {"id": "model-b"}]}"#)
    } else if head.starts_with("POST /v1/chat/completions ") {
        (200, r#"{"choices": [{"message": {"content": "OK"}, "finish_reason": "stop"}]}"#)
    } else {
        (404, r#"{"error": {"message": "no such page"}}"#)
    }
}

fn joined(server: JoinHandle<Vec<String>>) -> Result<Vec<String>> {
    server.join().ok().context("the server fell over")
}

#[test]
fn a_test_asks_the_server_with_the_key_that_was_kept_for_it() -> Result<()> {
    let nova = nova()?;
    let (base, server) = server(2, chat_server)?;
    let base = format!("{base}/v1");
    nova.fed(&["--json", "model", "set", "--base", &base, "--name", "model-a", "--key-stdin"], KEY)?
        .object(0)?;
    let said = nova.run(&["--json", "model", "test"])?;
    let heads = joined(server)?;
    ensure!(heads.iter().all(|head| head.contains(&format!("Bearer {KEY}"))), "{heads:?}");
    let tested = said.object(0)?;
    ensure!(tested["ready"] == true && tested["listed"] == true && tested["moved"] == false, "{tested}");
    ensure_nowhere_else(&nova, &format!("{tested}"))
}

#[test]
fn a_test_without_a_name_lists_the_models_and_finds_the_right_address() -> Result<()> {
    let nova = nova()?;
    let (base, server) = server(2, chat_server)?;
    nova.run(&["--json", "model", "set", "--base", &base])?.object(0)?;
    let said = nova.run(&["--json", "model", "test"])?;
    joined(server)?;
    let tested = said.object(1)?;
    ensure!(tested["models"][1] == "model-b" && tested["moved"] == true, "{tested}");
    ensure!(tested["base_url"] == format!("{base}/v1"), "{tested}");
    Ok(())
}

#[test]
fn a_server_that_repeats_the_key_it_refuses_does_not_bring_it_to_the_screen() -> Result<()> {
    let nova = nova()?;
    let refusing =
        |_: &str| (401, r#"{"error": {"message": "Incorrect API key provided: sk-0123456789abcdefghij"}}"#);
    let (base, server) = server(1, refusing)?;
    let base = format!("{base}/v1");
    nova.fed(&["model", "set", "--base", &base, "--name", "model-a", "--key-stdin"], KEY)?;
    let said = nova.run(&["--json", "model", "test"])?;
    joined(server)?;
    ensure!(!format!("{said:?}").contains(KEY), "{said:?}");
    ensure!(said.object(4)?["errors"][0]["code"] == "llm.key", "{said:?}");
    Ok(())
}

#[test]
fn a_provider_brings_its_address_and_an_unknown_one_the_nearest() -> Result<()> {
    let nova = nova()?;
    let all = nova.run(&["--json", "model", "providers"])?.object(0)?;
    ensure!(all["providers"].as_array().is_some_and(|all| all.len() > 10), "{all}");
    nova.run(&["--json", "model", "set", "--provider", "deepseek", "--name", "deepseek-chat"])?.object(0)?;
    let shown = nova.run(&["--json", "model", "show"])?.object(0)?;
    ensure!(shown["provider"] == "deepseek" && shown["base_url"] == "https://api.deepseek.com/v1", "{shown}");
    let said = nova.run(&["model", "set", "--provider", "deepsek"])?;
    ensure!(said.code == Some(4) && said.stderr.contains("deepseek"), "{said:?}");
    Ok(())
}

#[test]
fn the_doctor_says_where_the_key_lies_and_that_others_can_read_it_and_mends_nothing() -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let nova = nova()?;
    let model = |nova: &Nova| -> Result<serde_json::Value> {
        let said = nova.run(&["--json", "doctor"])?;
        let said: serde_json::Value = serde_json::from_str(&said.stdout)?;
        let checks = said["checks"].as_array().context("no checks")?;
        Ok(checks.iter().find(|check| check["id"] == "model").context("no check of the model")?.clone())
    };
    ensure!(model(&nova)?["code"] == "core.doctor.no-model");
    set_with_key(&nova)?;
    let good = model(&nova)?;
    ensure!(good["findings"].as_array().is_some_and(Vec::is_empty), "{good}");
    ensure!(good["message"].as_str().is_some_and(|text| text.contains("a-model")), "{good}");
    let file = nova.data().join("secrets/secrets.json");
    #[expect(clippy::disallowed_methods, reason = "somebody else opens the file to others")]
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644))?;
    let bad = model(&nova)?;
    ensure!(bad["findings"][0]["code"] == "core.doctor.key-loose", "{bad}");
    ensure!(std::fs::metadata(&file)?.permissions().mode() & 0o777 == 0o644, "a check-up changes nothing");
    nova.run(&["model", "set", "--base", "https://other.example.com", "--name", "x"])?;
    let keyless = model(&nova)?;
    ensure!(!keyless["findings"].as_array().is_some_and(Vec::is_empty), "{keyless}");
    Ok(())
}

#[test]
fn a_note_is_kept_for_later_runs_and_a_secret_is_not() -> Result<()> {
    let nova = nova()?;
    let note = r#"{"text": "I play on 1.20.1 with friends"}"#;
    ensure!(nova.run(&["--json", "call", "remember", note])?.code == Some(3), "nobody confirmed it");
    nova.run(&["--json", "--yes", "call", "remember", note])?.object(0)?;
    let secret =
        nova.run(&["--json", "--yes", "call", "remember", r#"{"text": "my password is hunter2"}"#])?;
    ensure!(secret.object(4)?["errors"][0]["code"] == "content.note.secret", "{secret:?}");
    let said = nova.run(&["ask", "what do you remember?"])?;
    ensure!(said.stdout.contains("1.20.1 with friends"), "{said:?}");
    let notes = nova.run(&["--json", "call", "recall"])?.object(0)?;
    let id = notes["data"]["notes"][0]["id"].as_str().context("no id")?.to_owned();
    let forget = format!(r#"{{"note_id": "{id}"}}"#);
    nova.run(&["--json", "--yes", "call", "forget", &forget])?.object(0)?;
    nova.run(&["--json", "undo", "latest", "--yes"])?.object(0)?;
    let notes = nova.run(&["--json", "call", "recall", r#"{"query": "FRIENDS"}"#])?.object(0)?;
    ensure!(notes["data"]["notes"][0]["id"] == id.as_str(), "{notes}");
    Ok(())
}
