//! Small files read into memory.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use nova_net::download::{Answered, FetchError, Fresh, Validators, Wanted};
use tokio_util::sync::CancellationToken;

use crate::scene::{Scene, quick};
use crate::server::{Reply, Server, Then};

async fn read(what: &Wanted, known: Option<&Validators>) -> Result<Answered, FetchError> {
    Scene::new(quick()).fetcher.read(what, known, &CancellationToken::new()).await
}

fn want(server: &Server) -> Wanted {
    Wanted::new("list.json", vec![server.url("/list.json")], 1000)
}

fn fresh(answered: Answered) -> Fresh {
    let Answered::Fresh(fresh) = answered else { unreachable!("not modified") };
    fresh
}

#[tokio::test]
async fn a_copy_that_is_still_good_is_not_sent_again() {
    for (name, value, asked) in [
        ("etag", "W/\"a\"", "if-none-match"),
        ("last-modified", "Thu, 01 Jan 2026 00:00:00 GMT", "if-modified-since"),
    ] {
        let server = Server::start(move |request| match request.header(asked) {
            Some(known) if known == value => Reply::new(304, "").without("content-length"),
            _ => Reply::ok("[]").with(name, value),
        })
        .await;
        let first = fresh(read(&want(&server), None).await.unwrap());
        assert_eq!((first.bytes, first.source), (b"[]".to_vec(), server.url("/list.json")));
        let known = first.validators.unwrap();
        assert_eq!(read(&want(&server), Some(&known)).await.unwrap(), Answered::NotModified);

        let elsewhere = Validators { from: "https://mirror.example/list.json".to_owned(), ..known };
        fresh(read(&want(&server), Some(&elsewhere)).await.unwrap());
    }
}

#[tokio::test]
async fn an_answer_nobody_asked_for_is_no_copy() {
    let server = Server::start(|_| Reply::new(304, "").without("content-length")).await;
    assert!(matches!(read(&want(&server), None).await, Err(FetchError::Status { status: 304, .. })));
}

#[tokio::test]
async fn it_may_come_packed_but_not_larger_than_its_cap() {
    let packed = |bytes: &[u8]| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(bytes).unwrap();
        Reply::ok(gzip.finish().unwrap()).with("content-encoding", "gzip")
    };
    let replies =
        [packed(&[b'x'; 900]), packed(&[b'x'; 1001]), packed(&vec![0; 32 << 20]), Reply::ok([b'x'; 1001])];
    let server = Server::start(move |request| {
        assert_eq!(request.header("accept-encoding"), Some("gzip"));
        replies[request.path[1..].parse::<usize>().unwrap()].clone()
    })
    .await;
    let ask = |which: usize| {
        let what = Wanted::new("x", vec![server.url(&format!("/{which}"))], 1000);
        async move { read(&what, None).await }
    };
    assert_eq!(fresh(ask(0).await.unwrap()).bytes, [b'x'; 900]);
    for which in 1..4 {
        assert!(matches!(ask(which).await, Err(FetchError::TooBig { cap: 1000, .. })), "{which}");
    }
}

#[tokio::test]
async fn what_has_no_visible_end_is_half_an_answer() {
    let server = Server::start(|_| Reply::ok("{\"a\":").without("content-length").then(Then::Close)).await;
    assert!(matches!(read(&want(&server), None).await, Err(FetchError::Garbled { .. })));
    let server = Server::start(|_| Reply::ok("{\"a\": 1}").cut(4)).await;
    assert!(matches!(read(&want(&server), None).await, Err(FetchError::Cut { got: 4, .. })));
}

#[tokio::test]
async fn a_page_is_not_read_and_the_next_source_is_asked() {
    let portal = Server::start(|_| Reply::ok("<html>sign in").with("content-type", "text/html")).await;
    let mirror = Server::start(|_| Reply::ok("[]")).await;
    assert!(matches!(read(&want(&portal), None).await, Err(FetchError::Portal { .. })));
    let mut both = want(&portal);
    both.sources.push(mirror.url("/list.json"));
    assert_eq!(fresh(read(&both, None).await.unwrap()).source, mirror.url("/list.json"));
}

#[tokio::test]
async fn reading_can_be_called_off() {
    let server = Server::start(|_| Reply::ok("x").then(Then::Silence)).await;
    let cancel = CancellationToken::new();
    cancel.cancel();
    let outcome = Scene::new(quick()).fetcher.read(&want(&server), None, &cancel).await;
    assert!(matches!(outcome, Err(FetchError::Cancelled)));
}
