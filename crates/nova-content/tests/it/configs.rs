//! Config files out of the way.

use nova_content::configs;
use nova_files::Step;
use nova_model::Origin;
use nova_testkit::{GameFolder, Tree};

use crate::scene::{Scene, codes, refusal};

fn scene() -> Scene {
    Scene::new(
        &GameFolder::new()
            .file("config/jei.toml", b"broken")
            .file("config/create/client.toml", b"x")
            .file("options.txt", b"PRECIOUS"),
    )
}

#[test]
fn a_config_file_goes_to_the_trash_and_comes_back() {
    let scene = scene();
    let instance = scene.shared("v", "1.20.1");
    let before = Tree::without(&scene.root(), &[".nova"]).unwrap();
    for id in ["config/jei.toml", "jei.toml", "config\\create\\client.toml"] {
        let proposal = configs::reset(&instance, id).unwrap();
        assert!(matches!(proposal.batch.steps.as_slice(), [Step::Trash { .. }]), "{id}");
        let files = scene.files();
        let origin = Origin::default();
        let change = files.apply(proposal.batch, &origin).unwrap();
        assert!(!before.diff(&Tree::without(&scene.root(), &[".nova"]).unwrap()).is_empty(), "{id}");
        files.undo(&change.id, &origin).unwrap();
        before.assert_same(&Tree::without(&scene.root(), &[".nova"]).unwrap());
    }
}

#[test]
fn nothing_outside_of_the_folder_is_a_config_file() {
    let scene = scene();
    scene.link("../options.txt", "config/out.txt");
    let instance = scene.shared("v", "1.20.1");
    for id in [
        "../options.txt",
        "config/../options.txt",
        "options.txt",
        "config/out.txt",
        "/etc/passwd",
        "",
        "C:x",
        "jei.toml/.",
    ] {
        assert_eq!(refusal(configs::reset(&instance, id)).message.code, "content.configs.no-such", "{id}");
    }
    let near = refusal(configs::reset(&instance, "config/jie.toml"));
    assert_eq!(codes(&near.hints), ["content.hint.did-you-mean"]);
    let folder = refusal(configs::reset(&instance, "config/create"));
    assert_eq!(folder.message.code, "content.configs.folder");
    assert!(format!("{folder:?}").contains("config/create/client.toml"));
}
