//! Who is let in.

use anyhow::Result;

use crate::rig::{Headers, Rig};

const COMMAND: &str = "POST /ipc/window_start";

/// The status of a command with these headers.
fn status(rig: &Rig, headers: Headers<'_>) -> Result<u16> {
    let mut all = vec![("content-type", "application/json")];
    all.extend(headers);
    Ok(rig.ask(COMMAND, &all, b"{}")?.status)
}

#[test]
fn a_command_needs_the_token() -> Result<()> {
    let rig = Rig::new()?;
    let host = rig.host();
    let longer = format!("{}0", rig.token);
    let other = rig.token.replace(&rig.token[..1], "x");
    let upper = rig.token.to_uppercase();
    for wrong in ["", "0", &rig.token[1..], &longer, &other, &upper] {
        assert_eq!(status(&rig, &[("host", &host), ("x-nova-token", wrong)])?, 403, "{wrong}");
    }
    assert_eq!(status(&rig, &[("host", &host)])?, 403);
    assert_eq!(status(&rig, &[("host", &host), ("x-nova-token", &rig.token)])?, 200);
    Ok(())
}

#[test]
fn a_page_from_elsewhere_is_not_let_in_even_with_the_token() -> Result<()> {
    let rig = Rig::new()?;
    let host = rig.host();
    let port = host.rsplit(':').next().unwrap_or_default();
    let elsewhere = [
        "http://evil.example".to_owned(),
        "null".to_owned(),
        format!("https://{host}"),
        format!("http://localhost:{port}"),
        format!("http://{host}.evil.example"),
        "http://127.0.0.1:1".to_owned(),
    ];
    for origin in &elsewhere {
        let headers = [("host", host.as_str()), ("x-nova-token", &rig.token), ("origin", origin)];
        assert_eq!(status(&rig, &headers)?, 403, "{origin}");
    }
    for site in ["cross-site", "same-site", "none"] {
        let headers = [("host", host.as_str()), ("x-nova-token", &rig.token), ("sec-fetch-site", site)];
        assert_eq!(status(&rig, &headers)?, 403, "{site}");
    }
    Ok(())
}

#[test]
fn another_name_that_leads_here_gets_neither_a_command_nor_the_page() -> Result<()> {
    let rig = Rig::new()?;
    let host = rig.host();
    let port = host.rsplit(':').next().unwrap_or_default();
    let names = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("localhost:{port}"),
        String::new(),
    ];
    for name in &names {
        assert_eq!(status(&rig, &[("host", name), ("x-nova-token", &rig.token)])?, 403, "{name}");
        assert_eq!(rig.ask("GET /", &[("host", name)], b"")?.status, 403, "{name}");
    }
    assert_eq!(status(&rig, &[("x-nova-token", &rig.token)])?, 403);
    assert_eq!(rig.ask("GET /", &[], b"")?.status, 403);
    Ok(())
}

#[test]
fn a_stranger_is_turned_away_before_anything_is_read_of_what_they_sent() -> Result<()> {
    let rig = Rig::new()?;
    let headers = [("host", rig.host()), ("content-type", "text/plain".to_owned())];
    let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    // Whoever is let in is told that this is no JSON.
    assert_eq!(rig.ask(COMMAND, &headers, b"not json")?.status, 403);
    assert_eq!(rig.ask("POST /ipc/no_such_command", &headers, b"{}")?.status, 403);
    assert_eq!(rig.ask("GET /shell", &headers, b"")?.status, 403);
    assert_eq!(rig.ask("POST /shell", &headers, b"\"x\"")?.status, 403);
    Ok(())
}

#[test]
fn no_answer_lets_another_page_read_it() -> Result<()> {
    let rig = Rig::new()?;
    let host = rig.host();
    let asked = [
        ("host", host.as_str()),
        ("origin", "http://evil.example"),
        ("access-control-request-method", "POST"),
    ];
    for line in ["OPTIONS /ipc/window_start", "OPTIONS /", "GET /"] {
        let answer = rig.ask(line, &asked, b"")?;
        let lent: Vec<_> =
            answer.headers.iter().filter(|(name, _)| name.starts_with("access-control")).collect();
        assert!(lent.is_empty(), "{line}: {lent:?}");
    }
    let answer = rig.call("window_start", &serde_json::json!({}))?;
    assert_eq!(answer.header("access-control-allow-origin"), None);
    Ok(())
}

/// All of 127.0.0.0/8 is this machine there: one who listens everywhere answers under each of these.
#[cfg(target_os = "linux")]
#[test]
fn no_other_address_of_this_machine_is_listened_on() -> Result<()> {
    let rig = Rig::new()?;
    let host = rig.host();
    let port = host.rsplit(':').next().unwrap_or_default();
    assert!(std::net::TcpStream::connect(&host).is_ok());
    assert!(std::net::TcpStream::connect(format!("127.0.0.2:{port}")).is_err());
    Ok(())
}

#[test]
fn the_bridge_listens_on_this_machine_alone_and_its_link_keeps_the_token_from_servers() -> Result<()> {
    let rig = Rig::new()?;
    assert!(rig.host().starts_with("127.0.0.1:"), "{}", rig.host());
    assert_eq!(rig.link, format!("http://{}/#token={}", rig.host(), rig.token));
    assert_eq!(rig.token.len(), 64);
    assert_ne!(rig.token, Rig::new()?.token);
    Ok(())
}
