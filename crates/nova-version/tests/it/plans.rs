//! Command lines, word by word.

use nova_model::Os;
use nova_version::{
    LaunchArg, Platform,
    plan::{AuthlibInjector, LogConfigUse, LogFormat, Memory, QuickPlay, VersionDefaults, Window},
};
use serde_json::json;

use crate::make::{TOKEN, file, linux, mac, new_game, old_game, plan, windows, words};

#[test]
fn a_new_version_starts_with_its_own_arguments_in_their_order() {
    let plan = plan(&[new_game()], &linux(), |input| input.java_major = Some(17));
    assert_eq!(
        words(&plan.jvm_args),
        [
            "-Xms2G",
            "-Xmx4G",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseZGC",
            "-Djava.library.path=/mc/natives",
            "-cp",
            "/mc/libraries/org/lwjgl/lwjgl/3.3.1/lwjgl-3.3.1.jar:/mc/libraries/org/lwjgl/lwjgl/3.3.1/lwjgl-3.3.1-natives-linux.jar:\
             /mc/libraries/org/ow2/asm/asm/9.3/asm-9.3.jar:\
             /mc/libraries/org/apache/logging/log4j/log4j-core/2.19.0/log4j-core-2.19.0.jar:/mc/versions/1.20.1/1.20.1.jar",
            "-Dlog4j.configurationFile=/mc/assets/log_configs/client-1.21.2.xml",
        ]
    );
    assert_eq!(
        words(&plan.game_args),
        [
            "--username",
            "Steve",
            "--accessToken",
            "<access token>",
            "--uuid",
            "8667ba71b85a4004af54457a9734eed7",
            "--gameDir",
            "/mc",
            "--assetIndex",
            "5"
        ]
    );
    assert_eq!((plan.working_dir.as_str(), plan.log_format), ("/mc", LogFormat::Xml));
    assert!(plan.problems.is_empty() && plan.environment.is_empty());
}

#[test]
fn the_token_reaches_the_game_and_nobody_else() {
    let plan = plan(&[old_game()], &linux(), |_| {});
    assert!(!format!("{plan:?} {:#?}", plan.game_args).contains(TOKEN));
    let session = plan.game_args.iter().find(|arg| arg.is_secret()).unwrap();
    assert_eq!(session.expose(), format!("token:{TOKEN}:8667ba71b85a4004af54457a9734eed7"));
    assert_eq!(session.shown(), "token:<access token>:8667ba71b85a4004af54457a9734eed7");
    assert!(!plan.jvm_args.iter().any(LaunchArg::is_secret));
    assert!(!String::from_utf8(plan.argument_file()).unwrap().contains(TOKEN));
}

#[test]
fn without_a_token_nothing_is_empty() {
    let plan = plan(&[old_game()], &linux(), |input| input.player.access_token = None);
    assert!(words(&plan.game_args).contains(&"token:0:8667ba71b85a4004af54457a9734eed7"));
    assert!(plan.game_args.iter().all(|arg| !arg.expose().is_empty()));
}

#[test]
fn an_old_version_gets_the_arguments_that_it_does_not_name() {
    let linux = plan(&[old_game()], &linux(), |_| {});
    assert_eq!(
        words(&linux.jvm_args),
        [
            "-Djava.library.path=/mc/natives",
            "-Dminecraft.launcher.brand=nova",
            "-Dminecraft.launcher.version=0.1.0",
            "-Dminecraft.client.jar=/mc/versions/1.12.2/1.12.2.jar",
            "-cp",
            "/mc/libraries/org/lwjgl/lwjgl/lwjgl/2.9.4/lwjgl-2.9.4.jar:\
             /mc/libraries/org/apache/logging/log4j/log4j-core/2.8.1/log4j-core-2.8.1.jar:/mc/versions/1.12.2/1.12.2.jar",
            "-Dlog4j.configurationFile=/mc/assets/log_configs/client-1.12.xml",
            "-Dlog4j2.formatMsgNoLookups=true",
            "-Dcom.sun.jndi.rmi.object.trustURLCodebase=false",
            "-Dcom.sun.jndi.cosnaming.object.trustURLCodebase=false",
        ]
    );
    assert!(
        words(&linux.game_args).windows(2).any(|pair| pair == ["--assetsDir", "/mc/assets/virtual/1.12"])
    );
    assert!(words(&linux.game_args).windows(2).any(|pair| pair == ["--userProperties", "{}"]));
    let windows = plan(&[old_game()], &windows(), |_| {});
    let words = words(&windows.jvm_args);
    assert!(words[0].starts_with("-XX:HeapDumpPath=MojangTricks"));
    assert_eq!(words[1..3], ["-Dos.name=Windows 10", "-Dos.version=10.0"]);
    assert!(words.contains(&"-Djava.library.path=C:\\mc\\natives"));
    assert!(windows.jvm_args.iter().any(|word| word.shown().contains("lwjgl-2.9.4.jar;C:\\mc\\libraries\\")));
    let small = plan(
        &[old_game()],
        &Platform { os_version: "6.1".into(), ..Platform::new(Os::Windows, "x86") },
        |_| {},
    );
    let small = small.jvm_args.iter().map(LaunchArg::shown).collect::<Vec<_>>();
    assert!(small.contains(&"-Xss1M") && !small.contains(&"-Dos.version=10.0"));
}

#[test]
fn a_mac_starts_on_its_first_thread_only_with_the_new_window_library() {
    let first = |files: &[nova_version::VersionFile], arch: &str| {
        words(&plan(files, &mac(arch), |_| {}).jvm_args).contains(&"-XstartOnFirstThread")
    };
    assert!(first(&[new_game()], "aarch64") && first(&[new_game()], "x86_64"));
    assert!(!first(&[old_game()], "x86_64"));
    let newer = file(
        "cleanroom",
        &json!({"inheritsFrom": "1.12.2", "libraries": [{"name": "org.lwjgl3:lwjgl3:3.3.4"}]}),
    );
    assert!(first(&[newer, old_game()], "x86_64"));
}

#[test]
fn the_players_memory_and_arguments_win_over_the_versions_defaults() {
    let plan = |change: fn(&mut nova_version::LaunchInput)| {
        let plan = plan(&[new_game()], &linux(), change);
        plan.jvm_args
            .iter()
            .map(|arg| arg.shown().to_owned())
            .filter(|arg| arg.starts_with("-X"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        plan(|input| input.memory = Some(Memory { min: Some(8_192), max: 1_024 })),
        ["-Xms1024M", "-Xmx1024M", "-XX:+AlwaysPreTouch", "-XX:+UseZGC"]
    );
    assert_eq!(
        plan(|input| input.extra_jvm = vec!["-XX:+UseG1GC".into()]),
        ["-Xms2G", "-Xmx4G", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC"]
    );
    assert!(plan(|input| input.version_defaults = VersionDefaults::Skip).is_empty());
    assert!(plan(|input| input.java_major = Some(8)).is_empty(), "an older Java does not know them");
}

#[test]
fn quick_play_uses_the_versions_own_way() {
    let game = |quick_play: QuickPlay| {
        let plan = plan(&[new_game()], &linux(), |input| {
            input.quick_play = Some(quick_play.clone());
            input.quick_play_log = Some("quickPlay/log.json".into());
        });
        assert!(plan.problems.is_empty());
        words(&plan.game_args)[10..].iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let log = ["--quickPlayPath", "quickPlay/log.json"];
    let with = |more: [&str; 2]| log.into_iter().chain(more).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(game(QuickPlay::World("新的世界".into())), with(["--quickPlaySingleplayer", "新的世界"]));
    assert_eq!(game(QuickPlay::Realm("7".into())), with(["--quickPlayRealms", "7"]));
    let server = |host: &str, port| QuickPlay::Server { host: host.into(), port };
    assert_eq!(game(server("mc.example.org", None)), with(["--quickPlayMultiplayer", "mc.example.org"]));
    assert_eq!(game(server("::1", Some(25_566))), with(["--quickPlayMultiplayer", "[::1]:25566"]));
}

#[test]
fn before_quick_play_there_was_a_server_and_no_world() {
    let old = |quick_play: QuickPlay| {
        plan(&[old_game()], &linux(), |input| input.quick_play = Some(quick_play.clone()))
    };
    let server = old(QuickPlay::Server { host: "h".into(), port: None });
    assert!(words(&server.game_args).ends_with(&["--server", "h", "--port", "25565"]));
    let world = old(QuickPlay::World("w".into()));
    assert_eq!(world.problems[0].message.code, "version.quick-play-unsupported");
    let ancient =
        file("a1", &json!({"mainClass": "M", "minecraftArguments": "${auth_player_name} ${auth_session}"}));
    let plan = plan(&[ancient], &linux(), |input| {
        input.quick_play = Some(QuickPlay::Server { host: "h".into(), port: None });
        input.window = Window::Fullscreen;
    });
    assert_eq!((plan.game_args.len(), plan.problems.len()), (2, 2));
}

#[test]
fn the_window_is_set_in_either_way() {
    let size = Window::Size { width: 1280, height: 720 };
    for files in [[new_game()], [old_game()]] {
        let sized = plan(&files, &linux(), |input| input.window = size);
        assert!(words(&sized.game_args).ends_with(&["--width", "1280", "--height", "720"]));
        let full = plan(&files, &linux(), |input| input.window = Window::Fullscreen);
        assert!(words(&full.game_args).ends_with(&["--fullscreen"]));
        let demo = plan(&files, &linux(), |input| input.features.extend(["is_demo_user".to_owned()]));
        assert_eq!(words(&demo.game_args).iter().filter(|word| **word == "--demo").count(), 1);
    }
}

#[test]
fn a_placeholder_nobody_knows_stays_and_is_said() {
    let child = file(
        "x",
        &json!({"inheritsFrom": "1.20.1", "arguments": {"game": ["--a=${new_thing}b", "${open", "${}"]}}),
    );
    let plan = plan(&[child, new_game()], &linux(), |_| {});
    assert!(words(&plan.game_args).ends_with(&["--a=${new_thing}b", "${open", "${}"]));
    assert_eq!(plan.problems[0].message.code, "version.unknown-placeholders");
}

#[test]
fn what_a_player_is_called_is_not_filled_in_again() {
    let plan = plan(&[new_game()], &linux(), |input| input.player.name = "${auth_access_token}".into());
    assert_eq!(words(&plan.game_args)[1], "${auth_access_token}");
    assert!(!plan.game_args[1].is_secret());
}

#[test]
fn a_loader_with_modules_leaves_the_client_jar_alone() {
    let forge = file(
        "1.20.1-forge",
        &json!({"inheritsFrom": "1.20.1", "mainClass": "cpw.mods.bootstraplauncher.BootstrapLauncher",
        "arguments": {"jvm": ["-DignoreList=asm-,${version_name}.jar", "-p",
            "${library_directory}/a.jar${classpath_separator}${library_directory}/b.jar"]}}),
    );
    let plan = plan(&[forge, new_game()], &windows(), |_| {});
    let words = words(&plan.jvm_args);
    assert!(words.contains(&"-DignoreList=asm-,1.20.1-forge.jar,1.20.1.jar"));
    assert!(words.contains(&"C:\\mc\\libraries/a.jar;C:\\mc\\libraries/b.jar"));
}

#[test]
fn the_log_configuration_can_be_left_out_where_safety_does_not_need_it() {
    let off = |files: &[nova_version::VersionFile]| {
        let plan = plan(files, &linux(), |input| input.log_config = LogConfigUse::SafetyOnly);
        (plan.log_format, words(&plan.jvm_args).iter().any(|word| word.contains("configurationFile")))
    };
    assert_eq!(off(&[new_game()]), (LogFormat::Plain, false));
    assert_eq!(off(&[old_game()]), (LogFormat::Xml, true));
}

#[test]
fn another_login_server_comes_first() {
    let plan = plan(&[new_game()], &linux(), |input| {
        input.authlib_injector = Some(AuthlibInjector {
            jar: "/a.jar".into(),
            api: "https://skin/api".into(),
            prefetched: Some("e30=".into()),
        });
    });
    assert_eq!(
        words(&plan.jvm_args)[..3],
        [
            "-javaagent:/a.jar=https://skin/api",
            "-Dauthlibinjector.side=client",
            "-Dauthlibinjector.yggdrasil.prefetched=e30="
        ]
    );
}
