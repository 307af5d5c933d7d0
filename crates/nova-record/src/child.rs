//! Programs that are started: their answers with caps and a time limit, and the ways to end them.

use std::{
    io::{self, Read},
    process::{Child, ChildStderr, Command, Stdio},
    sync::mpsc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How often a child is looked after.
const STEP: Duration = Duration::from_millis(20);
/// Bytes of what a child complains about: the last ones say why it ended.
const COMPLAINT: usize = 8 << 10;

/// What a program says, up to `most` bytes; it is killed where it takes longer than `patience`.
pub(crate) fn output(mut command: Command, most: u64, patience: Duration) -> io::Result<String> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let Some(out) = child.stdout.take() else { return Err(io::ErrorKind::BrokenPipe.into()) };
    let (send, receive) = mpsc::sync_channel(1);
    let reader = thread::Builder::new().name("ffmpeg answers".to_owned()).spawn(move || {
        let mut bytes = Vec::new();
        let read = out.take(most).read_to_end(&mut bytes).map(|_| bytes);
        // Whoever gave up does not listen any more.
        let _ = send.send(read);
    });
    let answer =
        reader.and_then(|_| receive.recv_timeout(patience).map_err(|_| io::ErrorKind::TimedOut.into()));
    // It has said everything, or too much, or nothing in time.
    if !ended_within(&mut child, Duration::from_secs(1)) {
        let _ = child.kill();
        let _ = child.wait();
    }
    Ok(String::from_utf8_lossy(&answer??).into_owned())
}

/// Whether a child ends in time.
pub(crate) fn ended_within(child: &mut Child, patience: Duration) -> bool {
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            // An error: there is nobody to wait for any more.
            Ok(Some(_)) | Err(_) => return true,
            Ok(None) if begun.elapsed() >= patience => return false,
            Ok(None) => thread::sleep(STEP),
        }
    }
}

/// Reads what a child complains about, and keeps the end of it.
pub(crate) fn complaints(mut from: ChildStderr) -> io::Result<JoinHandle<String>> {
    thread::Builder::new().name("ffmpeg complains".to_owned()).spawn(move || {
        let (mut kept, mut piece) = (Vec::new(), [0; 1024]);
        while let Ok(read @ 1..) = from.read(&mut piece) {
            kept.extend(piece.iter().take(read));
            let over = kept.len().saturating_sub(COMPLAINT);
            kept.drain(..over);
        }
        String::from_utf8_lossy(&kept).into_owned()
    })
}

/// Asks a child to end, as Ctrl-C would.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let pid = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(pid) = pid {
        // It may have ended by itself just now.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
    }
}

/// There is no such thing for a program without a console; it is killed a little later.
#[cfg(not(unix))]
pub(crate) fn interrupt(_: &Child) {}

/// The first line that says something, as a reason: what comes after the cause only repeats that it did not work.
pub(crate) fn reason(complaint: &str) -> String {
    let first = complaint.lines().map(str::trim).find(|line| !line.is_empty());
    nova_model::clean(first.unwrap_or_default(), 300)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]).stdin(Stdio::null()).stderr(Stdio::null());
        command
    }

    #[test]
    fn an_answer_has_a_cap_and_a_time_limit() {
        let long = Duration::from_secs(30);
        assert_eq!(output(shell("echo hello"), 100, long).unwrap(), "hello\n");
        assert_eq!(output(shell("while :; do echo xxxxxxxx; done"), 10, long).unwrap().len(), 10);
        let begun = Instant::now();
        let late = output(shell("exec sleep 30"), 10, Duration::from_millis(50));
        assert_eq!(late.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(begun.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn of_complaints_the_end_is_kept() {
        let mut child = shell("i=0; while [ $i -lt 3000 ]; do echo line $i >&2; i=$((i+1)); done")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let kept = complaints(child.stderr.take().unwrap()).unwrap().join().unwrap();
        assert!(child.wait().unwrap().success());
        assert!(kept.len() <= COMPLAINT && kept.ends_with("line 2999\n"), "{}", kept.len());
    }

    #[test]
    fn a_reason_is_one_plain_line() {
        assert_eq!(
            reason("\n[x11grab @ 0x1] Cannot open display :9\u{1b}[0m, error 1.\n:9: Input/output error\n"),
            "[x11grab @ 0x1] Cannot open display :9, error 1."
        );
        assert_eq!(reason(""), "");
    }
}
