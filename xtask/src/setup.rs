//! `cargo xtask setup`: is what building and testing needs there? Small things are installed, the rest is named.

use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{done, has, say};

/// A program that is needed, how to see that it is there, and how to get it.
struct Need {
    what: &'static str,
    check: (&'static str, &'static [&'static str]),
    /// The package of Debian and its children.
    apt: Option<&'static str>,
    /// What to type elsewhere.
    otherwise: &'static str,
}

const NEEDS: [Need; 4] = [
    Need {
        what: "cargo",
        check: ("cargo", &["--version"]),
        apt: None,
        otherwise: "install Rust from https://rustup.rs",
    },
    Need {
        what: "rustfmt",
        check: ("cargo", &["fmt", "--version"]),
        apt: None,
        otherwise: "rustup component add rustfmt",
    },
    Need {
        what: "clippy",
        check: ("cargo", &["clippy", "--version"]),
        apt: None,
        otherwise: "rustup component add clippy",
    },
    Need {
        what: "a C linker",
        check: ("cc", &["--version"]),
        apt: Some("gcc libc6-dev"),
        otherwise: "install a C compiler (Xcode command line tools, gcc, or the Visual Studio build tools)",
    },
];

/// What `accept` needs on top.
pub(crate) const STRACE: (&str, &str) = ("strace", "strace");
/// A key ring for tests: programs and their packages.
pub(crate) const KEY_RING: [(&str, &str); 2] =
    [("dbus-run-session", "dbus"), ("gnome-keyring-daemon", "gnome-keyring")];

/// Checks everything, installs what is small, and ends with an error that names the rest.
pub(crate) fn run() -> Result<()> {
    let mut missing = Vec::new();
    for need in &NEEDS {
        if !there_or_installed(need)? {
            missing.push(format!("{} is missing: {}", need.what, need.otherwise));
        }
    }
    if !missing.is_empty() {
        bail!("{}", missing.join("\n"));
    }
    say("setup: everything that building and testing needs is there");
    for optional in ["cargo-nextest", "cargo-deny", "typos"] {
        if !has(optional, &["--version"]) {
            say(&format!("setup: {optional} is not installed; `cargo xtask test` does without it"));
        }
    }
    Ok(())
}

/// Installs a Debian package when this is a Debian whose packages may be changed; says whether the program is there then.
pub(crate) fn installed(program: &str, packages: &str) -> Result<bool> {
    if has(program, &["--version"]) {
        return Ok(true);
    }
    if !has("apt-get", &["--version"]) || !is_root() {
        return Ok(false);
    }
    say(&format!("setup: installing {packages}"));
    let apt = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    done(apt().args(["update", "-qq"]))?;
    done(apt().args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages.split(' ')))?;
    Ok(has(program, &["--version"]))
}

fn there_or_installed(need: &Need) -> Result<bool> {
    let (program, arguments) = need.check;
    if has(program, arguments) {
        return Ok(true);
    }
    match (need.apt, need.otherwise.strip_prefix("rustup ")) {
        (Some(packages), _) => installed(program, packages),
        (None, Some(rest)) if has("rustup", &["--version"]) => {
            done(Command::new("rustup").args(rest.split(' ')))?;
            Ok(has(program, arguments))
        }
        _ => Ok(false),
    }
}

/// `id -u` says 0. Without such a program (Windows) nobody is root.
fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
