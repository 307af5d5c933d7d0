//! Asks a runtime itself: runs it with a time limit and reads what it prints, as far as a cap.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    io::{self, Read},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// A runtime that takes longer is broken.
const LIMIT: Duration = Duration::from_secs(5);
/// All that a runtime needs of the environment to say its version. No key, and no option of Java, is among it.
const NEEDED: [&str; 8] =
    ["PATH", "HOME", "SYSTEMROOT", "WINDIR", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH"];
/// Runtimes print a few kilobytes.
const MOST: u64 = 64 << 10;

/// What `java -XshowSettings:properties -version` prints (on standard error).
pub(crate) fn properties(executable: &Path, env: &BTreeMap<String, OsString>) -> io::Result<String> {
    let kept = env.iter().filter(|(name, _)| NEEDED.iter().any(|needed| name.eq_ignore_ascii_case(needed)));
    let mut command = Command::new(executable);
    command
        .args(["-XshowSettings:properties", "-version"])
        .env_clear()
        .envs(kept)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    without_window(&mut command);
    let mut child = command.spawn()?;
    let answer = listen(&mut child);
    let _ = child.kill();
    let _ = child.wait();
    answer
}

/// Reads the child's words on a thread of their own, so that the limit holds whatever the child does.
fn listen(child: &mut Child) -> io::Result<String> {
    let stderr = child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut words = Vec::new();
        let read = stderr.take(MOST).read_to_end(&mut words);
        let _ = sender.send(read.map(|_| words));
    });
    match receiver.recv_timeout(LIMIT) {
        Ok(words) => words.map(|words| String::from_utf8_lossy(&words).into_owned()),
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
    }
}

#[cfg(windows)]
fn without_window(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    // CREATE_NO_WINDOW of the Windows API.
    command.creation_flags(0x0800_0000);
}

#[cfg(not(windows))]
fn without_window(_command: &mut Command) {}
