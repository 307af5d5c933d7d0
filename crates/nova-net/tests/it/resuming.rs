//! Large files that break off, and what of them is gone on with.

use nova_net::download::{FetchError, Fetched};

use crate::scene::{Scene, bytes, quick, wanted};
use crate::server::{Reply, Request, Server};

const SIZE: usize = 2 << 20;
const HALF: usize = SIZE / 2;

/// Fetches a large file whose first answer is cut in half.
async fn fetch(
    body: &[u8],
    first: impl Fn(&[u8]) -> Reply + Send + Sync + 'static,
    later: impl Fn(&Request, &[u8]) -> Reply + Send + Sync + 'static,
) -> (Result<Fetched, FetchError>, Vec<Option<usize>>) {
    let sent = body.to_vec();
    let server = Server::start(move |request| match request.before {
        0 => first(&sent).cut(HALF),
        _ => later(request, &sent),
    })
    .await;
    let outcome = Scene::new(quick()).one(wanted("x.jar", vec![server.url("/x.jar")], body)).await;
    (outcome, server.requests().iter().map(Request::from).collect())
}

#[tokio::test]
async fn a_large_file_goes_on_where_it_broke_off_if_the_tag_is_strong() {
    let first = |body: &[u8]| Reply::ok(body).with("etag", "\"a\"");
    let (outcome, ranges) =
        fetch(&bytes(SIZE), first, |request, body| Reply::file(request, body, "\"a\"")).await;
    assert_eq!((outcome.unwrap().resumed, ranges), (HALF as u64, vec![None, Some(HALF)]));
}

#[tokio::test]
async fn a_date_stands_in_for_a_tag() {
    let date = "Thu, 01 Jan 2026 00:00:00 GMT";
    let first = move |body: &[u8]| Reply::ok(body).with("last-modified", date);
    let (outcome, ranges) =
        fetch(&bytes(SIZE), first, move |request, body| Reply::file(request, body, date)).await;
    assert!(outcome.unwrap().resumed > 0);
    assert!(ranges[1].is_some());
}

#[tokio::test]
async fn without_a_strong_tag_it_is_begun_anew() {
    for tag in [None, Some("W/\"a\"")] {
        let first = move |body: &[u8]| match tag {
            None => Reply::ok(body),
            Some(tag) => Reply::ok(body).with("etag", tag),
        };
        let (outcome, ranges) =
            fetch(&bytes(SIZE), first, |request, body| Reply::file(request, body, "\"a\"")).await;
        assert_eq!((outcome.unwrap().resumed, ranges), (0, vec![None, None]));
    }
}

#[tokio::test]
async fn a_file_that_changed_meanwhile_is_begun_anew() {
    let first =
        |body: &[u8]| Reply::ok(body.iter().rev().copied().collect::<Vec<_>>()).with("etag", "\"old\"");
    let (outcome, ranges) =
        fetch(&bytes(SIZE), first, |request, body| Reply::file(request, body, "\"new\"")).await;
    assert_eq!((outcome.unwrap().resumed, ranges.len()), (0, 2));
}

#[tokio::test]
async fn halves_that_do_not_belong_together_are_noticed_and_it_is_begun_anew() {
    let first = |body: &[u8]| Reply::ok(body.iter().rev().copied().collect::<Vec<_>>()).with("etag", "\"a\"");
    let (outcome, ranges) =
        fetch(&bytes(SIZE), first, |request, body| Reply::file(request, body, "\"a\"")).await;
    assert_eq!(outcome.unwrap().resumed, 0);
    assert!(matches!(ranges[..], [None, Some(_), None]), "{ranges:?}");
}

#[tokio::test]
async fn a_range_that_is_not_the_one_that_was_asked_for_is_not_taken() {
    type Odd = fn(&Request, &[u8], usize) -> Reply;
    let odd: [Odd; 7] = [
        |_, body, from| {
            Reply::new(206, &body[from + 7..])
                .with("content-range", format!("bytes {}-{}/{SIZE}", from + 7, SIZE - 1))
        },
        |_, body, from| {
            Reply::new(206, &body[from..])
                .with("content-range", format!("bytes {from}-{}/{}", SIZE - 1, SIZE + 1))
        },
        |_, body, from| Reply::new(206, &body[from..]),
        |_, body, from| Reply::new(206, &body[from..]).with("content-range", "multipart"),
        |_, _, _| Reply::new(416, "").with("content-range", format!("bytes */{SIZE}")),
        |_, body, _| Reply::ok(body),
        |_, body, from| {
            let range = format!("bytes {from}-{from}/{SIZE}");
            Reply::new(206, &body[from..=from]).with("etag", "\"a\"").with("content-range", range)
        },
    ];
    for odd in odd {
        let first = |body: &[u8]| Reply::ok(body).with("etag", "\"a\"");
        let later = move |request: &Request, body: &[u8]| match request.from() {
            Some(from) => odd(request, body, from),
            None => Reply::file(request, body, "\"a\""),
        };
        let (outcome, ranges) = fetch(&bytes(SIZE), first, later).await;
        assert_eq!(outcome.unwrap().resumed, 0);
        assert!(ranges[1].is_some() && ranges.len() <= 3, "{ranges:?}");
    }
}

#[tokio::test]
async fn a_server_that_gives_little_at_once_is_asked_for_range_after_range() {
    let first = |body: &[u8]| Reply::ok(body).with("etag", "\"a\"");
    let later = |request: &Request, body: &[u8]| {
        let from = request.from().unwrap();
        let to = (from + (256 << 10)).min(SIZE);
        let range = format!("bytes {from}-{}/{SIZE}", to - 1);
        Reply::new(206, &body[from..to]).with("etag", "\"a\"").with("content-range", range)
    };
    let (outcome, ranges) = fetch(&bytes(SIZE), first, later).await;
    assert_eq!(outcome.unwrap().bytes, SIZE as u64);
    assert!((5..=10).contains(&ranges.len()), "{ranges:?}");
}

#[tokio::test]
async fn a_try_that_brought_the_file_on_is_not_counted() {
    let body = bytes(SIZE);
    let sent = body.clone();
    // A line that breaks after every 200 kB: more often than a source is tried.
    let server = Server::start(move |request| Reply::file(request, &sent, "\"a\"").cut(200 << 10)).await;
    let outcome = Scene::new(quick()).one(wanted("x.jar", vec![server.url("/x.jar")], &body)).await;
    assert_eq!(outcome.unwrap().bytes, SIZE as u64);
    assert!(server.count() > 8, "{}", server.count());
}

#[tokio::test]
async fn what_an_earlier_run_left_is_hashed_again_and_gone_on_with() {
    let body = bytes(SIZE);
    let sent = body.clone();
    let server = Server::start(move |request| Reply::file(request, &sent, "\"a\"")).await;
    let note = format!(r#"{{"from":"{}","etag":"\"a\""}}"#, server.url("/x.jar"));
    let scene = Scene::new(quick());
    scene.memory.leave_part("x.jar", &body[..HALF], Some(&note));
    let fetched = scene.one(wanted("x.jar", vec![server.url("/x.jar")], &body)).await.unwrap();
    assert_eq!(fetched.resumed, HALF as u64);

    let scene = Scene::new(quick());
    scene.memory.leave_part("x.jar", &body, Some(&note));
    let asked = server.count();
    let fetched = scene.one(wanted("x.jar", vec![server.url("/x.jar")], &body)).await.unwrap();
    assert_eq!((fetched.resumed, server.count()), (SIZE as u64, asked), "all of it was there");

    let other = note.replace("x.jar", "y.jar");
    for (left, note) in
        [(&body[..HALF], None), (&body[..HALF], Some(other)), (&bytes(SIZE + 1)[..], Some(note))]
    {
        let scene = Scene::new(quick());
        scene.memory.leave_part("x.jar", left, note.as_deref());
        let fetched = scene.one(wanted("x.jar", vec![server.url("/x.jar")], &body)).await.unwrap();
        assert_eq!(fetched.resumed, 0, "{note:?}");
    }
}

#[tokio::test]
async fn a_damaged_part_costs_one_more_request_and_no_wrong_file() {
    let body = bytes(SIZE);
    let sent = body.clone();
    let server = Server::start(move |request| Reply::file(request, &sent, "\"a\"")).await;
    let note = format!(r#"{{"from":"{}","etag":"\"a\""}}"#, server.url("/x.jar"));
    let scene = Scene::new(quick());
    scene.memory.leave_part("x.jar", &vec![0; HALF], Some(&note));
    let fetched = scene.one(wanted("x.jar", vec![server.url("/x.jar")], &body)).await.unwrap();
    assert_eq!((fetched.resumed, server.count()), (0, 2));
}

#[tokio::test]
async fn a_file_that_stays_broken_leaves_its_part_for_a_later_run() {
    let body = bytes(SIZE);
    let sent = body.clone();
    let server = Server::start(move |request| match request.before {
        0 => Reply::ok(sent.clone()).with("etag", "\"a\"").cut(HALF),
        _ => Reply::new(500, "sorry"),
    })
    .await;
    let scene = Scene::new(quick());
    scene.one(wanted("x.jar", vec![server.url("/x.jar")], &body)).await.unwrap_err();
    let (part, note) = scene.memory.part("x.jar").unwrap();
    assert!(!part.is_empty() && body.starts_with(&part));
    assert!(note.unwrap().contains("x.jar"));
    assert_eq!(scene.shown.all().last().unwrap().bytes, 0, "what is not whole counts for nothing in the end");
}
