//! Generates the permission of each command, so that the capability file decides what the page may call.

use std::{path::Path, process::exit};

#[path = "src/commands/names.rs"]
#[macro_use]
mod names;

macro_rules! listed {
    ($($name:ident)*) => { &[$(stringify!($name)),*] };
}

const COMMANDS: &[&str] = commands!(listed);

fn main() {
    println!("cargo::rerun-if-changed=src/commands/names.rs");
    println!("cargo::rerun-if-changed=../ui/dist");
    if !Path::new("../ui/dist/index.html").is_file() {
        println!(
            "cargo::error=ui/dist is missing: the page is part of the window. Build it first: `cargo xtask ui`"
        );
        exit(1);
    }
    let manifest = tauri_build::AppManifest::new().commands(COMMANDS);
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest)) {
        println!("cargo::error={error:#}");
        exit(1);
    }
}
