//! From the code to the profile.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use nova_account::{AccountError, Fresh, Ownership, Polled, Step, Web, WebOptions};
use nova_testkit::accounts::{AuthFault, AuthWorld};
use url::Url;

use crate::scene::{ID, NOW, Scene, code, profile};

#[tokio::test]
async fn a_player_types_the_code_and_can_play() {
    let scene = Scene::new().await;
    let mut login = scene.auth.begin_microsoft().await.unwrap();
    let shown = login.code().clone();
    assert_eq!((shown.user_code.as_str(), shown.interval), ("TEST0000", 1));
    assert_eq!(shown.expires_at, NOW + 900_000);
    assert!(shown.message.contains("TEST0000") && shown.verification_uri.path().ends_with("/link"));

    assert!(matches!(login.poll(scene.auth.services()).await, Ok(Polled::Wait(_))) || shown.interval == 0);
    scene.server.agree(&shown.user_code);
    let grant = login.wait(scene.auth.services()).await.unwrap();
    let steps = Mutex::new(Vec::new());
    let signed_in =
        scene.auth.finish_microsoft(grant, ID, &|step| steps.lock().unwrap().push(step)).await.unwrap();
    assert_eq!(
        *steps.lock().unwrap(),
        [Step::Xbox, Step::Xsts, Step::Minecraft, Step::Licence, Step::Profile]
    );
    assert_eq!(signed_in.profile, profile("069a79f4-44e9-4726-a5be-fca90e38aaf5", "Testkit_Player"));
    assert_eq!((signed_in.ownership, signed_in.warnings), (Ownership::Bought, vec![]));
    assert_eq!(scene.store.names(), ["account.a-0000test.microsoft.refresh", "account.a-0000test.minecraft"]);
}

#[tokio::test]
async fn the_game_gets_a_session_with_everything_it_asks_for() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    let Fresh::Ready(session) = scene.auth.ensure_fresh(&account).await.unwrap() else { panic!("offline") };
    assert_eq!((session.name.as_str(), session.user_type), ("Testkit_Player", "msa"));
    assert_eq!(session.id.undashed(), "069a79f444e94726a5befca90e38aaf5");
    assert_eq!(session.xuid.unwrap().expose(), "2535400000000001");
    assert_eq!(session.client_id.unwrap(), AuthWorld::default().client_id);
    assert!(scene.server.secrets().contains(&session.access_token.expose().to_owned()));
    scene.no_violations();
}

#[tokio::test]
async fn hosts_can_lie_somewhere_else_while_their_own_names_are_judged() {
    let scene = Scene::new().await;
    let sources = scene.server.sources();
    let mut services = crate::scene::services(&scene.server, Duration::from_millis(20), &scene.clock);
    services.endpoints = nova_account::Endpoints::default();
    services.web = Web::new(WebOptions::default()).routed(move |url| {
        let base = sources["hosts"][url.host_str().unwrap_or_default()].as_str().unwrap_or_default();
        Url::parse(&format!("{base}{}", url.path())).unwrap_or_else(|_| url.clone())
    });
    let client_id = AuthWorld::default().client_id;
    let mut login = nova_account::DeviceLogin::begin(&services, Some(&client_id)).await.unwrap();
    scene.server.agree(&login.code().user_code);
    login.wait(&services).await.unwrap();
    scene.no_violations();
}

#[tokio::test]
async fn a_server_that_says_slow_down_is_asked_less_often() {
    let scene = Scene::new().await;
    let mut login = scene.auth.begin_microsoft().await.unwrap();
    scene.server.slow_down(2);
    let code = login.code().user_code.clone();
    let begun = Instant::now();
    let polls = async {
        while scene.server.asked("/token") < 3 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        scene.server.agree(&code);
    };
    let (granted, ()) = tokio::join!(login.wait(scene.auth.services()), polls);
    granted.unwrap();
    // One second, then six, then eleven; the stand-in's seconds last 20 ms, and it notes polls that come too early.
    assert!(begun.elapsed() >= Duration::from_millis((1 + 6 + 11) * 20));
    scene.no_violations();
}

#[tokio::test]
async fn a_player_who_declines_or_comes_too_late_is_told_so() {
    let scene = Scene::new().await;
    let mut declined = scene.auth.begin_microsoft().await.unwrap();
    scene.server.decline(&declined.code().user_code);
    assert!(matches!(declined.wait(scene.auth.services()).await, Err(AccountError::CodeDeclined)));
    let mut late = scene.auth.begin_microsoft().await.unwrap();
    scene.server.expire(&late.code().user_code);
    assert!(matches!(late.wait(scene.auth.services()).await, Err(AccountError::CodeExpired)));
    scene.no_violations();
}

#[tokio::test]
async fn a_code_whose_time_is_over_is_not_asked_for_any_more() {
    let scene = Scene::with(AuthWorld { expires_in: 3, ..AuthWorld::default() }).await;
    let mut login = scene.auth.begin_microsoft().await.unwrap();
    assert!(matches!(login.wait(scene.auth.services()).await, Err(AccountError::CodeExpired)));
    assert!(scene.server.asked("/token") <= 3);
    let polls = scene.server.asked("/token");
    assert!(matches!(login.poll(scene.auth.services()).await, Err(AccountError::CodeExpired)));
    assert_eq!(scene.server.asked("/token"), polls);
}

#[tokio::test]
async fn letting_go_of_a_sign_in_ends_its_connection_and_keeps_nothing() {
    let scene = Scene::new().await;
    let mut login = scene.auth.begin_microsoft().await.unwrap();
    scene.server.fail("/token", AuthFault::Slow(Duration::from_secs(30)), 1);
    let waiting = login.wait(scene.auth.services());
    let asked = async {
        while scene.server.asked("/token") == 0 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::select! {
        _ = waiting => panic!("the server does not answer"),
        () = asked => {}
    }
    let deadline = Instant::now() + Duration::from_secs(5);
    while scene.server.disconnects() == 0 && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(scene.server.disconnects(), 1);
    assert_eq!(scene.store.names(), Vec::<String>::new());
}

#[tokio::test]
async fn a_server_that_fails_for_a_while_does_not_end_the_waiting() {
    let scene = Scene::new().await;
    let mut login = scene.auth.begin_microsoft().await.unwrap();
    scene.server.fail("/token", AuthFault::status(502), 1);
    scene.server.fail("/token", AuthFault::Reset, 1);
    scene.server.fail("/token", AuthFault::busy(1), 1);
    scene.server.agree(&login.code().user_code);
    assert!(login.wait(scene.auth.services()).await.is_ok());
    assert_eq!(scene.server.asked("/token"), 4);
    scene.no_violations();
}

#[tokio::test]
async fn a_server_that_stays_away_does() {
    let scene = Scene::new().await;
    let mut login = scene.auth.begin_microsoft().await.unwrap();
    scene.server.fail("/token", AuthFault::status(500), 100);
    let error = login.wait(scene.auth.services()).await.unwrap_err();
    assert_eq!(code(&error), "account.outage.server");
}

#[tokio::test]
async fn without_a_client_id_the_player_learns_where_to_get_one_and_nobody_is_asked() {
    for (set, expected) in [
        (None, "account.client.none"),
        (Some("  "), "account.client.none"),
        (Some("not an id&scope=all"), "account.client.bad"),
    ] {
        let scene = Scene::set(AuthWorld::default(), set.map(str::to_owned)).await;
        assert_eq!(code(&scene.auth.begin_microsoft().await.unwrap_err()), expected);
        assert_eq!(scene.server.requests().len(), 0);
    }
}

#[tokio::test]
async fn a_client_id_that_microsoft_does_not_know_is_named_as_the_cause() {
    let scene =
        Scene::set(AuthWorld::default(), Some("11111111-0000-0000-0000-000000000000".to_owned())).await;
    let error = scene.auth.begin_microsoft().await.unwrap_err();
    assert_eq!(code(&error), "account.client.refused");
    assert!(format!("{error}").contains("AADSTS700016"), "{error}");
}

#[test]
fn a_sign_in_can_move_between_threads() {
    fn moves<T: Send>(_: fn(&'static nova_account::Auth, &'static nova_account::Account) -> T) {}
    moves(nova_account::Auth::ensure_fresh);
    moves(|auth, account| auth.set_skin(account, &[], nova_account::Model::Slim));
    moves(|auth, _| auth.begin_microsoft());
    moves(|auth, _| auth.find_server("x"));
}
