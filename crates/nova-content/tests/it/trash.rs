//! The trash area: what is in it, putting back, freeing.

use nova_content::{
    mods,
    trash::{self, Which},
};
use nova_files::Step;
use nova_model::Undo;
use nova_testkit::{GameFolder, Jar};

use crate::{
    mods::fabric,
    scene::{NOW, Scene, code, codes, origin, refusal},
};

/// A scene with `a` and `b` in the trash, `b` last, and their ids.
fn with_two_away() -> (Scene, Vec<String>) {
    let scene = Scene::new(&GameFolder::new().jar(Jar::fabric("a")).jar(Jar::fabric("b")));
    let ids = ["a", "b"].map(|name| delete(&scene, name));
    (scene, ids.to_vec())
}

fn delete(scene: &Scene, name: &str) -> String {
    let list = mods::list(&fabric(scene)).unwrap();
    let proposal = mods::delete(&fabric(scene), &list, mods::find(&list, name).unwrap()).unwrap();
    let entry = scene.files().apply(proposal.batch, &origin()).unwrap();
    entry.made[0].clone()
}

#[test]
fn a_thing_goes_back_to_where_it_was() {
    let (scene, ids) = with_two_away();
    assert_eq!(trash::list(&scene.files()).items.len(), 2);
    let proposal = trash::restore(&scene.files(), &ids[0], &[scene.root()]).unwrap();
    assert_eq!(proposal.batch.root, scene.root());
    assert_eq!(proposal.changes[0].what, "mods/a.jar");
    proposal.plan(&scene.files()).unwrap();
    scene.files().apply(proposal.batch, &origin()).unwrap();
    assert!(scene.tree().has("mods/a.jar"));
    assert_eq!(trash::list(&scene.files()).items.len(), 1);
}

#[test]
fn a_taken_place_an_unknown_root_and_an_unknown_id_are_refused() {
    let (scene, ids) = with_two_away();
    let restore = |id: &str, roots: &[std::path::PathBuf]| trash::restore(&scene.files(), id, roots);
    assert_eq!(code(restore(&ids[0], &[])), "content.trash.no-root");
    nova_testkit::write_file(&scene.path("mods/a.jar"), b"x").unwrap();
    assert_eq!(code(restore(&ids[0], &[scene.root()])), "content.trash.taken");
    let report = refusal(restore("../../x", &[scene.root()]));
    assert_eq!(report.message.code, "content.trash.no-such");
    assert_eq!(codes(&report.hints), ["content.hint.present"]);
}

#[test]
fn freeing_is_permanent_and_says_so() {
    let (scene, ids) = with_two_away();
    let proposal = trash::empty(&scene.files(), &Which::Ids(vec![ids[0].clone(), ids[0].clone()])).unwrap();
    assert_eq!(proposal.batch.steps, [Step::Purge { ids: vec![ids[0].clone()] }]);
    assert!(matches!(proposal.undo, Undo::Permanent(_)));
    assert_eq!(proposal.changes.len(), 1);
    scene.files().apply(proposal.batch, &origin()).unwrap();
    let left: Vec<_> = trash::list(&scene.files()).items.into_iter().map(|item| item.id).collect();
    assert_eq!(left, [ids[1].clone()]);
}

#[test]
fn only_what_is_old_enough_is_freed() {
    let (scene, _) = with_two_away();
    let older = |days: u32, now: i64| trash::empty(&scene.files(), &Which::OlderThan { days, now });
    let day = 24 * 60 * 60 * 1000;
    assert_eq!(code(older(7, NOW + 7 * day)), "content.trash.nothing");
    assert_eq!(older(7, NOW + 7 * day + 1).unwrap().changes.len(), 2);
    assert_eq!(code(older(u32::MAX, i64::MIN)), "content.trash.nothing");
}

#[test]
fn an_empty_trash_has_nothing_to_free() {
    let scene = Scene::new(&GameFolder::new());
    assert_eq!(code(trash::empty(&scene.files(), &Which::All)), "content.trash.nothing");
    assert_eq!(code(trash::restore(&scene.files(), "latest", &[])), "content.trash.no-such");
    let which = Which::Ids(vec!["t-00000000".to_owned()]);
    assert_eq!(code(trash::empty(&scene.files(), &which)), "content.trash.no-such");
}
