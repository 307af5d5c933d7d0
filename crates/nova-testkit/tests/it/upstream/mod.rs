//! The stand-in of what a launcher installs from, and of the game: every hash is right, installers' processors keep their promises,
//! and the game notices what a launcher did wrong.

mod command;
mod crashes;
mod faults;
mod game;
mod http;
mod install;
mod installers;
mod javas;
mod launch;
mod loaders;
mod walk;
mod web;

use std::path::{Path, PathBuf};

use anyhow::Result;
use nova_testkit::game::{Programs, compile, has_compiler};

/// Compiled once for all tests of this binary.
fn programs() -> Result<Programs> {
    compile(Path::new(env!("CARGO_TARGET_TMPDIR")))
}

#[expect(clippy::print_stdout, reason = "a test that skips says so")]
fn skipped(why: &str) {
    println!("skipped: {why}");
}

/// The recorded answers beside the clone.
fn recorded() -> Option<PathBuf> {
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = std::env::var_os("NOVA_SHARED").map_or_else(|| PathBuf::from(usual), PathBuf::from);
    let folder = shared.join("upstream");
    if !folder.is_dir() {
        skipped(&format!("{} is not there", folder.display()));
    }
    folder.is_dir().then_some(folder)
}

/// Whether programs of Java can be compiled and run here.
fn has_java() -> bool {
    if !has_compiler() {
        skipped("there is no javac");
    }
    has_compiler()
}
