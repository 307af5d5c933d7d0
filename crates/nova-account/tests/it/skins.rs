//! Skins and capes at both kinds of service.

use nova_account::{Account, Model};
use url::Url;

use crate::{
    scene::{Scene, code, png},
    yggdrasil,
};

const PLAYER: &str = "069a79f444e94726a5befca90e38aaf5";

#[tokio::test]
async fn a_skin_is_put_on_looked_at_and_taken_off_again() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    assert_eq!(scene.auth.looks(&account).await.unwrap().skin(), None);
    scene.auth.set_skin(&account, &png(64), Model::Slim).await.unwrap();
    assert_eq!(scene.server.worn(PLAYER), Some((png(64), true)));

    let looks = scene.auth.looks(&account).await.unwrap();
    let skin = looks.skin().unwrap();
    assert_eq!((skin.model, looks.can_set_skin), (Model::Slim, true));
    assert_eq!(scene.auth.picture(&skin.url).await.unwrap(), png(64));

    scene.auth.set_skin(&account, &png(32), Model::Classic).await.unwrap();
    assert_eq!(scene.server.worn(PLAYER), Some((png(32), false)));
    scene.auth.reset_skin(&account).await.unwrap();
    assert_eq!(scene.server.worn(PLAYER), None);
    scene.no_violations();
}

#[tokio::test]
async fn a_skin_can_be_named_by_its_address_and_capes_are_put_on_and_off() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    let url = Url::parse("https://skins.example/a.png").unwrap();
    scene.auth.set_skin_by_url(&account, &url, Model::Slim).await.unwrap();
    assert!(scene.server.worn(PLAYER).is_some());
    let open = Url::parse("http://skins.example/a.png").unwrap();
    assert!(scene.auth.set_skin_by_url(&account, &open, Model::Slim).await.is_err());

    let cape = scene.auth.looks(&account).await.unwrap().capes.pop().unwrap();
    assert_eq!((cape.name.as_deref(), cape.active), (Some("Migrator"), false));
    scene.auth.wear_cape(&account, cape.id.as_deref()).await.unwrap();
    assert!(scene.server.has_cape());
    let odd = scene.auth.wear_cape(&account, Some("../x")).await.unwrap_err();
    assert_eq!(code(&odd), "account.skin.no-cape");
    assert!(scene.server.has_cape());
    scene.auth.wear_cape(&account, None).await.unwrap();
    assert!(!scene.server.has_cape());
    scene.no_violations();
}

#[tokio::test]
async fn a_token_that_the_service_takes_no_more_is_replaced_once() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    scene.server.end_game_tokens();
    scene.auth.set_skin(&account, &png(64), Model::Classic).await.unwrap();
    scene.server.end_game_tokens();
    assert!(scene.auth.looks(&account).await.is_ok());
    scene.server.revoke();
    let error = scene.auth.set_skin(&account, &png(64), Model::Classic).await.unwrap_err();
    assert_eq!(code(&error), "account.sign-in-again");
}

#[tokio::test]
async fn what_is_no_skin_is_not_sent_and_offline_players_have_none() {
    let scene = Scene::new().await;
    let account = scene.signed_in().await;
    let asked = scene.server.requests().len();
    for (bytes, expected) in [
        (b"GIF89a".to_vec(), "account.skin.not-png"),
        (png(48), "account.skin.size"),
        (png(64)[..60].to_vec(), "account.skin.damaged"),
        (vec![0; 30_000], "account.skin.too-large"),
    ] {
        let error = scene.auth.set_skin(&account, &bytes, Model::Classic).await.unwrap_err();
        assert_eq!(code(&error), expected);
    }
    let offline = Account::offline("a-00000001", "Steve", None, 0).unwrap();
    let error = scene.auth.set_skin(&offline, &png(64), Model::Classic).await.unwrap_err();
    assert_eq!(code(&error), "account.skin.offline");
    assert_eq!(code(&scene.auth.looks(&offline).await.unwrap_err()), "account.skin.offline");
    assert_eq!(scene.server.requests().len(), asked);
}

#[tokio::test]
async fn a_skin_server_takes_skins_in_its_own_way() {
    let scene = Scene::new().await;
    let account = yggdrasil::signed_in(&scene, "two@example.org").await;
    let id = account.profile.id.undashed();
    scene.auth.set_skin(&account, &png(64), Model::Slim).await.unwrap();
    assert_eq!(scene.server.worn(&id), Some((png(64), true)));
    let looks = scene.auth.looks(&account).await.unwrap();
    assert_eq!((looks.skin().unwrap().model, looks.can_set_skin), (Model::Slim, true));
    assert_eq!(scene.auth.picture(&looks.skin().unwrap().url).await.unwrap(), png(64));
    scene.auth.reset_skin(&account).await.unwrap();
    assert_eq!(scene.server.worn(&id), None);
    let error = scene.auth.wear_cape(&account, None).await.unwrap_err();
    assert_eq!(code(&error), "account.skin.not-there");
    scene.no_violations();
}
