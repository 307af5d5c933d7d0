//! Finding Java runtimes and choosing one.

use std::{fs, os::unix::fs::symlink, path::PathBuf};

use nova_game::{JavaKind, JavaSource, Loader, LoaderBuild};
use nova_testkit::{GameRoot, Jdk, Settings, Version, write_script};

use crate::fixture::{Fixture, code, codes};

/// A fixture whose machine has these Javas in the system's place.
fn with_javas(majors: &[u32]) -> Fixture {
    let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")));
    for major in majors {
        Jdk::of(*major).write(&jvm(&fixture, &format!("jdk-{major}"))).unwrap();
    }
    fixture
}

fn jvm(fixture: &Fixture, name: &str) -> PathBuf {
    fixture.root.with_file_name("system").join("usr/lib/jvm").join(name)
}

#[test]
fn runtimes_are_found_in_known_places_newest_first_and_once_each() {
    let fixture = with_javas(&[8, 17]);
    symlink(jvm(&fixture, "jdk-17"), jvm(&fixture, "default-java")).unwrap();
    let sdkman = fixture.root.with_file_name("home").join(".sdkman/candidates/java/21-tem");
    Jdk::of(21).write(&sdkman).unwrap();
    let list = fixture.game.java();
    let found: Vec<_> = list.items.iter().map(|java| (java.major, java.sources.clone())).collect();
    let expected =
        [(21, vec![JavaSource::User]), (17, vec![JavaSource::System]), (8, vec![JavaSource::System])];
    assert_eq!(found, expected);
    assert_eq!(list.items[1].version, "17.0.9");
    assert_eq!(list.items[1].kind, JavaKind::Jdk);
    assert_eq!(list.items[1].vendor.as_deref(), Some("Eclipse Adoptium"));
    assert!(list.problems.is_empty());
}

#[test]
fn java_home_path_and_the_official_launchers_runtimes_count() {
    let fixture = Fixture::with(&GameRoot::new(), |setup| {
        let top = setup.data.parent().unwrap().to_owned();
        Jdk::of(11).write(&top.join("jdk-11")).unwrap();
        Jdk::of(17).write(&top.join("jdk-17")).unwrap();
        Jdk::of(21).write(&top.join("game/runtime/java-runtime-delta/linux/java-runtime-delta")).unwrap();
        setup.machine.env.insert("JAVA_HOME".into(), top.join("jdk-11").into());
        let path = std::env::join_paths([top.join("jdk-17/bin"), top.join("jdk-11/bin"), "relative".into()])
            .unwrap();
        setup.machine.env.insert("PATH".into(), path);
    });
    let found: Vec<_> =
        fixture.game.java().items.into_iter().map(|java| (java.major, java.sources)).collect();
    let expected = [
        (21, vec![JavaSource::Launcher]),
        (17, vec![JavaSource::Path]),
        (11, vec![JavaSource::JavaHome, JavaSource::Path]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn without_a_release_file_the_runtime_is_asked() {
    let fixture = with_javas(&[]);
    Jdk::version("1.8.0_202").without_release().write(&jvm(&fixture, "old")).unwrap();
    let list = fixture.game.java();
    assert_eq!((list.items[0].major, list.items[0].version.as_str()), (8, "1.8.0_202"));
    assert_eq!(list.items[0].arch.as_deref(), Some("x86_64"));
}

#[test]
fn a_runtime_is_believed_more_than_the_file_beside_it() {
    let fixture = with_javas(&[]);
    let home = jvm(&fixture, "liar");
    Jdk::version("1.8.0_202").without_release().write(&home).unwrap();
    fs::write(home.join("release"), "JAVA_VERSION=\"17.0.9\"\nIMPLEMENTOR=\"X\"\n").unwrap();
    let list = fixture.game.java();
    assert_eq!((list.items[0].major, list.items[0].version.as_str()), (8, "1.8.0_202"));
    assert_eq!(codes(&list.problems), ["game.java.lies"]);
    let dead = jvm(&fixture, "dead");
    write_script(&dead.join("bin/java"), "#!/bin/sh\nexit 1\n").unwrap();
    fs::write(dead.join("release"), "JAVA_VERSION=\"21.0.1\"\n").unwrap();
    let list = fixture.game.java();
    assert_eq!(list.items.len(), 1);
    assert!(codes(&list.problems).contains(&"game.java.odd-answer"));
}

#[test]
fn a_runtime_is_asked_again_only_when_it_changed() {
    let fixture = with_javas(&[]);
    let (java, count) = (jvm(&fixture, "counting").join("bin/java"), fixture.root.with_file_name("count"));
    let script = |version: &str| {
        format!("#!/bin/sh\necho x >> '{}'\necho '    java.version = {version}' >&2\n", count.display())
    };
    write_script(&java, &script("17.0.9")).unwrap();
    assert_eq!(fixture.game.java(), fixture.game.java());
    assert_eq!(fs::read_to_string(&count).unwrap(), "x\n");
    write_script(&java, &script("17.0.10")).unwrap();
    assert_eq!(fixture.game.java().items[0].version, "17.0.10");
}

#[test]
fn runtimes_of_other_launchers_and_tools_are_found_and_those_in_game_folders_not_run() {
    let fixture = with_javas(&[]);
    let home = fixture.root.with_file_name("home");
    let places = [
        ".gradle/jdks/a",
        ".jabba/jdk/b",
        ".local/share/PrismLauncher/java/c",
        ".local/share/ModrinthApp/meta/java_versions/d",
        ".local/share/hmcl/java/linux-x86_64/e",
        ".local/share/gdlauncher_carbon/data/managed_runtimes/f",
        ".var/app/org.prismlauncher.PrismLauncher/data/PrismLauncher/java/g",
        "curseforge/minecraft/Install/runtime/java-runtime-gamma/linux/java-runtime-gamma",
        ".local/share/atlauncher/runtimes/minecraft/java-runtime-beta/linux/java-runtime-beta",
    ];
    for place in places {
        Jdk::of(17).write(&home.join(place)).unwrap();
    }
    assert_eq!(fixture.game.java().items.len(), places.len());
    let ran = fixture.root.with_file_name("ran");
    let trap = home.join(".minecraft/runtime/java-runtime-delta/bin/java");
    write_script(&trap, &format!("#!/bin/sh\ntouch '{}'\n", ran.display())).unwrap();
    assert_eq!(codes(&fixture.game.java().problems), ["game.java.of-others"]);
    assert!(!ran.exists());
}

#[test]
fn broken_runtimes_are_problems() {
    let fixture = with_javas(&[]);
    write_script(&jvm(&fixture, "mute").join("bin/java"), "#!/bin/sh\nexit 1\n").unwrap();
    write_script(&jvm(&fixture, "odd").join("bin/java"), "\u{7f}ELF no program").unwrap();
    fs::create_dir_all(jvm(&fixture, "empty/bin")).unwrap();
    Settings::new().known_java(&[PathBuf::from("/gone/bin/java")]).write(&fixture.data).unwrap();
    let list = fixture.game.java();
    assert!(list.items.is_empty());
    let mut found = codes(&list.problems);
    found.sort_unstable();
    assert_eq!(found[..2], ["game.java.not-run", "game.java.odd-answer"]);
    assert_eq!(found[2..], ["game.java.registered-missing"]);
}

#[test]
fn what_lies_in_a_game_folder_is_never_run() {
    let fixture = with_javas(&[]);
    let ran = fixture.root.with_file_name("ran");
    let gamma = "runtime/java-runtime-gamma/linux/java-runtime-gamma";
    let java = fixture.root.join(gamma).join("bin/java");
    write_script(&java, &format!("#!/bin/sh\ntouch '{}'\n", ran.display())).unwrap();
    let list = fixture.game.java();
    assert!(list.items.is_empty() && !ran.exists());
    assert_eq!(codes(&list.problems), ["game.java.of-others"]);
}

#[test]
fn a_runtime_that_is_asked_gets_no_key_and_no_option_of_java() {
    let fixture = with_javas(&[]);
    let told = fixture.root.with_file_name("told");
    write_script(
        &jvm(&fixture, "curious").join("bin/java"),
        &format!("#!/bin/sh\nenv > '{}'\n", told.display()),
    )
    .unwrap();
    drop(fixture.game.java());
    let told = fs::read_to_string(told).unwrap();
    let names: Vec<_> = told.lines().filter_map(|line| line.split('=').next()).collect();
    // The shell sets these three itself.
    let strange =
        |name: &&str| !["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "PWD", "SHLVL", "_"].contains(name);
    assert_eq!(names.into_iter().find(strange), None);
}

#[test]
fn a_runtime_that_never_answers_is_given_up() {
    let fixture = with_javas(&[17]);
    write_script(&jvm(&fixture, "slow").join("bin/java"), "#!/bin/sh\nexec sleep 60\n").unwrap();
    let list = fixture.game.java();
    assert_eq!(list.items.len(), 1);
    assert_eq!(codes(&list.problems), ["game.java.silent"]);
}

#[test]
fn java_is_set_by_number_id_path_or_auto() {
    let fixture = with_javas(&[8, 17]);
    fixture.apply(fixture.game.set_java("17", None).unwrap());
    let id = jvm(&fixture, "jdk-17/bin/java").display().to_string();
    assert_eq!(fixture.game.settings().java, Some(id.clone()));
    assert_eq!(code(fixture.game.set_java(&id, None)), "game.already");
    let proposal = fixture.game.set_java("8", Some("1.20.1")).unwrap();
    assert_eq!(proposal.warnings[0].code, "game.warn.java");
    fixture.apply(proposal);
    assert!(fixture.game.version(Some("1.20.1")).unwrap().own.java.is_some());
    fixture.apply(fixture.game.set_java("auto", None).unwrap());
    assert_eq!(fixture.game.settings().java, None);
}

#[test]
fn a_java_of_an_unknown_place_is_registered_with_the_choice_but_never_run() {
    let fixture = with_javas(&[]);
    let elsewhere = fixture.root.with_file_name("elsewhere");
    let java = Jdk::of(21).write(&elsewhere).unwrap();
    fixture.apply(fixture.game.set_java(&elsewhere.display().to_string(), None).unwrap());
    assert_eq!(fixture.game.settings().known_java, std::slice::from_ref(&java));
    assert_eq!(fixture.game.java().items[0].sources, [JavaSource::Settings]);
    let trap = fixture.root.with_file_name("trap");
    let ran = trap.join("ran");
    write_script(&trap.join("bin/java"), &format!("#!/bin/sh\ntouch '{}'\n", ran.display())).unwrap();
    assert_eq!(code(fixture.game.set_java(&trap.display().to_string(), None)), "game.java.unknown");
    assert!(!ran.exists());
}

#[test]
fn a_java_that_is_not_there_is_refused() {
    let fixture = with_javas(&[8]);
    assert_eq!(code(fixture.game.set_java("21", None)), "game.java.no-major");
    assert_eq!(code(fixture.game.set_java("/nowhere/java", None)), "game.java.unknown");
    assert_eq!(code(fixture.game.set_java("", None)), "game.java.unknown");
    assert_eq!(code(fixture.game.set_java("8", Some("nope"))), "game.version.unknown");
}

#[test]
fn what_nova_installed_itself_is_found_asked_and_told_apart() {
    let fixture = with_javas(&[17]);
    let managed = fixture.data.join("java");
    Jdk::version("17.0.15").write(&managed.join("mojang-java-runtime-gamma-17.0.15-x86_64")).unwrap();
    let bundle = managed.join("azul-16.0.2-arm64/zulu-16.jre/Contents/Home");
    Jdk::version("16.0.2").without_release().write(&bundle).unwrap();
    Jdk::of(21).write(&managed.join("mojang-21/jre.bundle/Contents/Home")).unwrap();
    let list = fixture.game.java();
    let own: Vec<_> = list.managed().map(|java| (java.major, java.version.as_str())).collect();
    assert_eq!(own, [(21, "21.0.9"), (17, "17.0.15"), (16, "16.0.2")]);
    assert_eq!(list.items.iter().filter(|java| java.sources == [JavaSource::System]).count(), 1);
    assert_eq!(codes(&list.problems), Vec::<&str>::new());
}

#[test]
fn a_runtime_is_asked_where_it_lies() {
    let fixture = with_javas(&[]);
    let java = Jdk::version("1.8.0_402").write(&fixture.dir.path().join("fetched")).unwrap();
    assert_eq!(fixture.game.ask_java(&java).unwrap().major, 8);
    let broken = fixture.dir.path().join("java");
    write_script(&broken, "#!/no/such/interpreter\n").unwrap();
    assert_eq!(fixture.game.ask_java(&broken).unwrap_err().kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn the_java_of_a_version_that_is_not_there_yet_is_foreseen() {
    let fixture = with_javas(&[]);
    let plain = fixture.game.foreseen_java("1.20.1", Some(17), None);
    assert_eq!((plain.major, plain.min), (Some(17), Some(17)));
    let forge = LoaderBuild { loader: Loader::Forge, version: "36.2.39".to_owned() };
    assert_eq!(fixture.game.foreseen_java("1.16.5", Some(8), Some(forge)).major, Some(8));
}
