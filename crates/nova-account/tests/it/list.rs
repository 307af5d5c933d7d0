//! The list of accounts on the disk.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the crate under test then changes")]

use std::fs;

use nova_account::{Account, AccountChange, AccountKind, Accounts};
use nova_model::{Explain, Origin};
use serde_json::{Value, json};

use crate::scene::{NOW, Scene, code, profile};

fn microsoft(id: &str, name: &str) -> Account {
    let profile = profile("069a79f444e94726a5befca90e38aaf5", name);
    Account::new(id, AccountKind::Microsoft, profile, NOW)
}

fn apply(scene: &Scene, change: AccountChange) -> String {
    change.plan(&scene.files).unwrap();
    scene.files.apply(change.batch, &Origin::default()).unwrap().id
}

fn names(accounts: &Accounts) -> Vec<&str> {
    accounts.items.iter().map(|account| account.profile.name.as_str()).collect()
}

#[tokio::test]
async fn accounts_are_added_chosen_renamed_and_removed_and_each_can_be_undone() {
    let scene = Scene::new().await;
    let data = scene.data().to_owned();
    fs::create_dir_all(&data).unwrap();
    let read = || Accounts::read(&data);
    assert_eq!(read(), Accounts::default());

    apply(&scene, read().add(&data, &microsoft("a-00000001", "Bought"), NOW));
    let steve = Account::offline("a-00000002", "钠", None, NOW).unwrap();
    let change = read().add(&data, &steve, NOW);
    let warnings: Vec<_> = change.warnings.iter().map(|warning| warning.code.to_string()).collect();
    assert_eq!(warnings, ["account.warn.name-odd", "account.warn.offline"]);
    apply(&scene, change);
    assert_eq!((names(&read()), read().active().unwrap().id.as_str()), (vec!["Bought", "钠"], "a-00000002"));

    apply(&scene, read().select(&data, "bought", NOW).unwrap());
    assert_eq!(read().active().unwrap().id, "a-00000001");
    assert_eq!(code(&read().select(&data, "a-00000001", NOW).unwrap_err()), "account.already");

    let heard = profile("069a79f444e94726a5befca90e38aaf5", "Renamed");
    apply(&scene, read().refreshed(&data, "a-00000001", &heard, NOW + 5).unwrap().unwrap());
    assert_eq!((names(&read()), read().items[0].refreshed), (vec!["Renamed", "钠"], NOW + 5));
    assert_eq!(read().refreshed(&data, "a-00000001", &heard, NOW + 9).unwrap(), None);

    let change = read().remove(&data, "a-00000001", NOW).unwrap();
    assert_eq!(change.forgets.as_deref(), Some("a-00000001"));
    let removed = apply(&scene, change);
    assert_eq!((names(&read()), read().active().unwrap().id.as_str()), (vec!["钠"], "a-00000002"));
    scene.files.undo(&removed, &Origin::default()).unwrap();
    assert_eq!(names(&read()), ["Renamed", "钠"]);
}

#[tokio::test]
async fn signing_in_again_takes_the_place_of_the_same_player() {
    let scene = Scene::new().await;
    let data = scene.data().to_owned();
    fs::create_dir_all(&data).unwrap();
    apply(&scene, Accounts::read(&data).add(&data, &microsoft("a-00000001", "Old"), NOW));
    let accounts = Accounts::read(&data);
    let id = accounts.same_as(&microsoft("a-00000009", "New")).unwrap().id.clone();
    let change = accounts.add(&data, &microsoft(&id, "New"), NOW);
    assert_eq!(change.title.code, "account.change.again");
    apply(&scene, change);
    assert_eq!(names(&Accounts::read(&data)), ["New"]);
}

#[tokio::test]
async fn what_is_not_understood_stays_in_the_file() {
    let scene = Scene::new().await;
    let data = scene.data().to_owned();
    fs::create_dir_all(&data).unwrap();
    let odd = json!({"id": "a-0000000z", "kind": "steam"});
    let known = json!({"id": "a-00000001", "kind": "offline", "name": "Steve", "uuid": "5627dd98-e6be-3c21-b8a8-e92344183641", "mine": 7});
    let file = json!({"format": 1, "more": [1], "accounts": [odd, known]});
    fs::write(Accounts::file(&data), file.to_string()).unwrap();
    let accounts = Accounts::read(&data);
    assert_eq!((names(&accounts), accounts.problems.len()), (vec!["Steve"], 1));
    apply(&scene, accounts.add(&data, &accounts.items[0], NOW));
    let after: Value = serde_json::from_slice(&fs::read(Accounts::file(&data)).unwrap()).unwrap();
    assert_eq!((&after["more"], &after["accounts"][0]), (&json!([1]), &odd));
    assert_eq!((&after["accounts"][1]["mine"], &after["active"]), (&json!(7), &json!("a-00000001")));
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_kept_aside() {
    let scene = Scene::new().await;
    let data = scene.data().to_owned();
    fs::create_dir_all(&data).unwrap();
    fs::write(Accounts::file(&data), b"{\"format\": 9}").unwrap();
    let accounts = Accounts::read(&data);
    assert_eq!(accounts.problems[0].message.code, "account.file.newer");
    apply(&scene, accounts.add(&data, &microsoft("a-00000001", "New"), NOW));
    let kept = data.join("accounts.json.kept-20261130-130842");
    assert_eq!(fs::read(kept).unwrap(), b"{\"format\": 9}");
    assert_eq!(names(&Accounts::read(&data)), ["New"]);
}

#[tokio::test]
async fn an_account_is_found_by_id_or_by_a_name_that_only_one_has() {
    let scene = Scene::new().await;
    let data = scene.data().to_owned();
    fs::create_dir_all(&data).unwrap();
    apply(&scene, Accounts::read(&data).add(&data, &microsoft("a-00000001", "Steve"), NOW));
    apply(
        &scene,
        Accounts::read(&data).add(&data, &Account::offline("a-00000002", "Steve", None, NOW).unwrap(), NOW),
    );
    let accounts = Accounts::read(&data);
    assert_eq!(accounts.find("a-00000002").unwrap().kind, AccountKind::Offline);
    assert_eq!(code(&accounts.find("steve").unwrap_err()), "account.ambiguous");
    let unknown = accounts.find("Stev").unwrap_err().report();
    assert_eq!(
        (unknown.code().as_ref(), unknown.hints[0].code.as_ref()),
        ("account.unknown", "account.hint.known")
    );
}
