//! Staying signed in.

use nova_account::{Account, AccountError, Fresh, GameSession, Turns};
use nova_testkit::accounts::{AuthFault, AuthWorld, Player};

use crate::scene::{HOUR, ID, Scene, code};

const REFRESH: &str = "account.a-0000test.microsoft.refresh";

async fn ready(scene: &Scene, account: &Account) -> GameSession {
    session(scene.auth.ensure_fresh(account).await)
}

fn session(fresh: Result<Fresh, AccountError>) -> GameSession {
    match fresh.unwrap() {
        Fresh::Ready(session) => session,
        Fresh::Offline { why, .. } => panic!("{why}"),
    }
}

#[tokio::test]
async fn a_token_that_holds_is_used_without_asking_anybody() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    let asked = scene.server.requests().len();
    let first = ready(&scene, &account).await;
    scene.later(12 * HOUR);
    assert_eq!(ready(&scene, &account).await, first);
    assert_eq!(scene.server.requests().len(), asked);
}

#[tokio::test]
async fn near_its_end_a_token_is_replaced_and_so_is_the_refresh_token() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    let (first, kept) = (ready(&scene, &account).await, scene.store.text(REFRESH));
    for _ in 0..3 {
        scene.later(22 * HOUR);
        let next = ready(&scene, &account).await;
        assert_ne!(next.access_token, first.access_token);
    }
    assert_ne!(scene.store.text(REFRESH), kept);
    scene.no_violations();
}

#[tokio::test]
async fn the_new_refresh_token_is_kept_although_the_rest_of_the_way_fails() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    scene.later(23 * HOUR);
    for step in ["/user/authenticate", "/xsts/", "/login_with_xbox", "/minecraft/profile"] {
        let kept = scene.store.text(REFRESH);
        scene.server.fail(step, AuthFault::status(500), 1);
        let fresh = scene.auth.ensure_fresh(&account).await.unwrap();
        assert!(matches!(fresh, Fresh::Offline { .. }), "{step}");
        assert_ne!(scene.store.text(REFRESH), kept, "{step}");
    }
    ready(&scene, &account).await;
    scene.no_violations();
}

#[tokio::test]
async fn two_launches_at_once_use_a_refresh_token_once() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    scene.later(23 * HOUR);
    let polls = scene.server.asked("/token");
    let (first, second) = tokio::join!(ready(&scene, &account), ready(&scene, &account));
    assert_eq!(first, second);
    assert_eq!(scene.server.asked("/token"), polls + 1);
}

#[tokio::test]
async fn handles_that_share_turns_use_a_refresh_token_once_whatever_they_want_it_for() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    let turns = Turns::default();
    let (one, other) = (scene.again(None).in_turns(turns.clone()), scene.again(None).in_turns(turns));
    scene.later(23 * HOUR);
    let asked = scene.server.asked("/token");
    let (first, second) = tokio::join!(one.ensure_fresh(&account), other.renew(&account));
    assert_eq!(session(first), session(second));
    assert_eq!(scene.server.asked("/token"), asked + 1);
    // Both want a new one, and one new one does for both.
    let (first, second) = tokio::join!(one.renew(&account), other.renew(&account));
    assert_eq!(session(first), session(second));
    assert_eq!(scene.server.asked("/token"), asked + 2);
    scene.no_violations();
}

#[tokio::test]
async fn another_program_on_the_same_data_folder_waits_and_takes_what_the_first_got() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    // Handles of their own, as two programs have them: only the data folder is the same.
    let program = || scene.again(None).in_turns(Turns::on(&scene.other_files()));
    let (one, other) = (program(), program());
    scene.later(23 * HOUR);
    let asked = scene.server.asked("/token");
    let (first, second) = tokio::join!(one.ensure_fresh(&account), other.ensure_fresh(&account));
    assert_eq!(session(first), session(second));
    assert_eq!(scene.server.asked("/token"), asked + 1);

    let account = crate::yggdrasil::signed_in(&scene, "one@example.org").await;
    scene.server.stale_server_tokens();
    let asked = scene.server.asked("/authserver/refresh");
    let (first, second) = tokio::join!(one.ensure_fresh(&account), other.ensure_fresh(&account));
    assert_eq!(session(first), session(second));
    assert_eq!(scene.server.asked("/authserver/refresh"), asked + 1);
    scene.no_violations();
}

#[tokio::test]
async fn a_token_that_another_run_has_used_meanwhile_is_read_again() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    let (refresh, minecraft) = (scene.store.text(REFRESH), scene.store.text("account.a-0000test.minecraft"));
    scene.later(23 * HOUR);
    let other = ready(&scene, &account).await;
    scene.store.is_stale(REFRESH, refresh);
    scene.store.is_stale("account.a-0000test.minecraft", minecraft);
    assert_eq!(ready(&scene, &account).await, other);

    let account = crate::yggdrasil::signed_in(&scene, "one@example.org").await;
    let kept = scene.store.text("account.a-0000test.yggdrasil");
    scene.server.stale_server_tokens();
    let other = ready(&scene, &account).await;
    scene.store.is_stale("account.a-0000test.yggdrasil", kept);
    assert_eq!(ready(&scene, &account).await, other);
    scene.no_violations();
}

#[tokio::test]
async fn a_sign_in_that_was_revoked_has_to_be_done_again() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    scene.server.revoke();
    scene.later(23 * HOUR);
    let error = scene.auth.ensure_fresh(&account).await.unwrap_err();
    assert!(matches!(&error, AccountError::SignInAgain { name } if name == "Testkit_Player"), "{error}");
    scene.auth.forget(ID).unwrap();
    assert_eq!(scene.store.names(), Vec::<String>::new());
    assert_eq!(code(&scene.auth.ensure_fresh(&account).await.unwrap_err()), "account.sign-in-again");
}

#[tokio::test]
async fn while_the_services_are_away_the_last_known_player_may_play_alone() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    scene.later(23 * HOUR);
    for fault in [AuthFault::status(503), AuthFault::Reset, AuthFault::Html, AuthFault::busy(5)] {
        scene.server.fail("/token", fault, 1);
        let fresh = scene.auth.ensure_fresh(&account).await.unwrap();
        assert_eq!(fresh.note().unwrap().code, "account.note.offline-play");
        let Fresh::Offline { session, why } = fresh else { panic!("not offline") };
        assert!(why.is_outage());
        assert_eq!((session.profile(), session.access_token.expose()), (account.profile.clone(), "0"));
    }
    // What a service says about the account itself is no outage.
    scene.server.fail("/xsts/", AuthFault::XErr(2_148_916_227), 1);
    assert_eq!(code(&scene.auth.ensure_fresh(&account).await.unwrap_err()), "account.xbox.banned");
}

#[tokio::test]
async fn a_clock_that_was_put_back_makes_a_kept_token_doubtful() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    let first = ready(&scene, &account).await;
    scene.later(-3 * HOUR);
    assert_ne!(ready(&scene, &account).await.access_token, first.access_token);
}

#[tokio::test]
async fn a_new_name_comes_with_the_next_refresh() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    scene
        .server
        .change(|world| world.player = Some(Player::new("069a79f444e94726a5befca90e38aaf5", "Renamed")));
    assert_eq!(ready(&scene, &account).await.name, "Testkit_Player");
    scene.later(23 * HOUR);
    assert_eq!(ready(&scene, &account).await.name, "Renamed");
}

#[tokio::test]
async fn another_player_behind_the_same_account_is_not_let_in_silently() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    scene
        .server
        .change(|world| world.player = Some(Player::new("00000000000040008000000000000000", "Other")));
    scene.later(23 * HOUR);
    assert_eq!(code(&scene.auth.ensure_fresh(&account).await.unwrap_err()), "account.profile.gone");
}

#[tokio::test]
async fn a_refresh_token_goes_with_the_client_id_it_was_given_to() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    scene.later(23 * HOUR);
    for set in [None, Some("99999999-0000-0000-0000-000000000000")] {
        let auth = scene.again(set);
        scene.later(23 * HOUR);
        assert!(matches!(auth.ensure_fresh(&account).await.unwrap(), Fresh::Ready(_)));
    }
    assert_eq!(AuthWorld::default().client_id.len(), 36);
}

#[tokio::test]
async fn offline_players_need_nobody() {
    let scene = Scene::new().await;
    let account = Account::offline("a-00000001", "Steve", None, 0).unwrap();
    let session = ready(&scene, &account).await;
    assert_eq!(session.id.to_string(), "5627dd98-e6be-3c21-b8a8-e92344183641");
    assert_eq!((session.access_token.expose(), session.user_type), ("0", "legacy"));
    assert_eq!(scene.server.requests().len(), 0);
}
