//! Releases as downloads: checked by hash, with the key for CurseForge's hosts and for no other.

use std::sync::Arc;

use nova_model::Random;
use nova_net::download::{
    Amounts, FetchError, FetchOptions, FetchReport, Fetcher, Landing, Memory, Tries, Wanted,
};
use nova_platform::{Access, Fits, Mirrors, Release};
use nova_testkit::upstream::{CURSEFORGE_KEY, Fault, Rule};
use tokio_util::sync::CancellationToken;

use crate::scene::{Noon, Scene, options, rewrites};

struct Same;

impl Random for Same {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.fill(7);
    }
}

async fn fetch(scene: &Scene, wanted: Wanted) -> FetchReport {
    let tries = Tries { per_source: 2, backoff: std::time::Duration::from_millis(5), ..Tries::default() };
    let options = FetchOptions { rewrites: rewrites(&scene.upstream), tries, ..FetchOptions::default() };
    let fetcher = Fetcher::new(options, Arc::new(Noon), Arc::new(Same));
    let landing: Arc<dyn Landing> = Arc::new(Memory::default());
    fetcher.fetch(vec![wanted], &landing, &|_: &Amounts| {}, &CancellationToken::new()).await
}

async fn newest(scene: &Scene) -> Release {
    let curseforge = &scene.platforms.curseforge;
    let map = curseforge.project("lantern-map").await.unwrap().id.id;
    curseforge.releases(&map, &Fits::default()).await.unwrap().items.remove(0)
}

fn failed(report: &FetchReport) -> &FetchError {
    report.failures().next().map(|(_, error)| error).unwrap()
}

#[tokio::test]
async fn curseforges_files_come_with_the_key_and_are_checked() {
    let scene = Scene::new();
    let release = newest(&scene).await;
    let file = release.main_file().unwrap();
    let wanted = file.wanted("mods/a.jar", scene.platforms.curseforge.download_key()).unwrap();
    let report = fetch(&scene, wanted).await;
    assert!(report.is_whole(), "{report:?}");
    assert_eq!(report.files[0].as_ref().unwrap().bytes, file.size);
    let asked = scene.upstream.requests();
    let download = asked.iter().find(|asked| asked.address.starts_with("edge.forgecdn.net/")).unwrap();
    assert_eq!(download.api_key.as_deref(), Some(CURSEFORGE_KEY));
    scene.nothing_wrong();
}

#[tokio::test]
async fn without_a_key_curseforges_files_are_refused() {
    let scene = Scene::with(options(), Mirrors::StandIn, None);
    let release = newest(&scene).await;
    let wanted = release.main_file().unwrap().wanted("mods/a.jar", None).unwrap();
    let report = fetch(&scene, wanted).await;
    assert!(matches!(failed(&report), FetchError::Status { status: 401, .. }), "{report:?}");
}

#[tokio::test]
async fn the_key_does_not_follow_a_redirect_to_another_host() {
    let scene = Scene::new();
    let release = newest(&scene).await;
    let file = release.main_file().unwrap();
    let twin =
        scene.platforms.modrinth.releases("lantern-map", &Fits::default()).await.unwrap().items.remove(0);
    let Access::Direct { url } = &twin.main_file().unwrap().access else { panic!("no address") };
    let away = Fault::Redirect(scene.upstream.url(url.as_str()));
    scene.upstream.fault(Rule::on("edge.forgecdn.net", away));
    let wanted = file.wanted("mods/a.jar", scene.platforms.curseforge.download_key()).unwrap();
    let report = fetch(&scene, wanted).await;
    assert!(report.is_whole(), "the same bytes lie there: {report:?}");
    let asked = scene.upstream.requests();
    let keys = |host: &str| -> Vec<bool> {
        let to = asked.iter().filter(|asked| asked.address.starts_with(host));
        to.map(|asked| asked.api_key.is_some()).collect()
    };
    assert_eq!((keys("edge.forgecdn.net"), keys("cdn.modrinth.com")), (vec![true], vec![false]));
    scene.nothing_wrong();
}

#[tokio::test]
async fn a_file_with_another_hash_is_not_taken() {
    let scene = Scene::new();
    let release =
        scene.platforms.modrinth.releases("lantern-map", &Fits::default()).await.unwrap().items.remove(0);
    scene.upstream.fault(Rule::on(".jar", Fault::WrongByte));
    let report = fetch(&scene, release.main_file().unwrap().wanted("mods/a.jar", None).unwrap()).await;
    assert!(matches!(failed(&report), FetchError::WrongDigest { .. }), "{report:?}");
    assert!(scene.asked("mod.mcimirror.top/data/") > 0, "the mirror was asked too");
}
