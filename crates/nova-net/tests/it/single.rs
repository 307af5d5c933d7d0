//! One file from one server, in every condition.

use std::{io::Write, time::Duration};

use flate2::{Compression, write::GzEncoder};
use nova_model::{Explain, Retry};
use nova_net::download::{Digest, DigestKind, FetchError, FetchOptions, Hasher, Wanted};
use tokio::{io::AsyncWriteExt, net::TcpListener};

use crate::scene::{MS, Scene, bytes, hasty, quick, wanted};
use crate::server::{Reply, Server, Then};

/// How a server answers that has these bytes.
type Answer = fn(&[u8]) -> Reply;

/// Fetches `body` from a server that answers as told.
async fn fetch(
    body: &[u8],
    handler: impl Fn(usize) -> Reply + Send + Sync + 'static,
) -> (Result<u64, FetchError>, usize) {
    fetch_with(quick(), body, handler).await
}

async fn fetch_with(
    options: FetchOptions,
    body: &[u8],
    handler: impl Fn(usize) -> Reply + Send + Sync + 'static,
) -> (Result<u64, FetchError>, usize) {
    let server = Server::start(move |request| handler(request.before)).await;
    let scene = Scene::new(options);
    let outcome = scene.one(wanted("x.jar", vec![server.url("/x.jar")], body)).await;
    assert_eq!(scene.memory.part("x.jar"), None, "no part is left of a small file");
    (outcome.map(|fetched| fetched.bytes), server.count())
}

#[tokio::test]
async fn a_file_comes_whole_and_asks_for_no_packing() {
    let body = bytes(5000);
    let sent = body.clone();
    let server = Server::start(move |_| Reply::ok(sent.clone())).await;
    let scene = Scene::new(quick());
    let fetched = scene.one(wanted("a/x.jar", vec![server.url("/x.jar")], &body)).await.unwrap();
    assert_eq!((fetched.bytes, fetched.resumed, fetched.source), (5000, 0, Some(server.url("/x.jar"))));
    assert_eq!(scene.memory.whole("a/x.jar"), Some(body));
    let request = server.requests().remove(0);
    assert_eq!(request.header("accept-encoding"), Some("identity"));
    assert!(request.header("user-agent").unwrap().starts_with("nova-launcher/"));
    for absent in ["authorization", "cookie", "referer", "range"] {
        assert_eq!(request.header(absent), None);
    }
}

#[tokio::test]
async fn an_empty_file_and_one_larger_than_a_batch_come_too() {
    for size in [0, 1, 256 * 1024, 3 << 20] {
        let body = bytes(size);
        let sent = body.clone();
        let (outcome, count) = fetch(&body, move |_| Reply::ok(sent.clone())).await;
        assert_eq!((outcome.unwrap(), count), (size as u64, 1));
    }
}

#[tokio::test]
async fn every_kind_of_hash_is_checked() {
    let body = bytes(1000);
    for kind in [DigestKind::Md5, DigestKind::Sha1, DigestKind::Sha256, DigestKind::Sha512] {
        let mut hasher = Hasher::new(Some(kind));
        hasher.update(&body);
        let (right, sent) = (hasher.finish().unwrap(), body.clone());
        let wrong = Digest::parse(kind, &right.to_string().replace(['1', '2', '3'], "4")).unwrap();
        let server = Server::start(move |_| Reply::ok(sent.clone())).await;
        let scene = Scene::new(quick());
        let want = |key: &str, digest| Wanted::new(key, vec![server.url("/x")], 10_000).hashed(digest);
        let report = scene.fetch(vec![want("right", right), want("wrong", wrong)]).await;
        assert!(report.files[0].is_ok(), "{kind:?}");
        assert!(matches!(&**report.files[1].as_ref().unwrap_err(), FetchError::WrongDigest { .. }));
        assert_eq!((scene.memory.whole("wrong"), scene.memory.part("wrong")), (None, None));
    }
}

#[tokio::test]
async fn what_may_pass_is_tried_again_and_comes_right() {
    let body = bytes(5000);
    let firsts: [Answer; 5] = [
        |body| Reply::ok(body).cut(1000),
        |_| Reply::new(500, "sorry"),
        |_| Reply::new(503, "sorry").with("retry-after", "0"),
        |_| Reply::new(429, "slow down").with("retry-after", "soon"),
        |body| Reply::ok([&body[..4999], b"?"].concat()),
    ];
    for first in firsts {
        let sent = body.clone();
        let handler = move |before| if before == 0 { first(&sent) } else { Reply::ok(sent.clone()) };
        let (outcome, count) = fetch(&body, handler).await;
        assert_eq!((outcome.unwrap(), count), (5000, 2));
    }
}

#[tokio::test]
async fn what_stays_wrong_ends_in_a_clear_error_after_no_more_tries_than_help() {
    let body = bytes(5000);
    let cases: [(&str, usize, Answer); 13] = [
        ("net.cut", 4, |body| Reply::ok(body).cut(1000)),
        ("net.cut", 4, |body| Reply::ok(body).without("content-length").cut(1000)),
        ("net.wrong-size", 2, |body| Reply::ok([body, b"more"].concat())),
        ("net.wrong-size", 2, |body| Reply::ok(&body[..10])),
        ("net.wrong-size", 2, |body| Reply::ok(body.repeat(99)).without("content-length").then(Then::Close)),
        ("net.wrong-digest", 2, |body| Reply::ok([&body[..4999], b"?"].concat())),
        ("net.missing", 1, |_| Reply::new(404, "no")),
        ("net.denied", 1, |_| Reply::new(403, "no")),
        ("net.status", 1, |_| Reply::new(204, "").without("content-length")),
        ("net.server", 4, |_| Reply::new(502, "<html>bad gateway")),
        ("net.busy-for", 1, |_| Reply::new(429, "no").with("retry-after", "86400")),
        ("net.portal", 1, |_| Reply::ok("<html>sign in").with("content-type", "text/html")),
        ("net.garbled", 2, |body| Reply::ok(body).with("content-encoding", "br")),
    ];
    for (code, tries, reply) in cases {
        let sent = body.clone();
        let (outcome, count) = fetch(&body, move |_| reply(&sent)).await;
        let error = outcome.unwrap_err();
        assert_eq!((error.report().code().as_ref(), count), (code, tries), "{error}");
        assert!(!error.to_string().contains('?'), "no query is shown");
    }
}

#[tokio::test]
async fn a_page_without_a_kind_is_known_by_its_beginning() {
    let page = b"<!doctype html><title>Sign in</title>".to_vec();
    let (outcome, _) = fetch(&bytes(page.len()), move |_| Reply::ok(page.clone())).await;
    assert!(matches!(outcome, Err(FetchError::Portal { .. })));
}

#[tokio::test]
async fn silence_and_a_drip_end_and_are_tried_again() {
    let cases: [(&str, Answer); 3] = [
        ("net.stalled", |body| Reply::ok(body).cut(1000).then(Then::Silence)),
        ("net.timed-out", |body| Reply::ok(body).late(Duration::from_mins(1))),
        ("net.too-slow", |body| Reply::ok(body).cut(10).then(Then::Drip(20 * MS))),
    ];
    let body = bytes(5000);
    for (code, reply) in cases {
        let sent = body.clone();
        let (outcome, count) = fetch_with(hasty(), &body, move |_| reply(&sent)).await;
        let error = outcome.unwrap_err();
        assert_eq!((error.report().code().as_ref(), count), (code, 2), "{error}");
        let sent = body.clone();
        let once = move |before| if before == 0 { reply(&sent) } else { Reply::ok(sent.clone()) };
        assert_eq!(fetch_with(hasty(), &body, once).await.0.unwrap(), 5000, "{code}");
    }
}

#[tokio::test]
async fn a_body_that_is_packed_unasked_is_unpacked_and_a_bomb_is_left() {
    let body = bytes(5000);
    let packed = |bytes: &[u8]| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(bytes).unwrap();
        Reply::ok(gzip.finish().unwrap()).with("content-encoding", "gzip")
    };
    let (good, bomb) = (packed(&body), packed(&vec![0; 64 << 20]));
    let (outcome, _) = fetch(&body, move |_| good.clone()).await;
    assert_eq!(outcome.unwrap(), 5000);
    let (outcome, _) = fetch(&body, move |_| bomb.clone()).await;
    assert!(matches!(outcome, Err(FetchError::WrongSize { got, .. }) if got < 2 << 20), "{outcome:?}");
    let plain = body.clone();
    let (outcome, _) = fetch(&body, move |_| Reply::ok(plain.clone()).with("content-encoding", "gzip")).await;
    assert!(matches!(outcome, Err(FetchError::Garbled { .. })), "{outcome:?}");
}

#[tokio::test]
async fn a_file_of_unknown_size_and_hash_needs_a_visible_end_and_stays_below_its_cap() {
    let scene = Scene::new(quick());
    let server = Server::start(|request| match request.path.as_str() {
        "/whole" => Reply::ok("whole"),
        "/chunks" => Reply::ok("5\r\nwhole\r\n0\r\n\r\n")
            .without("content-length")
            .with("transfer-encoding", "chunked"),
        "/half" => Reply::ok("half of").without("content-length").then(Then::Close),
        _ => Reply::ok(vec![0; 101]),
    })
    .await;
    let want = |path: &str| Wanted::new(path, vec![server.url(path)], 100);
    assert_eq!(scene.one(want("/whole")).await.unwrap().bytes, 5);
    assert_eq!(scene.one(want("/chunks")).await.unwrap().bytes, 5);
    assert!(matches!(scene.one(want("/half")).await, Err(FetchError::Garbled { .. })));
    assert!(matches!(scene.one(want("/long")).await, Err(FetchError::TooBig { cap: 100, .. })));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_offline_and_worth_a_later_try() {
    let scene = Scene::new(quick());
    let error =
        scene.one(wanted("x", vec!["http://127.0.0.1:9/x".parse().unwrap()], b"x")).await.unwrap_err();
    assert!(matches!(error, FetchError::Offline { .. }), "{error}");
    assert_eq!(error.report().retry, Retry::Later);
    let error = scene.one(wanted("x", vec![], b"x")).await.unwrap_err();
    assert!(matches!(&error, FetchError::NoSource { name } if name == "x"), "{error}");
}

#[tokio::test]
async fn a_certificate_that_nobody_trusts_is_no_matter_of_trying_again() {
    // Plain bytes where TLS was to be.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/x", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let error = Scene::new(quick()).one(wanted("x", vec![url], b"x")).await.unwrap_err();
    assert!(matches!(error, FetchError::Tls { .. }), "{error}");
}
