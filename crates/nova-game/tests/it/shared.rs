//! Real version jsons of other launchers, where the shared samples are there.

use std::path::{Path, PathBuf};

use nova_game::Loader;

use crate::fixture::Fixture;

fn samples() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/instances/versions");
    if !path.is_dir() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

/// A root with every json of the samples, each under its folder's name.
fn installed(samples: &Path) -> Fixture {
    let fixture = Fixture::empty();
    for entry in walkdir::WalkDir::new(samples).into_iter().map(Result::unwrap) {
        if entry.path().extension().is_some_and(|ending| ending == "json") {
            let id = entry.path().file_stem().unwrap().to_str().unwrap().to_owned();
            fixture.write(&format!("versions/{id}/{id}.json"), std::fs::read(entry.path()).unwrap());
        }
    }
    fixture
}

#[test]
fn jsons_of_real_launchers_are_understood() {
    let Some(samples) = samples() else { return };
    let fixture = installed(&samples);
    let list = fixture.game.versions().unwrap();
    let row = |id: &str| {
        let version = list.find(id).unwrap();
        let loaders: Vec<_> =
            version.loaders.iter().map(|build| (build.loader, build.version.as_str())).collect();
        (version.game_version.as_deref(), loaders, version.java.major)
    };
    assert_eq!(
        row("fabric-loader-0.15.11-1.20.1"),
        (Some("1.20.1"), vec![(Loader::Fabric, "0.15.11")], Some(17))
    );
    assert_eq!(row("1.14.4-forge-28.0.47"), (Some("1.14.4"), vec![(Loader::Forge, "28.0.47")], Some(8)));
    assert_eq!(row("1.17.1-forge-37.0.97"), (Some("1.17.1"), vec![(Loader::Forge, "37.0.97")], Some(16)));
    assert_eq!(row("tlauncher"), (Some("1.16.5"), vec![(Loader::OptiFine, "HD_U_G8")], Some(8)));
    let (game, loaders, java) = row("科技魔法");
    assert_eq!((game, loaders[0].0, java), (Some("1.12.2"), Loader::Forge, Some(8)));
    assert_eq!(loaders.len(), 3);
}
