//! The log of a server: one JSON line a request, for whoever started it as a process.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::{Captured, http::Got};
use crate::disk;

/// Where requests are written down. Keys are not.
#[derive(Debug, Default)]
pub(crate) struct Log(Option<File>);

impl Log {
    pub(crate) fn to(path: Option<&Path>) -> Result<Self> {
        Ok(Self(path.map(disk::new_file).transpose()?))
    }

    pub(crate) fn request(&mut self, number: usize, got: &Captured, status: u16, said: &[String]) {
        self.line(&json!({
            "request": number,
            "method": got.method,
            "path": got.path,
            "status": status,
            "violations": said,
            "body": got.json,
        }));
    }

    pub(crate) fn unreadable(&mut self, error: &str) {
        self.line(&json!({"unreadable": error}));
    }

    pub(crate) fn disconnected(&mut self, got: &Got) {
        self.line(&json!({"disconnected": got.path}));
    }

    /// A log that cannot be written is not worth a test's failure.
    fn line(&mut self, value: &Value) {
        if let Some(file) = &mut self.0 {
            let _ = writeln!(file, "{value}");
        }
    }
}
