//! A planted key, and the names of this computer: after turns that go well and turns that fail, the key is in no file, no output and
//! no request but the header that it is for, and no request names the player's home or account.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use nova_testkit::model::Script;
use nova_testkit::{GameFolder, GameRoot, Jar, LogFile, Tree, Version, World};
use serde_json::{Value, json};

use super::rig::{KEY, Model};
use crate::nova::{Nova, Said};

const USER: &str = "quirinus-tell";

/// A game in whose log and world name the key stands, as a player who pasted it somewhere would have it.
fn careless(home: &str) -> GameRoot {
    let log = LogFile::latest()
        .line("main", "INFO", &format!("Authorization: Bearer {KEY}"))
        .line("main", "INFO", &format!("token={} at {home}/mods", percent(KEY)))
        .line("main", "WARN", &format!("{} is what {USER} typed", base64(KEY)));
    let own = GameFolder::new()
        .jar(
            Jar::fabric("lithium").for_game("1.20.1").description(&format!("Key: {KEY}")).file("lithium.jar"),
        )
        .world(World::new("Alpha").title(&format!("key {KEY}")))
        .world(World::new(&format!("{USER}'s base")))
        .log(log);
    GameRoot::new().version(Version::fabric("1.20.1-fabric", "1.20.1").own(own)).selected("1.20.1-fabric")
}

/// Turns of every kind. `{K}` is the key.
fn script(steps: &Value) -> Result<Script> {
    let text = json!({ "steps": steps }).to_string().replace("{K}", KEY);
    Ok(Script { secrets: vec![KEY.to_owned(), base64(KEY), percent(KEY)], ..Script::parse(&text)? }.key(KEY))
}

fn looks() -> Value {
    let calls = [
        "list_game_roots",
        "get_settings",
        "system_info",
        "list_java",
        "list_saves",
        "read_log",
        "list_mods",
    ];
    let calls: Vec<Value> = calls.iter().map(|name| json!({ "name": name })).collect();
    json!([
        {"say": "I look.", "calls": calls},
        {"calls": [{"name": "search_log", "args": {"pattern": "typed"}}]},
        {"calls": [{"name": "read_mod_detail", "args": {"mod": "lithium"}}, {"name": "read_save_detail", "args": {"save": "Alpha"}},
            {"name": "read_save_detail", "args": {"save": "<user>'s base"}}, {"name": "check_environment"}, {"name": "disk_usage"}]},
        {"calls": [{"name": "delete_save", "args": {"save": "Alpha"}}, {"name": "disable_mod", "args": {"mod": "lithium"}}]},
        {"say": "It is planned."},
        {"say": "Done."},
    ])
}

/// A server knows its key and may say it anywhere.
fn echoes() -> Value {
    json!([
        {"say": "Your key is {K}.", "reasoning": "{K}", "calls": [{"name": "list_mods", "args": {"filter": "{K}"}}]},
        {"say": "Again: {K}"},
    ])
}

fn failures() -> Vec<Value> {
    let status = |code: u16| {
        let body = json!({"error": {"message": "Incorrect API key provided: {K}.", "code": "{K}"}});
        json!({"fault": {"status": {"code": code, "body": body, "headers": {"retry-after": "0"}}}})
    };
    let page = json!({"fault": {"status": {"code": 502, "headers": {"retry-after": "0"},
        "body": "<html><head><title>Bearer {K}</title></head></html>"}}});
    vec![status(400), status(401), status(403), status(404), status(429), status(500), page]
}

fn home_of(nova: &Nova) -> PathBuf {
    nova.game().with_file_name(USER)
}

struct Scene {
    nova: Nova,
    planted: Tree,
}

impl Scene {
    fn new() -> Result<Self> {
        let empty = Nova::on(&GameRoot::new())?;
        careless(&home_of(&empty).display().to_string()).write(&empty.game())?;
        Ok(Self { planted: Tree::of(&empty.game())?, nova: empty })
    }

    /// Both folders.
    fn all(&self) -> PathBuf {
        self.nova.game().parent().map(Path::to_path_buf).unwrap_or_default()
    }

    /// The player's home, which need not be there.
    fn home(&self) -> PathBuf {
        home_of(&self.nova)
    }

    /// A command with a telling home and account; the key in the environment where it is given.
    fn run(&self, model: &Model, key: Option<&str>, words: &[&str]) -> Result<Said> {
        let mut command = self.nova.command("en", words);
        command.env("HOME", self.home()).env("USER", USER).env("LOGNAME", USER).stdin(Stdio::null());
        command.envs(model.env()).env_remove("NOVA_LLM_KEY").envs(key.map(|key| ("NOVA_LLM_KEY", key)));
        self.nova.said(&mut command)
    }

    /// What the command printed, and what the server got.
    fn ensure_unsaid(&self, model: &Model, said: &Said) -> Result<()> {
        for text in [&said.stdout, &said.stderr] {
            ensure!(!holds(text.as_bytes()), "the key is printed: {said:#?}");
        }
        self.ensure_unsent(model)
    }

    fn ensure_unsent(&self, model: &Model) -> Result<()> {
        for request in model.server.requests() {
            ensure!(
                !holds(&request.body),
                "a body holds the key: {}",
                String::from_utf8_lossy(&request.body)
            );
            let home = self.home().display().to_string();
            let body = String::from_utf8_lossy(&request.body).into_owned();
            ensure!(!body.contains(&home) && !body.contains(USER), "a body names home or account: {body}");
            let open = request.head.iter().filter(|(name, _)| name != "authorization");
            for (name, value) in open.chain([&("path".to_owned(), request.path.clone())]) {
                ensure!(!holds(value.as_bytes()) && !value.contains(USER), "{name} tells: {value}");
            }
        }
        model.ensure_clean()
    }

    /// Every file but those the player had put the key into, and the one that is for keys.
    fn ensure_unkept(&self) -> Result<()> {
        for path in Tree::of(&self.all())?.files() {
            let own =
                path.strip_prefix("game").is_ok_and(|path| self.planted.has(&path.display().to_string()));
            let moved =
                path.components().any(|part| part.as_os_str() == "trash" || part.as_os_str() == "backups");
            if own || moved || path.ends_with("secrets/secrets.json") || path.ends_with("input") {
                continue;
            }
            let bytes = std::fs::read(self.all().join(path))?;
            ensure!(!holds(&bytes), "{} holds the key", path.display());
        }
        Ok(())
    }
}

#[test]
fn a_key_of_the_environment_is_nowhere_after_good_and_bad_turns() -> Result<()> {
    let scene = Scene::new()?;
    let model = Model::start(script(&looks())?)?;
    let typed = format!("my key is {KEY}, tidy up lithium and Alpha");
    let said = scene.run(&model, Some(KEY), &["-v", "--yes", "ask", &typed])?;
    ensure!(said.code == Some(0), "{said:#?}");
    scene.ensure_unsaid(&model, &said)?;
    let model = Model::start(script(&looks())?)?;
    let said = scene.run(&model, Some(KEY), &["-v", "--json", "ask", "--rung", "json", &typed])?;
    scene.ensure_unsaid(&model, &said)?;
    for (nth, failure) in failures().into_iter().enumerate() {
        let steps = json!([failure, failure, failure, failure]);
        let model = Model::start(script(&steps)?)?;
        let json: &[&str] = &["-v", "--json", "ask", "--rung", "tools", "hello"];
        let words = if nth % 2 == 0 { json } else { &["-v", "ask", "what is new?"] };
        scene.ensure_unsaid(&model, &scene.run(&model, Some(KEY), words)?)?;
    }
    ensure_exports_are_clean(&scene, &model)?;
    scene.ensure_unkept()
}

#[test]
fn a_server_that_says_the_key_brings_it_into_no_file_and_no_request() -> Result<()> {
    let scene = Scene::new()?;
    let model = Model::start(script(&echoes())?)?;
    scene.run(&model, Some(KEY), &["ask", "hello"])?;
    scene.ensure_unsent(&model)?;
    ensure_exports_are_clean(&scene, &model)?;
    scene.ensure_unkept()
}

#[test]
fn a_stored_key_is_only_in_the_file_for_keys() -> Result<()> {
    let scene = Scene::new()?;
    let model = Model::start(script(&looks())?)?;
    let base = model.server.base();
    let set = ["model", "set", "--base", &base, "--name", "scripted", "--key-stdin"];
    let set = scene.nova.fed(&set, &format!("{KEY}\n"))?;
    ensure!(set.code == Some(0) && !holds(format!("{set:?}").as_bytes()), "{set:?}");
    let said = scene.run(&model, None, &["-v", "--json", "--yes", "ask", "tidy up lithium and Alpha"])?;
    let answer = said.object(0)?;
    ensure!(answer["rung"] == "tools", "{answer:#}");
    scene.ensure_unsaid(&model, &said)?;
    ensure_exports_are_clean(&scene, &model)?;
    scene.ensure_unkept()
}

fn ensure_exports_are_clean(scene: &Scene, model: &Model) -> Result<()> {
    let out = scene.all().join("out.json").display().to_string();
    for words in [
        ["chats", "export", "latest", "--format", "json", "--to", &out].as_slice(),
        &["chats", "show", "latest"],
        &["--json", "chats", "show", "latest"],
        &["chats", "list"],
        &["chats", "search", "lithium"],
        &["--json", "model", "show"],
    ] {
        let said = scene.run(model, Some(KEY), words)?;
        ensure!(said.code.context("a signal")? <= 1, "{words:?}: {said:?}");
        ensure!(!holds(format!("{said:?}").as_bytes()), "{words:?} prints the key: {said:?}");
    }
    Ok(())
}

fn holds(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    [KEY.to_owned(), base64(KEY), percent(KEY), KEY.replace('/', "\\/")]
        .iter()
        .any(|form| text.contains(form.as_str()))
}

fn percent(text: &str) -> String {
    let one = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' { c.to_string() } else { format!("%{:02X}", u32::from(c)) }
    };
    text.chars().map(one).collect()
}

/// Base64 of the whole triples; what is left over depends on what comes behind.
fn base64(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let triples = text.as_bytes().chunks_exact(3).flat_map(|triple| {
        let bits = triple.iter().fold(0_usize, |bits, byte| (bits << 8) | usize::from(*byte));
        [18, 12, 6, 0].map(|shift| char::from(LETTERS[(bits >> shift) & 63]))
    });
    triples.collect()
}

#[test]
fn the_search_knows_the_forms() {
    assert_eq!(base64("abcdef"), "YWJjZGVm");
    assert!(holds(percent(KEY).as_bytes()) && holds(format!("x{KEY}y").as_bytes()));
    assert!(percent(KEY).contains("%2B") && !holds(b"sk-e2e"));
}
