//! Signing in from the window: the code, the waiting, the choice, and a password that is nowhere afterwards.

use std::fs;

use anyhow::{Context, Result};
use nova_core::Rewrites;
use nova_testkit::accounts::{AuthServer, AuthWorld};
use serde_json::{Value, json};

use crate::window::{Window, root};

async fn desk() -> Result<(AuthServer, Window)> {
    let world = AuthWorld::default();
    let client_id = world.client_id.clone();
    let server = AuthServer::start(world).await?;
    let sources = Rewrites::parse(&server.sources().to_string())?;
    let window = Window::opened(&root(), |setup| setup.sources = sources)?;
    window.call("client_id_set", json!({ "id": client_id })).await.unwrap();
    Ok((server, window))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_is_shown_and_the_player_is_on_the_page_once_they_agreed() -> Result<()> {
    let (server, window) = desk().await?;
    let mut login = window.start("login_microsoft", json!({}));
    let code = login.until("code").await?;
    assert!(server.agree(code["code"].as_str().context("no code")?));
    let ended = login.end().await?;
    let page = window.call("accounts_read", json!({})).await.unwrap();
    assert_eq!(page["accounts"][0]["id"], ended.done()["account"]);
    assert_eq!((&page["accounts"][0]["active"], &page["problems"]), (&json!(true), &json!([])));
    assert!(ended.events.iter().any(|event| event["event"] == "step"), "{ended:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_that_is_called_off_ends_and_another_takes_its_place() -> Result<()> {
    let (server, window) = desk().await?;
    let mut first = window.start("login_microsoft", json!({}));
    first.until("code").await?;
    let mut second = window.start("login_microsoft", json!({}));
    second.until("code").await?;
    assert_eq!(first.end().await?.code(), "desk.login.called-off");
    window.call("login_cancel", json!({})).await.unwrap();
    assert_eq!(second.end().await?.code(), "desk.login.called-off");
    assert_eq!(window.call("accounts_read", json!({})).await.unwrap()["accounts"], json!([]));
    assert_eq!(server.violations(), Vec::<String>::new());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_skin_server_the_player_is_chosen_and_the_password_is_nowhere() -> Result<()> {
    let (server, window) = desk().await?;
    let found =
        window.call("skin_server_find", json!({ "address": server.host("skin.example") })).await.unwrap();
    assert_eq!((&found["name"], &found["email"]), (&json!("测试皮肤站"), &json!(false)));
    let signs_in = |password: &str| json!({ "address": found["address"], "login": "two@example.org", "password": password });
    let wrong = window.call("login_server", signs_in("wrong")).await.unwrap_err();
    assert_eq!(wrong.code, "account.yggdrasil.password");
    let password = "Password-two@example.org-!";
    let came = window.call("login_server", signs_in(password)).await.unwrap();
    assert_eq!((&came["account"], &came["players"]), (&Value::Null, &json!(["First", "Second"])));
    let choice = json!({ "choice": came["choice"], "number": 1 });
    let chosen = window.call("login_player", choice.clone()).await.unwrap();
    assert!(chosen["account"].is_string());
    let again = window.call("login_player", choice).await.unwrap_err();
    assert_eq!(again.code, "desk.login.called-off");
    let told = window.told.0.lock().unwrap().join("\n");
    let list = fs::read_to_string(window.data("accounts.json"))?;
    for secret in server.secrets() {
        assert!(!told.contains(&secret) && !list.contains(&secret));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_answers_the_sign_in_that_asked_and_no_other() -> Result<()> {
    let (server, window) = desk().await?;
    let signs_in = || {
        let password = "Password-two@example.org-!";
        json!({ "address": server.host("skin.example"), "login": "two@example.org", "password": password })
    };
    let first = window.call("login_server", signs_in()).await.unwrap();
    let second = window.call("login_server", signs_in()).await.unwrap();
    assert_ne!(first["choice"], second["choice"]);
    let guessed = window.call("login_player", json!({ "choice": "", "number": 0 })).await.unwrap_err();
    assert_eq!(guessed.code, "desk.login.called-off");
    for (choice, number, name) in [(&second, 1, "Second"), (&first, 0, "First")] {
        let args = json!({ "choice": choice["choice"], "number": number });
        let done = window.call("login_player", args).await.unwrap();
        let page = window.call("accounts_read", json!({})).await.unwrap();
        let active = page["accounts"].as_array().unwrap().iter().find(|row| row["active"] == true).unwrap();
        assert_eq!((&active["id"], active["name"].as_str()), (&done["account"], Some(name)));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_no_skin_is_shown_without_one_and_what_is_no_picture_is_refused() -> Result<()> {
    let (_server, window) = desk().await?;
    let none = window.call("account_skin", json!({ "id": "a-nobody00" })).await.unwrap();
    assert_eq!(none["url"], Value::Null);
    let refused = window.call("skin_keep", json!({ "png": "R0lGODlh" })).await.unwrap_err();
    assert_eq!(refused.code, "account.skin.not-png");
    Ok(())
}
