//! What these runs stand on: the local upstream over the recorded metadata, and Javas of every major version that the game has needed.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::super::Place;
use crate::process::output;
use crate::workspace;

/// The Javas: those with a package of the Python index are real, the others say their number and have the next newer one do the work.
const JAVAS: [u32; 6] = [8, 11, 16, 17, 21, 25];

/// The Javas and the compiled stand-in game, kept from run to run.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    testkit: PathBuf,
    recorded: PathBuf,
    cache: PathBuf,
    /// Major version and program.
    pub(super) javas: Vec<(u32, PathBuf)>,
}

impl Ground {
    /// Fetches what is not there yet.
    pub(super) fn lay(place: &Place) -> Result<Self> {
        let (testkit, cache) = (workspace::testkit()?, place.work.join("play-cache"));
        let java = |major: u32| -> Result<(u32, PathBuf)> {
            let said = output(Command::new(&testkit).arg("java").arg(major.to_string()).arg(&cache))?;
            Ok((major, PathBuf::from(said.trim_end())))
        };
        let javas = JAVAS.into_iter().map(java).collect::<Result<_>>()?;
        Ok(Self { recorded: place.shared.join("upstream"), testkit, cache, javas })
    }

    /// The program of one major version.
    pub(super) fn java(&self, major: u32) -> Result<&Path> {
        let found = self.javas.iter().find(|(known, _)| *known == major);
        Ok(found.with_context(|| format!("no Java {major} was laid out"))?.1.as_path())
    }

    /// Starts the upstream; its sources file goes into the folder. With `keep`, what was asked for is written there at its end.
    pub(super) fn upstream(&self, folder: &Path, assets: u32, keep: Option<&Path>) -> Result<Upstream> {
        let sources = folder.join("sources.json");
        let mut command = Command::new(&self.testkit);
        command.arg("upstream").arg("--shared").arg(&self.recorded);
        command.arg("--programs").arg(self.cache.join("programs")).arg("--java").arg(self.java(17)?);
        command.arg("--assets").arg(assets.to_string()).arg("--sources-out").arg(&sources);
        if let Some(keep) = keep {
            command.arg("--keep").arg(keep);
        }
        let (child, _) = listening(command.stdin(Stdio::piped()))?;
        Ok(Upstream { child: Some(child), sources })
    }
}

/// A running upstream. It ends when it is dropped.
#[derive(Debug)]
pub(super) struct Upstream {
    child: Option<Child>,
    /// The file that leads every host here.
    pub(super) sources: PathBuf,
}

impl Upstream {
    /// Ends it and waits until it has kept what it was to keep.
    pub(super) fn end(mut self) -> Result<()> {
        let status = self.close().context("the upstream is gone already")?.wait()?;
        ensure!(status.success(), "the upstream ended with {status}");
        Ok(())
    }

    /// It runs until its input is closed.
    fn close(&mut self) -> Option<Child> {
        let mut child = self.child.take()?;
        drop::<Option<ChildStdin>>(child.stdin.take());
        Some(child)
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        if let Some(mut child) = self.close() {
            let _ = child.wait();
        }
    }
}

/// Starts a server whose first line says where it listens, and returns that address.
pub(super) fn listening(command: &mut Command) -> Result<(Child, String)> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start a server")?;
    let mut lines = BufReader::new(child.stdout.take().context("the server has no output")?).lines();
    let first = lines.next().context("the server said nothing")??;
    // What it says later is read, so that it never waits for a reader.
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    let base = first.strip_prefix("listening on ").with_context(|| format!("the server said: {first}"))?;
    Ok((child, base.to_owned()))
}
