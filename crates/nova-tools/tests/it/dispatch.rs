//! Calls as they are run: limits, heartbeats, stops, panics, order.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use nova_model::{Effect, Event, Message, Origin, Report};
use nova_tools::{
    Answer, BUDGET, Call, DispatchLimits, Dispatcher, Limit, NoParams, Read, Receipt, SpecDraft, ToolError,
    Work, read,
};
use serde_json::{Value, json};

use crate::fakes::{Stage, acting, call, concurrent, draft, said, sleep};

fn code(called: &nova_tools::Called) -> String {
    called.result.as_ref().unwrap_err().report().code().to_string()
}

/// A tool that notes its beginning and its end.
fn noting(spec: SpecDraft, seconds: u64, notes: &Arc<Mutex<Vec<String>>>) -> Arc<dyn nova_tools::Tool> {
    let notes = Arc::clone(notes);
    acting(spec, move |args, _| {
        let notes = Arc::clone(&notes);
        async move {
            let n = args["n"].to_string();
            notes.lock().unwrap().push(format!("+{n}"));
            sleep(seconds).await;
            notes.lock().unwrap().push(format!("-{n}"));
            said(&n)
        }
    })
}

#[tokio::test]
async fn an_unknown_tool_is_answered_with_the_nearest_names() {
    let stage = Stage::new(vec![acting(draft("list_mods", Effect::Read), |_, _| async { said("") })]);
    let called = stage.call("list_mod", json!({})).await;
    assert_eq!(code(&called), "tools.unknown");
    let report = called.result.unwrap_err().report().clone();
    assert_eq!(report.hints, [Message::new("tools.did-you-mean").with("names", vec!["list_mods"])]);
}

#[tokio::test]
async fn arguments_may_be_a_string_and_are_an_object_afterwards() {
    let stage = Stage::new(vec![acting(draft("list_mods", Effect::Read), |args, _| async move {
        said(&args.to_string())
    })]);
    let called = stage.call("list_mods", json!(r#"{"a": "C:\\x"}"#)).await;
    assert_eq!(called.call.args, json!({"a": "C:\\x"}));
    assert_eq!(called.result.unwrap().text, r#"{"a":"C:\\x"}"#);
    let called = stage.call("list_mods", json!({"a": null})).await;
    assert_eq!(called.call.args, json!({}), "null is left out");
    assert_eq!(code(&stage.call("list_mods", json!("[")).await), "tools.bad-arguments");
}

#[tokio::test]
async fn a_write_is_never_run() {
    let ran = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&ran);
    let stage = Stage::new(vec![acting(draft("delete_mod", Effect::Write), move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
        async { said("done") }
    })]);
    assert_eq!(code(&stage.call("delete_mod", json!({})).await), "tools.needs-confirmation");
    let batch = stage.dispatcher.batch(&[call("1", "delete_mod", json!({}))], &stage.scope).await;
    assert_eq!(code(&batch[0]), "tools.needs-confirmation");
    assert_eq!(ran.load(Ordering::SeqCst), 0);
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_takes_too_long_ends_with_its_limit_and_is_told() {
    let told = Arc::new(Mutex::new(None));
    let token = Arc::clone(&told);
    let spec = SpecDraft { limit: Limit::Own(Duration::from_secs(70)), ..draft("scan_things", Effect::Read) };
    let stage = Stage::new(vec![acting(spec, move |_, with: Call| {
        *token.lock().unwrap() = Some(with.cancel);
        async { std::future::pending().await }
    })]);
    let called = stage.call("scan_things", json!({})).await;
    assert_eq!(called.elapsed, Duration::from_secs(70));
    let report = called.result.unwrap_err().report().clone();
    assert_eq!(
        report.message,
        Message::new("tools.timeout").with("tool", "scan_things").with("seconds", 70_i64)
    );
    assert!(told.lock().unwrap().as_ref().unwrap().is_cancelled());
    let beats: Vec<_> = stage
        .heard
        .0
        .lock()
        .unwrap()
        .iter()
        .filter_map(|event| match event {
            Event::ToolProgress { elapsed, limit, .. } => Some((*elapsed, *limit)),
            _ => None,
        })
        .collect();
    assert_eq!(beats, [(30_000, Some(70_000)), (60_000, Some(70_000))]);
}

#[tokio::test(start_paused = true)]
async fn the_standard_limit_is_fifteen_minutes() {
    let stage = Stage::new(vec![acting(draft("scan_things", Effect::Read), |_, _| async {
        std::future::pending().await
    })]);
    assert_eq!(stage.call("scan_things", json!({})).await.elapsed, Duration::from_mins(15));
}

#[tokio::test(start_paused = true)]
async fn a_stop_answers_at_once_even_if_the_tool_does_not_look() {
    let stage = Stage::new(vec![acting(draft("scan_things", Effect::Read), |_, _| async {
        sleep(600).await;
        said("late")
    })]);
    let stop = stage.scope.cancel.clone();
    tokio::spawn(async move {
        sleep(5).await;
        stop.cancel();
    });
    let called = stage.call("scan_things", json!({})).await;
    assert_eq!((code(&called).as_str(), called.elapsed), ("tools.cancelled", Duration::from_secs(5)));
}

struct Panics;

impl Read for Panics {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        draft("scan_things", Effect::Read)
    }

    fn run(&self, _: NoParams, _: &Call) -> Result<Answer, ToolError> {
        panic!("on purpose")
    }
}

#[tokio::test]
async fn a_panic_is_a_report_and_the_next_call_works() {
    let stage = Stage::new(vec![
        read(Panics),
        acting(draft("scan_more", Effect::Read), |_, _| async { panic!("on purpose") }),
        acting(draft("list_mods", Effect::Read), |_, _| async { said("fine") }),
    ]);
    for name in ["scan_things", "scan_more", "scan_things"] {
        assert_eq!(code(&stage.call(name, json!({})).await), "tools.panicked");
    }
    assert_eq!(stage.call("list_mods", json!({})).await.result.unwrap().text, "fine");
}

#[tokio::test]
async fn a_blocking_read_gets_its_parameters_checked() {
    let stage = Stage::new(vec![read(Panics)]);
    assert_eq!(code(&stage.call("scan_things", json!({"x": 1})).await), "tools.bad-arguments");
}

#[tokio::test(start_paused = true)]
async fn concurrent_reads_run_together_and_at_most_four() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (n, m) = (Arc::clone(&now), Arc::clone(&most));
    let stage = Stage::new(vec![acting(concurrent("read_thing"), move |args, _| {
        let (now, most) = (Arc::clone(&n), Arc::clone(&m));
        async move {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            sleep(1).await;
            now.fetch_sub(1, Ordering::SeqCst);
            said(&args["n"].to_string())
        }
    })]);
    let calls: Vec<_> = (0..10).map(|n| call(&n.to_string(), "read_thing", json!({"n": n}))).collect();
    let started = tokio::time::Instant::now();
    let results = stage.dispatcher.batch(&calls, &stage.scope).await;
    let texts: Vec<_> = results.iter().map(|called| called.result.as_ref().unwrap().text.clone()).collect();
    assert_eq!(texts, (0..10).map(|n| n.to_string()).collect::<Vec<_>>());
    assert_eq!(most.load(Ordering::SeqCst), 4);
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn a_tool_without_the_flag_runs_alone_and_in_order() {
    let notes = Arc::default();
    let stage = Stage::new(vec![
        noting(concurrent("read_thing"), 2, &notes),
        noting(draft("scan_things", Effect::Read), 1, &notes),
    ]);
    let calls = [
        call("a", "read_thing", json!({"n": 1})),
        call("b", "read_thing", json!({"n": 2})),
        call("c", "scan_things", json!({"n": 3})),
        call("d", "scan_things", json!({"n": 4})),
        call("e", "read_thing", json!({"n": 5})),
    ];
    stage.dispatcher.batch(&calls, &stage.scope).await;
    assert_eq!(*notes.lock().unwrap(), ["+1", "+2", "-1", "-2", "+3", "-3", "+4", "-4", "+5", "-5"]);
}

#[tokio::test(start_paused = true)]
async fn identical_reads_of_one_message_are_answered_from_one_run() {
    let notes = Arc::default();
    let stage = Stage::new(vec![
        noting(draft("scan_things", Effect::Read), 1, &notes),
        noting(draft("open_page", Effect::Navigate), 1, &notes),
    ]);
    let same = |id| call(id, "scan_things", json!({"n": 7}));
    let page = |id| call(id, "open_page", json!({"n": 8}));
    let results = stage.dispatcher.batch(&[same("a"), same("b"), page("c"), page("d")], &stage.scope).await;
    let ids: Vec<_> = results.iter().map(|called| called.call.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c", "d"]);
    assert!(results.iter().all(|called| called.result.is_ok()));
    assert_eq!(*notes.lock().unwrap(), ["+7", "-7", "+8", "-8", "+8", "-8"]);
    let finished = |event: &&Event| matches!(event, Event::ToolFinished { .. });
    assert_eq!(stage.heard.0.lock().unwrap().iter().filter(finished).count(), 4);
    stage.dispatcher.batch(&[same("e")], &stage.scope).await;
    assert_eq!(notes.lock().unwrap().len(), 8, "the next message looks again");
}

struct Working(tokio::runtime::Handle);

impl Work for Working {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        self.0.block_on(tokio::time::sleep(Duration::from_millis(30)));
        Ok(Receipt { change: origin.turn.clone(), said: Message::new("test.done"), data: json!({}) })
    }
}

#[tokio::test]
async fn confirmed_work_goes_on_to_its_end_even_if_the_turn_is_stopped() {
    let stage = Stage::new(vec![acting(draft("move_save", Effect::Write), |_, _| async { said("") })]);
    let limits = DispatchLimits { heartbeat: Duration::from_millis(5), ..DispatchLimits::default() };
    let dispatcher = Dispatcher::new(stage.dispatcher.registry().clone(), limits);
    let resolved = dispatcher.resolve(&call("1", "move_save", json!({}))).unwrap();
    stage.scope.cancel.cancel();
    let work = Box::new(Working(tokio::runtime::Handle::current()));
    let origin = Origin { turn: Some("turn-1".to_owned()), ..Origin::default() };
    let receipt = dispatcher.apply(&resolved, work, origin, &stage.scope).await.unwrap();
    assert_eq!(receipt.change.as_deref(), Some("turn-1"));
    let heard = stage.heard.0.lock().unwrap();
    let working = heard.iter().any(
        |event| matches!(event, Event::ToolProgress { note: Some(note), .. } if note.code == "tools.working"),
    );
    assert!(working);
}

#[tokio::test]
async fn a_failure_is_told_with_its_kind_and_its_neighbours_still_run() {
    let stage = Stage::new(vec![
        acting(draft("scan_things", Effect::Read), |_, _| async {
            Err(ToolError::Stop(Report::new(Message::new("test.stop"))))
        }),
        acting(draft("list_mods", Effect::Read), |_, _| async { said("fine") }),
    ]);
    let calls = [
        call("a", "scan_things", json!({})),
        call("b", "nothing_here", json!({})),
        call("c", "list_mods", json!({})),
    ];
    let results = stage.dispatcher.batch(&calls, &stage.scope).await;
    assert!(matches!(results[0].result, Err(ToolError::Stop(_))));
    assert_eq!(code(&results[1]), "tools.unknown");
    assert!(results[2].result.is_ok());
}

#[tokio::test]
async fn the_model_gets_nine_hundred_characters_and_the_window_everything() {
    let stage = Stage::new(vec![acting(draft("list_mods", Effect::Read), |_, _| async {
        Ok(Answer { text: "模".repeat(2000), data: Value::from("模".repeat(2000)), ..Answer::default() })
    })]);
    let answer = stage.call("list_mods", json!({})).await.result.unwrap();
    assert_eq!(answer.text, format!("{}… (truncated)", "模".repeat(BUDGET)));
    assert_eq!(answer.data.as_str().unwrap().chars().count(), 2000);
}
