//! Whole installs, of the game and of each loader.

use nova_install::{Goal, LoaderChange, LoaderWish, Phase, State, jobs};
use nova_model::Loader;
use nova_testkit::game;
use tokio_util::sync::CancellationToken;

use crate::world::{Phases, World, files, origin, vanilla, with};

#[tokio::test]
async fn a_version_is_installed_from_nothing_and_taken_back() {
    let world = World::small();
    let phases = Phases::default();
    let hearing = phases.clone();
    let made = world
        .install_listening(&vanilla("1.20.1"), &CancellationToken::new(), move |far| hearing.hear(far))
        .await
        .unwrap();
    assert_eq!(made.id, "1.20.1");
    assert_eq!(phases.heard(), [Phase::Resolving, Phase::Checking, Phase::Fetching, Phase::Placing]);
    let there = files(&world.root());
    for wanted in ["versions/1.20.1/1.20.1.json", "versions/1.20.1/1.20.1.jar"] {
        assert!(there.iter().any(|path| path == wanted), "{wanted} is not among {there:?}");
    }
    assert!(jobs(&world.shop.files, &world.shop.running).is_empty());
    let recipe = world.recipe(&with("1.20.1", Loader::Fabric)).await.unwrap();
    let missing = world.shop.missing(&world.root(), &recipe).await;
    assert!(
        missing.iter().all(|(need, _)| need.place.contains("fabric")
            || need.place.contains("intermediary")
            || need.place.contains("asm")),
        "{missing:?}"
    );

    world.shop.files.undo(&made.change.id, &crate::world::origin()).unwrap();
    assert_eq!(files(&world.root()), Vec::<String>::new());
}

#[tokio::test]
async fn every_version_of_the_upstream_is_installed() {
    let world = World::small();
    for game in world.upstream.versions() {
        let made = world.install(&vanilla(&game)).await.unwrap_or_else(|error| panic!("{game}: {error}"));
        let recipe = world
            .shop
            .recipe(
                &world.root(),
                &Goal::Version(nova_install::Wish { name: Some("other".to_owned()), ..vanilla(&game) }),
                &CancellationToken::new(),
            )
            .await
            .unwrap();
        let wrong: Vec<_> = world
            .shop
            .missing(&world.root(), &recipe)
            .await
            .into_iter()
            .filter(|(need, _)| !need.place.starts_with("versions/"))
            .collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", made.id);
    }
}

#[tokio::test]
async fn light_loaders_stand_on_the_game() {
    let world = World::small();
    for loader in [Loader::Fabric, Loader::Quilt] {
        let made =
            world.install(&with("1.20.1", loader)).await.unwrap_or_else(|error| panic!("{loader}: {error}"));
        assert_eq!(made.id, format!("1.20.1-{loader}"));
    }
    let there = files(&world.root());
    assert!(there.iter().any(|path| path == "versions/1.20.1/1.20.1.json"));
    // The second name tells the build.
    let again = world.install(&with("1.20.1", Loader::Fabric)).await.unwrap();
    assert!(again.id.starts_with("1.20.1-fabric-"), "{}", again.id);
}

#[tokio::test]
async fn installers_run_and_make_what_they_say() {
    if !game::has_compiler() {
        return;
    }
    let world = World::small();
    let mut tried = 0;
    for game in world.upstream.versions() {
        for loader in [Loader::Forge, Loader::NeoForge] {
            let builds =
                nova_install::catalog::builds(&world.shop.web, loader, &game, &CancellationToken::new())
                    .await;
            if builds.is_ok_and(|builds| builds.iter().any(|build| build.installer.is_some())) {
                let made = world.install(&with(&game, loader)).await;
                let made = made.unwrap_or_else(|error| panic!("{game} {loader}: {error:?}"));
                assert_eq!(made.id, format!("{game}-{loader}"));
                tried += 1;
            }
        }
    }
    assert!(tried >= 4, "{tried}");
}

#[tokio::test]
async fn a_name_that_is_taken_or_none_is_refused() {
    let world = World::small();
    let named = |name: &str| nova_install::Wish { name: Some(name.to_owned()), ..vanilla("1.20.1") };
    world.install(&named("my world")).await.unwrap();
    let again = world.install(&named("my world")).await;
    assert!(matches!(again, Err(nova_install::InstallError::Taken { .. })), "{again:?}");
    assert!(world.install(&named("../x")).await.is_err());
    let near = world.recipe(&vanilla("1.20.11")).await;
    let Err(nova_install::InstallError::NoGame { near, .. }) = near else { panic!("{near:?}") };
    assert!(near.iter().any(|id| id == "1.20.1"), "{near:?}");
}

#[tokio::test]
async fn what_an_install_brought_is_not_read_again_before_it_changes() {
    let world = World::small();
    for wish in [vanilla("1.16.5"), with("1.20.1", Loader::Fabric)] {
        let id = world.install(&wish).await.unwrap().id;
        let (read, found) = world.read_for(&id);
        assert_eq!((read, found), (0, 0), "{id}");
    }
    let jar = world.root().join("versions/1.16.5/1.16.5.jar");
    let mut bytes = std::fs::read(&jar).unwrap();
    bytes[0] ^= 1;
    nova_testkit::write_file(&jar, &bytes).unwrap();
    assert_eq!(world.read_for("1.16.5"), (bytes.len() as u64, 1));
}

#[tokio::test]
async fn a_flipped_byte_and_a_missing_file_are_found() {
    let world = World::small();
    world.install(&vanilla("1.20.1")).await.unwrap();
    let recipe =
        world.recipe(&nova_install::Wish { name: Some("x".to_owned()), ..vanilla("1.20.1") }).await.unwrap();
    let libraries: Vec<_> = recipe.needs.iter().filter(|need| need.place.starts_with("libraries/")).collect();
    let (flipped, gone) = (world.root().join(&libraries[0].place), world.root().join(&libraries[1].place));
    let mut bytes = std::fs::read(&flipped).unwrap();
    bytes[0] ^= 1;
    nova_testkit::write_file(&flipped, &bytes).unwrap();
    #[expect(clippy::disallowed_methods, reason = "something else than Nova removes the file")]
    std::fs::remove_file(&gone).unwrap();
    let wrong = world.shop.missing(&world.root(), &recipe).await;
    let wrong: Vec<_> = wrong
        .iter()
        .filter(|(need, _)| need.place.starts_with("libraries/"))
        .map(|(_, state)| *state)
        .collect();
    assert_eq!(wrong, [State::Hash, State::Missing]);
}

#[tokio::test]
async fn a_loader_is_changed_in_place_and_the_games_own_version_stays() {
    if !game::has_compiler() {
        return;
    }
    let world = World::small();
    let named = |loader| nova_install::Wish { name: Some("Mine".to_owned()), ..with("1.20.1", loader) };
    world.install(&named(Loader::Fabric)).await.unwrap();
    let json = |id: &str| std::fs::read(world.root().join(nova_install::json_place(id))).unwrap();
    let (first, base) = (json("Mine"), json("1.20.1"));
    let loaders = [Some(Loader::Forge), Some(Loader::Quilt), None];
    let mut changes = Vec::new();
    for loader in loaders {
        let loader = loader.map(|loader| LoaderWish { loader, version: None });
        let change =
            LoaderChange { id: "Mine".to_owned(), game: "1.20.1".to_owned(), was: None, loader, api: None };
        let goal = Goal::Loader(change);
        let made = world.run(&goal).await.unwrap();
        let recipe = world.shop.recipe(&world.root(), &goal, &CancellationToken::new()).await.unwrap();
        assert_eq!(world.shop.missing(&world.root(), &recipe).await, [], "{goal:?}");
        assert_eq!(json("1.20.1"), base, "the version it stands on is as it was");
        changes.push(made.change.id);
    }
    for change in changes.iter().rev() {
        world.shop.files.undo(change, &origin()).unwrap();
    }
    assert_eq!(json("Mine"), first);
    let game = LoaderChange {
        id: "1.20.1".to_owned(),
        game: "1.20.1".to_owned(),
        was: None,
        loader: named(Loader::Fabric).loader,
        api: None,
    };
    let refused = world.run(&Goal::Loader(game)).await;
    assert!(matches!(refused, Err(nova_install::InstallError::IsTheGame { .. })), "{refused:?}");
}
