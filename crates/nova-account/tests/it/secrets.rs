//! Tokens and passwords stand in the secret store and nowhere else.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the folders that the crate under test then writes into"
)]

use std::{fmt::Write, fs, path::Path};

use nova_account::{Account, AccountError, Accounts, Fresh, SignedInAt};
use nova_model::{Explain, Origin, Secret};
use nova_testkit::accounts::AuthFault;

use crate::{
    scene::{HOUR, NOW, Scene, png},
    yggdrasil,
};

/// Everything that is printed or told, in one text.
#[derive(Default)]
struct Printed(String);

impl Printed {
    fn add(&mut self, what: &impl std::fmt::Debug) {
        write!(self.0, "{what:?}\n{what:#?}\n").unwrap();
    }

    fn error(&mut self, error: &AccountError) {
        write!(self.0, "{error}\n{error:?}\n").unwrap();
        self.0.push_str(&serde_json::to_string(&error.report()).unwrap());
    }

    fn holds_none_of(&self, secrets: &[String]) {
        assert!(secrets.len() >= 5, "there was something to give away");
        for secret in secrets {
            assert!(!self.0.contains(secret.as_str()), "{secret} was told");
        }
    }
}

fn files(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
}

fn nothing_on_disk(scene: &Scene, account: &Account) {
    fs::create_dir_all(scene.data()).unwrap();
    let change = Accounts::read(scene.data()).add(scene.data(), account, NOW);
    scene.files.apply(change.batch, &Origin::default()).unwrap();
    let mut found = Vec::new();
    files(scene.folder(), &mut found);
    assert!(found.iter().any(|(name, _)| name.ends_with("accounts.json")));
    for secret in scene.server.secrets() {
        for (name, bytes) in &found {
            let text = String::from_utf8_lossy(bytes);
            assert!(!text.contains(&secret), "{secret} stands in {name}");
        }
    }
}

#[tokio::test]
async fn what_is_printed_of_a_sign_in_holds_no_token_and_neither_does_the_data_folder() {
    let scene = Scene::new().await;
    let mut printed = Printed::default();
    let mut login = scene.auth.begin_microsoft().await.unwrap();
    printed.add(&login);
    scene.server.agree(&login.code().user_code);
    let grant = login.wait(scene.auth.services()).await.unwrap();
    printed.add(&grant);
    printed.add(&scene.finish(grant).await.unwrap());
    let account = scene.signed_in().await;
    scene.later(23 * HOUR);
    printed.add(&scene.auth.ensure_fresh(&account).await.unwrap());
    scene.server.fail("/token", AuthFault::status(503), 1);
    scene.later(23 * HOUR);
    let offline = scene.auth.ensure_fresh(&account).await.unwrap();
    assert!(matches!(offline, Fresh::Offline { .. }));
    printed.add(&offline);
    printed.add(&account);
    printed.holds_none_of(&scene.server.secrets());
    nothing_on_disk(&scene, &account);
}

#[tokio::test]
async fn a_service_that_repeats_what_it_was_sent_gives_nothing_away() {
    let scene = Scene::new().await;
    let mut printed = Printed::default();
    let steps = ["/user/authenticate", "/xsts/", "/login_with_xbox", "/entitlements", "/minecraft/profile"];
    for (step, status) in steps.iter().flat_map(|step| [400, 401, 403, 404, 500].map(|status| (step, status)))
    {
        scene.server.fail(step, AuthFault::Echo(status), 1);
        match scene.finish(scene.agreed().await).await {
            Ok(signed_in) => printed.add(&signed_in),
            Err(error) => printed.error(&error),
        }
        scene.server.heal();
    }
    let account = scene.signed_in().await;
    for status in [400, 401, 403] {
        scene.later(23 * HOUR);
        scene.server.fail("/token", AuthFault::Echo(status), 1);
        printed.error(&scene.auth.ensure_fresh(&account).await.unwrap_err());
        scene.server.fail("/skins", AuthFault::Echo(status), 2);
        printed.error(&scene.auth.set_skin(&account, &png(64), nova_account::Model::Slim).await.unwrap_err());
        scene.server.heal();
    }
    printed.holds_none_of(&scene.server.secrets());
}

#[tokio::test]
async fn a_password_is_known_again_in_whatever_form_it_was_sent() {
    let scene = Scene::new().await;
    let server = scene.auth.find_server(&scene.server.host("skin.example")).await.unwrap();
    let password = Secret::new("op\u{eb}n \"sesame\"\\+1");
    scene.server.fail("/authserver/", AuthFault::Echo(403), 1);
    let AccountError::WrongPassword { said, .. } =
        scene.auth.sign_in_at(&server, "one@example.org", &password).await.unwrap_err()
    else {
        panic!("taken")
    };
    assert!(said.contains("…") && !said.contains("sesame"), "{said}");
}

#[tokio::test]
async fn a_skin_server_that_repeats_the_password_gives_nothing_away() {
    let scene = Scene::new().await;
    let mut printed = Printed::default();
    let account = yggdrasil::signed_in(&scene, "one@example.org").await;
    let server = scene.auth.find_server(&scene.server.host("skin.example")).await.unwrap();
    let password = Secret::new("Password-two@example.org-!");
    for status in [400, 401, 403, 418] {
        scene.server.fail("/authserver/", AuthFault::Echo(status), 1);
        printed.error(&scene.auth.sign_in_at(&server, "two@example.org", &password).await.unwrap_err());
        scene.server.fail("/profile/", AuthFault::Echo(status), 2);
        printed.error(&scene.auth.set_skin(&account, &png(64), nova_account::Model::Slim).await.unwrap_err());
        scene.server.heal();
    }
    let SignedInAt::Choose(choice) =
        scene.auth.sign_in_at(&server, "two@example.org", &password).await.unwrap()
    else {
        panic!("nothing to choose")
    };
    printed.add(&choice);
    printed.holds_none_of(&scene.server.secrets());
    nothing_on_disk(&scene, &account);
}
