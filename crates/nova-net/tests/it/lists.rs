//! Many files at once: order, doubles, progress, stopping.

use std::{sync::Arc, time::Duration};

use nova_model::{Explain, Message, Report};
use nova_net::download::{
    FetchError, FetchOptions, Landed, Landing, LandingError, LandingFile, Memory, Wanted,
};
use tokio::time::timeout;

use crate::scene::{MS, Scene, bytes, quick, wanted};
use crate::server::{Reply, Request, Server, Then};

/// A server that has a file of so many bytes under each number.
async fn numbered() -> Server {
    Server::start(|request| Reply::ok(bytes(request.path[1..].parse().unwrap()))).await
}

fn number(server: &Server, size: usize) -> Wanted {
    wanted(&format!("n/{size}"), vec![server.url(&format!("/{size}"))], &bytes(size))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_files_come_over_few_connections_and_add_up() {
    let server = numbered().await;
    let scene = Scene::new(FetchOptions { files_at_once: 16, ..quick() });
    let files: Vec<_> = (0..1000).map(|size| number(&server, size * 7)).collect();
    let total: u64 = files.iter().filter_map(|one| one.size).sum();
    let report = scene.fetch(files).await;
    assert!(report.is_whole(), "{:?}", report.error());
    let last = scene.shown.all().pop().unwrap();
    assert_eq!((last.bytes, last.bytes_total, last.files, last.files_total), (total, total, 1000, 1000));
    assert_eq!((server.count(), last.files_failed), (1000, 0));
    assert!(server.connections() <= 32 && server.most_at_once() <= 16, "{}", server.connections());
}

#[tokio::test]
async fn progress_is_shown_now_and_then_never_falls_behind_and_ends_exact() {
    let body = bytes(200_000);
    let sent = body.clone();
    let server = Server::start(move |request| match request.before {
        0 => Reply::ok(sent.clone()).cut(100_000).late(30 * MS),
        _ => Reply::ok(sent.clone()).late(30 * MS),
    })
    .await;
    let scene = Scene::new(quick());
    let files = (0..20).map(|n| wanted(&n.to_string(), vec![server.url(&format!("/{n}"))], &body));
    let report = scene.fetch(files.collect()).await;
    assert!(report.is_whole(), "{:?}", report.error());
    let shown = scene.shown.all();
    assert!(shown.iter().all(|amounts| amounts.bytes <= amounts.bytes_total && amounts.files <= 20));
    assert!(shown.windows(2).all(|two| two[0] != two[1]));
    let last = shown.last().unwrap();
    assert_eq!((last.bytes, last.files), (4_000_000, 20));
    assert_eq!(last.host, Some(server.address.clone()));
    assert!(shown.iter().any(|amounts| amounts.speed > 0));
}

#[tokio::test]
async fn one_file_that_fails_does_not_keep_the_others() {
    let server = Server::start(|request| match request.path.as_str() {
        "/7" => Reply::new(404, "no"),
        _ => Reply::ok(bytes(100)),
    })
    .await;
    let files = (0..20).map(|n| wanted(&n.to_string(), vec![server.url(&format!("/{n}"))], &bytes(100)));
    let scene = Scene::new(quick());
    let report = scene.fetch(files.collect()).await;
    assert_eq!(report.failures().map(|(which, _)| which).collect::<Vec<_>>(), [7]);
    assert!(report.error().unwrap().is_missing());
    let last = scene.shown.all().pop().unwrap();
    assert_eq!((last.files, last.files_failed, last.bytes, last.bytes_total), (19, 1, 1900, 2000));
}

#[tokio::test]
async fn after_enough_failures_nothing_new_is_begun() {
    let server = Server::start(|_| Reply::new(404, "no")).await;
    let files = (0..500).map(|n| wanted(&n.to_string(), vec![server.url(&format!("/{n}"))], b"x"));
    let report =
        Scene::new(FetchOptions { files_at_once: 4, give_up: 5, ..quick() }).fetch(files.collect()).await;
    assert!((5..10).contains(&report.failures().count()));
    assert!(server.count() < 15);
    let stopped = report
        .files
        .iter()
        .filter(|file| matches!(file, Err(error) if matches!(**error, FetchError::Stopped)));
    assert!(stopped.count() > 480);
    assert!(report.error().unwrap().is_missing(), "the list's error is not that of a file that was left");
}

#[tokio::test]
async fn doubles_are_fetched_once_and_a_clash_is_an_error() {
    let server = numbered().await;
    let mut other = number(&server, 11);
    other.key = "n/10".to_owned();
    let files = vec![number(&server, 10), number(&server, 10), other, number(&server, 10)];
    let scene = Scene::new(quick());
    let report = scene.fetch(files).await;
    assert_eq!(report.files[0].as_ref().unwrap(), report.files[1].as_ref().unwrap());
    assert!(report.files[3].is_ok());
    assert!(matches!(&**report.files[2].as_ref().unwrap_err(), FetchError::Clash { key } if key == "n/10"));
    assert_eq!((server.count(), scene.memory.whole("n/10")), (1, Some(bytes(10))));
}

#[tokio::test]
async fn two_who_want_the_same_at_the_same_time_get_it_from_one_request() {
    let server = Server::start(|_| Reply::ok(bytes(1000)).late(50 * MS)).await;
    let scene = Scene::new(quick());
    let landing: Arc<dyn Landing> = Arc::new(scene.memory.clone());
    let want = || vec![wanted("x", vec![server.url("/x")], &bytes(1000))];
    let fetch = || scene.fetcher.fetch(want(), &landing, &*scene.shown, &scene.cancel);
    let (first, second) = tokio::join!(fetch(), fetch());
    assert!(first.is_whole() && second.is_whole());
    assert_eq!(server.count(), 1);

    let other: Arc<dyn Landing> = Arc::new(Memory::default());
    let into_other = scene.fetcher.fetch(want(), &other, &*scene.shown, &scene.cancel);
    assert!(into_other.await.is_whole());
    assert_eq!(server.count(), 2, "another landing has its own files");
}

#[tokio::test]
async fn what_the_landing_has_is_not_asked_for() {
    let server = numbered().await;
    let scene = Scene::new(quick());
    let files = || vec![number(&server, 10), number(&server, 2 << 20)];
    assert!(scene.fetch(files()).await.is_whole());
    let asked = server.count();
    assert!(scene.fetch(files()).await.is_whole());
    let last = scene.shown.all().pop().unwrap();
    assert_eq!((last.bytes, last.files), ((2 << 20) + 10, 2));
    assert_eq!(server.count(), asked);
}

#[tokio::test]
async fn calling_off_reaches_the_sockets_and_leaves_what_can_be_gone_on_with() {
    let large = bytes(2 << 20);
    let sent = large.clone();
    let server = Server::start(move |_| {
        Reply::ok(sent.clone()).with("etag", "\"a\"").cut(1 << 20).then(Then::Silence)
    })
    .await;
    let scene = Scene::new(quick());
    let files = (0..10).map(|n| wanted(&n.to_string(), vec![server.url(&format!("/{n}"))], &large)).collect();
    let calling_off = async {
        while scene.shown.all().last().is_none_or(|amounts| amounts.bytes < 5 << 20) {
            tokio::time::sleep(5 * MS).await;
        }
        scene.cancel.cancel();
    };
    let (report, ()) = tokio::join!(scene.fetch(files), calling_off);
    assert!(
        report
            .files
            .iter()
            .all(|file| matches!(file, Err(error) if matches!(**error, FetchError::Cancelled)))
    );
    let closed = async {
        while server.open() > 0 {
            tokio::time::sleep(5 * MS).await;
        }
    };
    timeout(Duration::from_secs(5), closed).await.unwrap();
    let (part, note) = scene.memory.part("3").unwrap();
    assert!(!part.is_empty() && large.starts_with(&part) && note.is_some());
}

#[tokio::test]
async fn largest_and_smallest_are_taken_first() {
    let server = numbered().await;
    let scene = Scene::new(FetchOptions { files_at_once: 2, ..quick() });
    assert!(scene.fetch((1..=50).map(|n| number(&server, n * 100)).collect()).await.is_whole());
    let asked: Vec<String> =
        server.requests().iter().take(2).map(|request: &Request| request.path.clone()).collect();
    assert!(asked.contains(&"/5000".to_owned()) && asked.contains(&"/100".to_owned()), "{asked:?}");
}

/// A landing whose disk is full.
struct Full;

#[derive(Debug, thiserror::Error)]
#[error("the disk is full")]
struct DiskFull;

impl Explain for DiskFull {
    fn report(&self) -> Report {
        Report::new(Message::new("files.full"))
    }
}

impl Landing for Full {
    fn has(&self, _: &Wanted) -> Landed<bool> {
        Ok(false)
    }

    fn open(&self, _: &Wanted) -> Landed<Box<dyn LandingFile>> {
        Ok(Box::new(FullPart))
    }
}

struct FullPart;

impl LandingFile for FullPart {
    fn len(&self) -> u64 {
        0
    }

    fn noted(&self) -> Option<String> {
        None
    }

    fn note(&mut self, _: Option<&str>) -> Landed<()> {
        Ok(())
    }

    fn read_back(&mut self, _: &mut dyn FnMut(&[u8])) -> Landed<()> {
        Ok(())
    }

    fn write(&mut self, _: &[u8]) -> Landed<()> {
        Err(LandingError::new(DiskFull))
    }

    fn truncate(&mut self, _: u64) -> Landed<()> {
        Ok(())
    }

    fn finish(self: Box<Self>) -> Landed<()> {
        unreachable!("nothing was written");
    }

    fn discard(self: Box<Self>) -> Landed<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_full_disk_ends_the_whole_list_with_the_disks_own_words() {
    let server = numbered().await;
    let scene = Scene::new(FetchOptions { files_at_once: 2, ..quick() });
    let landing: Arc<dyn Landing> = Arc::new(Full);
    let files = (1..100).map(|size| number(&server, size)).collect();
    let report = scene.fetcher.fetch(files, &landing, &*scene.shown, &scene.cancel).await;
    assert_eq!(report.error().unwrap().report().code(), "files.full");
    assert!(server.count() < 10, "{}", server.count());
}
