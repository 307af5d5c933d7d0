//! The services that sign players in: what they give, and what they notice.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use nova_testkit::accounts::{AuthFault, AuthServer, AuthWorld};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::model::wire::{End, Heard, read, request};

const FORM: &str =
    "User-Agent: t\r\nAccept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\n";
const JSON: &str = "User-Agent: t\r\nAccept: application/json\r\nContent-Type: application/json\r\n";
const OAUTH: &str = "/login.microsoftonline.com/consumers/oauth2/v2.0";

async fn send(server: &AuthServer, path: &str, headers: &str, body: &str) -> Result<Heard> {
    let address = server.base().strip_prefix("http://").context("base")?;
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(&request("POST", path, headers, body.as_bytes())).await?;
    read(&mut stream).await
}

async fn asked(server: &AuthServer, path: &str, headers: &str, body: &str) -> Result<(u16, Value)> {
    let heard = send(server, path, headers, body).await?;
    Ok((heard.status, serde_json::from_slice(&heard.body).unwrap_or(Value::Null)))
}

async fn begin(server: &AuthServer) -> Result<String> {
    let body = format!("client_id={}&scope=XboxLive.signin%20offline_access", AuthWorld::default().client_id);
    let (status, given) = asked(server, &format!("{OAUTH}/devicecode"), FORM, &body).await?;
    assert_eq!(status, 200);
    Ok(given["device_code"].as_str().context("device_code")?.to_owned())
}

fn poll(device_code: &str) -> String {
    let client_id = AuthWorld::default().client_id;
    format!(
        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&client_id={client_id}&device_code={device_code}"
    )
}

#[tokio::test]
async fn a_code_waits_for_the_player_and_a_refresh_token_works_once() -> Result<()> {
    let server = AuthServer::start(AuthWorld::default()).await?;
    let device_code = begin(&server).await?;
    let token = format!("{OAUTH}/token");
    sleep(Duration::from_millis(25)).await;
    let (status, waiting) = asked(&server, &token, FORM, &poll(&device_code)).await?;
    assert_eq!((status, &waiting["error"]), (400, &json!("authorization_pending")));
    assert!(server.agree("TEST0000") && !server.agree("TEST0009"));
    sleep(Duration::from_millis(25)).await;
    let (_, given) = asked(&server, &token, FORM, &poll(&device_code)).await?;
    let old = given["refresh_token"].as_str().context("refresh_token")?;
    let client_id = AuthWorld::default().client_id;
    let body = format!(
        "grant_type=refresh_token&client_id={client_id}&scope=XboxLive.signin+offline_access&refresh_token={old}"
    );
    assert_eq!(asked(&server, &token, FORM, &body).await?.0, 200);
    let (status, refused) = asked(&server, &token, FORM, &body).await?;
    assert_eq!((status, &refused["error"]), (400, &json!("invalid_grant")));
    assert_eq!(server.violations(), Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn what_no_client_may_do_is_noted() -> Result<()> {
    let server =
        AuthServer::start(AuthWorld { second: Duration::from_secs(5), ..AuthWorld::default() }).await?;
    let device_code = begin(&server).await?;
    let rows = [
        (format!("{OAUTH}/token"), FORM, poll(&device_code), "before the interval"),
        (format!("{OAUTH}/token?x={device_code}"), FORM, "client_id=x".to_owned(), "stands in the address"),
        (format!("{OAUTH}/token"), JSON, "{}".to_owned(), "content-type"),
        (
            "/user.auth.xboxlive.com/user/authenticate".to_owned(),
            JSON,
            json!({"Properties": {"RpsTicket": device_code}}).to_string(),
            "not for it",
        ),
        ("/xsts.auth.xboxlive.com/xsts/authorize".to_owned(), JSON, "{}".to_owned(), "/RelyingParty"),
        (
            "/api.minecraftservices.com/authentication/login_with_xbox".to_owned(),
            "Accept: application/json\r\nContent-Type: application/json\r\n",
            "{}".to_owned(),
            "no user-agent",
        ),
        ("/somewhere/else".to_owned(), JSON, "{}".to_owned(), "nothing that a client has to ask for"),
    ];
    for (path, headers, body, expected) in rows {
        let known = server.violations().len();
        send(&server, &path, headers, &body).await?;
        let new = server.violations().split_off(known);
        assert!(new.iter().any(|fault| fault.contains(expected)), "{path}: {new:?}");
        assert!(new.iter().all(|fault| !fault.contains(&device_code)), "{new:?}");
    }
    Ok(())
}

#[tokio::test]
async fn faults_come_as_often_as_asked_for() -> Result<()> {
    let server = AuthServer::start(AuthWorld::default()).await?;
    let path = "/xsts.auth.xboxlive.com/xsts/authorize";
    server.fail("/xsts/", AuthFault::XErr(2_148_916_233), 1);
    server.fail("/xsts/", AuthFault::Reset, 1);
    assert_eq!(asked(&server, path, JSON, "{}").await?.1["XErr"], json!(2_148_916_233_u64));
    assert_eq!(send(&server, path, JSON, "{}").await.map_or(End::Reset, |heard| heard.end), End::Reset);
    assert_eq!(asked(&server, path, JSON, "{}").await?.0, 401);
    Ok(())
}

#[tokio::test]
async fn an_answer_without_a_body_leaves_the_connection_usable() -> Result<()> {
    let server = AuthServer::start(AuthWorld::default()).await?;
    let address = server.base().strip_prefix("http://").context("base")?;
    let mut stream = TcpStream::connect(address).await?;
    let path = "/skin.example/api/yggdrasil/authserver/invalidate";
    for _ in 0..2 {
        stream.write_all(&request("POST", path, JSON, b"{}")).await?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            tokio::io::AsyncReadExt::read_buf(&mut stream, &mut head).await?;
        }
        let head = String::from_utf8(head)?;
        assert!(head.starts_with("HTTP/1.1 204") && !head.contains("chunked"), "{head}");
    }
    Ok(())
}

struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn as_a_process_it_says_where_it_listens_and_how_to_get_there() -> Result<()> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_testkit"));
    command.args(["accounts", "--agree", "--port", "0"]);
    let mut process = Process(command.stdout(Stdio::piped()).spawn()?);
    let mut lines = BufReader::new(process.0.stdout.take().context("stdout")?).lines();
    let base =
        lines.next().context("first line")??.strip_prefix("listening on http://").context("base")?.to_owned();
    let sources: Value = serde_json::from_str(&lines.next().context("second line")??)?;
    let to = format!("http://{base}/api.minecraftservices.com");
    assert_eq!(sources["hosts"]["api.minecraftservices.com"], json!(to));
    let mut stream = TcpStream::connect(&base).await?;
    stream.write_all(&request("POST", "/testkit/decline/NONE", JSON, b"{}")).await?;
    assert_eq!(read(&mut stream).await?.status, 404);
    Ok(())
}
