//! Several sources of one file, and hosts that fail, are busy, or are fast.

use std::time::{Duration, Instant};

use nova_net::download::{Choose, FetchError, FetchOptions, Probe, Times, Tries, Wanted};

use crate::scene::{MS, Scene, bytes, fetcher, quick, wanted};
use crate::server::{Reply, Server, Then};

async fn good(body: &[u8]) -> Server {
    let sent = body.to_vec();
    Server::start(move |_| Reply::ok(sent.clone())).await
}

#[tokio::test]
async fn the_next_source_stands_in_for_one_that_cannot_help() {
    let body = bytes(1000);
    let mirror = good(&body).await;
    let wrong = [&body[..999], b"?"].concat();
    let replies = [
        Reply::new(404, "no"),
        Reply::new(500, "sorry"),
        Reply::new(429, "no").with("retry-after", "3600"),
        Reply::ok(wrong),
        Reply::ok("<html>").with("content-type", "text/html"),
        Reply::new(302, "").with("location", "file:///etc/passwd"),
    ];
    for reply in replies {
        let official = Server::start(move |_| reply.clone()).await;
        let sources = vec![official.url("/x"), mirror.url("/mirror/x")];
        let fetched = Scene::new(quick()).one(wanted("x", sources, &body)).await.unwrap();
        assert_eq!(fetched.source, Some(mirror.url("/mirror/x")));
    }
}

#[tokio::test]
async fn where_every_source_fails_the_first_ones_error_is_told() {
    let (first, second) =
        (Server::start(|_| Reply::new(404, "no")).await, Server::start(|_| Reply::new(500, "no")).await);
    let sources = vec![first.url("/x"), second.url("/x")];
    let error = Scene::new(quick()).one(wanted("x", sources, b"x")).await.unwrap_err();
    assert!(error.is_missing(), "{error}");
    assert_eq!((first.count(), second.count()), (1, 4));
}

#[tokio::test]
async fn a_server_that_says_when_to_come_back_is_left_alone_until_then() {
    let body = bytes(1000);
    let sent = body.clone();
    let server = Server::start(move |request| match request.before {
        0 => Reply::new(429, "slow down").with("retry-after", "1"),
        _ => Reply::ok(sent.clone()),
    })
    .await;
    let began = Instant::now();
    Scene::new(quick()).one(wanted("x", vec![server.url("/x")], &body)).await.unwrap();
    let took = began.elapsed();
    assert!(took >= Duration::from_secs(1) && took < Duration::from_secs(3), "{took:?}");
    assert_eq!(server.count(), 2);
}

#[tokio::test]
async fn a_server_that_hangs_costs_one_wait_where_another_has_the_files() {
    let body = bytes(1000);
    let mirror = good(&body).await;
    let late = Reply::ok(body.clone()).late(Duration::from_mins(1));
    let hung = [Reply::ok(body.clone()).cut(10).then(Then::Silence), late];
    for reply in hung {
        let official = Server::start(move |_| reply.clone()).await;
        let times = Times { elsewhere: 200 * MS, ..quick().times };
        let scene = Scene::new(FetchOptions { times, ..quick() });
        let began = Instant::now();
        for name in ["/a", "/b", "/c"] {
            let sources = vec![official.url(name), mirror.url(name)];
            scene.one(wanted(name, sources, &body)).await.unwrap();
        }
        let took = began.elapsed();
        assert!(took >= 200 * MS && took < Duration::from_secs(5), "{took:?}");
        assert_eq!(official.count(), 1, "the mirror goes first after that");
    }
}

fn few_tries() -> FetchOptions {
    let tries =
        Tries { per_source: 2, host_failures: 3, rests: 2, rest: 100 * MS, backoff: 5 * MS, ..quick().tries };
    FetchOptions { tries, files_at_once: 4, give_up: 1000, ..quick() }
}

#[tokio::test]
async fn a_host_that_fails_in_a_row_is_spared_while_another_has_the_files() {
    let body = bytes(1000);
    let (bad, mirror) = (Server::start(|_| Reply::new(503, "no")).await, good(&body).await);
    let list =
        (0..200).map(|n| wanted(&n.to_string(), vec![bad.url(&format!("/{n}")), mirror.url("/x")], &body));
    let report = Scene::new(few_tries()).fetch(list.collect()).await;
    assert!(report.is_whole(), "{:?}", report.error());
    assert!(bad.count() < 30, "{} requests for a host that is down", bad.count());
}

#[tokio::test]
async fn a_host_that_comes_back_is_used_again_after_a_probe() {
    let body = bytes(1000);
    let sent = body.clone();
    let began = Instant::now();
    let server = Server::start(move |_| match began.elapsed() {
        early if early < 150 * MS => Reply::new(503, "no"),
        _ => Reply::ok(sent.clone()),
    })
    .await;
    let options = FetchOptions { tries: Tries { per_source: 9, ..few_tries().tries }, ..few_tries() };
    let list = (0..40).map(|n| wanted(&n.to_string(), vec![server.url(&format!("/{n}"))], &body));
    let report = Scene::new(options).fetch(list.collect()).await;
    assert!(report.is_whole(), "{:?}", report.error());
}

#[tokio::test]
async fn files_of_a_host_that_stays_down_end_soon_and_name_the_host() {
    let server = Server::start(|_| Reply::new(503, "no")).await;
    let list = (0..100).map(|n| wanted(&n.to_string(), vec![server.url(&format!("/{n}"))], b"x"));
    let report = Scene::new(few_tries()).fetch(list.collect()).await;
    let rested = report.failures().filter(|(_, error)| matches!(error, FetchError::Resting { .. })).count();
    assert!(rested > 50, "{rested}");
    assert!(server.count() < 40, "{}", server.count());
}

#[tokio::test]
async fn the_faster_source_is_found_and_used() {
    let body = bytes(1000);
    let (sent, fast) = (body.clone(), good(&body).await);
    let slow = Server::start(move |_| Reply::ok(sent.clone()).late(60 * MS)).await;
    let options = FetchOptions { choose: Choose::Fastest, files_at_once: 4, ..quick() };
    let list = (0..100).map(|n| wanted(&n.to_string(), vec![slow.url("/x"), fast.url("/x")], &body));
    assert!(Scene::new(options).fetch(list.collect()).await.is_whole());
    assert!(fast.count() > 80, "{}", fast.count());
}

#[tokio::test]
async fn sources_are_tested_side_by_side() {
    let (good, bad) = (good(b"x").await, Server::start(|_| Reply::new(503, "no").late(50 * MS)).await);
    let probe = |name: &str, url| Probe { name: name.to_owned(), url };
    let probes = vec![
        probe("good", good.url("/x")),
        probe("bad", bad.url("/x")),
        probe("gone", "http://127.0.0.1:9/".parse().unwrap()),
    ];
    let answers = fetcher(quick()).test_sources(probes, &tokio_util::sync::CancellationToken::new()).await;
    assert_eq!(answers[0].reached.as_ref().unwrap().status, 200);
    let reached = answers[1].reached.as_ref().unwrap();
    assert!(reached.status == 503 && reached.took >= 50 * MS, "{reached:?}");
    assert!(matches!(answers[2].reached, Err(FetchError::Offline { .. })));
}

#[tokio::test]
async fn a_host_gets_no_more_requests_at_once_than_it_may() {
    let body = bytes(1000);
    let sent = body.clone();
    let server = Server::start(move |_| Reply::ok(sent.clone()).late(10 * MS)).await;
    let options = FetchOptions { hosts: vec![(server.address.clone(), 3)], ..quick() };
    let list = (0..60).map(|n| wanted(&n.to_string(), vec![server.url("/x")], &body));
    let list: Vec<Wanted> = list.collect();
    assert!(Scene::new(options).fetch(list).await.is_whole());
    assert_eq!(server.most_at_once(), 3);
}
