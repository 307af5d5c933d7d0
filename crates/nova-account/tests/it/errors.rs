//! Each thing that a service may answer, and what the player is told.

use std::time::Duration;

use nova_account::{AccountError, Auth, Outage, XboxFault};
use nova_model::{Explain, Field, Retry};
use nova_testkit::accounts::{AuthFault, AuthWorld, Licence};
use serde_json::json;

use crate::scene::{Scene, code};

#[tokio::test]
async fn each_refusal_of_xbox_has_a_sentence_of_its_own() {
    let scene = Scene::new().await;
    let rows = [
        (2_148_916_227, "account.xbox.banned"),
        (2_148_916_229, "account.xbox.restricted"),
        (2_148_916_233, "account.xbox.no-profile"),
        (2_148_916_234, "account.xbox.terms"),
        (2_148_916_235, "account.xbox.region"),
        (2_148_916_236, "account.xbox.age"),
        (2_148_916_237, "account.xbox.curfew"),
        (2_148_916_238, "account.xbox.child"),
        (2_148_916_239, "account.xbox.age-transition"),
        (2_148_916_222, "account.xbox.other"),
    ];
    for (number, expected) in rows {
        for step in ["/user/authenticate", "/xsts/authorize"] {
            scene.server.fail(step, AuthFault::XErr(number), 1);
            let error = scene.fails().await;
            assert_eq!(code(&error), expected, "{number} at {step}");
        }
    }
    let other = AccountError::Xbox { fault: XboxFault::of(7) }.report();
    assert_eq!(other.message.fields["code"], Field::Text("7".to_owned()));
    assert_eq!(scene.store.names(), Vec::<String>::new());
    scene.no_violations();
}

#[tokio::test]
async fn a_number_that_is_written_as_text_is_read_too() {
    let scene = Scene::new().await;
    let body = json!({"XErr": "2148916233"});
    scene.server.fail("/xsts/", AuthFault::Status { code: 401, body, headers: vec![] }, 1);
    assert_eq!(code(&scene.fails().await), "account.xbox.no-profile");
}

#[tokio::test]
async fn a_client_id_that_is_not_approved_is_named_as_the_cause() {
    let scene = Scene::with(AuthWorld { approved: false, ..AuthWorld::default() }).await;
    let error = scene.fails().await;
    assert_eq!(code(&error), "account.client.not-approved");
    assert!(format!("{error}").contains("aka.ms/AppRegInfo"), "{error}");
}

#[tokio::test]
async fn without_a_profile_the_licence_tells_what_to_do() {
    for (licence, expected) in [
        (Licence::Bought, "account.profile.unnamed"),
        (Licence::GamePass, "account.profile.game-pass"),
        (Licence::Nothing, "account.profile.not-bought"),
    ] {
        let scene = Scene::with(AuthWorld { player: None, licence, ..AuthWorld::default() }).await;
        assert_eq!(code(&scene.fails().await), expected);
        scene.server.fail("/entitlements", AuthFault::status(500), 1);
        assert_eq!(code(&scene.fails().await), "account.profile.none");
    }
}

#[tokio::test]
async fn a_profile_without_a_licence_signs_in_with_a_warning() {
    let scene = Scene::with(AuthWorld { licence: Licence::Nothing, ..AuthWorld::default() }).await;
    let signed_in = scene.finish(scene.agreed().await).await.unwrap();
    assert_eq!(signed_in.warnings[0].code, "account.warn.no-licence");
    scene.server.fail("/entitlements", AuthFault::Garbage, 1);
    assert_eq!(scene.finish(scene.agreed().await).await.unwrap().warnings, []);
}

#[tokio::test]
async fn what_passes_by_itself_is_told_apart_from_what_does_not() {
    let scene = Scene::new().await;
    let rows = [
        (AuthFault::status(500), "account.outage.server", Retry::Later),
        (AuthFault::status(503), "account.outage.server", Retry::Later),
        (AuthFault::status(429), "account.outage.busy", Retry::Later),
        (AuthFault::busy(90), "account.outage.busy-for", Retry::Later),
        (AuthFault::Html, "account.outage.portal", Retry::Later),
        (AuthFault::status(302), "account.outage.portal", Retry::Later),
        (AuthFault::Cut, "account.outage.cut", Retry::Later),
        (AuthFault::Reset, "account.outage.cut", Retry::Later),
        (AuthFault::Slow(Duration::from_secs(20)), "account.outage.timed-out", Retry::Later),
        (AuthFault::Garbage, "account.garbled", Retry::No),
        (AuthFault::Huge, "account.too-large", Retry::No),
        (AuthFault::status(401), "account.refused", Retry::No),
        (AuthFault::status(418), "account.refused", Retry::No),
    ];
    for (fault, expected, retry) in rows {
        let named = format!("{fault:?}");
        scene.server.fail("/minecraft/profile", fault, 1);
        let report = scene.fails().await.report();
        assert_eq!((report.code().as_ref(), report.retry), (expected, retry), "{named}");
    }
}

#[tokio::test]
async fn a_server_that_names_a_wait_is_believed_up_to_an_hour() {
    let scene = Scene::new().await;
    for (named, wait) in [
        ("90", Some(90)),
        ("999999999", Some(3600)),
        ("Mon, 30 Nov 2026 13:10:42 GMT", Some(120)),
        ("Mon, 30 Nov 2020 13:10:42 GMT", Some(0)),
        ("soon", None),
    ] {
        let headers = vec![("retry-after".to_owned(), named.to_owned())];
        scene.server.fail("/xsts/", AuthFault::Status { code: 429, body: json!({}), headers }, 1);
        let AccountError::Outage { outage, .. } = scene.fails().await else { panic!("{named}") };
        assert_eq!(outage, Outage::Busy { wait: wait.map(Duration::from_secs) }, "{named}");
    }
}

#[tokio::test]
async fn a_clock_that_is_off_is_named_where_a_service_refuses() {
    for (date, hint) in [
        ("Mon, 30 Nov 2026 12:08:42 GMT", Some("account.hint.clock-ahead")),
        ("Mon, 30 Nov 2026 14:08:42 GMT", Some("account.hint.clock-behind")),
        ("Mon, 30 Nov 2026 13:09:42 GMT", None),
    ] {
        let scene = Scene::with(AuthWorld { date: Some(date.to_owned()), ..AuthWorld::default() }).await;
        scene.server.fail("/login_with_xbox", AuthFault::status(401), 1);
        let report = scene.fails().await.report();
        assert_eq!(report.hints.first().map(|hint| hint.code.as_ref()), hint, "{date}");
    }
}

#[tokio::test]
async fn a_service_that_cannot_be_reached_is_named() {
    let scene = Scene::new().await;
    let grant = scene.agreed().await;
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut services = crate::scene::services(&scene.server, Duration::from_millis(20), &scene.clock);
    services.endpoints.xbox = format!("http://127.0.0.1:{port}/");
    let auth = Auth::new(services, scene.store.clone(), None);
    let error = auth.finish_microsoft(grant, "a-00000000", &|_| ()).await.unwrap_err();
    assert_eq!(code(&error), "account.outage.unreachable");
    assert!(format!("{error}").contains("127.0.0.1"), "{error}");
}

#[tokio::test]
async fn answers_that_lack_or_bend_a_field_are_refused() {
    let scene = Scene::new().await;
    let rows = [
        (
            "/devicecode",
            json!({"device_code": "d", "user_code": "A B", "verification_uri": "https://x.example", "expires_in": 9}),
        ),
        (
            "/devicecode",
            json!({"device_code": "d", "user_code": "AB", "verification_uri": "http://x.example", "expires_in": 9}),
        ),
        (
            "/devicecode",
            json!({"device_code": "d", "user_code": "AB", "verification_uri": "javascript:x", "expires_in": 9}),
        ),
        ("/devicecode", json!({"user_code": "AB", "verification_uri": "https://x.example", "expires_in": 9})),
        (
            "/devicecode",
            json!({"device_code": "d\n", "user_code": "AB", "verification_uri": "https://x.example", "expires_in": 9}),
        ),
    ];
    for (path, body) in rows {
        scene.server.fail(path, AuthFault::Status { code: 200, body, headers: vec![] }, 1);
        assert_eq!(code(&scene.auth.begin_microsoft().await.unwrap_err()), "account.garbled");
    }
    let rows = [
        ("/user/auth", json!({"Token": "t", "DisplayClaims": {"xui": []}})),
        ("/xsts/", json!({"Token": "a b", "DisplayClaims": {"xui": [{"uhs": "1"}]}})),
        ("/login_with", json!({"access_token": "", "expires_in": 1})),
        ("/login_with", json!({"access_token": "x --demo", "expires_in": 1})),
        ("/minecraft/profile", json!({"id": "1", "name": "x"})),
        ("/minecraft/profile", json!({"id": "069a79f444e94726a5befca90e38aaf5", "name": "a\u{1b}[2J"})),
    ];
    for (path, body) in rows {
        let named = body.to_string();
        scene.server.fail(path, AuthFault::Status { code: 200, body, headers: vec![] }, 1);
        assert_eq!(code(&scene.fails().await), "account.garbled", "{named}");
    }
}
