//! What the game is started with: arguments of Java, variables, who plays.

use nova_crash::Finding;
use nova_game::Os;
use nova_model::Message;

use super::{Draft, Scene, Weight, values};

/// The bad argument out, the rest as it is.
pub(super) fn edit_args(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let Some(words) = args(scene) else { return Vec::new() };
    let named: Vec<&str> = values(finding, "argument").chain(by_cause(&finding.cause_id)).collect();
    let is_bad = |word: &&String| named.iter().any(|bad| sets_same(word, bad));
    let bad: Vec<&String> = words.iter().filter(is_bad).collect();
    if bad.is_empty() {
        return Vec::new();
    }
    let rest =
        words.iter().filter(|word| !is_bad(word)).map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let list = bad.into_iter().cloned().collect::<Vec<_>>().join(" ");
    let why = Message::new("fix.why.args").with("args", list);
    vec![Draft::new("set_jvm_args", why).arg("args", rest).of(scene)]
}

/// Where Java itself breaks down or refuses to start, the further arguments may be why.
pub(super) fn without(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let line = scene.set.jvm_args.as_deref().filter(|line| !line.trim().is_empty());
    let may_be = ["java-bad-arg", "native-jvm"].contains(&finding.cause_id.as_str());
    let draft = |line: &str| {
        let why = Message::new("fix.why.args-all").with("args", line);
        Draft::new("set_jvm_args", why).arg("args", "").of(scene).weight(Weight::Choice)
    };
    line.filter(|_| may_be).map(draft).into_iter().collect()
}

/// The further arguments, where there are any.
fn args(scene: &Scene) -> Option<Vec<String>> {
    nova_model::words(scene.set.jvm_args.as_deref()?).ok()
}

fn by_cause(cause: &str) -> Option<&'static str> {
    match cause {
        "mem-metaspace" => Some("-XX:MaxMetaspaceSize"),
        "mem-direct" => Some("-XX:MaxDirectMemorySize"),
        _ => None,
    }
}

/// Whether two words set the same thing: Java names a bad option without its `-XX:` and its value.
fn sets_same(word: &str, bad: &str) -> bool {
    fn name(word: &str) -> &str {
        let word = word.trim().trim_start_matches("-XX:").trim_start_matches(['+', '-']);
        word.split(['=', ':']).next().unwrap_or(word)
    }
    word == bad || (name(word).len() > 2 && name(word).eq_ignore_ascii_case(name(bad)))
}

/// A word as it has to be typed to be that word.
fn quoted(word: &str) -> String {
    let plain = |letter: char| !letter.is_whitespace() && !matches!(letter, '\'' | '"' | '\\');
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// NVIDIA's driver on Linux does its work on a thread of its own unless it is told otherwise.
pub(super) fn set_env(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    const NAME: &str = "__GL_THREADED_OPTIMIZATIONS";
    let helps = finding.cause_id == "native-gpu-nvidia" && scene.computer.0 == Os::Linux;
    if !helps || scene.set.env.contains_key(NAME) {
        return Vec::new();
    }
    let why = Message::new("fix.why.env").with("name", NAME);
    vec![Draft::new("set_launch_env", why).arg("name", NAME).arg("value", "0").of(scene)]
}

/// Only who signs in anywhere can sign in anew.
pub(super) fn sign_in(scene: &Scene) -> Vec<Draft> {
    let refresh =
        |id: &str| Draft::new("refresh_account", Message::new("fix.why.sign-in")).arg("account_id", id);
    scene.account.map(refresh).into_iter().collect()
}
