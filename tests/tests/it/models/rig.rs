//! A `nova` on folders of its own, and a scripted model server for it.

use std::io::Write;
use std::process::{Child, Stdio};

use anyhow::{Context, Result, ensure};
use nova_testkit::model::{Captured, ModelServer, Script};
use nova_testkit::{GameFolder, GameRoot, Jar, Tree, Version};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use crate::nova::{Nova, Said};

/// The key that the servers of these tests want. Its characters change in each encoding.
pub(super) const KEY: &str = "sk-e2e+9f31/c07d5ab24e68=z";

/// Where the mods of [`clash`] lie.
pub(super) const MODS: &str = "versions/1.20.1-fabric/mods";

/// A scripted server that runs beside a test that waits for a process.
pub(super) struct Model {
    pub(super) server: ModelServer,
    // Dropped last: the server's tasks run on it.
    _runtime: Runtime,
}

impl Model {
    pub(super) fn start(script: Script) -> Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let server = runtime.block_on(ModelServer::start(script))?;
        Ok(Self { server, _runtime: runtime })
    }

    /// What the player's environment says about it.
    pub(super) fn env(&self) -> Vec<(&'static str, String)> {
        vec![
            ("NOVA_LLM_BASE", self.server.base()),
            ("NOVA_LLM_KEY", KEY.to_owned()),
            ("NOVA_LLM_MODEL", "scripted".to_owned()),
        ]
    }

    /// Fails unless every request was what the strictest provider takes.
    pub(super) fn ensure_clean(&self) -> Result<()> {
        let wrong = self.server.violations();
        ensure!(wrong.is_empty(), "{wrong:#?}");
        Ok(())
    }

    /// The chat requests so far.
    pub(super) fn asked(&self) -> Vec<Captured> {
        self.server.requests().into_iter().filter(|request| request.method == "POST").collect()
    }
}

/// Both together.
pub(super) struct Rig {
    pub(super) nova: Nova,
    pub(super) model: Model,
}

impl Rig {
    pub(super) fn new(root: &GameRoot, script: Script) -> Result<Self> {
        Ok(Self { nova: Nova::on(root)?, model: Model::start(script.key(KEY))? })
    }

    /// A command in English, with nobody at the terminal.
    pub(super) fn run(&self, words: &[&str]) -> Result<Said> {
        self.run_in("en", words)
    }

    /// A command in a language.
    pub(super) fn run_in(&self, language: &str, words: &[&str]) -> Result<Said> {
        let mut command = self.nova.command(language, words);
        self.nova.said(command.stdin(Stdio::null()).envs(self.model.env()))
    }

    /// The one object of a command that must end with this code.
    pub(super) fn json(&self, code: i32, words: &[&str]) -> Result<Value> {
        let words: Vec<&str> = ["--json"].iter().chain(words).copied().collect();
        self.run(&words)?.object(code)
    }

    /// The game folder as it is now.
    pub(super) fn game(&self) -> Result<Tree> {
        Tree::of(&self.nova.game())
    }

    /// Whether a file is in the mods folder of [`clash`].
    pub(super) fn has_mod(&self, file: &str) -> bool {
        self.nova.game().join(MODS).join(file).is_file()
    }
}

/// Sodium and OptiFabric, which cannot live together, and Lithium beside them.
pub(super) fn clash() -> GameRoot {
    let own = GameFolder::new()
        .jar(Jar::fabric("sodium").for_game("1.20.1").breaks("optifabric", "*").file("sodium.jar"))
        .jar(Jar::fabric("optifabric").for_game("1.20.1").file("optifabric.jar"))
        .jar(Jar::fabric("lithium").for_game("1.20.1").file("lithium.jar"));
    GameRoot::new().version(Version::fabric("1.20.1-fabric", "1.20.1").own(own)).selected("1.20.1-fabric")
}

/// A text of the answer.
pub(super) fn text<'a>(answer: &'a Value, pointer: &str) -> Result<&'a str> {
    answer.pointer(pointer).and_then(Value::as_str).with_context(|| format!("no {pointer} in {answer:#}"))
}

/// How many entries a list of the answer has.
pub(super) fn count(answer: &Value, name: &str) -> usize {
    answer[name].as_array().map_or(0, Vec::len)
}

/// The checklist's lines.
pub(super) fn lines(answer: &Value) -> &[Value] {
    answer.pointer("/checklist/lines").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Runs each in a thread of its own: most of their time goes by in waiting for a process.
pub(super) fn together<J>(jobs: impl IntoIterator<Item = (String, J)>) -> Result<()>
where
    J: FnOnce() -> Result<()> + Send + 'static,
{
    let start = |(name, job): (String, J)| std::thread::spawn(move || job().with_context(|| name));
    let started: Vec<_> = jobs.into_iter().map(start).collect();
    let ended: Vec<_> = started.into_iter().map(std::thread::JoinHandle::join).collect();
    ended.into_iter().try_for_each(|job| job.ok().context("a job fell over")?)
}

/// A command that is fed lines, as through a pipe.
pub(super) fn piped(rig: &Rig, words: &[&str], lines: &str) -> Result<Said> {
    let mut child = start(rig, words)?;
    child.stdin.take().context("no input")?.write_all(lines.as_bytes())?;
    ended(child)
}

/// A command whose standard input stays open.
pub(super) fn start(rig: &Rig, words: &[&str]) -> Result<Child> {
    let mut command = rig.nova.command("en", words);
    command.envs(rig.model.env()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command.spawn()?)
}

/// What it left.
pub(super) fn ended(child: Child) -> Result<Said> {
    let output = child.wait_with_output()?;
    Ok(Said {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}
