//! The shared metadata of real mods: every one reads an id or says what is wrong.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use nova_meta::{Installed, JarFacts, Loader, Target, check};

use crate::build::{jar, read};

fn shared(part: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")).join(part);
    if !path.is_dir() {
        println!("skipped: no shared samples here");
        return None;
    }
    Some(path)
}

/// The files below a folder; a folder called like an archive inside becomes one.
fn pack(folder: &Path) -> Vec<u8> {
    let mut entries = BTreeMap::new();
    collect(folder, "", &mut entries);
    let entries: Vec<(&str, &[u8])> =
        entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    jar(&entries)
}

fn collect(folder: &Path, prefix: &str, entries: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        if !path.is_dir() {
            entries.insert(name, fs::read(&path).unwrap());
        } else if path.extension().is_some_and(|end| end == "jar" || end == "zip") {
            entries.insert(name, pack(&path));
        } else {
            collect(&path, &format!("{name}/"), entries);
        }
    }
}

fn mods_of(facts: &JarFacts) -> usize {
    facts.mods.len() + facts.nested.iter().map(|(_, inner)| mods_of(inner)).sum::<usize>()
}

#[test]
fn every_sample_names_a_mod_or_a_problem() {
    let Some(root) = shared("mod-metadata") else { return };
    let (mut read_well, mut with_problems, mut mods) = (0, 0, 0);
    let mut counts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for kind in ["fabric", "fabric-source", "forge", "legacy-forge", "liteloader", "neoforge", "quilt"] {
        for folder in fs::read_dir(root.join(kind)).unwrap().flatten() {
            let facts = read(&pack(&folder.path()));
            assert!(!facts.mods.is_empty() || !facts.problems.is_empty(), "{:?}", folder.path());
            mods += mods_of(&facts);
            let slot = if facts.mods.is_empty() { &mut with_problems } else { &mut read_well };
            *slot += 1;
            for problem in &facts.problems {
                let name = format!("{kind}/{}", folder.file_name().to_string_lossy());
                counts.entry(problem.message.code.to_string()).or_default().push(name);
            }
        }
    }
    println!("{read_well} jars with a mod, {with_problems} without, {mods} mods");
    for (code, names) in &counts {
        println!(
            "{code}: {} ({})",
            names.len(),
            names.iter().take(6).cloned().collect::<Vec<_>>().join(", ")
        );
    }
    assert!(read_well > with_problems * 20);
}

/// All files of a name below a folder.
fn files(folder: &Path, name: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, name));
        } else if entry.file_name() == name {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_sample_worlds_servers_and_options_are_read() {
    let Some(root) = shared("instances") else { return };
    for path in files(&root, "level.dat") {
        let facts = nova_meta::read_level(&fs::read(&path).unwrap()).unwrap();
        println!(
            "{path:?}: {:?} {:?} {:?} {} mods {:?}",
            facts.edition,
            facts.name,
            facts.game_version,
            facts.mods.len(),
            facts.problems
        );
    }
    for path in files(&root, "servers.dat") {
        let list = nova_meta::read_servers(&fs::read(&path).unwrap()).unwrap();
        assert!(list.problems.is_empty(), "{path:?}");
    }
    for path in files(&root, "options.txt") {
        let options = nova_meta::Options::read(&fs::read(&path).unwrap());
        assert!(
            options.entries().count() > 0 && options.problems().is_empty(),
            "{path:?} {:?}",
            options.problems()
        );
    }
}

#[test]
fn the_loaders_own_cases_are_read_or_told() {
    let Some(root) = shared("mod-metadata/spec-tests") else { return };
    for (loader, entry) in
        [("fabric-loader/parsing", "fabric.mod.json"), ("quilt-loader/parsing/quilt", "quilt.mod.json")]
    {
        for path in json_files(&root.join(loader)) {
            let facts = read(&jar(&[(entry, &fs::read(&path).unwrap())]));
            let is_valid = path.components().any(|part| part.as_os_str() == "spec");
            println!(
                "{path:?}: {} mods, {:?}",
                facts.mods.len(),
                facts.problems.iter().map(|one| &one.message.code).collect::<Vec<_>>()
            );
            assert!(!is_valid || facts.mods.len() == 1, "{path:?}: {:?}", facts.problems);
            assert_eq!(facts.problems.is_empty(), is_valid, "{path:?}: {:?}", facts.problems);
        }
    }
}

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(json_files(&path));
        } else if path.extension().is_some_and(|end| end == "json") {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_samples_are_checked_the_same_way_twice() {
    let Some(root) = shared("mod-metadata") else { return };
    for (kind, loader, version, game) in [
        ("fabric", Loader::Fabric, "0.15.11", "1.20.1"),
        ("forge", Loader::Forge, "47.2.0", "1.20.1"),
        ("neoforge", Loader::NeoForge, "21.1.72", "1.21.1"),
        ("legacy-forge", Loader::Forge, "14.23.5.2860", "1.12.2"),
    ] {
        let mut mods = Vec::new();
        for folder in fs::read_dir(root.join(kind)).unwrap().flatten() {
            let file = format!("{}.jar", folder.file_name().to_string_lossy());
            mods.push(Installed { file, enabled: true, facts: read(&pack(&folder.path())) });
        }
        let target = Target { game: game.into(), loader: Some((loader, version.into())), java: Some(21) };
        let found = check(&mods, &target);
        println!("{kind}: {} mods, {} findings", mods.len(), found.len());
        for one in &found {
            println!(
                "  {} {:?} {:?}",
                one.message.code,
                one.files,
                one.message
                    .fields
                    .get("needs")
                    .or(one.message.fields.get("range"))
                    .or(one.message.fields.get("reason"))
            );
        }
        mods.reverse();
        assert_eq!(found, check(&mods, &target));
    }
}

#[test]
fn the_resolving_cases_of_quilt_are_judged_as_the_loader_judges_them() {
    let Some(root) = shared("mod-metadata/spec-tests/quilt-loader/resolving") else { return };
    for (verdict, is_valid) in [("valid", true), ("error", false)] {
        for case in fs::read_dir(root.join(verdict)).unwrap().flatten() {
            let jars = fs::read_dir(case.path()).unwrap().flatten().filter(|entry| entry.path().is_dir());
            let mods: Vec<Installed> = jars
                .map(|entry| Installed {
                    file: entry.file_name().to_string_lossy().into_owned(),
                    enabled: true,
                    facts: read(&pack(&entry.path())),
                })
                .collect();
            let target = Target {
                game: "1.18.2".into(),
                loader: Some((Loader::Quilt, "0.21.0".into())),
                java: Some(17),
            };
            let found = check(&mods, &target);
            assert_eq!(found.is_empty(), is_valid, "{:?}: {found:#?}", case.path());
        }
    }
}
