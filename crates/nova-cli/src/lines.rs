//! What the player types, line by line. One reader for the whole run: a question that was given up (Ctrl+C) leaves no second
//! reader behind that would eat the next answer.

use std::io::{self, BufRead, Write};

use tokio::sync::{Mutex, mpsc};

/// Standard input as lines.
#[derive(Default)]
pub(crate) struct Lines(Mutex<Option<mpsc::UnboundedReceiver<String>>>);

impl Lines {
    /// Prints a prompt on standard error and waits for one line; nothing at the end of input.
    pub(crate) async fn ask(&self, prompt: &str) -> Option<String> {
        let mut open = self.0.lock().await;
        let lines = open.get_or_insert_with(read);
        prompted(prompt).ok()?;
        lines.recv().await
    }
}

fn prompted(prompt: &str) -> io::Result<()> {
    let mut err = io::stderr().lock();
    write!(err, "{} ", crate::output::printable(prompt))?;
    err.flush()
}

/// Reads until the end of input, or until nobody listens any more. The program does not wait for it when it ends.
fn read() -> mpsc::UnboundedReceiver<String> {
    let (send, receive) = mpsc::unbounded_channel();
    tokio::task::spawn_blocking(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if send.send(line.trim().to_owned()).is_err() {
                return;
            }
        }
    });
    receive
}
