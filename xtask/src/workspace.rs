//! The workspace: where it lies, what is in it, and the programs built from it.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::{cargo, done, output};

/// The folder of the root Cargo.toml. Cargo says where it runs this: a build that another clone left in a common target folder still
/// works on the clone that it is called in.
pub(crate) fn root() -> PathBuf {
    let run_in = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = run_in.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    here.parent().unwrap_or(&here).to_owned()
}

/// `cargo metadata` without the third-party packages.
pub(crate) fn metadata() -> Result<Value> {
    let text = output(cargo().args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(root()))?;
    Ok(serde_json::from_str(&text)?)
}

/// The folder that cargo builds into.
pub(crate) fn target() -> Result<PathBuf> {
    let metadata = metadata()?;
    Ok(PathBuf::from(metadata["target_directory"].as_str().context("cargo metadata names no target folder")?))
}

/// How a program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    Debug,
    Release,
}

/// Builds one program of the workspace and returns where it lies.
pub(crate) fn built(package: &str, binary: &str, profile: Profile) -> Result<PathBuf> {
    let mut command = cargo();
    command.args(["build", "--quiet", "--package", package, "--bin", binary]).current_dir(root());
    if profile == Profile::Release {
        command.arg("--release");
    }
    done(&mut command)?;
    let folder = if profile == Profile::Release { "release" } else { "debug" };
    Ok(target()?.join(folder).join(format!("{binary}{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds every program and every test with one set of features, so that nothing is compiled twice.
pub(crate) fn everything() -> Result<()> {
    done(cargo().args(["build", "--quiet", "--workspace", "--all-targets"]).current_dir(root()))
}

/// A program that is built already.
pub(crate) fn program(binary: &str) -> Result<PathBuf> {
    Ok(target()?.join("debug").join(format!("{binary}{}", std::env::consts::EXE_SUFFIX)))
}

/// The window: the one that `NOVA_DESKTOP` names, else what is built now.
pub(crate) fn desktop(profile: Profile) -> Result<PathBuf> {
    if let Some(given) = std::env::var_os("NOVA_DESKTOP") {
        return Ok(PathBuf::from(given));
    }
    built("nova-desktop", "nova-desktop", profile)
}

/// The `nova` command: the one that `NOVA_BIN` names, else what is built now.
pub(crate) fn nova(profile: Profile) -> Result<PathBuf> {
    if let Some(given) = std::env::var_os("NOVA_BIN") {
        return Ok(PathBuf::from(given));
    }
    built("nova-cli", "nova", profile)
}

/// The `testkit` command.
pub(crate) fn testkit() -> Result<PathBuf> {
    built("nova-testkit", "testkit", Profile::Debug)
}
