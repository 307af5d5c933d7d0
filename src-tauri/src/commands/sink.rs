//! Where the events of one call go: to the page that made it, as long as that page is there.

use std::{
    collections::BTreeSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use nova_desk::Sink;
use serde_json::Value;
use tauri::ipc::Channel;

use crate::page::Page;

/// The page's end of one call.
pub(super) struct PageSink {
    channel: Channel<Value>,
    page: Page,
    /// Which page made the call: another one does not know its channel.
    loaded: u64,
    broken: AtomicBool,
    /// The lines of this call that are being done.
    lines: Mutex<BTreeSet<u64>>,
}

impl PageSink {
    pub(super) fn new(channel: Channel<Value>, page: &Page) -> Self {
        let (page, loaded) = (page.clone(), page.loaded());
        Self { channel, page, loaded, broken: AtomicBool::new(false), lines: Mutex::default() }
    }

    fn watch(&self, event: &Value) {
        let Some((line, running)) = line_changed(event) else { return };
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if running && lines.insert(line) {
            self.page.begins();
        }
        if !running && lines.remove(&line) {
            self.page.ends();
        }
    }
}

/// A line of a checklist, and whether it is being done now.
fn line_changed(event: &Value) -> Option<(u64, bool)> {
    if event["event"] != "line_changed" {
        return None;
    }
    Some((event["line"].as_u64()?, event["state"]["state"] == "running"))
}

impl Sink for PageSink {
    fn send(&self, event: Value) {
        self.watch(&event);
        if self.is_open() && self.channel.send(event).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    fn is_open(&self) -> bool {
        self.loaded == self.page.loaded() && !self.broken.load(Ordering::Relaxed)
    }
}

impl Drop for PageSink {
    fn drop(&mut self) {
        let lines = self.lines.get_mut().unwrap_or_else(PoisonError::into_inner);
        for _ in lines.iter() {
            self.page.ends();
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn silent() -> Channel<Value> {
        Channel::new(|_| Ok(()))
    }

    fn line(state: &str) -> Value {
        json!({ "event": "line_changed", "line": 1, "state": { "state": state } })
    }

    #[test]
    fn a_line_that_is_being_done_is_counted_once_and_until_it_is_over() {
        let page = Page::default();
        let sink = PageSink::new(silent(), &page);
        sink.send(line("running"));
        sink.send(line("running"));
        assert!(page.is_changing());
        sink.send(line("done"));
        assert!(!page.is_changing());
    }

    #[test]
    fn a_call_that_ends_in_the_middle_leaves_nothing_behind() {
        let page = Page::default();
        let sink = PageSink::new(silent(), &page);
        sink.send(line("running"));
        drop(sink);
        assert!(!page.is_changing());
    }

    #[test]
    fn a_page_that_was_loaded_again_does_not_hear_the_calls_of_the_one_before() {
        let page = Page::default();
        let sink = PageSink::new(silent(), &page);
        assert!(sink.is_open());
        page.was_loaded();
        assert!(!sink.is_open());
        assert!(PageSink::new(silent(), &page).is_open());
    }

    #[test]
    fn a_channel_that_fails_is_a_page_that_went_away() {
        let page = Page::default();
        let sink = PageSink::new(Channel::new(|_| Err(tauri::Error::WebviewNotFound)), &page);
        sink.send(json!({ "event": "text" }));
        assert!(!sink.is_open());
    }
}
