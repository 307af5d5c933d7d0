//! A real key ring: gnome-keyring in a D-Bus session of its own, reached through the real binary.
//!
//! Needs `dbus-run-session` and `gnome-keyring-daemon`; without them it says that it was skipped, unless
//! `NOVA_KEYRING=required` (`cargo xtask accept keyring`).

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use nova_testkit::GameRoot;
use serde_json::Value;

use crate::nova::Nova;

const KEY: &str = "sk-ring-0123456789abcdef";

/// Five commands, each with its one object.
const OPEN: &str = r#"
printf pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
printf '%s\n' "$KEY" | nova model set --base https://api.example.com/v1 --name m --key-stdin
nova model show
nova model forget
nova model set --base https://api.example.com/v1 --name m
nova model show
printf '%s\n' "$KEY" | nova model set --key-stdin
"#;

/// The same key ring again, and nobody who unlocks it.
const LOCKED: &str = r#"
gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1
nova model show
printf '%s\n' "$KEY" | nova model set --key-stdin
nova model show
"#;

const PROLOGUE: &str = r#"nova() { "$NOVA" --json --lang en --data-dir "$DATA" --game-dir "$GAME" "$@"; }"#;

fn has(program: &str) -> bool {
    let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// What the commands of a script print in a session of their own, an object a line.
fn in_session(nova: &Nova, script: &str) -> Result<Vec<Value>> {
    let mut command = Command::new("dbus-run-session");
    command.args(["--", "sh", "-c", &format!("{PROLOGUE}\n{script}")]);
    let home = nova.data().with_file_name("home");
    command.env("NOVA", nova.binary()).env("DATA", nova.data()).env("GAME", nova.game()).env("KEY", KEY);
    command.env("HOME", &home).env("XDG_DATA_HOME", home.join("share")).env("XDG_RUNTIME_DIR", &home);
    // Nobody is asked for a password: there is no screen.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("NOVA_LLM_KEY");
    let output = command.output().context("cannot start dbus-run-session")?;
    let text = String::from_utf8(output.stdout)?;
    ensure!(!text.contains(KEY), "the key is said: {text}");
    let parse = |line: &str| serde_json::from_str(line).with_context(|| format!("no JSON: {line}"));
    text.lines().map(parse).collect()
}

fn make_home(nova: &Nova) -> Result<()> {
    let share = nova.data().with_file_name("home").join("share");
    #[expect(clippy::disallowed_methods, reason = "the key ring's own home, in the test's folder")]
    Ok(std::fs::create_dir_all(share)?)
}

fn holds_key(folder: &Path) -> Result<bool> {
    let tree = nova_testkit::Tree::of(folder)?;
    let holds = |path: &Path| {
        std::fs::read(folder.join(path)).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(KEY))
    };
    Ok(tree.files().any(holds))
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test harness is a host: it reads its environment")]
fn a_key_goes_through_a_real_key_ring_and_a_locked_one_is_never_waited_for() -> Result<()> {
    if !has("dbus-run-session") || !has("gnome-keyring-daemon") {
        ensure!(
            std::env::var("NOVA_KEYRING").is_err(),
            "dbus-run-session or gnome-keyring-daemon is missing"
        );
        println!("skipped: dbus-run-session and gnome-keyring-daemon are not installed");
        return Ok(());
    }
    let nova = Nova::on(&GameRoot::new())?;
    make_home(&nova)?;
    let said = in_session(&nova, OPEN)?;
    let [set, shown, _forgotten, _again, empty, last] = said.as_slice() else { anyhow::bail!("{said:#?}") };
    ensure!(set["key"]["kept_by"] == "ring" && set["key"]["path"].is_null(), "{set}");
    ensure!(shown["key"]["kept_by"] == "ring" && shown["ready"] == true, "{shown}");
    ensure!(empty["key"]["state"] == "not_set" && empty["ready"] == false, "{empty}");
    ensure!(last["key"]["kept_by"] == "ring", "{last}");
    ensure!(!holds_key(&nova.data())?, "the key lies in the data folder");

    let said = in_session(&nova, LOCKED)?;
    let [unknown, kept, shown] = said.as_slice() else { anyhow::bail!("{said:#?}") };
    ensure!(unknown["key"]["state"] == "unknown" && unknown["ready"] == false, "{unknown}");
    ensure!(kept["key"]["kept_by"] == "file", "{kept}");
    ensure!(kept["key"]["why"]["code"] == "model.secret.unavailable", "{kept}");
    ensure!(shown["key"]["kept_by"] == "file" && shown["ready"] == true, "{shown}");
    Ok(())
}
