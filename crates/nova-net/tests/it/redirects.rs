//! Where requests go: redirects, rewrites, and what is judged on which address.

use nova_net::{
    Rewrites,
    download::{FetchError, FetchOptions, Hosts, Refusal, Wanted},
};

use crate::scene::{Scene, bytes, quick, wanted};
use crate::server::{Reply, Server};

fn to(status: u16, location: impl std::fmt::Display) -> Reply {
    Reply::new(status, "").with("location", location)
}

fn refusal(outcome: Result<impl std::fmt::Debug, FetchError>) -> Refusal {
    match outcome {
        Err(FetchError::Refused { why, .. }) => why,
        other => unreachable!("not refused: {other:?}"),
    }
}

/// Everything below `https://real.example` is asked here.
fn rewritten(server: &Server) -> FetchOptions {
    let text = format!(r#"{{"hosts": {{"real.example": "http://{}/real.example"}}}}"#, server.address);
    FetchOptions { rewrites: Rewrites::parse(&text).unwrap(), ..quick() }
}

#[tokio::test]
async fn redirects_are_followed_so_far_and_no_farther() {
    let body = bytes(100);
    let sent = body.clone();
    let server = Server::start(move |request| match request.path.strip_prefix("/hop/") {
        Some("0") => Reply::ok(sent.clone()),
        Some(left) => to(302, format!("{}", left.parse::<u32>().unwrap() - 1)),
        None => to(307, "/loop"),
    })
    .await;
    let scene = Scene::new(quick());
    let ask = |path: &str| scene.one(wanted("x", vec![server.url(path)], &body));
    assert_eq!(ask("/hop/3").await.unwrap().source, Some(server.url("/hop/3")));
    assert_eq!(ask("/hop/10").await.unwrap().bytes, 100);
    assert_eq!(
        refusal(Scene::new(quick()).one(wanted("y", vec![server.url("/hop/11")], &body)).await),
        Refusal::Hops
    );
    assert_eq!(
        refusal(Scene::new(quick()).one(wanted("z", vec![server.url("/loop")], &body)).await),
        Refusal::Hops
    );
}

#[tokio::test]
async fn a_redirect_to_what_is_no_web_address_is_refused_at_once() {
    for (location, why) in [
        ("file:///etc/passwd", Refusal::Scheme),
        ("data:text/plain,x", Refusal::Scheme),
        ("http://[::::", Refusal::Nowhere),
        ("http://a.example/x", Refusal::Plain),
        ("https://me:secret@a.example/x", Refusal::Login),
    ] {
        let server = Server::start(move |_| to(302, location)).await;
        let outcome = Scene::new(quick()).one(wanted("x", vec![server.url("/x")], b"x")).await;
        let error = outcome.unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
        assert_eq!((refusal(Err::<(), _>(error)), server.count()), (why, 1), "{location}");
    }
    let server = Server::start(|_| Reply::new(302, "")).await;
    let outcome = Scene::new(quick()).one(wanted("x", vec![server.url("/x")], b"x")).await;
    assert_eq!(refusal(outcome), Refusal::Nowhere);
}

#[tokio::test]
async fn a_rewritten_host_is_asked_elsewhere_and_its_redirects_are_judged_as_what_they_mean() {
    let body = bytes(100);
    let sent = body.clone();
    let server = Server::start(move |request| match request.path.as_str() {
        "/real.example/relative" => to(302, "x?q=1"),
        "/real.example/rooted" => to(302, "/real.example/x?q=1"),
        "/real.example/meant" => to(302, "https://real.example/x?q=1"),
        "/real.example/x?q=1" => Reply::ok(sent.clone()),
        "/real.example/out" => to(302, "/elsewhere"),
        _ => Reply::new(404, ""),
    })
    .await;
    for path in ["relative", "rooted", "meant", "x?q=1"] {
        let source = format!("https://real.example/{path}").parse().unwrap();
        let fetched = Scene::new(rewritten(&server)).one(wanted("x", vec![source], &body)).await.unwrap();
        assert_eq!(fetched.bytes, 100, "{path}");
    }
    let out = "https://real.example/out".parse().unwrap();
    let outcome = Scene::new(rewritten(&server)).one(wanted("x", vec![out], &body)).await;
    assert_eq!(refusal(outcome), Refusal::Plain, "what is meant by it is an address of this machine");
}

#[tokio::test]
async fn the_policy_of_a_file_counts_for_the_address_that_is_known() {
    let body = bytes(100);
    let sent = body.clone();
    let server = Server::start(move |request| match request.path.as_str() {
        "/real.example/away" => to(302, "https://other.example/x"),
        _ => Reply::ok(sent.clone()),
    })
    .await;
    let only = |host: &str| Hosts::Only(vec![host.to_owned()]);
    let ask = |path: &str, hosts: Hosts, redirects: Hosts| {
        let source = format!("https://real.example/{path}").parse().unwrap();
        let mut want: Wanted = wanted("x", vec![source], &bytes(100));
        (want.policy.hosts, want.policy.redirects) = (hosts, redirects);
        let options = rewritten(&server);
        async move { Scene::new(options).one(want).await }
    };
    assert!(ask("x", only("real.example"), Hosts::Any).await.is_ok());
    assert_eq!(refusal(ask("x", only("127.0.0.1"), Hosts::Any).await), Refusal::Host);
    let before = server.count();
    assert_eq!(refusal(ask("away", Hosts::Any, only("real.example")).await), Refusal::Host);
    assert_eq!(server.count(), before + 1, "the second address was never asked");
}

#[tokio::test]
async fn an_address_that_is_not_encrypted_or_carries_a_login_is_not_asked() {
    for (address, why) in [
        ("http://a.example/x", Refusal::Plain),
        ("ftp://a.example/x", Refusal::Scheme),
        ("https://me:secret@a.example/x?token=secret", Refusal::Login),
    ] {
        let error =
            Scene::new(quick()).one(wanted("x", vec![address.parse().unwrap()], b"x")).await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
        assert_eq!(refusal(Err::<(), _>(error)), why);
    }
}
