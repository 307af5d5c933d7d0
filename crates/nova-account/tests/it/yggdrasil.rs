//! Skin servers.

use nova_account::{
    Account, AccountError, AccountKind, Entry, Fresh, SignedInAt, YggdrasilServer, sign_out_everywhere,
};
use nova_model::Secret;
use nova_testkit::accounts::AuthFault;

use crate::scene::{ID, NOW, Scene, code};

const KEPT: &str = "account.a-0000test.yggdrasil";

fn password(login: &str) -> Secret {
    Secret::new(format!("Password-{login}-!"))
}

async fn found(scene: &Scene) -> YggdrasilServer {
    scene.auth.find_server(&scene.server.host("skin.example")).await.unwrap()
}

async fn entry(scene: &Scene, server: &YggdrasilServer, login: &str) -> Entry {
    match scene.auth.sign_in_at(server, login, &password(login)).await.unwrap() {
        SignedInAt::Ready(entry) => *entry,
        SignedInAt::Choose(choice) => {
            let second = choice.profiles[1].clone();
            choice.choose(scene.auth.services(), &second).await.unwrap()
        }
    }
}

pub(crate) async fn signed_in(scene: &Scene, login: &str) -> Account {
    let server = found(scene).await;
    let entry = entry(scene, &server, login).await;
    scene.auth.keep_entry(ID, &entry).unwrap();
    let kind = AccountKind::Yggdrasil {
        server: server.api.clone(),
        server_name: server.meta.name.clone(),
        login: login.to_owned(),
    };
    Account::new(ID, kind, entry.profile, NOW)
}

#[tokio::test]
async fn a_server_is_found_from_its_page_its_api_and_a_redirect() {
    let scene = Scene::new().await;
    for typed in ["", "absolute", "old", "api/yggdrasil/", "api/yggdrasil"] {
        let address = format!("{}{typed}", scene.server.host("skin.example"));
        let found = scene.auth.find_server(&address).await;
        if typed == "api/yggdrasil" {
            // The stand-in knows its API with the slash only.
            assert_eq!(code(&found.unwrap_err()), "account.yggdrasil.other");
            continue;
        }
        let server = found.unwrap();
        assert_eq!(server.api.path(), "/skin.example/api/yggdrasil/", "{typed}");
        assert_eq!(server.name(), "测试皮肤站");
        assert!(server.meta.non_email_login && server.meta.register.is_some());
    }
    let dragged = scene.server.host("skin.example").replace(':', "%3A").replace('/', "%2F");
    let dragged = format!("authlib-injector:yggdrasil-server:{dragged}");
    assert_eq!(scene.auth.find_server(&dragged).await.unwrap().name(), "测试皮肤站");
}

#[tokio::test]
async fn addresses_that_lead_nowhere_in_circles_or_onto_open_lines_are_refused() {
    let scene = Scene::new().await;
    for (page, expected) in [
        ("loop", "account.yggdrasil.hops"),
        ("plain", "account.address.plain"),
        ("nothing", "account.yggdrasil.other"),
    ] {
        let address = format!("{}{page}", scene.server.host("skin.example"));
        assert_eq!(code(&scene.auth.find_server(&address).await.unwrap_err()), expected);
    }
    assert_eq!(
        code(&scene.auth.find_server("http://skin.example/").await.unwrap_err()),
        "account.address.plain"
    );
    scene.server.fail("/skin.example", AuthFault::status(502), 1);
    let error = scene.auth.find_server(&scene.server.host("skin.example")).await.unwrap_err();
    assert_eq!(code(&error), "account.outage.server");
}

#[tokio::test]
async fn a_user_with_one_player_is_signed_in_at_once_whatever_the_script() {
    let scene = Scene::new().await;
    let account = signed_in(&scene, "one@example.org").await;
    assert_eq!(account.profile.name, "钠玩家");
    assert_eq!(scene.store.names(), [KEPT]);
    let Fresh::Ready(session) = scene.auth.ensure_fresh(&account).await.unwrap() else { panic!("offline") };
    assert_eq!((session.name.as_str(), session.user_type), ("钠玩家", "mojang"));
    assert!(session.server.is_some());
    scene.no_violations();
}

#[tokio::test]
async fn a_user_with_several_players_chooses_one() {
    let scene = Scene::new().await;
    let account = signed_in(&scene, "two@example.org").await;
    assert_eq!(account.profile.name, "Second");
    let server = found(&scene).await;
    let SignedInAt::Choose(choice) =
        scene.auth.sign_in_at(&server, "two@example.org", &password("two@example.org")).await.unwrap()
    else {
        panic!("nothing to choose")
    };
    let stranger = crate::scene::profile("00000000000040008000000000000000", "Stranger");
    let error = choice.choose(scene.auth.services(), &stranger).await.unwrap_err();
    assert_eq!(code(&error), "account.profile.gone");
    scene.no_violations();
}

#[tokio::test]
async fn a_wrong_password_and_a_user_without_players_are_told_apart() {
    let scene = Scene::new().await;
    let server = found(&scene).await;
    let wrong = Secret::new("wrong-password");
    let error = scene.auth.sign_in_at(&server, "one@example.org", &wrong).await.unwrap_err();
    let AccountError::WrongPassword { server: name, said } = &error else { panic!("{error}") };
    assert_eq!(
        (name.as_str(), said.as_str()),
        ("测试皮肤站", "Invalid credentials. Invalid username or password.")
    );
    let login = "none@example.org";
    let error = scene.auth.sign_in_at(&server, login, &password(login)).await.unwrap_err();
    assert_eq!(code(&error), "account.yggdrasil.no-profiles");
    assert_eq!(scene.store.names(), Vec::<String>::new());
}

#[tokio::test]
async fn a_stale_token_is_refreshed_and_a_revoked_one_wants_the_password() {
    let scene = Scene::new().await;
    let account = signed_in(&scene, "one@example.org").await;
    let kept = scene.store.text(KEPT);
    scene.server.stale_server_tokens();
    scene.server.change(|world| world.users[0].players[0].name = "新名字".to_owned());
    let Fresh::Ready(session) = scene.auth.ensure_fresh(&account).await.unwrap() else { panic!("offline") };
    assert_eq!(session.name, "新名字");
    assert_ne!(scene.store.text(KEPT), kept);
    scene.server.revoke();
    assert_eq!(code(&scene.auth.ensure_fresh(&account).await.unwrap_err()), "account.sign-in-again");
    scene.no_violations();
}

#[tokio::test]
async fn while_the_server_is_away_the_player_may_play_alone() {
    let scene = Scene::new().await;
    let account = signed_in(&scene, "one@example.org").await;
    scene.server.fail("/validate", AuthFault::status(500), 1);
    let fresh = scene.auth.ensure_fresh(&account).await.unwrap();
    assert!(matches!(fresh, Fresh::Offline { .. }));
    assert_eq!(fresh.session().id, account.profile.id);
}

#[tokio::test]
async fn signing_out_gives_the_token_back_and_forgets_it_even_where_the_server_is_away() {
    let scene = Scene::new().await;
    let account = signed_in(&scene, "one@example.org").await;
    scene.auth.sign_out(&account).await.unwrap();
    assert_eq!((scene.server.asked("/invalidate"), scene.store.names().len()), (1, 0));
    let account = signed_in(&scene, "one@example.org").await;
    scene.server.fail("/invalidate", AuthFault::Reset, 1);
    scene.auth.sign_out(&account).await.unwrap();
    assert_eq!(scene.store.names().len(), 0);
}

#[tokio::test]
async fn signing_out_everywhere_ends_each_token_of_the_user() {
    let scene = Scene::new().await;
    let account = signed_in(&scene, "one@example.org").await;
    let AccountKind::Yggdrasil { server, login, .. } = &account.kind else { panic!("{account}") };
    let services = scene.auth.services();
    let wrong = sign_out_everywhere(services, server, login, &Secret::new("no")).await.unwrap_err();
    assert_eq!(code(&wrong), "account.yggdrasil.password");
    sign_out_everywhere(services, server, login, &password(login)).await.unwrap();
    assert_eq!(code(&scene.auth.ensure_fresh(&account).await.unwrap_err()), "account.sign-in-again");
}
