//! Whole logs: what comes first, what is a symptom, what is no crash.

use nova_crash::{Analysis, Analyst, Ended, Known, Severity, Source};

/// The analysis of files given as name and text.
pub(crate) fn analyse(files: &[(&str, &[u8])]) -> Analysis {
    let analyst = Analyst::new().unwrap();
    let sources = files.iter().map(|(name, text)| Source::new(*name, *text)).collect();
    analyst.analyse(sources, &Known::default())
}

/// The cause that is named first; none where nothing is above information.
pub(crate) fn first(name: &str, text: &str) -> Option<String> {
    let analysis = analyse(&[(name, text.as_bytes())]);
    let found = analysis.findings.into_iter().next().filter(|finding| finding.severity > Severity::Info);
    found.map(|finding| finding.cause_id)
}

const OPTIFINE: &str =
    "[12:00:00] [main/INFO]: OptiFine ZIP file URL: union:/mods/OptiFine_1.20.1_HD_U_I6.jar\n";
const NO_METHOD: &str = "[12:00:01] [Render thread/ERROR]: Reported exception thrown!
java.lang.NoSuchMethodError: 'void net.minecraft.client.renderer.LevelRenderer.foo(int)'
\tat net.minecraft.client.renderer.GameRenderer.render(GameRenderer.java:5)
";

#[test]
fn the_same_words_have_different_causes() {
    let with_mod = NO_METHOD.replace(
        "net.minecraft.client.renderer.GameRenderer.render(GameRenderer",
        "com.author.coolmod.Thing.run(Thing",
    );
    let table: [(&str, String); 10] = [
        ("mod-optifine-forge", format!("{OPTIFINE}{NO_METHOD}")),
        ("mod-missing-method", format!("{OPTIFINE}{with_mod}")),
        ("mod-missing-method", with_mod),
        ("mem-native", "# There is insufficient memory for the Java Runtime Environment to continue.".into()),
        ("mem-heap", "java.lang.OutOfMemoryError: Java heap space".into()),
        ("java-too-new", "java.lang.NoSuchMethodError: sun.misc.Unsafe.defineAnonymousClass(x)".into()),
        (
            "java-8u321-old-forge",
            "java.lang.NoSuchMethodError: sun.security.util.ManifestEntryVerifier.<init>(x)V".into(),
        ),
        ("native-gpu-mesa", "# C  [radeonsi_dri.so+0x123]".into()),
        ("native-gpu-amd", "# C  [atio6axx.dll+0x123]".into()),
        (
            "inst-jar-modified",
            "java.lang.SecurityException: SHA1 digest error for assets/minecraft/lang/a.lang".into(),
        ),
    ];
    for (cause, text) in table {
        assert_eq!(first("latest.log", &text).as_deref(), Some(cause), "{text}");
    }
}

#[test]
fn a_missing_class_is_a_mods_or_the_games_own() {
    let of_mod = "java.lang.NoClassDefFoundError: com/other/lib/Thing\n\tat com.author.coolmod.Main.init(Main.java:1)\n";
    assert_eq!(first("latest.log", of_mod).as_deref(), Some("mod-missing-class"));
    let own = "java.lang.NoClassDefFoundError: bcv\n\tat cpw.mods.fml.common.Loader.x(Loader.java:1)\n";
    assert_eq!(first("latest.log", own).as_deref(), Some("inst-core-class"));
}

const QUIET: &str = "[12:00:00] [main/INFO]: Loading Minecraft 1.20.1 with Fabric Loader 0.15.0
[12:00:01] [main/WARN]: Warnings were found!
 - Mod 'A' (a) 1.0 recommends any version of b, which is missing!
[12:00:02] [main/WARN]: @Redirect conflict. Skipping a.mixins.json:X from mod a->@Redirect::m()V with priority 1000, already redirected by b.mixins.json:Y from mod b->@Redirect::n()V with priority 1000
[12:00:03] [Worker/ERROR]: Could not fetch news
java.net.UnknownHostException: news.example
\tat com.author.coolmod.News.get(News.java:1)
[12:09:03] [Render thread/INFO]: Stopping!
";

#[test]
fn a_run_that_ended_well_raises_no_alarm() {
    let analysis = analyse(&[("latest.log", QUIET.as_bytes())]);
    assert_eq!(analysis.ended, Ended::Normally);
    assert!(
        analysis.findings.iter().all(|finding| finding.severity == Severity::Info),
        "{:?}",
        analysis.findings
    );
    assert_eq!(first("latest.log", "").as_deref(), None);
}

#[test]
fn what_follows_from_a_missing_mod_is_a_symptom() {
    let text = "[12:00:00] [main/ERROR]: Missing or unsupported mandatory dependencies:
\tMod ID: 'architectury', Requested by: 'ftblibrary', Expected range: '[9.0,)', Actual version: '[MISSING]'
[12:00:01] [main/ERROR]: Mixin apply failed ftb.mixins.json:X -> net.minecraft.Y: org.spongepowered.asm.mixin.throwables.MixinApplyError x
";
    let analysis = analyse(&[("latest.log", text.as_bytes())]);
    assert_eq!(analysis.findings[0].cause_id, "dep-missing");
    assert!(analysis.findings[0].symptoms.contains(&"mod-mixin".to_owned()));
}

#[test]
fn the_innocent_third_module_is_not_named() {
    let text =
        "java.lang.module.ResolutionException: Modules alpha and beta export package com.lib to module gamma";
    let analysis = analyse(&[("latest.log", text.as_bytes())]);
    let finding = &analysis.findings[0];
    assert_eq!(
        (finding.fields["module_a"].as_slice(), finding.fields["module_b"].as_slice()),
        (["alpha".to_owned()].as_slice(), ["beta".to_owned()].as_slice())
    );
    assert!(!finding.fields.contains_key("mod"));
}

#[test]
fn an_old_crash_in_a_log_that_went_on_does_not_count() {
    let crash =
        "[12:00:00] [main/ERROR]: x\njava.lang.StackOverflowError\n\tat com.author.coolmod.A.b(A.java:1)\n";
    let text = format!("{crash}{}", "[12:01:00] [Render thread/INFO]: all is well\n".repeat(200));
    assert_eq!(first("latest.log", &text), None);
}
