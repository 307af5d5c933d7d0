//! Running the small Java programs that Forge's and NeoForge's installers are made of.
//!
//! Such a program is code from the loader's maven, checked by its hash before it runs. It gets an environment without the launcher's
//! keys and without options for every Java, an empty standard input, a time limit, and ends when the job is cancelled.

mod jar;
mod stored;

use std::{
    ffi::OsString,
    io::{BufRead, BufReader, Read},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

pub(crate) use jar::without_meta;
pub use jar::{main_class, read_entry};
use tokio_util::sync::CancellationToken;

/// Lines that are kept of what a program says.
const LINES: usize = 60;
/// A line is cut here.
const LINE: u64 = 4 << 10;
const STEP: Duration = Duration::from_millis(30);
/// How long the outputs of a program that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A Java program to run.
#[derive(Clone, Debug)]
pub struct Program {
    /// The Java.
    pub java: PathBuf,
    /// Its classes.
    pub classpath: Vec<PathBuf>,
    /// Where it begins.
    pub main_class: String,
    /// Its words.
    pub args: Vec<String>,
    /// Where it runs.
    pub folder: PathBuf,
    /// Variables it gets: all of them, nothing is inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// How long it may take.
    pub limit: Duration,
}

/// How it went, where it was not as it should be.
#[derive(Debug)]
pub enum Went {
    /// It does not start.
    NoStart(std::io::Error),
    /// It ended with something else than 0; none where a signal ended it.
    Failed {
        /// The code.
        code: Option<i32>,
        /// Its last words, cleaned.
        said: Vec<String>,
    },
    /// It took too long and was ended.
    TooLong {
        /// Its last words, cleaned.
        said: Vec<String>,
    },
    /// It was cancelled and ended.
    Cancelled,
}

/// Variables that such a program may see: what a Java needs to run, and nothing of the player's.
pub fn environment(
    inherited: impl IntoIterator<Item = (OsString, OsString)>,
) -> impl Iterator<Item = (OsString, OsString)> {
    const NEEDED: [&str; 10] = [
        "PATH",
        "HOME",
        "LANG",
        "LC_ALL",
        "TMPDIR",
        "TEMP",
        "TMP",
        "SystemRoot",
        "windir",
        "LD_LIBRARY_PATH",
    ];
    let needed = |name: &OsString| NEEDED.iter().any(|needed| name.eq_ignore_ascii_case(needed));
    inherited.into_iter().filter(move |(name, _)| needed(name))
}

/// Runs it to its end. Gives its last words.
pub fn run(program: &Program, cancel: &CancellationToken) -> Result<Vec<String>, Went> {
    let mut child = command(program).spawn().map_err(Went::NoStart)?;
    let lines = listen(&mut child);
    let begun = Instant::now();
    let mut said = Vec::new();
    let end = loop {
        hear(&lines, &mut said);
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if cancel.is_cancelled() || begun.elapsed() > program.limit => break None,
            Ok(None) => thread::sleep(STEP),
            Err(error) => return Err(Went::NoStart(error)),
        }
    };
    let Some(status) = end else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(if cancel.is_cancelled() { Went::Cancelled } else { Went::TooLong { said } });
    };
    // Children of it may hold the pipes open for ever; what it said itself comes within a moment.
    let ended = Instant::now();
    while let Ok(line) = lines.recv_timeout(LAST_WORDS.saturating_sub(ended.elapsed())) {
        keep(&mut said, line);
    }
    if status.success() { Ok(said) } else { Err(Went::Failed { code: status.code(), said }) }
}

fn command(program: &Program) -> Command {
    let mut command = Command::new(&program.java);
    let classpath = std::env::join_paths(&program.classpath).unwrap_or_default();
    command.arg("-cp").arg(classpath).arg(&program.main_class).args(&program.args);
    command.current_dir(&program.folder).env_clear().envs(program.environment.iter().cloned());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What both outputs say, line by line.
fn listen(child: &mut Child) -> mpsc::Receiver<String> {
    let (send, lines) = mpsc::channel();
    let outputs: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|out| Box::new(out) as _),
        child.stderr.take().map(|err| Box::new(err) as _),
    ];
    for output in outputs.into_iter().flatten() {
        let send = send.clone();
        let read = move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while matches!(output.by_ref().take(LINE).read_until(b'\n', &mut line), Ok(1..)) {
                if send.send(nova_model::clean(String::from_utf8_lossy(&line).trim_end(), 500)).is_err() {
                    return;
                }
                line.clear();
            }
        };
        // Without a reader the pipe closes, and the program says what it wants to nobody.
        let _ = thread::Builder::new().name("installer says".to_owned()).spawn(read);
    }
    lines
}

fn hear(lines: &mpsc::Receiver<String>, said: &mut Vec<String>) {
    while let Ok(line) = lines.try_recv() {
        keep(said, line);
    }
}

fn keep(said: &mut Vec<String>, line: String) {
    if said.len() >= LINES {
        said.remove(0);
    }
    if !line.trim().is_empty() {
        said.push(line);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use nova_testkit::write_script;

    use super::*;

    #[expect(clippy::unwrap_used, reason = "a builder of the tests is no test itself")]
    fn program(folder: &tempfile::TempDir, script: &str) -> Program {
        let java = folder.path().join("java");
        write_script(&java, &format!("#!/bin/sh\n{script}\n")).unwrap();
        Program {
            java,
            classpath: vec!["a.jar".into(), "b.jar".into()],
            main_class: "Main".to_owned(),
            args: vec!["--in put".to_owned()],
            folder: folder.path().to_owned(),
            environment: environment(
                [("PATH", "/usr/bin:/bin"), ("NOVA_LLM_KEY", "sk-1"), ("_JAVA_OPTIONS", "-x")]
                    .map(|(name, value)| (name.into(), value.into())),
            )
            .collect(),
            limit: Duration::from_secs(20),
        }
    }

    #[test]
    fn a_program_gets_its_words_and_little_else() {
        let folder = tempfile::tempdir().unwrap();
        let script = "echo \"$*\"; echo \"key ${NOVA_LLM_KEY:-none} ${_JAVA_OPTIONS:-none}\" >&2";
        let mut said = run(&program(&folder, script), &CancellationToken::new()).unwrap();
        said.sort();
        assert_eq!(said, ["-cp a.jar:b.jar Main --in put", "key none none"]);
    }

    #[test]
    fn a_failure_tells_the_code_and_the_last_words() {
        let folder = tempfile::tempdir().unwrap();
        let script = "i=0; while [ $i -lt 200 ]; do echo $i; i=$((i+1)); done; echo last; exit 3";
        let went = run(&program(&folder, script), &CancellationToken::new());
        let Err(Went::Failed { code, said }) = went else { panic!("{went:?}") };
        assert_eq!((code, said.len(), said.last().unwrap().as_str()), (Some(3), LINES, "last"));
    }

    #[test]
    fn a_program_ends_when_it_is_cancelled_or_takes_too_long() {
        let folder = tempfile::tempdir().unwrap();
        let endless = program(&folder, "exec sleep 60");
        let cancel = CancellationToken::new();
        let canceller = cancel.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            canceller.cancel();
        });
        assert!(matches!(run(&endless, &cancel), Err(Went::Cancelled)));
        let short = Program { limit: Duration::from_millis(100), ..endless };
        assert!(matches!(run(&short, &CancellationToken::new()), Err(Went::TooLong { .. })));
    }
}
