//! Clients against servers and proxies on this machine.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use nova_model::Explain;
use nova_net::{ClientOptions, NetError, Proxy, client, is_home, is_loopback};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use url::Url;

/// A server that answers everything alike and keeps the first line and the headers of each request.
struct Server {
    address: String,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn start(answer: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let heads = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&heads);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut bytes = Vec::new();
                while !bytes.ends_with(b"\r\n\r\n")
                    && stream.read_buf(&mut bytes).await.is_ok_and(|read| read > 0)
                {}
                kept.lock().unwrap().push(String::from_utf8_lossy(&bytes).into_owned());
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        Self { address, heads }
    }

    fn url(&self) -> Url {
        format!("http://{}/x", self.address).parse().unwrap()
    }

    fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";

fn through(address: &str) -> ClientOptions {
    ClientOptions { proxy: Proxy::Through(address.to_owned()), ..ClientOptions::default() }
}

#[tokio::test]
async fn a_server_on_this_machine_is_reached_without_the_proxy() {
    let (server, proxy) = (Server::start(OK).await, Server::start(OK).await);
    let http = client(&server.url(), &through(&format!("http://{}", proxy.address))).unwrap();
    assert_eq!(http.get(server.url()).send().await.unwrap().status(), 200);
    assert_eq!((server.heads().len(), proxy.heads().len()), (1, 0));
}

#[tokio::test]
async fn another_server_is_reached_through_the_proxy_with_its_login() {
    let proxy = Server::start(OK).await;
    let target: Url = "http://models.example/v1/models".parse().unwrap();
    let http = client(&target, &through(&format!("http://me:secret@{}", proxy.address))).unwrap();
    assert_eq!(http.get(target).send().await.unwrap().status(), 200);
    let head = proxy.heads().remove(0);
    assert!(head.starts_with("GET http://models.example/v1/models HTTP/1.1\r\n"), "{head}");
    assert!(head.to_ascii_lowercase().contains("proxy-authorization: basic bwu6c2vjcmv0"), "{head}");
}

#[tokio::test]
async fn a_redirect_is_given_and_not_followed() {
    let server = Server::start(
        "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    )
    .await;
    let http = client(&server.url(), &ClientOptions::default()).unwrap();
    assert_eq!(http.get(server.url()).send().await.unwrap().status(), 302);
    assert_eq!(server.heads().len(), 1);
}

#[tokio::test]
async fn requests_go_by_our_name() {
    let server = Server::start(OK).await;
    let http = client(&server.url(), &ClientOptions::default()).unwrap();
    http.get(server.url()).send().await.unwrap();
    assert!(server.heads()[0].to_ascii_lowercase().contains("user-agent: nova-launcher/"));
}

#[tokio::test]
async fn a_silent_server_is_left_after_the_idle_time() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: Url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    let options = ClientOptions { idle: Duration::from_millis(100), ..ClientOptions::default() };
    let error = client(&url, &options).unwrap().get(url).send().await.unwrap_err();
    assert!(error.is_timeout());
}

#[test]
fn a_client_for_https_is_built_with_the_systems_certificates() {
    for proxy in [Proxy::System, Proxy::Direct, Proxy::Through("socks5h://127.0.0.1:1080".to_owned())] {
        let options = ClientOptions { proxy, ..ClientOptions::default() };
        client(&"https://models.example".parse().unwrap(), &options).unwrap();
    }
}

#[test]
fn an_address_that_is_no_proxy_is_refused_without_repeating_its_login() {
    let target = "https://models.example".parse().unwrap();
    for address in
        ["", "not an address", "ftp://me:secret@proxy.example", "me:secret@no proxy", "http://me:secret@"]
    {
        let options = through(address);
        let error = client(&target, &options).map(drop).unwrap_err();
        assert!(matches!(error, NetError::BadProxy { .. }), "{address}");
        let printed = format!("{error} {error:?} {:?} {options:?}", error.report());
        assert!(!printed.contains("secret"), "{printed}");
    }
}

#[test]
fn addresses_of_this_machine_are_known() {
    for (address, here) in [
        ("http://localhost:11434/v1", true),
        ("http://LOCALHOST", true),
        ("http://models.localhost", true),
        ("http://localhost.", true),
        ("http://127.0.0.1", true),
        ("http://127.9.9.9:1", true),
        ("http://[::1]:8080", true),
        ("http://[::ffff:127.0.0.1]", true),
        ("http://192.168.0.2", false),
        ("http://localhost.example", false),
        ("http://notlocalhost", false),
        ("https://models.example", false),
    ] {
        assert_eq!(is_loopback(&address.parse().unwrap()), here, "{address}");
    }
}

#[test]
fn home_is_what_the_internet_does_not_reach() {
    let home = [
        "http://localhost:1",
        "http://127.0.0.2",
        "http://0.0.0.0:11434",
        "http://10.0.0.1",
        "http://172.31.255.1",
        "http://192.168.1.5:11434",
        "http://169.254.3.4",
        "http://[::1]",
        "http://[::ffff:192.168.0.1]",
        "http://[fd00::1]",
        "http://[fe80::1]",
        "http://tower:11434",
        "http://Tower.",
        "http://nas.local",
        "http://nas.LAN",
        "http://nas.lan.",
        "http://a.b.home.arpa",
        "http://models.internal",
    ];
    let away = [
        "https://api.deepseek.com",
        "http://8.8.8.8",
        "http://172.32.0.1",
        "http://[2001:db8::1]",
        "http://[::ffff:8.8.8.8]",
        "https://local.example",
        "https://nas.lan.example",
        "https://notlan.xlan",
        "https://arpa.home",
    ];
    for (address, at_home) in home.map(|text| (text, true)).into_iter().chain(away.map(|text| (text, false)))
    {
        assert_eq!(is_home(&address.parse().unwrap()), at_home, "{address}");
    }
}
