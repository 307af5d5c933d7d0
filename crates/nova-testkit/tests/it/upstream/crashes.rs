//! The stand-in game ends badly in the way it is told.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use nova_testkit::upstream::{Upstream, UpstreamSpec};

use super::install::{Installed, install};
use super::launch::{command, report, said};
use super::{has_java, programs};

struct Scene {
    installed: Installed,
    _folder: tempfile::TempDir,
}

/// A running game; it does not outlive the test.
struct Game(Child);

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Scene {
    fn new() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let upstream = Upstream::start(UpstreamSpec::small().programs(&programs()?).assets(3))?;
        Ok(Self { installed: install(&upstream, "1.20.1", folder.path())?, _folder: folder })
    }

    fn crash(&self, mode: &str) -> Result<Output> {
        Ok(command(&self.installed).env("NOVA_STANDIN_CRASH", mode).output()?)
    }

    fn start(&self, settings: &[(&str, &str)]) -> Result<Game> {
        let mut command = command(&self.installed);
        command.envs(settings.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::null());
        Ok(Game(command.spawn()?))
    }

    /// Waits until the report's state is this.
    fn until(&self, key: &str, value: &str) -> Result<()> {
        let begun = Instant::now();
        while report(&self.installed.game()).ok().is_none_or(|report| report[key] != value) {
            ensure!(begun.elapsed() < Duration::from_mins(2), "{key} never was {value}");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    fn has_file(&self, folder: &str, start: &str) -> bool {
        let game = self.installed.game();
        let entries = std::fs::read_dir(game.join(Path::new(folder))).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with(start))
    }
}

impl Game {
    fn ended_within(&mut self, time: Duration) -> Result<Option<std::process::ExitStatus>> {
        let begun = Instant::now();
        while begun.elapsed() < time {
            if let Some(status) = self.0.try_wait()? {
                return Ok(Some(status));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(None)
    }

    fn terminate(&self) -> Result<()> {
        ensure!(Command::new("kill").arg(self.0.id().to_string()).status()?.success());
        Ok(())
    }
}

#[test]
fn ends_at_once_have_their_status_and_their_words() -> Result<()> {
    if !has_java() {
        return Ok(());
    }
    let scene = Scene::new()?;
    let cases = [
        ("exit1", 1, ""),
        ("missing-class", 1, "ClassNotFoundException"),
        ("exception", 1, "IllegalStateException: Pixel format not accelerated"),
        ("incompatible-mods", 1, "Incompatible mods found!"),
        ("oom", 1, "OutOfMemoryError"),
        ("hs_err", 134, "A fatal error has been detected by the Java Runtime Environment"),
        ("crash-report", 255, "Crash report saved to: #@!@#"),
    ];
    for (mode, status, words) in cases {
        let out = scene.crash(mode)?;
        assert_eq!(out.status.code(), Some(status), "{mode}: {}", said(&out));
        assert!(said(&out).contains(words), "{mode}: {}", said(&out));
    }
    assert!(scene.has_file("", "hs_err_pid") && scene.has_file("crash-reports", "crash-2"));
    assert!(scene.has_file("logs", "2"), "earlier logs are packed");
    Ok(())
}

#[test]
#[cfg(unix)]
fn a_polite_request_ends_it_and_the_report_says_so() -> Result<()> {
    if !has_java() {
        return Ok(());
    }
    let scene = Scene::new()?;
    let mut game = scene.start(&[("NOVA_STANDIN_SECONDS", "forever")])?;
    scene.until("state", "ready")?;
    game.terminate()?;
    let status = game.ended_within(Duration::from_secs(10))?.context("it ends")?;
    assert_eq!((status.code(), &report(&scene.installed.game())?["ended"]), (Some(143), &"stopped".into()));
    Ok(())
}

#[test]
#[cfg(unix)]
fn ends_that_are_none_stay() -> Result<()> {
    use std::os::unix::process::ExitStatusExt;
    if !has_java() {
        return Ok(());
    }
    let scene = Scene::new()?;
    let mut killed = scene.start(&[("NOVA_STANDIN_CRASH", "killed")])?;
    assert_eq!(killed.ended_within(Duration::from_mins(2))?.context("it ends")?.signal(), Some(9));

    let mut stubborn = scene.start(&[("NOVA_STANDIN_CRASH", "hang-on-exit")])?;
    scene.until("ended", "finished")?;
    stubborn.terminate()?;
    assert!(stubborn.ended_within(Duration::from_millis(300))?.is_none(), "it ignores the request");

    let mut silent = scene.start(&[("NOVA_STANDIN_CRASH", "no-window")])?;
    let mut first = [0; 64];
    silent.0.stdout.take().context("stdout")?.read_exact(&mut first)?;
    assert!(silent.ended_within(Duration::from_millis(100))?.is_none());

    let mut locked = scene.start(&[("NOVA_STANDIN_CRASH", "deadlock")])?;
    scene.until("state", "ready")?;
    assert!(locked.ended_within(Duration::from_millis(300))?.is_none());
    Ok(())
}
