//! The examples of the shared list of quirks, over real HTTP, with the checks of the table.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

use super::{all, all_well};
use crate::server::Answer;

fn shared() -> Option<Vec<Value>> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/protocol-quirks.json"));
    if !path.is_file() {
        println!("skipped: no shared list here");
        return None;
    }
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The answers that an example describes: lines of a stream, or a status, headers and a body, once or more often.
fn answers(id: &str, lines: &[&str]) -> Vec<Answer> {
    let (mut found, mut status, mut headers, mut stream) = (Vec::new(), 200, Vec::new(), Vec::new());
    for line in lines.iter().take_while(|line| !line.starts_with("later:")) {
        if let Some(rest) = line.strip_prefix("HTTP ") {
            status = rest.chars().take(3).collect::<String>().parse().unwrap();
        } else if line.starts_with(['{', '[']) {
            found.push(Answer::with(status, "application/json", &headers, line));
        } else if line.is_empty() || ["data:", ":", "event:"].iter().any(|start| line.starts_with(start)) {
            stream.push(*line);
        } else {
            headers.push(*line);
        }
    }
    if id == "429-retry-after-date" {
        // Every server of today says what time it is.
        headers.push("date: Mon, 30 Nov 2026 08:00:00 GMT");
        found = vec![Answer::with(status, "application/json", &headers, "{}")];
    }
    if id == "base-url-forms" {
        found = vec![
            Answer::with(404, "text/plain", &[], "404 page not found"),
            Answer::with(200, "text/html", &[], "<!doctype html><title>Welcome</title>"),
        ];
    }
    found.extend((!stream.is_empty()).then(|| events(id, &stream)));
    found
}

fn events(id: &str, lines: &[&str]) -> Answer {
    let between = if lines.contains(&"") { "\n" } else { "\n\n" };
    let text = lines.join(between).replace("\\r\\n", "\r\n") + "\n\n";
    let pieces = text.as_bytes().chunks(if id.ends_with("split") { 7 } else { 4096 });
    Answer::stream(pieces, id != "stream-cut-mid-call")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_shared_example_has_its_result() {
    let Some(shared) = shared() else { return };
    let mut quirks = all();
    let mut plays = Vec::new();
    let mut played = BTreeSet::new();
    for entry in &shared {
        let id = entry["id"].as_str().unwrap();
        let lines: Vec<&str> =
            entry["response_shape_example"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let at = quirks.iter().position(|quirk| quirk.id == id);
        let quirk = quirks.remove(at.unwrap_or_else(|| panic!("{id} has no check here")));
        let answers = answers(id, &lines);
        assert!(!answers.is_empty(), "{id} shows nothing");
        played.insert(id.to_owned());
        plays.push(tokio::spawn(async move {
            for answer in answers {
                quirk.play(answer).await;
            }
        }));
    }
    all_well(plays).await;
    println!("played {}: {}", played.len(), played.into_iter().collect::<Vec<_>>().join(" "));
}
