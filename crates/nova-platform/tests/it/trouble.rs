//! What goes wrong on the way, and what is said and done then.

use std::time::{Duration, Instant};

use nova_model::{Explain, Retry};
use nova_platform::{Mirrors, PlatformError, Project, Search, WebOptions};
use nova_testkit::upstream::{Fault, Rule};

use crate::scene::{Scene, code, options};

const API: &str = "api.modrinth.com";

async fn project(scene: &Scene) -> Result<Project, PlatformError> {
    scene.platforms.modrinth.project("lantern-map").await
}

#[tokio::test]
async fn a_platform_that_is_busy_for_a_moment_is_waited_for() {
    let scene = Scene::new();
    scene.upstream.fault(Rule::on(API, Fault::RetryAfter { status: 429, seconds: 1 }).times(1));
    let began = Instant::now();
    assert_eq!(project(&scene).await.unwrap().title, "Lantern Map");
    assert!(began.elapsed() >= Duration::from_secs(1), "as long as it said");
    assert_eq!(scene.asked(API), 2);
}

#[tokio::test]
async fn a_platform_that_is_busy_for_long_is_told_of_and_left_alone() {
    let scene = Scene::new();
    scene.upstream.fault(Rule::on(API, Fault::RetryAfter { status: 429, seconds: 90 }).times(1));
    let error = project(&scene).await.unwrap_err();
    assert!(
        matches!(&error, PlatformError::Busy { wait: Some(wait), .. } if wait.as_secs() == 90),
        "{error}"
    );
    assert_eq!((code(&error).as_str(), error.report().retry), ("platform.busy-for", Retry::Later));
    let again = scene.platforms.modrinth.project("ember-lib").await.unwrap_err();
    assert_eq!(code(&again), "platform.busy-for");
    assert_eq!(scene.asked(API), 1, "nobody asks before the time is over");
}

#[tokio::test]
async fn the_last_request_that_is_allowed_is_the_last_for_now() {
    let scene = Scene::new();
    scene.upstream.fault(Rule::on(API, Fault::UsedUp(90)).times(1));
    assert!(project(&scene).await.is_ok());
    let error = scene.platforms.modrinth.project("ember-lib").await.unwrap_err();
    assert_eq!(code(&error), "platform.busy-for");
    assert_eq!(scene.asked(API), 1);
}

#[tokio::test]
async fn a_failing_platform_is_asked_again_and_then_told_of() {
    let scene = Scene::new();
    scene.upstream.fault(Rule::on(API, Fault::Status(502)).times(2));
    assert!(project(&scene).await.is_ok());
    assert_eq!(scene.asked(API), 3);
    scene.upstream.fault(Rule::on(API, Fault::Status(500)));
    let error = scene.platforms.modrinth.project("ember-lib").await.unwrap_err();
    assert_eq!((code(&error).as_str(), error.report().retry), ("platform.server", Retry::Later));
    assert_eq!(scene.asked("ember-lib"), 3);
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_asked_for_again() {
    let scene = Scene::new();
    scene.upstream.fault(Rule::on(API, Fault::Cut(40)).times(2));
    assert!(project(&scene).await.is_ok());
    scene.upstream.fault(Rule::on("ember-lib", Fault::Cut(40)));
    let error = scene.platforms.modrinth.project("ember-lib").await.unwrap_err();
    assert_eq!(code(&error), "platform.cut");
}

#[tokio::test]
async fn an_answer_that_does_not_come_to_an_end_is_given_up() {
    let short = WebOptions { whole: Duration::from_millis(300), ..options() };
    for fault in [Fault::Slow(20), Fault::Stall(40), Fault::Late(Duration::from_secs(1))] {
        let scene = Scene::with(short.clone(), Mirrors::Never, None);
        scene.upstream.fault(Rule::on(API, fault.clone()));
        let began = Instant::now();
        let error = project(&scene).await.unwrap_err();
        assert_eq!(code(&error), "platform.timed-out", "{fault:?}");
        assert!(began.elapsed() < Duration::from_secs(3), "{fault:?}");
    }
}

#[tokio::test]
async fn nobody_is_followed_to_another_host() {
    let scene = Scene::new();
    scene
        .upstream
        .fault(Rule::on("api.curseforge.com", Fault::Redirect(scene.upstream.url("https://evil.example/x"))));
    let error = scene.platforms.curseforge.project("300001").await.unwrap_err();
    assert_eq!(code(&error), "platform.elsewhere");
    assert_eq!((scene.asked("evil.example"), scene.upstream.requests().len()), (0, 1));
    scene.nothing_wrong();
}

#[tokio::test]
async fn answers_that_make_no_sense_say_so_and_are_not_kept() {
    for (fault, wanted) in [
        (Fault::Json("{\"id\": ".to_owned()), "platform.garbled"),
        (Fault::Json("[1, 2]".to_owned()), "platform.garbled"),
        (Fault::Json("null".to_owned()), "platform.garbled"),
        (Fault::Page, "platform.portal"),
        (Fault::Status(400), "platform.status"),
        (Fault::Status(403), "platform.status"),
        (Fault::Status(404), "platform.not-found"),
        (Fault::Refuse, "platform.cut"),
    ] {
        let scene = Scene::new();
        scene.upstream.fault(Rule::on(API, fault.clone()));
        let error = project(&scene).await.unwrap_err();
        assert_eq!(code(&error), wanted, "{fault:?}");
        scene.upstream.heal();
        assert!(project(&scene).await.is_ok(), "{fault:?}");
    }
}

#[tokio::test]
async fn an_answer_that_is_too_long_is_not_read_to_its_end() {
    let scene = Scene::with(WebOptions { cap: 200, ..options() }, Mirrors::Never, None);
    let error = project(&scene).await.unwrap_err();
    assert_eq!(code(&error), "platform.too-large");
}

#[tokio::test]
async fn odd_entries_cost_themselves_alone() {
    let scene = Scene::new();
    let list = r#"{"hits": [{"project_id": "aaaa1111", "title": "Good"}, {"project_id": "../x", "title": "Bad"}, 7], "total_hits": 3}"#;
    scene.upstream.fault(Rule::on(API, Fault::Json(list.to_owned())));
    let found = scene.platforms.modrinth.search(&Search::default()).await.unwrap();
    assert_eq!((found.items.len(), found.odd, found.total), (1, 2, 3));
}

#[tokio::test]
async fn what_was_heard_is_not_asked_for_again_and_later_only_whether_it_is_still_so() {
    let scene = Scene::new();
    let first = project(&scene).await.unwrap();
    assert_eq!(project(&scene).await.unwrap(), first);
    assert_eq!(scene.asked(API), 1);
    let scene = Scene::with(WebOptions { fresh: Duration::ZERO, ..options() }, Mirrors::Never, None);
    for _ in 0..3 {
        assert_eq!(project(&scene).await.unwrap(), first);
    }
    let asked = scene.upstream.requests();
    let statuses: Vec<u16> = asked.iter().map(|asked| asked.status).collect();
    assert_eq!(statuses, [200, 304, 304]);
    assert!(asked[0].if_none_match.is_none() && asked[2].if_none_match.is_some());
    let scene = Scene::with(WebOptions { memory: 10, ..options() }, Mirrors::Never, None);
    for _ in 0..2 {
        project(&scene).await.unwrap();
    }
    assert_eq!(scene.asked(API), 2, "what does not fit is not kept");
}

#[tokio::test]
async fn the_mirror_stands_in_where_the_platform_is_away_and_only_there() {
    let scene = Scene::with(options(), Mirrors::StandIn, None);
    scene.upstream.fault(Rule::on(API, Fault::Refuse));
    assert_eq!(project(&scene).await.unwrap().title, "Lantern Map");
    assert_eq!(scene.asked("mod.mcimirror.top/modrinth/v2/project/lantern-map"), 1);
    scene.upstream.heal();
    let error = scene.platforms.modrinth.project("no-such-mod").await.unwrap_err();
    assert_eq!(code(&error), "platform.not-found");
    assert_eq!(scene.asked("mod.mcimirror.top/modrinth/v2/project/no-such-mod"), 0, "that is an answer");
    scene.upstream.fault(Rule::on("modrinth", Fault::Status(503)));
    let error = scene.platforms.modrinth.project("ember-lib").await.unwrap_err();
    assert!(
        matches!(&error, PlatformError::Server { host, .. } if host == API),
        "the platform's own word: {error}"
    );
    scene.nothing_wrong();
}
