//! Fixes for findings over versions that are made up: what is offered, with which arguments, and which one is ticked.

use std::{collections::BTreeMap, path::PathBuf};

use nova_content::mods::{self, ModList};
use nova_crash::{Severity, Suspect};
use nova_game::{
    Instance, Isolation, IsolationRule, JavaKind, JavaNeed, JavaSource, LoaderBuild, MemoryFacts, OwnSettings,
};
use nova_model::Loader;
use nova_testkit::{GameFolder, GameRoot, Jar};
use serde_json::json;

use super::*;

/// A version with everything around it, to be changed by a test.
struct Around {
    version: Version,
    mods: ModList,
    javas: JavaList,
    java: Option<String>,
    set_mb: Option<u64>,
    advice: MemoryAdvice,
    set: LaunchSettings,
    backups: Vec<Backup>,
    saves: Vec<String>,
    account: Option<String>,
    lacks: Vec<&'static str>,
}

impl Around {
    fn new(folder: GameFolder) -> Self {
        let facts = MemoryFacts { total_mb: 16_384, ..MemoryFacts::default() };
        Self {
            version: version(),
            mods: mods_in(folder),
            javas: JavaList { items: vec![java(17), java(8)], problems: Vec::new() },
            java: Some("/j/8".into()),
            set_mb: Some(2_048),
            advice: MemoryAdvice { mb: 4_096, wanted_mb: 4_096, most_mb: 12_288, facts, reasons: Vec::new() },
            set: LaunchSettings::default(),
            backups: Vec::new(),
            saves: Vec::new(),
            account: None,
            lacks: Vec::new(),
        }
    }

    fn fixes(&self, finding: &Finding) -> Vec<Fix> {
        let scene = Scene {
            version: &self.version,
            mods: &self.mods,
            javas: &self.javas,
            java: self.java.as_deref().and_then(|id| self.javas.find(id)),
            computer: (Os::Linux, "x86_64"),
            set_mb: self.set_mb,
            advice: &self.advice,
            set: &self.set,
            backups: &self.backups,
            saves: &self.saves,
            account: self.account.as_deref(),
            has_file: &|file| file == "config/jei.toml",
            has_tool: &|tool| !self.lacks.contains(&tool),
        };
        fixes(finding, &scene)
    }

    /// The one fix, as tool and arguments without the version.
    fn only(&self, finding: &Finding) -> (String, Value, bool) {
        let found = self.fixes(finding);
        assert_eq!(found.len(), 1, "{found:#?}");
        let mut args = found[0].args.clone();
        args.as_object_mut().map(|args| args.remove("version_id"));
        (found[0].tool.to_owned(), args, found[0].best)
    }
}

fn version() -> Version {
    Version {
        id: "v".into(),
        root: PathBuf::from("/g"),
        folder: PathBuf::from("/g/versions/v"),
        game_version: Some("1.20.1".into()),
        channel: None,
        loaders: vec![LoaderBuild { loader: Loader::Fabric, version: "0.15.11".into() }],
        parents: Vec::new(),
        jar: None,
        java: JavaNeed { major: Some(17), min: Some(17), ..JavaNeed::default() },
        isolation: Isolation { isolated: true, rule: IsolationRule::Own },
        own: OwnSettings::default(),
        last_played: None,
        running: false,
        current: true,
        problems: Vec::new(),
    }
}

fn mods_in(folder: GameFolder) -> ModList {
    let temp = tempfile::tempdir().unwrap();
    GameRoot::new()
        .version(nova_testkit::Version::fabric("v", "1.20.1").own(folder))
        .write(temp.path())
        .unwrap();
    let dir = temp.path().join("versions/v");
    let (root, folder) = (temp.path().to_owned(), dir.clone());
    let (game_version, loader) = (Some("1.20.1".to_owned()), version().loaders.first().cloned());
    mods::list(&Instance {
        id: "v".into(),
        root,
        folder,
        dir,
        isolated: true,
        game_version,
        loader,
        java_major: None,
    })
    .unwrap()
}

fn java(major: u32) -> Java {
    let path = PathBuf::from(format!("/j/{major}"));
    let (id, version) = (path.display().to_string(), format!("{major}.0.1"));
    let (vendor, arch) = (None, Some("x86_64".to_owned()));
    Java { id, path, major, version, vendor, arch, kind: JavaKind::Jre, sources: vec![JavaSource::System] }
}

fn finding(cause: &str, kinds: &[FixKind], fields: &[(&str, &str)]) -> Finding {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, value) in fields {
        all.entry((*name).to_owned()).or_default().push((*value).to_owned());
    }
    Finding {
        cause_id: cause.into(),
        family: String::new(),
        severity: Severity::Error,
        confidence: Confidence::Sure,
        fields: all,
        evidence: Vec::new(),
        symptoms: Vec::new(),
        suspects: Vec::new(),
        fixes: kinds.to_vec(),
    }
}

fn two_mods() -> GameFolder {
    let inner = Jar::fabric("inner-lib");
    GameFolder::new()
        .jar(Jar::fabric("bad_mod").name("Bad Mod").file("bad-1.0.jar").nested(inner))
        .jar(Jar::fabric("lib").name("Lib").file("lib.jar"))
        .jar(Jar::fabric("user").depends("lib", "*").file("user.jar"))
        .disabled(Jar::fabric("asleep").file("asleep.jar"))
}

#[test]
fn a_mod_is_switched_off_by_its_file_however_it_is_named() {
    let around = Around::new(two_mods());
    let kinds = [FixKind::DisableMod, FixKind::UpdateMod];
    for name in ["bad_mod", "bad-mod", "Bad Mod", "inner-lib", "mods/bad-1.0.jar"] {
        let found = around.only(&finding("mod-entrypoint", &kinds, &[("mod", name)]));
        assert_eq!(found, ("disable_mod".into(), json!({ "mod": "bad-1.0.jar" }), true), "{name}");
    }
    let suspected = Finding {
        suspects: ["bad_mod", "user"].map(|id| Suspect { id: id.into(), name: None, file: None }).into(),
        ..finding("mod-suspected", &kinds, &[])
    };
    assert!(around.fixes(&suspected).iter().all(|fix| !fix.best), "one of several is the player's choice");
    assert!(around.fixes(&finding("mod-entrypoint", &kinds, &[("mod", "nobody")])).is_empty());
    assert!(
        around.fixes(&finding("mod-entrypoint", &kinds, &[("mod", "asleep")])).is_empty(),
        "it is off already"
    );
}

#[test]
fn a_mod_that_others_need_is_never_ticked_and_they_are_named() {
    let around = Around::new(two_mods());
    let found = around.fixes(&finding("mod-construct", &[FixKind::DisableMod], &[("mod", "lib")]));
    assert_eq!((found.len(), found[0].best), (1, false));
    assert_eq!(found[0].why.code, "fix.why.disable-needed");
    assert!(format!("{:?}", found[0].why).contains("user"));
}

#[test]
fn of_two_that_clash_each_is_offered_and_none_is_ticked() {
    let around = Around::new(two_mods());
    let clash = finding("dep-conflict", &[FixKind::DisableOne], &[("mod_a", "bad_mod"), ("mod_b", "user")]);
    let found = around.fixes(&clash);
    let files: Vec<&Value> = found.iter().map(|fix| &fix.args["mod"]).collect();
    assert_eq!(files, ["bad-1.0.jar", "user.jar"]);
    assert!(found.iter().all(|fix| !fix.best));
    let half = finding("dep-conflict", &[FixKind::DisableOne], &[("mod_a", "bad_mod"), ("mod_b", "gone")]);
    assert!(around.fixes(&half).is_empty(), "one of them is gone already");
}

#[test]
fn what_is_missing_is_switched_on_where_it_lies_there() {
    let around = Around::new(two_mods());
    let kinds = [FixKind::InstallContent];
    let missing = finding("dep-missing", &kinds, &[("mod", "bad_mod"), ("missing", "asleep")]);
    let found = around.fixes(&missing);
    let told: Vec<_> = found.iter().map(|fix| (fix.tool, fix.args["mod"].as_str(), fix.best)).collect();
    assert_eq!(
        told,
        [("enable_mod", Some("asleep.jar.disabled"), true), ("disable_mod", Some("bad-1.0.jar"), false)]
    );
    let nowhere = finding("dep-missing", &kinds, &[("mod", "bad_mod"), ("missing", "other")]);
    assert_eq!(around.only(&nowhere).0, "disable_mod");
    assert!(!around.only(&nowhere).2, "installing is better");
}

#[test]
fn java_is_one_that_is_there_and_fits_else_one_to_install() {
    let mut around = Around::new(GameFolder::new());
    let kinds = [FixKind::SetJava];
    let old = finding("java-too-old", &kinds, &[("needed_java", "17"), ("current_java", "8")]);
    assert_eq!(around.only(&old), ("set_java".into(), json!({ "java": "/j/17" }), true));
    let newer = finding("java-too-old", &kinds, &[("needed_java", "21")]);
    assert_eq!(around.only(&newer), ("install_java".into(), json!({ "major": 21 }), true));
    around.version.own.java = Some("/j/8".into());
    let found = around.fixes(&newer);
    let told: Vec<_> = found.iter().map(|fix| (fix.tool, fix.best)).collect();
    assert_eq!(told, [("install_java", true), ("set_java", true)], "the choice of the old one has to go too");
    around.version.java = JavaNeed { major: Some(8), max: Some(8), ..JavaNeed::default() };
    around.java = Some("/j/17".into());
    let new = finding("java-too-new", &kinds, &[("wanted_java", "8")]);
    assert_eq!(around.only(&new).1, json!({ "java": "/j/8" }));
}

#[test]
fn memory_goes_up_or_down_by_what_the_computer_has() {
    let mut around = Around::new(GameFolder::new());
    let (up, down) = ([FixKind::RaiseMemory], [FixKind::LowerMemory]);
    assert_eq!(around.only(&finding("mem-heap", &up, &[])).1, json!({ "max_mb": 4096 }));
    around.set_mb = Some(6_000);
    assert_eq!(around.only(&finding("mem-heap", &up, &[])).1, json!({ "max_mb": 8960 }));
    around.set_mb = Some(12_288);
    assert!(around.fixes(&finding("mem-heap", &up, &[])).is_empty(), "there is no more");
    assert_eq!(around.only(&finding("mem-native", &down, &[])).1, json!({ "max_mb": 4096 }));
    around.set_mb = Some(1_024);
    assert!(around.fixes(&finding("mem-native", &down, &[])).is_empty(), "it does not start with less");
}

#[test]
fn only_the_bad_argument_goes() {
    let mut around = Around::new(GameFolder::new());
    let kinds = [FixKind::EditJvmArgs];
    around.set.jvm_args = Some("-XX:+UseFoo -Dname='a b' -XX:MaxMetaspaceSize=64m".into());
    for named in ["-XX:+UseFoo", "UseFoo", "+UseFoo"] {
        let found = around.fixes(&finding("java-bad-arg", &kinds, &[("argument", named)]));
        let told: Vec<_> = found.iter().map(|fix| (fix.args["args"].as_str(), fix.best)).collect();
        let rest = "'-Dname=a b' -XX:MaxMetaspaceSize=64m";
        assert_eq!(told, [(Some(rest), true), (Some(""), false)], "{named}");
    }
    let metaspace = around.only(&finding("mem-metaspace", &kinds, &[]));
    assert_eq!(metaspace.1, json!({ "args": "-XX:+UseFoo '-Dname=a b'" }));
    let elsewhere = around.only(&finding("java-bad-arg", &kinds, &[("argument", "-XX:+Other")]));
    assert_eq!((elsewhere.1, elsewhere.2), (json!({ "args": "" }), false));
    around.set.jvm_args = None;
    assert!(around.fixes(&finding("java-bad-arg", &kinds, &[("argument", "-XX:+UseFoo")])).is_empty());
}

/// Cause, kind, a field, the tool and its arguments.
type Row = (&'static str, FixKind, (&'static str, &'static str), &'static str, Value);

#[test]
fn files_configs_loaders_and_sign_ins_are_calls_of_their_tools() {
    let mut around = Around::new(two_mods());
    let table: [Row; 6] = [
        ("inst-core-class", FixKind::VerifyFiles, ("class", "a.B"), "repair_version", json!({})),
        (
            "dep-loader-version",
            FixKind::UpdateLoader,
            ("wanted", "0.16"),
            "change_loader",
            json!({ "loader": "fabric" }),
        ),
        (
            "cfg-corrupt",
            FixKind::MoveAside,
            ("file", "C:\\mc\\config\\jei.toml"),
            "reset_config_file",
            json!({ "file_id": "config/jei.toml" }),
        ),
        (
            "cfg-corrupt",
            FixKind::MoveAside,
            ("file", "jei.toml"),
            "reset_config_file",
            json!({ "file_id": "config/jei.toml" }),
        ),
        (
            "native-gpu-nvidia",
            FixKind::SetEnv,
            ("dll", "x"),
            "set_launch_env",
            json!({ "name": "__GL_THREADED_OPTIMIZATIONS", "value": "0" }),
        ),
        (
            "res-bad-name",
            FixKind::DisablePack,
            ("pack", "file/Faithful.zip"),
            "disable_pack",
            json!({ "kind": "resource", "pack": "Faithful.zip" }),
        ),
    ];
    for (cause, kind, field, tool, args) in table {
        assert_eq!(around.only(&finding(cause, &[kind], &[field])), (tool.to_owned(), args, true), "{cause}");
    }
    let outside = finding("cfg-corrupt", &[FixKind::MoveAside], &[("file", "../config/../jei.toml")]);
    assert!(around.fixes(&outside).is_empty());
    assert!(
        around
            .fixes(&finding("inst-jar-modified", &[FixKind::VerifyFiles], &[("file", "mods/bad-1.0.jar")]))
            .is_empty()
    );
    assert!(
        around.fixes(&finding("net-auth", &[FixKind::SignIn], &[])).is_empty(),
        "an offline player signs in nowhere"
    );
    around.account = Some("a-00000001".into());
    assert_eq!(
        around.only(&finding("net-auth", &[FixKind::SignIn], &[])).1,
        json!({ "account_id": "a-00000001" })
    );
    let again = around.fixes(&finding("inst-forge-incomplete", &[FixKind::ReinstallLoader], &[]));
    assert_eq!(again[0].args["loader_version"], "0.15.11");
    around.lacks = vec!["reset_config_file"];
    let config = finding("cfg-corrupt", &[FixKind::MoveAside], &[("file", "config/jei.toml")]);
    assert!(around.fixes(&config).is_empty(), "there is no such tool");
}

#[test]
fn a_world_comes_back_from_its_own_newest_backup_and_only_by_the_players_choice() {
    let mut around = Around::new(GameFolder::new());
    let backup = |id: &str, save: &str| Backup {
        id: id.into(),
        at: 0,
        root: None,
        version: Some("v".into()),
        saves: vec![save.into()],
        includes: Vec::new(),
        bytes: 1,
        why: String::new(),
        path: PathBuf::from("/b"),
    };
    around.backups = vec![backup("b-1", "Other"), backup("b-2", "World"), backup("b-3", "World")];
    around.saves = vec!["Other".into(), "World".into()];
    let damaged =
        finding("world-corrupt", &[FixKind::RestoreBackup], &[("file", "saves/World/region/r.0.0.mca")]);
    assert_eq!(around.only(&damaged), ("restore_backup".into(), json!({ "backup_id": "b-2" }), false));
    let tick = finding("tick-entity", &[FixKind::BackupWorld, FixKind::DisableMod], &[]);
    let found = around.fixes(&tick);
    assert_eq!((found.len(), found[0].tool, found[0].best), (1, "backup_version", false));
}

#[test]
fn a_fix_keeps_its_id_and_only_what_is_sure_is_ticked() {
    let around = Around::new(two_mods());
    let sure = finding("mod-entrypoint", &[FixKind::DisableMod], &[("mod", "bad_mod")]);
    let likely = Finding { confidence: Confidence::Likely, ..sure.clone() };
    let (one, other) = (around.fixes(&sure), around.fixes(&likely));
    assert_eq!(one[0].id, other[0].id);
    assert_eq!(IdKind::of(&one[0].id), Some(IdKind::Fix));
    assert!(one[0].best && !other[0].best);
    let else_where = around.fixes(&finding("mod-construct", &[FixKind::DisableMod], &[("mod", "bad_mod")]));
    assert_ne!(one[0].id, else_where[0].id, "another cause is another fix");
}

#[test]
fn a_build_of_forge_that_a_mod_wants_is_the_one_that_comes() {
    let fabric = Around::new(two_mods());
    let fields = |wanted: &'static str| [("dependency", "forge"), ("wanted", wanted)];
    let of = |around: &Around, wanted| {
        around.only(&finding("dep-loader-version", &[FixKind::UpdateLoader], &fields(wanted))).1
    };
    assert_eq!(of(&fabric, "[47.1.3,)"), json!({ "loader": "fabric" }));
    let mut forge = Around::new(two_mods());
    forge.version.loaders = vec![LoaderBuild { loader: Loader::Forge, version: "47.1.0".into() }];
    for wanted in ["[47.1.3,)", "47.1.3 or above", ">=47.1.3", "[47.1.3]", "47.1.3"] {
        assert_eq!(of(&forge, wanted), json!({ "loader": "forge", "loader_version": "47.1.3" }), "{wanted}");
    }
    for wanted in ["[47,)", "(47.1.3,)", ">47.1.3", "[47.1.3-beta,)", "47.1.x", ""] {
        assert_eq!(of(&forge, wanted), json!({ "loader": "forge" }), "{wanted}");
    }
}
