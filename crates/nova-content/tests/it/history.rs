//! The changes that were made, and what taking one back would do.

use nova_content::{
    history::{self, Filter},
    mods,
};
use nova_files::Entry;
use nova_model::Origin;
use nova_testkit::{GameFolder, Jar};

use crate::{
    mods::fabric,
    scene::{Scene, code, codes, origin, refusal},
};

fn disable(scene: &Scene, name: &str, version: &str) -> Entry {
    let list = mods::list(&fabric(scene)).unwrap();
    let proposal = mods::disable(&fabric(scene), &list, mods::find(&list, name).unwrap()).unwrap();
    let origin = Origin { version: Some(version.to_owned()), title: Some(proposal.title), ..origin() };
    scene.files().apply(proposal.batch, &origin).unwrap()
}

fn scene() -> Scene {
    Scene::new(&GameFolder::new().jar(Jar::fabric("a")).jar(Jar::fabric("b")))
}

#[test]
fn changes_are_listed_by_version_and_say_whether_they_can_be_undone() {
    let scene = scene();
    disable(&scene, "a", "one");
    let second = disable(&scene, "b", "two");
    nova_testkit::write_file(&scene.path("mods/b.jar"), b"in the way").unwrap();
    let list = |filter: Filter| history::list(&scene.files(), &filter).items;
    assert_eq!(list(Filter::default()).len(), 2);
    assert_eq!(list(Filter { version: None, limit: 1 })[0].entry.id, second.id);
    let one = list(Filter { version: Some("one".to_owned()), limit: 0 });
    assert_eq!((one.len(), one[0].fixed.is_none()), (1, true));
    let two = list(Filter { version: Some("two".to_owned()), limit: 0 });
    assert!(two[0].fixed.is_some());
}

#[test]
fn an_undo_shows_what_it_would_do() {
    let scene = scene();
    let before = scene.tree();
    let change = disable(&scene, "a", "one");
    let (entry, proposal) = history::undo(&scene.files(), "latest").unwrap();
    assert_eq!(entry.id, change.id);
    assert_eq!(proposal.changes[0].to.as_deref(), Some("mods/a.jar"));
    assert_eq!(proposal.version.as_deref(), Some("one"));
    scene.files().undo(&entry.id, &origin()).unwrap();
    before.assert_same(&scene.tree());
    assert_eq!(code(history::undo(&scene.files(), "latest")), "content.history.nothing");
}

#[test]
fn an_unknown_change_is_refused_with_the_way_to_those_that_are_there() {
    let scene = scene();
    assert_eq!(code(history::undo(&scene.files(), "latest")), "content.history.nothing");
    disable(&scene, "a", "one");
    for id in ["c-00000000", "../../../canary", "999999999"] {
        let report = refusal(history::undo(&scene.files(), id));
        assert_eq!(report.message.code, "content.history.no-such");
        assert_eq!(codes(&report.hints), ["content.hint.history"]);
    }
}
