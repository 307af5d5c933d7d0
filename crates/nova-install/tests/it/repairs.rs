//! Versions that are broken, looked at and made whole again.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use nova_install::{
    Depth, Gap, Goal, Inspection, InstallError, Installing, Listener, LoaderWish, Made, Mend, Sha1, State,
    Subject, Verdict, inspect,
};
use nova_model::Loader;
use nova_testkit::{
    game,
    upstream::{Fault, Rule},
};
use tokio_util::sync::CancellationToken;

use crate::world::{World, files, origin, vanilla, with};

impl World {
    async fn repair(&self, mend: &Mend) -> Result<Made, InstallError> {
        let (root, goal, origin) = (self.root(), Goal::Repair(mend.clone()), origin());
        let listener: Arc<dyn Listener> = Arc::new(|_: &nova_install::Far| {});
        let cancel = &CancellationToken::new();
        let asked = Installing { root: &root, goal: &goal, origin: &origin, listener: &listener, cancel };
        self.shop.install(asked).await
    }

    fn inspect(&self, mend: &Mend) -> Inspection {
        let (root, platform) = (self.root(), &self.shop.platform);
        let subject = Subject { files: &self.shop.files, root: &root, version: mend, platform };
        inspect(subject, Depth::Full, &())
    }

    /// Every file with its digest.
    fn hashes(&self) -> BTreeMap<String, Sha1> {
        let root = self.root();
        files(&root)
            .into_iter()
            .map(|file| (file.clone(), Sha1::of_file(&root.join(&file)).unwrap()))
            .collect()
    }
}

fn plain(id: &str) -> Mend {
    Mend { id: id.to_owned(), game: Some(id.to_owned()), loader: None, api: None }
}

fn of_loader(id: &str, game: &str, loader: Loader, build: &str) -> Mend {
    let loader = Some(LoaderWish { loader, version: Some(build.to_owned()) });
    Mend { id: id.to_owned(), game: Some(game.to_owned()), loader, api: None }
}

fn flip(path: &Path) {
    let mut bytes = std::fs::read(path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    nova_testkit::write_file(path, &bytes).unwrap();
}

#[expect(clippy::disallowed_methods, reason = "something else than Nova removes the file")]
fn remove(path: &Path) {
    std::fs::remove_file(path).unwrap();
}

fn bad(inspection: &Inspection) -> BTreeMap<&str, Verdict> {
    let is_bad = |verdict| matches!(verdict, Verdict::Missing | Verdict::Wrong(_));
    let bad = inspection.files.iter().filter(|looked| is_bad(looked.verdict));
    bad.map(|looked| (looked.place.as_str(), looked.verdict)).collect()
}

/// One file of each kind.
fn one_of_each(all: &BTreeMap<String, Sha1>) -> Vec<String> {
    ["versions/1.16.5/1.16.5.jar", "libraries/", "assets/objects/", "assets/indexes/", "natives-"]
        .into_iter()
        .filter_map(|kind| all.keys().find(|place| place.contains(kind)).cloned())
        .collect()
}

#[tokio::test]
async fn a_whole_version_is_found_whole_and_has_nothing_to_repair() {
    let world = World::small();
    for game in world.upstream.versions() {
        world.install(&vanilla(&game)).await.unwrap();
        let looked = world.inspect(&plain(&game));
        assert_eq!((bad(&looked), looked.gaps.clone()), (BTreeMap::new(), Vec::new()), "{game}");
        let nothing = world.repair(&plain(&game)).await;
        assert!(matches!(nothing, Err(InstallError::Sound { .. })), "{game}: {nothing:?}");
    }
}

#[tokio::test]
async fn flipped_and_missing_files_of_every_kind_become_what_they_were_and_an_undo_puts_them_back() {
    let world = World::small();
    world.install(&vanilla("1.16.5")).await.unwrap();
    let fresh = world.hashes();
    let flipped = one_of_each(&fresh);
    assert_eq!(flipped.len(), 5, "{flipped:?}");
    for place in &flipped {
        flip(&world.root().join(place));
    }
    let gone = fresh.keys().find(|place| place.starts_with("assets/objects/") && !flipped.contains(place));
    remove(&world.root().join(gone.unwrap()));
    let broken = world.hashes();

    let looked = world.inspect(&plain("1.16.5"));
    for place in flipped.iter().filter(|place| !place.starts_with("assets/objects")) {
        assert_eq!(bad(&looked).get(place.as_str()), Some(&Verdict::Wrong(State::Hash)), "{place}");
    }
    assert!(matches!(looked.gaps.as_slice(), [Gap::Index { .. }]), "{:?}", looked.gaps);
    assert_eq!(world.hashes(), broken, "looking changes nothing");

    let made = world.repair(&plain("1.16.5")).await.unwrap();
    assert_eq!(world.hashes(), fresh);
    world.shop.files.undo(&made.change.id, &origin()).unwrap();
    assert_eq!(world.hashes(), broken);
}

#[tokio::test]
async fn what_an_installer_made_is_known_and_made_again() {
    if !game::has_compiler() {
        return;
    }
    let world = World::small();
    let mut tried = 0;
    for game in world.upstream.versions() {
        for loader in [Loader::Forge, Loader::NeoForge] {
            if tried == 3 {
                return;
            }
            let recipe = world.recipe(&with(&game, loader)).await;
            let Ok(recipe) = recipe else { continue };
            let (_, build) = recipe.loader.clone().unwrap();
            let made = world.install(&with(&game, loader)).await.unwrap();
            let mend = of_loader(&made.id, &game, loader, &build);
            let fresh = world.hashes();
            let looked = world.inspect(&mend);
            assert_eq!((bad(&looked), looked.gaps.len()), (BTreeMap::new(), 0), "{game} {loader}");
            let nobodys: Vec<&String> = fresh
                .keys()
                .filter(|place| {
                    place.starts_with(&format!("libraries/net/minecraft/client/{game}-"))
                        || place.ends_with(&format!("{build}-client.jar"))
                })
                .collect();
            for (at, place) in nobodys.iter().enumerate() {
                if at % 2 == 0 { flip(&world.root().join(place)) } else { remove(&world.root().join(place)) }
            }
            if nobodys.is_empty() {
                continue;
            }
            let looked = world.inspect(&mend);
            assert_eq!(bad(&looked).len(), nobodys.len(), "{game} {loader}: {nobodys:?}");
            world.repair(&mend).await.unwrap_or_else(|error| panic!("{game} {loader}: {error:?}"));
            assert_eq!(world.hashes(), fresh, "{game} {loader}");
            tried += 1;
        }
    }
    assert!(tried >= 2, "{tried}");
}

#[tokio::test]
async fn a_file_without_a_digest_is_held_against_what_it_was_when_it_was_fetched() {
    let world = World::small();
    let made = world.install(&with("1.20.1", Loader::Quilt)).await.unwrap();
    let mend = of_loader(&made.id, "1.20.1", Loader::Quilt, "");
    let fresh = world.hashes();
    let looked = world.inspect(&mend);
    let unverified = looked.files.iter().filter(|looked| looked.verdict == Verdict::Unverified).count();
    assert_eq!(unverified, 0, "{looked:?}");
    let own = fresh.keys().find(|place| place.contains("quilt-loader")).unwrap();
    flip(&world.root().join(own));
    assert_eq!(bad(&world.inspect(&mend)), BTreeMap::from([(own.as_str(), Verdict::Wrong(State::Hash))]));
    world.repair(&mend).await.unwrap();
    assert_eq!(world.hashes(), fresh);

    // Where nothing was kept the server says it, if there is one that answers.
    forget_records(&world);
    flip(&world.root().join(own));
    let looked = world.inspect(&mend);
    let it = looked.files.iter().find(|looked| looked.place == *own).unwrap();
    assert_eq!(it.verdict, Verdict::Unverified);
    world.repair(&mend).await.unwrap();
    assert_eq!(world.hashes(), fresh);
}

fn forget_records(world: &World) {
    let records = world.shop.files.records("installed").unwrap();
    for name in records.names().unwrap() {
        records.forget(&name).unwrap();
    }
}

#[tokio::test]
async fn a_version_file_that_cannot_be_read_comes_from_mojang_again_and_others_are_named() {
    let world = World::small();
    world.install(&with("1.20.1", Loader::Fabric)).await.unwrap();
    let fresh = world.hashes();
    let json = world.root().join("versions/1.20.1/1.20.1.json");
    let mend = of_loader("1.20.1-fabric", "1.20.1", Loader::Fabric, "");
    for bytes in [&b"{"[..], b"{}", b"\0\0\0"] {
        nova_testkit::write_file(&json, bytes).unwrap();
        let looked = world.inspect(&mend);
        assert!(matches!(looked.gaps.as_slice(), [Gap::Json { id, why: Some(_) }] if id == "1.20.1"));
        world.repair(&mend).await.unwrap();
        assert_eq!(world.hashes(), fresh);
    }
    remove(&json);
    world.repair(&mend).await.unwrap();
    assert_eq!(world.hashes(), fresh);

    nova_testkit::write_file(&world.root().join("versions/1.20.1-fabric/1.20.1-fabric.json"), b"{").unwrap();
    let lost = world.repair(&mend).await;
    assert!(matches!(lost, Err(InstallError::Broken { ref id, .. }) if id == "1.20.1-fabric"), "{lost:?}");
}

#[tokio::test]
async fn a_json_of_another_launcher_is_looked_at_without_a_network() {
    let world = World::small();
    let version = world.root().join("versions/pack");
    let json = br#"{"id": "pack", "mainClass": "M", "assets": "5", "libraries": [{"name": "a:b:1"}], "patches": []}"#;
    nova_testkit::write_file(&version.join("pack.json"), json).unwrap();
    nova_testkit::write_file(&version.join("pack.jar"), b"jar").unwrap();
    world.upstream.fault(Rule::on("", Fault::Status(500)));
    let looked = world.inspect(&Mend::from("pack"));
    assert_eq!(
        bad(&looked),
        BTreeMap::from([
            ("assets/indexes/5.json", Verdict::Missing),
            ("libraries/a/b/1/b-1.jar", Verdict::Missing)
        ])
    );
    let jar = looked.files.iter().find(|looked| looked.place == "versions/pack/pack.jar").unwrap();
    assert_eq!(jar.verdict, Verdict::Unverified);
    assert_eq!(looked.gaps, [Gap::Index { id: "5".to_owned() }]);
    let gone = world.inspect(&Mend::from("gone"));
    assert_eq!(gone.gaps, [Gap::Json { id: "gone".to_owned(), why: None }]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_is_a_link_is_refused_before_anything_is_fetched() {
    let world = World::small();
    let elsewhere = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), world.root().join("libraries")).unwrap();
    let refused = world.install(&vanilla("1.16.5")).await;
    assert!(matches!(refused, Err(InstallError::Linked { .. })), "{refused:?}");
    let asked = world.upstream.requests();
    assert!(!asked.iter().any(|asked| asked.address.contains("libraries.minecraft.net")));
}

#[cfg(unix)]
#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "the player moves a folder and leaves a link")]
async fn what_lies_right_behind_a_link_is_no_hindrance() {
    let world = World::small();
    world.install(&vanilla("1.16.5")).await.unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let (folder, moved) = (world.root().join("assets"), elsewhere.path().join("assets"));
    std::fs::rename(&folder, &moved).unwrap();
    std::os::unix::fs::symlink(&moved, &folder).unwrap();
    let jar = world.root().join("versions/1.16.5/1.16.5.jar");
    flip(&jar);
    world.repair(&plain("1.16.5")).await.unwrap();
    assert_eq!(bad(&world.inspect(&plain("1.16.5"))), BTreeMap::new());

    let objects = files(&moved);
    remove(&moved.join(objects.iter().find(|file| file.starts_with("objects/")).unwrap()));
    let refused = world.repair(&plain("1.16.5")).await;
    assert!(matches!(refused, Err(InstallError::Linked { .. })), "{refused:?}");
}

#[tokio::test]
async fn a_client_jar_of_the_versions_own_is_made_again_and_never_becomes_the_games() {
    let world = World::small();
    let made = world.install(&with("1.6.4", Loader::Forge)).await.unwrap();
    let recipe = world.recipe(&with("1.6.4", Loader::Forge)).await.unwrap();
    let version = of_loader(&made.id, "1.6.4", Loader::Forge, &recipe.loader.unwrap().1);
    assert_eq!(bad(&world.inspect(&version)), BTreeMap::new());
    assert!(matches!(world.repair(&version).await, Err(InstallError::Sound { .. })));

    let (fresh, own) = (world.hashes(), format!("versions/{0}/{0}.jar", made.id));
    for break_it in [flip, remove] {
        break_it(&world.root().join(&own));
        assert_eq!(bad(&world.inspect(&version)).keys().collect::<Vec<_>>(), [&own]);
        world.repair(&version).await.unwrap();
        assert_eq!(world.hashes(), fresh);
    }
}
