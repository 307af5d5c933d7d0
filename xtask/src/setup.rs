//! `cargo xtask setup`: is what building and testing needs there? On Debian as root what is missing is installed, elsewhere it is
//! named.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{done, has, say};

/// Something that is needed, how to see that it is there, and how to get it.
struct Need {
    what: &'static str,
    check: (&'static str, &'static [&'static str]),
    /// The packages of Debian and its children.
    apt: Option<&'static str>,
    /// What to do elsewhere.
    otherwise: &'static str,
}

/// What the terminal's `nova` needs.
const RUST: [Need; 4] = [
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

/// What the window needs on top.
const PAGE: [Need; 2] = [
    Need {
        what: "Node 20 or newer",
        check: ("node", &["--eval", "process.exit(process.versions.node.split('.')[0] >= 20 ? 0 : 1)"]),
        apt: None,
        otherwise: "install it from https://nodejs.org",
    },
    Need {
        what: "npm",
        check: (NPM, &["--version"]),
        apt: None,
        otherwise: "it comes with Node from https://nodejs.org",
    },
];

/// What the window needs on Linux. On Windows it is `WebView2` (part of Windows 11, an installer of Microsoft's on 10) and the Visual
/// Studio build tools; on macOS the Xcode command line tools: nothing that could be looked for here.
const WEBKIT: [Need; 2] = [
    Need {
        what: "pkg-config",
        check: ("pkg-config", &["--version"]),
        apt: Some("pkg-config"),
        otherwise: "install pkg-config or pkgconf",
    },
    Need {
        what: "WebKitGTK 4.1 with its headers",
        check: ("pkg-config", &["--exists", "webkit2gtk-4.1"]),
        apt: Some("libwebkit2gtk-4.1-dev"),
        otherwise: "install webkit2gtk4.1-devel (Fedora), webkit2gtk-4.1 (Arch) or what your system calls it",
    },
];

/// What the tests of the window need, on Linux.
const SCREEN: [Need; 7] = [
    Need {
        what: "Xvfb",
        check: ("sh", &["-c", "command -v xvfb-run && command -v Xvfb && command -v xauth"]),
        apt: Some("xvfb xauth"),
        otherwise: "install Xvfb, xvfb-run and xauth",
    },
    Need {
        what: "WebKitWebDriver",
        check: ("sh", &["-c", "command -v WebKitWebDriver"]),
        apt: Some("webkit2gtk-driver"),
        otherwise: "install the WebDriver of WebKitGTK",
    },
    Need {
        what: "dbus-run-session",
        check: ("dbus-run-session", &["--version"]),
        apt: Some("dbus"),
        otherwise: "install D-Bus",
    },
    Need {
        what: "gnome-keyring",
        check: ("gnome-keyring-daemon", &["--version"]),
        apt: Some("gnome-keyring"),
        otherwise: "install gnome-keyring",
    },
    Need {
        what: "secret-tool",
        check: ("sh", &["-c", "command -v secret-tool"]),
        apt: Some("libsecret-tools"),
        otherwise: "install the tools of libsecret",
    },
    Need {
        what: "Chromium",
        check: (
            "sh",
            &["-c", "test -n \"$NOVA_CHROMIUM\" || command -v chromium || command -v google-chrome"],
        ),
        apt: Some("chromium"),
        otherwise: "install Chromium, or name one in NOVA_CHROMIUM",
    },
    Need {
        what: "a font with Chinese characters",
        check: ("sh", &["-c", "fc-list :lang=zh family | grep -q ."]),
        apt: Some("fontconfig fonts-noto-cjk fonts-dejavu-core"),
        otherwise: "install Noto Sans CJK",
    },
];

/// npm is a script of the command line on Windows.
pub(crate) const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// What `accept` needs on top.
pub(crate) const STRACE: (&str, &str) = ("strace", "strace");
/// A key ring for tests: programs and their packages.
pub(crate) const KEY_RING: [(&str, &str); 2] =
    [("dbus-run-session", "dbus"), ("gnome-keyring-daemon", "gnome-keyring")];

/// What something is set up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum For {
    /// Building the terminal's `nova`.
    Terminal,
    /// Building the window too.
    Window,
    /// Testing all of it.
    Tests,
}

/// Checks what a purpose needs, installs what may be installed, and ends with an error that names the rest.
pub(crate) fn run(purpose: For) -> Result<()> {
    let mut missing = missing(purpose);
    let packages: BTreeSet<&str> =
        missing.iter().filter_map(|need| need.apt).flat_map(|all| all.split(' ')).collect();
    if !packages.is_empty() && may_install() {
        install(packages)?;
    }
    missing.retain(|need| !there_or_added(need));
    if !missing.is_empty() {
        let lines = missing.iter().map(|need| format!("{} is missing: {}", need.what, need.otherwise));
        bail!("{}", lines.collect::<Vec<_>>().join("\n"));
    }
    say(&format!("setup: everything that {} needs is there", words(purpose)));
    if purpose == For::Tests {
        name_optional();
    }
    Ok(())
}

fn words(purpose: For) -> &'static str {
    match purpose {
        For::Terminal => "building for the terminal",
        For::Window => "building",
        For::Tests => "building and testing",
    }
}

fn name_optional() {
    for optional in ["cargo-nextest", "cargo-deny", "typos"] {
        if !has(optional, &["--version"]) {
            say(&format!("setup: {optional} is not installed; `cargo xtask test` does without it"));
        }
    }
}

fn missing(purpose: For) -> Vec<&'static Need> {
    let mut needs: Vec<&Need> = RUST.iter().collect();
    if purpose >= For::Window {
        needs.extend(&PAGE);
    }
    if purpose >= For::Window && cfg!(target_os = "linux") {
        needs.extend(&WEBKIT);
    }
    if purpose >= For::Tests && cfg!(target_os = "linux") {
        needs.extend(&SCREEN);
    }
    needs.retain(|need| !is_there(need));
    needs
}

fn is_there(need: &Need) -> bool {
    has(need.check.0, need.check.1)
}

/// A component of the toolchain can be added.
fn there_or_added(need: &Need) -> bool {
    if is_there(need) {
        return true;
    }
    let Some(rest) = need.otherwise.strip_prefix("rustup ") else { return false };
    has("rustup", &["--version"])
        && done(Command::new("rustup").args(rest.split(' '))).is_ok()
        && is_there(need)
}

/// Installs a Debian package where that may be done; says whether the program is there then.
pub(crate) fn installed(program: &str, packages: &str) -> Result<bool> {
    if !has(program, &["--version"]) && may_install() {
        install(packages.split(' '))?;
    }
    Ok(has(program, &["--version"]))
}

/// Whether this is a Debian whose packages may be changed.
fn may_install() -> bool {
    has("apt-get", &["--version"]) && is_root()
}

fn install<'a>(packages: impl IntoIterator<Item = &'a str>) -> Result<()> {
    let packages: Vec<&str> = packages.into_iter().collect();
    say(&format!("setup: installing {}", packages.join(" ")));
    let apt = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    done(apt().args(["update", "-qq"]))?;
    done(apt().args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages))
}

/// `id -u` says 0. Without such a program (Windows) nobody is root.
fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
