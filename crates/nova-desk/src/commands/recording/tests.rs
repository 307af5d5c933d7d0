//! A desk with a recorder that records nothing.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use nova_model::{Message, Problem, Report};
use nova_tools::{
    Recorder,
    recorder::{Audio, Heard, Listener, Recorded, Recordings, Running, Take, Target, Wanted},
};
use serde_json::{Value, json};

use super::*;
use crate::{Sink, still::desk, view::Notice};

/// A recorder that records nothing, and tells.
#[derive(Default)]
struct Feigned {
    running: Mutex<Option<Running>>,
    listeners: Mutex<Vec<Listener>>,
}

impl Feigned {
    fn tell(&self, heard: &Heard) {
        for listener in self.listeners.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            listener(heard);
        }
    }
}

fn take() -> Take {
    let (width, height) = (Some(640), Some(480));
    let path = Path::new("/data/recordings/2026-01-01 screen.mp4").to_owned();
    Take { path, target: Target::Screen, window: None, width, height, fps: 30, audio: Audio::Off }
}

impl Recorder for Feigned {
    fn running(&self) -> Option<Running> {
        self.running.lock().unwrap().clone()
    }

    fn recordings(&self) -> Result<Recordings, Report> {
        Ok(Recordings::default())
    }

    fn prepare(&self, _: &Wanted) -> Result<Take, Report> {
        Ok(take())
    }

    fn start(&self, _: &Wanted) -> Result<Running, Report> {
        let running = Running { take: take(), part: take().path, since: 5, bytes: 1 };
        *self.running.lock().unwrap() = Some(running.clone());
        self.tell(&Heard::Started(running.clone()));
        Ok(running)
    }

    fn stop(&self) -> Result<Recorded, Report> {
        *self.running.lock().unwrap() = None;
        let recorded = Recorded { path: take().path, at: 9, bytes: 2048, took: Some(4), why: None };
        self.tell(&Heard::Stopped(recorded.clone()));
        Ok(recorded)
    }

    fn recover(&self) -> Vec<Problem> {
        vec![Problem::warning("a.mp4", Message::new("record.recovered").with("name", "a.mp4"))]
    }

    fn listen(&self, listener: Listener) {
        self.listeners.lock().unwrap().push(listener);
    }
}

/// A window that keeps what it was told.
#[derive(Default)]
struct Window(Mutex<Vec<Value>>);

impl Sink for Window {
    fn send(&self, event: Value) {
        self.0.lock().unwrap().push(event);
    }
}

const TOOLS: [&str; 4] = ["recording_status", "list_recordings", "start_recording", "stop_recording"];

async fn ask(desk: &Arc<Desk>, command: &str) -> Value {
    desk.call(command, json!({}), Arc::new(Window::default())).await.unwrap()
}

#[tokio::test]
async fn where_nothing_can_be_recorded_the_tools_are_absent_and_the_window_hears_why() {
    let (_temp, desk) = desk(Err(Report::new(Message::new("record.no-ffmpeg"))));
    for tool in TOOLS {
        assert!(desk.app().registry().get(tool).is_none(), "{tool}");
    }
    let state = ask(&desk, "recording_state").await;
    assert_eq!(
        (&state["running"], state["missing"]["code"].as_str()),
        (&Value::Null, Some("record.no-ffmpeg"))
    );
    desk.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_is_told_of_a_recording_and_a_click_stops_it() {
    let recorder = Arc::new(Feigned::default());
    let (_temp, desk) = desk(Ok(Arc::clone(&recorder) as _));
    for tool in TOOLS {
        assert!(desk.app().registry().get(tool).is_some(), "{tool}");
    }
    assert_eq!(ask(&desk, "window_start").await["problems"][0]["code"], "record.recovered");
    let window = Arc::new(Window::default());
    desk.notices.listen(To::<Notice>::new(Arc::clone(&window) as _));
    recorder.start(&Wanted::default()).unwrap();
    assert_eq!(ask(&desk, "window_start").await["recording"]["since"], 5);
    assert_eq!(ask(&desk, "recording_state").await["running"]["since"], 5);
    let stopped = ask(&desk, "recording_stop").await;
    assert_eq!(stopped["receipts"][0]["change"], Value::Null, "{stopped:#}");
    assert_eq!(ask(&desk, "window_start").await["recording"], Value::Null);
    let told: Vec<_> =
        window.0.lock().unwrap().iter().filter(|told| told["notice"] == "recording").cloned().collect();
    assert_eq!(told.len(), 2, "{told:#?}");
    assert_eq!(told[0]["news"]["running"]["since"], 5);
    assert_eq!(told[1]["news"]["said"], "The recording is kept: 2026-01-01 screen.mp4 (2.0 KB).");
    assert!(!told[1].to_string().contains("/data"), "no path leaves");
}
