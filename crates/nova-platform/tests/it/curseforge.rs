//! Each call of CurseForge's.

use nova_model::Loader;
use nova_platform::{
    Access, BodyForm, Channel, DependencyKind, Distribution, Fits, Kind, Mirrors, Search, Sort, fingerprint,
};
use nova_testkit::upstream::CURSEFORGE_KEY;

use crate::scene::{Scene, code, options};

fn fabric(game: &str) -> Fits {
    Fits { loaders: vec![Loader::Fabric], game_versions: vec![game.to_owned()] }
}

#[tokio::test]
async fn a_search_finds_what_fits() {
    let scene = Scene::new();
    let search = Search {
        text: "caves".to_owned(),
        kind: Some(Kind::Mod),
        loaders: vec![Loader::Forge],
        game_version: Some("1.20.1".to_owned()),
        sort: Sort::Downloads,
        limit: 500,
        ..Search::default()
    };
    let found = scene.platforms.curseforge.search(&search).await.unwrap();
    assert_eq!((found.items.len(), found.total), (1, 1));
    assert_eq!((found.items[0].title.as_str(), found.items[0].kind), ("Deep Caves", Some(Kind::Mod)));
    assert_eq!(found.items[0].loaders, [Loader::Forge]);
    let none = Search { loaders: vec![Loader::Fabric], ..search.clone() };
    assert_eq!(scene.platforms.curseforge.search(&none).await.unwrap().total, 0);
    let far = Search { offset: usize::MAX, ..search };
    scene.platforms.curseforge.search(&far).await.unwrap();
    scene.nothing_wrong();
}

#[tokio::test]
async fn a_project_is_found_by_number_and_by_slug() {
    let scene = Scene::new();
    let curseforge = &scene.platforms.curseforge;
    let project = curseforge.project("tidy-chest").await.unwrap();
    assert_eq!(curseforge.project(&project.id.id).await.unwrap(), project);
    assert_eq!(
        (project.distribution, project.authors.as_slice()),
        (Distribution::ByHand, &["ada".to_owned()][..])
    );
    assert_eq!(project.page.as_ref().unwrap().path(), "/minecraft/mc-mods/tidy-chest");
    let body = curseforge.body(&project.id.id).await.unwrap().unwrap();
    assert_eq!((body.form, body.text.as_str()), (BodyForm::Html, "<p>Sorts chests.</p>"));
    for missing in ["999999", "no-such-mod"] {
        assert_eq!(code(&curseforge.project(missing).await.unwrap_err()), "platform.not-found", "{missing}");
    }
    for bad in ["../mods", "", "1/files"] {
        assert_eq!(code(&curseforge.project(bad).await.unwrap_err()), "platform.bad-id", "{bad}");
    }
    scene.nothing_wrong();
}

#[tokio::test]
async fn releases_fit_and_those_that_are_withheld_are_had_by_hand() {
    let scene = Scene::new();
    let curseforge = &scene.platforms.curseforge;
    let map = curseforge.project("lantern-map").await.unwrap().id.id;
    let releases = curseforge.releases(&map, &fabric("1.20.1")).await.unwrap().items;
    let names: Vec<&str> = releases.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Lantern Map 1.2.0-beta", "Lantern Map 1.1.0", "Lantern Map 1.0.0"]);
    assert_eq!(releases[1].dependencies[0].kind, DependencyKind::Required);
    let one = &releases[1];
    assert_eq!(&curseforge.release(&map, &one.id).await.unwrap(), one);
    assert!(curseforge.changelog(&map, &one.id).await.unwrap().is_some());
    assert!(
        matches!(&one.main_file().unwrap().access, Access::Direct { url } if url.host_str() == Some("edge.forgecdn.net"))
    );
    let chest = curseforge.project("tidy-chest").await.unwrap().id.id;
    let withheld = curseforge.releases(&chest, &Fits::default()).await.unwrap().items;
    let file = withheld[0].main_file().unwrap();
    assert!(
        matches!(&file.access, Access::ByHand { page } if page.as_str().contains("/projects/")),
        "{:?}",
        file.access
    );
    assert!(file.wanted("mods/x.jar", curseforge.download_key()).is_none(), "no address is made up");
    scene.nothing_wrong();
}

#[tokio::test]
async fn files_are_known_by_their_fingerprints() {
    let scene = Scene::new();
    let curseforge = &scene.platforms.curseforge;
    let map = curseforge.project("lantern-map").await.unwrap().id.id;
    let release = curseforge.releases(&map, &fabric("1.20.1")).await.unwrap().items.remove(1);
    let Access::Direct { url } = &release.main_file().unwrap().access else { panic!("no address") };
    let bytes = scene.upstream.bytes(url.as_str()).unwrap().unwrap();
    let print = fingerprint(&bytes);
    let known = curseforge.by_fingerprint(&[print, 7]).await.unwrap();
    assert_eq!(known.into_iter().collect::<Vec<_>>(), [(print, release)]);
    scene.nothing_wrong();
}

#[tokio::test]
async fn the_newest_releases_of_many_projects_take_two_requests() {
    let scene = Scene::new();
    let curseforge = &scene.platforms.curseforge;
    let mut ids = Vec::new();
    for slug in ["lantern-map", "ember-lib", "deep-caves"] {
        ids.push(curseforge.project(slug).await.unwrap().id.id);
    }
    scene.upstream.forget_requests();
    let newest = curseforge.newest(&ids, &fabric("1.20.1"), Channel::Release).await.unwrap();
    let names: Vec<&str> = ids.iter().filter_map(|id| Some(newest.get(id)?.name.as_str())).collect();
    assert_eq!(names, ["Lantern Map 1.1.0", "Ember Lib 2.1.0"]);
    assert_eq!(scene.upstream.requests().len(), 2);
    let beta = curseforge.newest(&ids, &fabric("1.20.1"), Channel::Beta).await.unwrap();
    assert_eq!(beta[&ids[0]].name, "Lantern Map 1.2.0-beta");
    assert_eq!(curseforge.projects(&ids).await.unwrap().items.len(), 3);
    scene.nothing_wrong();
}

#[tokio::test]
async fn categories_are_named_by_number() {
    let scene = Scene::new();
    let categories = scene.platforms.curseforge.categories().await.unwrap().items;
    assert_eq!((categories[1].id.as_str(), categories[1].kind), ("423", Some(Kind::Mod)));
    scene.nothing_wrong();
}

#[tokio::test]
async fn without_a_key_nothing_is_asked_and_a_refused_one_is_told_of() {
    let scene = Scene::with(options(), Mirrors::Never, None);
    let error = scene.platforms.curseforge.project("1").await.unwrap_err();
    assert_eq!(code(&error), "platform.no-key");
    assert_eq!(scene.upstream.requests(), []);
    assert!(!scene.platforms.curseforge.is_open());
    let scene = Scene::with(options(), Mirrors::Never, Some("wrong"));
    let error = scene.platforms.curseforge.project("1").await.unwrap_err();
    assert_eq!(code(&error), "platform.key-refused");
    assert_eq!(scene.upstream.requests().len(), 1, "it is not asked again");
    assert!(!error.to_string().contains("wrong"));
}

#[tokio::test]
async fn the_mirror_stands_in_without_the_key() {
    for key in [None, Some(CURSEFORGE_KEY)] {
        let scene = Scene::with(options(), Mirrors::StandIn, key);
        if key.is_some() {
            let fault = nova_testkit::upstream::Fault::Refuse;
            scene.upstream.fault(nova_testkit::upstream::Rule::on("api.curseforge.com", fault));
        }
        let project = scene.platforms.curseforge.project("lantern-map").await.unwrap();
        assert_eq!(project.title, "Lantern Map");
        assert!(scene.asked("mod.mcimirror.top/curseforge/v1/mods/search") > 0);
        scene.nothing_wrong();
    }
}
