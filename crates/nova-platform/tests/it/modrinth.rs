//! Each call of Modrinth's.

use nova_model::Loader;
use nova_platform::{Access, Channel, DependencyKind, Fits, Kind, Search, Side, Sort};

use crate::scene::{Scene, code};

fn maps() -> Search {
    Search { text: "map".to_owned(), kind: Some(Kind::Mod), limit: 20, ..Search::default() }
}

fn fabric(game: &str) -> Fits {
    Fits { loaders: vec![Loader::Fabric], game_versions: vec![game.to_owned()] }
}

#[tokio::test]
async fn a_search_finds_what_fits_and_says_how_much_there_is() {
    let scene = Scene::new();
    let found = scene.platforms.modrinth.search(&maps()).await.unwrap();
    let titles: Vec<&str> = found.items.iter().map(|project| project.title.as_str()).collect();
    assert_eq!((titles, found.total, found.odd), (vec!["Lantern Map", "Old Map (classic)"], 2, 0));
    let first = &found.items[0];
    assert_eq!(first.loaders, [Loader::Fabric, Loader::Forge]);
    assert_eq!((first.kind, first.categories.as_slice()), (Some(Kind::Mod), &["utility".to_owned()][..]));
    assert_eq!((first.sides.client, first.authors.as_slice()), (Side::Required, &["ada".to_owned()][..]));
    let forge = Search { loaders: vec![Loader::Forge], game_version: Some("1.20.1".to_owned()), ..maps() };
    assert_eq!(scene.platforms.modrinth.search(&forge).await.unwrap().total, 1);
    let shaders = Search { kind: Some(Kind::Shader), ..maps() };
    assert_eq!(scene.platforms.modrinth.search(&shaders).await.unwrap().total, 0);
    scene.nothing_wrong();
}

#[tokio::test]
async fn pages_follow_each_other_without_a_gap_and_never_ask_for_more_than_there_may_be() {
    let scene = Scene::new();
    let page = |offset, limit| Search { sort: Sort::Downloads, offset, limit, ..Search::default() };
    let mut all = Vec::new();
    for at in 0..4 {
        let found = scene.platforms.modrinth.search(&page(at * 20, 20)).await.unwrap();
        assert_eq!((found.offset, found.total), (at * 20, 64));
        all.extend(found.items.into_iter().map(|project| project.id));
    }
    let whole = scene.platforms.modrinth.search(&page(0, 5_000)).await.unwrap();
    assert_eq!(whole.items.into_iter().map(|project| project.id).collect::<Vec<_>>(), all);
    scene.platforms.modrinth.search(&page(usize::MAX, 0)).await.unwrap();
    scene.nothing_wrong();
}

#[tokio::test]
async fn a_project_is_found_by_slug_and_by_id_with_its_page_and_its_makers() {
    let scene = Scene::new();
    let modrinth = &scene.platforms.modrinth;
    let project = modrinth.project("lantern-map").await.unwrap();
    assert_eq!(modrinth.project(&project.id.id).await.unwrap(), project);
    assert_eq!(project.body.as_ref().unwrap().text, "# Lantern Map\n\nA minimap with waypoints.");
    assert_eq!(project.licence.as_deref(), Some("MIT"));
    assert_eq!(project.page.as_ref().unwrap().as_str(), "https://modrinth.com/project/lantern-map");
    assert_eq!(modrinth.members("lantern-map").await.unwrap().items[0].name, "ada");
    let error = modrinth.project("no-such-mod").await.unwrap_err();
    assert_eq!(code(&error), "platform.not-found");
    let error = modrinth.project("../tag/category").await.unwrap_err();
    assert_eq!(code(&error), "platform.bad-id");
    assert_eq!(scene.asked("tag"), 0, "it was not even asked");
    scene.nothing_wrong();
}

#[tokio::test]
async fn many_projects_and_releases_are_asked_for_at_once() {
    let scene = Scene::new();
    let modrinth = &scene.platforms.modrinth;
    let mut ids: Vec<String> = (1..=60).map(|at| format!("filler-{at:02}")).collect();
    ids.extend((0..90).map(|at| format!("missing-{at}")));
    let found = modrinth.projects(&ids).await.unwrap();
    assert_eq!((found.items.len(), scene.asked("/projects")), (60, 2));
    let fits = Fits::default();
    let releases = modrinth.releases("lantern-map", &fits).await.unwrap().items;
    let ids: Vec<String> = releases.iter().map(|release| release.id.clone()).collect();
    assert_eq!(modrinth.releases_by_id(&ids).await.unwrap().items, releases);
    assert_eq!(modrinth.release(&ids[0]).await.unwrap(), releases[0]);
    assert_eq!(modrinth.projects(&[]).await.unwrap().items, []);
    scene.nothing_wrong();
}

#[tokio::test]
async fn releases_fit_the_game_and_the_loader_and_say_what_they_need() {
    let scene = Scene::new();
    let modrinth = &scene.platforms.modrinth;
    let releases = modrinth.releases("lantern-map", &fabric("1.20.1")).await.unwrap().items;
    let numbers: Vec<(&str, Channel)> =
        releases.iter().map(|one| (one.number.as_str(), one.channel)).collect();
    assert_eq!(
        numbers,
        [("1.2.0-beta", Channel::Beta), ("1.1.0", Channel::Release), ("1.0.0", Channel::Release)]
    );
    let library = modrinth.project("ember-lib").await.unwrap().id;
    let kinds: Vec<_> = releases[1].dependencies.iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [DependencyKind::Required, DependencyKind::Incompatible]);
    assert_eq!(releases[1].dependencies[0].project, Some(library));
    let file = releases[1].main_file().unwrap();
    assert!(matches!(&file.access, Access::Direct { url } if url.host_str() == Some("cdn.modrinth.com")));
    let none = modrinth.releases("lantern-map", &fabric("1.8.9")).await.unwrap();
    assert_eq!(none.items, []);
    scene.nothing_wrong();
}

#[tokio::test]
async fn files_are_known_by_their_hashes_and_so_is_what_is_newer() {
    let scene = Scene::new();
    let modrinth = &scene.platforms.modrinth;
    let releases = modrinth.releases("ember-lib", &fabric("1.20.1")).await.unwrap().items;
    let old = releases.last().unwrap();
    let sha1 = old.main_file().unwrap().hashes.sha1.clone().unwrap();
    let strange = "0".repeat(40);
    let known = modrinth.by_sha1(&[sha1.clone(), strange.clone()]).await.unwrap();
    assert_eq!(known.len(), 1);
    assert_eq!(&known[&sha1], old);
    let newer = modrinth.updates(&[sha1.clone(), strange], &fabric("1.20.1")).await.unwrap();
    assert_eq!(newer[&sha1].number, "2.1.0");
    let other = modrinth.updates(std::slice::from_ref(&sha1), &fabric("1.21.1")).await.unwrap();
    assert_eq!(other[&sha1].number, "3.0.0");
    scene.nothing_wrong();
}

#[tokio::test]
async fn many_hashes_go_in_several_requests() {
    let scene = Scene::new();
    let hashes: Vec<String> = (0..1_200).map(|at| format!("{at:040x}")).collect();
    assert!(scene.platforms.modrinth.by_sha1(&hashes).await.unwrap().is_empty());
    assert_eq!(scene.asked("/version_files"), 3);
    scene.nothing_wrong();
}

#[tokio::test]
async fn categories_say_what_has_them() {
    let scene = Scene::new();
    let categories = scene.platforms.modrinth.categories().await.unwrap().items;
    let kinds: Vec<_> = categories.iter().map(|one| (one.id.as_str(), one.kind)).collect();
    assert_eq!(kinds[0], ("utility", Some(Kind::Mod)));
    assert_eq!(kinds[2], ("16x", Some(Kind::ResourcePack)));
}
