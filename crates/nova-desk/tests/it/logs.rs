//! The log console: opening, a screenful, what is picked, copying, and a log that grows.

use anyhow::Result;
use nova_testkit::write_file;
use serde_json::{Value, json};

use crate::{play::ended, window::Window};

const LOG: &str = "versions/1.20.1-fabric/logs/latest.log";

async fn opened(window: &Window, which: Value) -> String {
    let opened = window.call("log_open", which).await.unwrap();
    opened["log"].as_str().unwrap().to_owned()
}

fn of_version() -> Value {
    json!({ "version": "1.20.1-fabric", "file": "logs/latest.log", "run": null })
}

fn rows(log: &str, from: usize, find: &str, levels: &[&str]) -> Value {
    json!({ "log": log, "levels": levels, "find": find, "from": from, "count": 3, "follow": false })
}

fn numbers(view: &Value) -> Vec<i64> {
    view["rows"].as_array().unwrap().iter().map(|row| row["number"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn a_screenful_comes_with_counts_and_what_is_picked_keeps_its_numbers() -> Result<()> {
    let window = Window::new()?;
    let level = |at: i32| if at % 3 == 0 { "ERROR" } else { "INFO" };
    let text: Vec<String> =
        (1..=9).map(|at| format!("[1:00:0{at}] [main/{}]: line {at}\n", level(at))).collect();
    write_file(&window.game(LOG), text.concat().as_bytes())?;
    let log = opened(&window, of_version()).await;
    let view = window.call("log_rows", rows(&log, 2, "", &[])).await.unwrap();
    assert_eq!((numbers(&view), &view["total"], &view["all"]), (vec![3, 4, 5], &json!(9), &json!(9)));
    assert_eq!(view["counts"][3], json!({ "level": "error", "count": 3 }));
    let errors = window.call("log_rows", rows(&log, 0, "", &["error"])).await.unwrap();
    assert_eq!((numbers(&errors), &errors["total"]), (vec![3, 6, 9], &json!(3)));
    let found = window.call("log_rows", rows(&log, 0, "/line [78]/", &[])).await.unwrap();
    assert_eq!(numbers(&found), [7, 8]);
    let place = json!({ "log": log, "levels": ["error"], "find": "", "line": 5 });
    assert_eq!(window.call("log_place", place).await.unwrap(), json!(1));
    let wrong = window.call("log_rows", rows(&log, 0, "/(/", &[])).await.unwrap_err();
    assert_eq!(wrong.code, "content.logs.pattern-no-regex");
    Ok(())
}

#[tokio::test]
async fn a_log_that_grows_is_followed_and_a_closed_one_is_gone() -> Result<()> {
    let window = Window::new()?;
    write_file(&window.game(LOG), b"one\n")?;
    let log = opened(&window, of_version()).await;
    write_file(&window.game(LOG), b"one\ntwo\n")?;
    let still = window.call("log_rows", rows(&log, 0, "", &[])).await.unwrap();
    assert_eq!(still["all"], 1);
    let mut follow = rows(&log, 0, "", &[]);
    follow["follow"] = json!(true);
    assert_eq!(window.call("log_rows", follow).await.unwrap()["all"], 2);
    window.call("log_close", json!({ "log": log })).await.unwrap();
    let gone = window.call("log_rows", rows(&log, 0, "", &[])).await.unwrap_err();
    assert_eq!(gone.code, "desk.log.closed");
    Ok(())
}

#[tokio::test]
async fn only_so_many_logs_lie_open() -> Result<()> {
    let window = Window::new()?;
    write_file(&window.game(LOG), b"one\n")?;
    let first = opened(&window, of_version()).await;
    for _ in 0..3 {
        opened(&window, of_version()).await;
    }
    let gone = window.call("log_rows", rows(&first, 0, "", &[])).await.unwrap_err();
    assert_eq!(gone.code, "desk.log.closed");
    Ok(())
}

#[tokio::test]
async fn what_is_copied_is_freed_of_what_is_private() -> Result<()> {
    let window = Window::new()?;
    let text = "[1:00:00] [main/INFO]: Setting user: Steve\n[1:00:01] [Render thread/INFO]: [CHAT] <Steve> meet me at 10 64 10\n\
                [1:00:02] [main/ERROR]: cannot read /home/alex/mods/a.jar\n";
    write_file(&window.game(LOG), text.as_bytes())?;
    let log = opened(&window, of_version()).await;
    let copy = json!({ "log": log, "levels": [], "find": "", "first": 2, "last": 3 });
    let copied = window.call("log_copy", copy).await.unwrap();
    let copied = copied.as_str().unwrap();
    assert_eq!(copied.lines().count(), 2, "{copied}");
    assert!(
        copied.contains("cannot read") && !copied.contains("meet me") && !copied.contains("alex"),
        "{copied}"
    );
    Ok(())
}

#[tokio::test]
async fn the_output_of_a_run_is_a_log_and_nothing_else_is() -> Result<()> {
    let window = Window::new()?;
    ended(&window, "r-aaaaaaaa", "1.21.4", &json!({ "how": "clean" }))?;
    let lines: Vec<String> = (0..5_000).map(|line| format!("line {line} \u{1b}[31mred\n")).collect();
    write_file(&window.data("runs/r-aaaaaaaa/output.log"), lines.concat().as_bytes())?;
    let run = |run: &str| json!({ "version": null, "file": null, "run": run });
    let log = opened(&window, run("r-aaaaaaaa")).await;
    let view = window.call("log_rows", rows(&log, 4_999, "", &[])).await.unwrap();
    let last = view["rows"][0]["text"].as_str().unwrap();
    assert!(last.starts_with("line 4999") && !last.contains('\u{1b}'), "{last:?}");
    for none in ["r-bbbbbbbb", "../../game", ""] {
        let fault = window.call("log_open", run(none)).await.unwrap_err();
        assert_eq!(fault.code, "desk.play.no-log", "{none}");
    }
    for file in ["../../../etc/passwd", "options.txt", "logs/no.log"] {
        let which = json!({ "version": "1.20.1-fabric", "file": file, "run": null });
        assert_eq!(window.call("log_open", which).await.unwrap_err().code, "content.logs.no-such", "{file}");
    }
    Ok(())
}

#[tokio::test]
async fn words_are_gone_through_round_and_round_with_the_other_rows_around_them() -> Result<()> {
    let window = Window::new()?;
    let text: Vec<String> = (1..=9)
        .map(|at| {
            format!("[1:00:0{at}] [main/INFO]: {} {at}\n", if at % 3 == 0 { "日志 hit" } else { "line" })
        })
        .collect();
    write_file(&window.game(LOG), text.concat().as_bytes())?;
    let log = opened(&window, of_version()).await;
    let mut around = rows(&log, 1, "hit", &[]);
    around["around"] = json!(true);
    let view = window.call("log_rows", around).await.unwrap();
    assert_eq!((numbers(&view), &view["total"]), (vec![2, 3, 4], &json!(9)));
    let start = "[1:00:03] [main/INFO]: 日志 ".chars().count();
    assert_eq!(view["rows"][1]["hits"], json!([[start, start + 3]]));
    assert_eq!(view["rows"][0]["hits"], json!([]));
    let find = |line: Value, way: &str, around: bool| {
        let args =
            json!({ "log": log, "levels": [], "find": "hit", "around": around, "line": line, "way": way });
        window.call("log_find", args)
    };
    let hit = |place: usize, nth: usize| json!({ "place": place, "nth": nth, "total": 3 });
    assert_eq!(find(Value::Null, "next", true).await.unwrap(), hit(2, 1));
    assert_eq!(find(json!(3), "next", true).await.unwrap(), hit(5, 2));
    assert_eq!(find(json!(4), "here", true).await.unwrap(), hit(5, 2));
    assert_eq!(find(json!(9), "next", true).await.unwrap(), hit(2, 1));
    assert_eq!(find(json!(3), "previous", true).await.unwrap(), hit(8, 3));
    assert_eq!(
        find(Value::Null, "previous", false).await.unwrap(),
        hit(2, 3),
        "alone they stand side by side"
    );
    let none = json!({ "log": log, "levels": ["error"], "find": "hit", "around": true, "line": null, "way": "next" });
    assert_eq!(window.call("log_find", none).await.unwrap(), Value::Null);
    Ok(())
}
