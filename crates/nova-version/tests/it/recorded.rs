//! Every recorded version json becomes a plan on every platform.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use nova_model::{Os, Severity};
use nova_version::{
    Check, FileSet, LaunchPlan, Merged, Platform, Source, VersionFile, installer, loaders::fabric,
};

use crate::{
    make,
    shared::{below, hash, shared, snapshot},
};

/// Versions by a name of their own, and games by id for those that build on them.
#[derive(Default)]
struct Recorded {
    versions: BTreeMap<String, VersionFile>,
    games: BTreeMap<String, VersionFile>,
}

fn platforms() -> Vec<(&'static str, Platform)> {
    vec![
        ("linux", make::linux()),
        ("windows", make::windows()),
        ("macos", make::mac("x86_64")),
        ("linux-arm64", Platform::new(Os::Linux, "aarch64")),
        ("windows-arm64", Platform { os_version: "10.0".into(), ..Platform::new(Os::Windows, "arm64") }),
        ("macos-arm64", make::mac("arm64")),
    ]
}

fn parse(path: &Path) -> Option<VersionFile> {
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let bytes = fs::read(path).unwrap();
    let file =
        VersionFile::parse(&name, &bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // Asset indexes lie among the version files; neither has what makes the other.
    (file.main_class.is_some() || !file.libraries.is_empty() || file.inherits_from.is_some()).then_some(file)
}

fn recorded() -> Option<Recorded> {
    let upstream = shared("upstream")?;
    let mut recorded = Recorded::default();
    for path in below(&upstream.join("piston-meta.mojang.com/v1/packages"), ".json") {
        if let Some(file) = parse(&path) {
            recorded.games.insert(file.id.clone(), file.clone());
            recorded.versions.insert(format!("game {}", file.id), file);
        }
    }
    for host in ["maven.minecraftforge.net", "maven.neoforged.net"] {
        for path in below(&upstream.join(host), "version.json") {
            let file = parse(&path).unwrap();
            recorded.versions.insert(format!("{host} {}", file.id), file);
        }
    }
    for path in below(&upstream.join("maven.minecraftforge.net/extra"), ".json") {
        let file = parse(&path).unwrap();
        recorded.versions.insert(format!("extra {}", file.id), file);
    }
    add_profiles(&mut recorded, &upstream);
    add_old_installers(&mut recorded, &upstream);
    add_instances(&mut recorded)?;
    Some(recorded)
}

/// Fabric's and Quilt's loaders on a game each.
fn add_profiles(recorded: &mut Recorded, upstream: &Path) {
    let makers = [
        (fabric::Flavour::Fabric, "maven.fabricmc.net", "fabric-loader"),
        (fabric::Flavour::Quilt, "maven.quiltmc.org", "quilt-loader"),
    ];
    for (flavour, host, prefix) in makers {
        for path in below(&upstream.join(host), ".json") {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let version = stem.strip_prefix(prefix).unwrap().trim_start_matches('-').to_owned();
            let bytes = fabric::profile(flavour, "1.20.1", &version, &fs::read(&path).unwrap()).unwrap();
            let file = VersionFile::parse(&stem, &bytes).unwrap();
            assert!(file.main_class.is_some() && file.libraries.len() > 3, "{stem}");
            recorded.versions.insert(format!("profile {}", file.id), file);
        }
    }
}

/// The version that an old installer brings in its profile.
fn add_old_installers(recorded: &mut Recorded, upstream: &Path) {
    for path in below(&upstream.join("maven.minecraftforge.net"), "install_profile.json") {
        let plan = installer::plan("old", &fs::read(&path).unwrap(), &place()).unwrap();
        let json = plan.steps.iter().find_map(|step| match step {
            installer::InstallStep::WriteVersionJson {
                source: installer::VersionSource::Bytes(bytes),
                ..
            } => Some(bytes),
            _ => None,
        });
        if let Some(json) = json {
            let file = VersionFile::parse(&plan.id, json).unwrap();
            recorded.versions.insert(format!("old installer {}", file.id), file);
        }
    }
}

fn place() -> installer::Place {
    let below = |rest: &str| format!("/mc/{rest}");
    installer::Place {
        os: Os::Linux,
        root: "/mc".to_owned(),
        libraries: below("libraries"),
        client_jar: below("client.jar"),
        installer: below("installer.jar"),
        scratch: below("scratch"),
    }
}

fn add_instances(recorded: &mut Recorded) -> Option<()> {
    for path in below(&shared("instances/versions")?, ".json") {
        let Some(file) = parse(&path) else { continue };
        if file.main_class.is_none() {
            continue;
        }
        recorded.games.entry(file.id.clone()).or_insert_with(|| file.clone());
        recorded.versions.insert(format!("instance {}", file.id), file);
    }
    Some(())
}

impl Recorded {
    fn chain(&self, file: &VersionFile) -> Option<Vec<VersionFile>> {
        let mut chain = vec![file.clone()];
        while let Some(parent) = chain.last().and_then(|file| file.inherits_from.clone()) {
            if parent == chain.last()?.id {
                break;
            }
            chain.push(self.games.get(&parent)?.clone());
        }
        Some(chain)
    }
}

#[test]
fn every_recorded_version_becomes_a_plan_everywhere() {
    let Some(recorded) = recorded() else { return };
    let (mut lines, mut plans, mut orphans) = (Vec::new(), 0, Vec::new());
    for (name, file) in &recorded.versions {
        let Some(chain) = recorded.chain(file) else {
            orphans.push(name.clone());
            continue;
        };
        let merged = Merged::of(&chain).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (system, platform) in platforms() {
            let files = FileSet::of(&merged, &platform);
            let input = make::input(&platform, &merged.jar);
            let plan = LaunchPlan::make(&merged, &files, &platform, &input);
            check(&format!("{name} {system}"), &plan, &files, &platform);
            plans += 1;
            lines.push(line(name, system, &plan, &files));
        }
    }
    println!("{} versions, {plans} plans, without their game: {orphans:?}", recorded.versions.len());
    assert!(recorded.versions.len() >= 130 && orphans.len() < 8, "{orphans:?}");
    snapshot("plans.snap", &lines);
}

fn line(name: &str, system: &str, plan: &LaunchPlan, files: &FileSet) -> String {
    let words = plan.words().map(|word| word.shown().to_owned());
    let addresses = files.libraries.iter().chain(files.natives.iter().map(|native| &native.file));
    let addresses = addresses.map(|file| format!("{:?}{:?}{:?}", file.source, file.check, file.size));
    let worst = files.problems.iter().chain(&plan.problems).map(|problem| problem.severity).max();
    let worst = worst.map_or(String::new(), |severity| format!(" {severity:?}").to_lowercase());
    format!(
        "{name} | {system} | java {} game {} class path {} natives {} {:016x} {:016x}{worst}",
        plan.jvm_args.len(),
        plan.game_args.len(),
        plan.classpath.len(),
        files.natives.len(),
        hash(words),
        hash(addresses),
    )
}

/// What holds for every plan.
fn check(name: &str, plan: &LaunchPlan, files: &FileSet, platform: &Platform) {
    let words: Vec<String> = plan.words().map(|word| word.expose().to_owned()).collect();
    assert!(words.iter().all(|word| !word.contains("${")), "{name}: a placeholder is left");
    assert!(plan.problems.is_empty(), "{name}: {:?}", plan.problems);
    let windows_only =
        words.iter().any(|word| word.contains("HeapDumpPath") || word.starts_with("-Dos.name=Windows"));
    assert_eq!(windows_only, platform.os == Os::Windows, "{name}");
    let lwjgl_3 = files.libraries.iter().any(|file| {
        file.coordinate.group.starts_with("org.lwjgl") && file.coordinate.version.starts_with('3')
    });
    let first_thread = words.iter().any(|word| word == "-XstartOnFirstThread");
    // Mojang's file of 18w.. and the like has it for LWJGL 3 alone; TLauncher's copy too.
    assert_eq!(first_thread, platform.os == Os::MacOs && lwjgl_3, "{name}");
    check_class_path(name, plan, files, platform, &words);
    check_natives(name, files, platform);
    assert!(!format!("{plan:?}").contains(make::TOKEN), "{name}");
}

fn check_class_path(name: &str, plan: &LaunchPlan, files: &FileSet, platform: &Platform, words: &[String]) {
    let distinct: BTreeSet<&String> = plan.classpath.iter().collect();
    assert_eq!(distinct.len(), plan.classpath.len(), "{name}: a file twice");
    let kinds: BTreeSet<String> = files.libraries.iter().map(|file| file.coordinate.kind()).collect();
    assert_eq!(kinds.len(), files.libraries.len(), "{name}: a library in two versions");
    let joined = plan.classpath.join(platform.classpath_separator());
    let places: Vec<usize> =
        words.iter().enumerate().filter(|(_, word)| **word == joined).map(|(at, _)| at).collect();
    assert_eq!(places.len(), 1, "{name}");
    assert_eq!(words[places[0] - 1], "-cp", "{name}");
    assert!(plan.classpath.len() == files.libraries.len() + 1, "{name}");
    for file in &files.libraries {
        if let Source::Urls(urls) = &file.source {
            assert!(
                !urls.is_empty() && urls.iter().all(|url| url.starts_with("http")),
                "{name} {}",
                file.path
            );
        } else {
            assert!(matches!(file.check, Check::Sha1(_) | Check::Unknown), "{name} {}", file.path);
        }
    }
}

fn check_natives(name: &str, files: &FileSet, platform: &Platform) {
    let system = match platform.os {
        Os::Linux => "linux",
        Os::Windows => "windows",
        Os::MacOs => "mac",
    };
    for native in &files.natives {
        let classifier = native.file.coordinate.classifier.as_deref().unwrap();
        assert!(
            classifier.contains(system) || (system == "mac" && classifier.contains("osx")),
            "{name}: {classifier}"
        );
    }
    let window = files.libraries.iter().any(|file| file.coordinate.artifact == "lwjgl");
    let unpacked = files.natives.iter().any(|native| native.file.coordinate.group.starts_with("org.lwjgl"));
    let on_path = files.libraries.iter().any(|file| {
        file.coordinate.artifact.starts_with("lwjgl")
            && file.coordinate.classifier.as_deref().is_some_and(|c| c.starts_with("natives"))
    });
    let error = files.problems.iter().any(|problem| problem.severity == Severity::Error);
    assert!(!window || unpacked || on_path || error, "{name}: no natives and no word about it");
    if platform.arch_name() == "x86_64" {
        assert!(!error, "{name}: {:?}", files.problems);
    }
}

#[test]
fn every_recorded_installer_becomes_steps() {
    let Some(upstream) = shared("upstream") else { return };
    let (mut lines, mut counts) = (Vec::new(), BTreeMap::new());
    for host in ["maven.minecraftforge.net", "maven.neoforged.net"] {
        for path in below(&upstream.join(host), "install_profile.json") {
            let version = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
            *counts.entry(host).or_insert(0) += 1;
            lines.push(format!("{host} {version} | {}", steps(&version, &fs::read(&path).unwrap())));
        }
    }
    println!("{counts:?}");
    assert!(counts.values().sum::<i32>() >= 40, "{counts:?}");
    snapshot("installers.snap", &lines);
}

fn steps(version: &str, bytes: &[u8]) -> String {
    let plan = installer::plan(version, bytes, &place()).unwrap_or_else(|error| panic!("{version}: {error}"));
    assert!(plan.problems.is_empty(), "{version}: {:?}", plan.problems);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for step in &plan.steps {
        *counts.entry(kind(step)).or_default() += 1;
    }
    for processor in plan.processors() {
        assert!(
            processor.args.iter().all(|arg| !arg.contains('{') && !arg.starts_with('[')),
            "{version}: {:?}",
            processor.args
        );
    }
    let counts: Vec<String> = counts.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let outputs = plan.processors().map(|processor| processor.outputs.len()).sum::<usize>();
    let args = plan.processors().flat_map(|processor| processor.args.clone());
    format!("{} on {}: {}; outputs {outputs} {:016x}", plan.id, plan.game, counts.join(", "), hash(args))
}

fn kind(step: &installer::InstallStep) -> &'static str {
    match step {
        installer::InstallStep::NeedGame { .. } => "game",
        installer::InstallStep::FetchLibrary { .. } => "fetch",
        installer::InstallStep::ExtractFromInstaller { .. } => "extract",
        installer::InstallStep::StripClientJar { .. } => "strip",
        installer::InstallStep::RunProcessor(_) => "run",
        installer::InstallStep::WriteVersionJson { .. } => "write",
    }
}
