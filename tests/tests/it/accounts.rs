//! `nova account` against the stand-ins of the services that sign players in.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use nova_testkit::{
    GameRoot,
    accounts::{AuthFault, AuthServer, AuthWorld},
    game,
    upstream::{Upstream, UpstreamSpec},
};
use serde_json::{Value, json};

use crate::nova::{Nova, Said};

/// The services and a launcher that asks them. The runtime keeps the server going while the binary runs.
struct Desk {
    nova: Nova,
    sources: String,
    server: AuthServer,
    _runtime: tokio::runtime::Runtime,
}

impl Desk {
    fn new(world: AuthWorld) -> Result<Self> {
        Self::with(world, &json!({}))
    }

    /// With more hosts that are asked elsewhere.
    fn with(world: AuthWorld, more: &Value) -> Result<Self> {
        let runtime = tokio::runtime::Runtime::new()?;
        let server = runtime.block_on(AuthServer::start(world))?;
        let mut sources = server.sources();
        if let (Some(all), Some(more)) = (sources["hosts"].as_object_mut(), more["hosts"].as_object()) {
            all.extend(more.clone());
        }
        let nova = Nova::on(&GameRoot::new())?;
        let sources = nova.beside("sources.json", &sources.to_string())?;
        Ok(Self { nova, sources, server, _runtime: runtime })
    }

    fn words<'a>(&'a self, words: &[&'a str]) -> Vec<&'a str> {
        [&["--json", "--sources", self.sources.as_str()], words].concat()
    }

    fn says(&self, words: &[&str]) -> Result<Said> {
        self.nova.run(&self.words(words))
    }

    fn at_server(&self, login: &str, password: &str, more: &[&str]) -> Result<Said> {
        let host = self.server.host("skin.example");
        let words =
            [&["account", "login-server", &host, "--login", login, "--password-stdin"], more].concat();
        self.nova.fed(&self.words(&words), &format!("{password}\n"))
    }

    /// Waits until so many runs are over.
    fn ended(&self, many: usize) -> Result<()> {
        let begun = Instant::now();
        loop {
            let history = self.says(&["call", "play_history", "{}"])?.object(0)?;
            let runs = history["data"]["runs"].as_array().context("no runs")?;
            if runs.len() >= many && runs.iter().all(|run| !run["ending"].is_null()) {
                return Ok(());
            }
            ensure!(begun.elapsed() < Duration::from_mins(1), "the game does not end: {history:#}");
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// What the games said.
    fn log(&self) -> Result<String> {
        let mut all = String::new();
        for run in std::fs::read_dir(self.nova.data().join("runs"))? {
            for file in std::fs::read_dir(run?.path())? {
                all += &String::from_utf8_lossy(&std::fs::read(file?.path())?);
            }
        }
        Ok(all)
    }

    /// No token and no password stands in what was said, and in no file but the one of the secrets.
    fn nothing_lies_about(&self, said: &Said) -> Result<()> {
        let list = std::fs::read_to_string(self.nova.data().join("accounts.json")).unwrap_or_default();
        for secret in self.server.secrets() {
            ensure!(!said.stdout.contains(&secret) && !said.stderr.contains(&secret), "a secret was said");
            ensure!(!list.contains(&secret), "a secret stands in the list");
        }
        ensure!(self.server.violations().is_empty(), "{:?}", self.server.violations());
        Ok(())
    }
}

#[test]
fn a_player_signs_in_with_microsoft_is_listed_and_goes() -> Result<()> {
    let world = AuthWorld { agrees: true, ..AuthWorld::default() };
    let desk = Desk::new(world.clone())?;
    let missing = desk.says(&["account", "login"])?.object(4)?;
    assert_eq!(missing["errors"][0]["code"], "account.client.none", "{missing:#}");
    desk.says(&["account", "client-id", &world.client_id])?.object(0)?;
    let said = desk.says(&["account", "login"])?;
    assert!(said.stderr.contains("http"), "the page is shown: {}", said.stderr);
    desk.nothing_lies_about(&said)?;
    let done = said.object(0)?;
    let id = done["account_id"].as_str().context("no id")?;
    let list = desk.says(&["account", "list"])?.object(0)?;
    assert_eq!(list["accounts"][0]["name"], "Testkit_Player", "{list:#}");
    desk.says(&["--yes", "account", "refresh", "Testkit_Player"])?.object(0)?;
    desk.says(&["--yes", "account", "remove", id])?.object(0)?;
    let list = desk.says(&["account", "list"])?.object(0)?;
    assert_eq!(list["accounts"], json!([]));
    Ok(())
}

#[test]
fn at_a_skin_server_the_password_comes_on_standard_input_and_the_player_is_named() -> Result<()> {
    let desk = Desk::new(AuthWorld::default())?;
    let login = "two@example.org";
    let wrong = desk.at_server(login, "wrong", &[])?;
    assert_eq!(wrong.object(4)?["errors"][0]["code"], "account.yggdrasil.password");
    let which = desk.at_server(login, "Password-two@example.org-!", &[])?;
    assert_eq!(which.object(4)?["errors"][0]["code"], "cli.account.which-player");
    let said = desk.at_server(login, "Password-two@example.org-!", &["--player", "Second"])?;
    desk.nothing_lies_about(&said)?;
    assert_eq!(said.object(0)?["name"], "Second");
    Ok(())
}

#[test]
fn a_player_of_a_skin_server_is_started_with_authlib_injector_also_while_nobody_answers() -> Result<()> {
    if !game::has_compiler() {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    }
    let programs = game::compile(&std::env::temp_dir().join("nova-standin-cache"))?;
    let upstream = Upstream::start(UpstreamSpec::small().assets(3).programs(&programs))?;
    let more: Value = serde_json::from_str(&upstream.sources_json())?;
    let desk = Desk::with(AuthWorld::default(), &more)?;
    desk.at_server("one@example.org", "Password-one@example.org-!", &[])?.object(0)?;
    desk.says(&["--yes", "versions", "install", "1.20.1"])?.object(0)?;
    // The stand-in's jar is none: the JVM says so, and names it.
    desk.says(&["--yes", "launch", "1.20.1"])?.object(0)?;
    desk.ended(1)?;
    let kept = std::fs::read_dir(desk.nova.data().join("libraries/authlib-injector"))?.count();
    assert_eq!((kept, desk.server.asked("artifact/latest.json")), (1, 1));
    assert!(desk.log()?.contains("authlib-injector"), "{}", desk.log()?);
    for host in ["authlib-injector", "skin.example"] {
        desk.server.fail(host, AuthFault::status(503), 99);
    }
    desk.says(&["--yes", "launch", "1.20.1"])?.object(0)?;
    desk.ended(2)
}
