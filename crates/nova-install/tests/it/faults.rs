//! What breaks in between: servers, and the installing itself.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use nova_files::Step;
use nova_install::{InstallError, JobState, LoaderWish, Phase, Running, Wish, jobs, sweep, throw_away};
use nova_model::Loader;
use nova_net::sources::SourceOrder;
use nova_testkit::upstream::{Fault, Rule, UpstreamSpec};
use tokio_util::sync::CancellationToken;

use crate::world::{World, files, vanilla};

#[tokio::test]
async fn a_fault_that_stays_leaves_the_root_as_it_was_and_the_next_run_goes_on() {
    let world = World::small();
    world.upstream.fault(Rule::on("libraries.minecraft.net/", Fault::Status(500)));
    world.upstream.fault(Rule::on("bmclapi2.bangbang93.com/", Fault::Status(500)));
    let failed = world.install(&vanilla("1.20.1")).await;
    assert!(matches!(failed, Err(InstallError::Files { .. } | InstallError::Fetch(_))), "{failed:?}");
    assert_eq!(files(&world.root()), Vec::<String>::new());
    let left = jobs(&world.shop.files, &world.shop.running);
    assert!(matches!(left[0].state, JobState::Failed { .. }) && !left[0].is_held, "{left:?}");

    world.upstream.heal();
    world.upstream.forget_requests();
    world.install(&vanilla("1.20.1")).await.unwrap();
    let asked = world.upstream.requests();
    assert!(
        asked.iter().all(|asked| !asked.address.contains("resources.download")),
        "assets were fetched twice"
    );
    assert!(jobs(&world.shop.files, &world.shop.running).is_empty());
}

#[tokio::test]
async fn the_mirror_stands_in_for_the_official_servers_and_back() {
    for (order, broken) in [
        (SourceOrder::Official, "resources.download.minecraft.net/"),
        (SourceOrder::Mirror, "bmclapi2.bangbang93.com/"),
    ] {
        let world = World::of(UpstreamSpec::small().assets(5), order);
        world.upstream.fault(Rule::on(broken, Fault::Status(503)));
        world.install(&vanilla("1.20.1")).await.unwrap_or_else(|error| panic!("{broken}: {error}"));
    }
}

#[tokio::test]
async fn a_byte_that_is_wrong_once_is_fetched_again() {
    let world = World::small();
    world.upstream.fault(Rule::on("libraries.minecraft.net/", Fault::WrongByte).times(3));
    world.install(&vanilla("1.20.1")).await.unwrap();
}

#[tokio::test]
async fn calling_it_off_reaches_the_download_and_throwing_away_frees_it() {
    let world = World::small();
    world.upstream.fault(Rule::on("libraries.minecraft.net/", Fault::Slow(10)));
    let cancel = CancellationToken::new();
    let (canceller, fetching) = (cancel.clone(), Arc::new(AtomicBool::new(false)));
    let seen = Arc::clone(&fetching);
    let called_off = world
        .install_listening(&vanilla("1.20.1"), &cancel, move |far| {
            if far.phase == Phase::Fetching {
                seen.store(true, Ordering::Relaxed);
                canceller.cancel();
            }
        })
        .await;
    assert!(
        matches!(called_off, Err(InstallError::Cancelled)) && fetching.load(Ordering::Relaxed),
        "{called_off:?}"
    );
    let left = jobs(&world.shop.files, &world.shop.running);
    throw_away(&world.shop.files, &left[0].id).unwrap();
    assert!(jobs(&world.shop.files, &world.shop.running).is_empty());
    assert!(world.shop.files.stages(&world.root()).unwrap().is_empty());
    assert!(throw_away(&world.shop.files, "../x").is_err());
}

#[tokio::test]
async fn a_running_job_is_in_the_list_and_is_called_off_from_there() {
    let world = World::small();
    world.upstream.fault(Rule::on("libraries.minecraft.net/", Fault::Slow(10)));
    let (files, running) = (world.shop.files.clone(), world.shop.running.clone());
    let called_off = world
        .install_listening(&vanilla("1.20.1"), &CancellationToken::new(), move |far| {
            if far.phase == Phase::Fetching {
                let list = jobs(&files, &running);
                assert!(list[0].is_held && list[0].title.is_some());
                assert_eq!(list[0].far.as_ref(), Some(far));
                assert!(running.cancel(&list[0].id));
            }
        })
        .await;
    assert!(matches!(called_off, Err(InstallError::Cancelled)), "{called_off:?}");
    let left = jobs(&world.shop.files, &world.shop.running);
    assert!(!left[0].is_held && left[0].far.is_none());
    assert!(!world.shop.running.cancel(&left[0].id));
}

#[tokio::test]
async fn without_a_network_what_was_kept_says_what_there_is() {
    let world = World::small();
    let first = world.recipe(&vanilla("1.20.1")).await.unwrap();
    assert_eq!(first.kept_since, None);
    world.upstream.fault(Rule::on("", Fault::Status(500)));
    let kept = world.recipe(&vanilla("1.20.1")).await.unwrap();
    assert_eq!(kept.needs, first.needs);
    let other = world.recipe(&vanilla("1.16.5")).await;
    assert!(other.is_err());
}

/// A job that was killed after its change and before its end leaves its stage and its record.
#[tokio::test]
async fn what_a_job_leaves_that_was_killed_after_its_change_is_swept() {
    let world = World::small();
    // Cut off while it fetches: nothing of that is swept.
    world.upstream.fault(Rule::on("", Fault::Status(500)));
    world.install(&vanilla("1.16.5")).await.unwrap_err();
    world.upstream.heal();
    let made = world.install(&vanilla("1.20.1")).await.unwrap();
    let Some(Step::Place { stage, .. }) = made.change.steps.first() else { panic!("{made:?}") };
    let left = jobs(&world.shop.files, &Running::default());
    let record = world.shop.files.records(format!("jobs/{}", left[0].id)).unwrap();
    let text = String::from_utf8(record.get("job.json", 1 << 16).unwrap().unwrap()).unwrap();
    let killed = world.shop.files.records(format!("jobs/{stage}")).unwrap();
    killed.put("job.json", text.replace(&left[0].id, stage).as_bytes()).unwrap();
    world.shop.files.stage(&world.root(), stage).unwrap().write("nova/installer.jar", b"left").unwrap();
    world.shop.files.records("jobs/j-00000000").unwrap().hold().unwrap();
    assert_eq!(jobs(&world.shop.files, &Running::default()).len(), 2);

    sweep(&world.shop.files);
    assert_eq!(jobs(&world.shop.files, &Running::default()), left);
    assert!(!world.root().join(".nova/stage").join(stage).exists());
    assert_eq!(world.shop.files.records("jobs").unwrap().names().unwrap(), [left[0].id.clone()]);
}

#[tokio::test]
async fn a_list_that_cannot_be_read_is_asked_of_the_other_source_and_not_kept() {
    let world = World::small();
    world.upstream.fault(Rule::on("piston-meta.mojang.com/mc/game/", Fault::Short(100)));
    world.recipe(&vanilla("1.20.1")).await.unwrap();

    let world = World::small();
    world.upstream.fault(Rule::on("version_manifest", Fault::Short(100)));
    let broken = world.install(&vanilla("1.20.1")).await;
    assert!(matches!(broken, Err(InstallError::Version(_))), "{broken:?}");
    world.upstream.heal();
    world.install(&vanilla("1.20.1")).await.unwrap();
    world.upstream.fault(Rule::on("version_manifest", Fault::Short(100)));
    assert_eq!(world.recipe(&vanilla("1.16.5")).await.unwrap().kept_since, None, "it is fresh for minutes");
}

#[tokio::test]
async fn a_library_whose_digest_lies_beside_it_is_never_taken_unchecked_because_of_a_bad_line() {
    let wish =
        Wish { loader: Some(LoaderWish { loader: Loader::Fabric, version: None }), ..vanilla("1.20.1") };
    // Jar and digest are spoiled where they are asked for first.
    let world = World::small();
    world.upstream.fault(Rule::on("maven.fabricmc.net/", Fault::WrongByte));
    world.install(&wish).await.unwrap();
    let jars = files(&world.root()).into_iter().filter(|name| name.starts_with("libraries/net/fabricmc/"));
    for jar in jars {
        let official = jar.replacen("libraries", "https://maven.fabricmc.net", 1);
        assert_eq!(
            fs::read(world.root().join(&jar)).unwrap(),
            world.upstream.bytes(&official).unwrap().unwrap(),
            "{jar}"
        );
    }

    // A digest of something else, whole and well-formed, is not kept.
    let world = World::small();
    world.upstream.fault(Rule::on(".sha1", Fault::Digest));
    world.install(&wish).await.unwrap_err();
    world.upstream.heal();
    world.install(&wish).await.unwrap();

    let world = World::small();
    world.upstream.fault(Rule::on(".sha1", Fault::Status(500)));
    let failed = world.install(&wish).await;
    assert!(matches!(failed, Err(InstallError::Fetch(_))), "{failed:?}");
    assert_eq!(files(&world.root()), Vec::<String>::new());
}
