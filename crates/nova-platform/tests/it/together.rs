//! Both platforms in one search.

use nova_platform::{Kind, Mirrors, ProjectId, Search, Source};
use nova_testkit::upstream::{Fault, Rule};

use crate::scene::{Scene, code, options};

fn search(text: &str) -> Search {
    Search { text: text.to_owned(), kind: Some(Kind::Mod), limit: 20, ..Search::default() }
}

#[tokio::test]
async fn what_both_have_is_there_once_and_what_one_has_is_there_too() {
    let scene = Scene::new();
    let found = scene.platforms.search(&search("map"), &Source::ALL).await;
    let titles: Vec<&str> = found.projects.iter().map(|project| project.title.as_str()).collect();
    assert_eq!(titles, ["Lantern Map", "Old Map (classic)"]);
    assert!(found.projects.iter().all(|project| project.id.source == Source::Modrinth));
    assert_eq!((found.twins.len(), found.twins[0].1.source), (2, Source::CurseForge));
    assert_eq!(found.totals, [(Source::Modrinth, 2), (Source::CurseForge, 2)]);
    let only = scene.platforms.search(&search("caves"), &Source::ALL).await;
    assert_eq!(only.projects[0].id.source, Source::CurseForge);
    let one = scene.platforms.search(&search("caves"), &[Source::Modrinth]).await;
    assert!(one.projects.is_empty() && one.failed.is_empty());
    scene.nothing_wrong();
}

#[tokio::test]
async fn a_platform_without_an_answer_does_not_keep_the_other() {
    let scene = Scene::with(options(), Mirrors::Never, None);
    let found = scene.platforms.search(&search("map"), &Source::ALL).await;
    assert_eq!(found.projects.len(), 2);
    assert_eq!(found.failed.len(), 1);
    assert_eq!(
        (found.failed[0].0, code(&found.failed[0].1).as_str()),
        (Source::CurseForge, "platform.no-key")
    );
    scene.upstream.fault(Rule::on("api.modrinth.com", Fault::Refuse));
    let none = scene.platforms.search(&search("chest"), &Source::ALL).await;
    assert_eq!((none.projects.len(), none.failed.len()), (0, 2));
}

#[tokio::test]
async fn a_project_is_looked_at_on_its_own_platform() {
    let scene = Scene::new();
    for (id, text) in [("modrinth:lantern-map", "# Lantern Map"), ("curseforge:lantern-map", "<p>A minimap")]
    {
        let id = ProjectId::parse(id).unwrap();
        let project = scene.platforms.project(&id).await.unwrap();
        assert!(project.body.as_ref().unwrap().text.starts_with(text), "{id}");
        assert_eq!(project.authors, ["ada"]);
        let releases = scene.platforms.releases(&project.id, &nova_platform::Fits::default()).await.unwrap();
        assert_eq!(releases.items.len(), 4, "{id}");
    }
    scene.nothing_wrong();
}
