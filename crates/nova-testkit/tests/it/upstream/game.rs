//! The stand-in game on the machine's Java: it is content with a right launch and names what is wrong with another.

use std::path::Path;

use anyhow::Result;
use nova_testkit::upstream::{Upstream, UpstreamSpec};
use serde_json::Value;

use super::install::{Installed, install};
use super::launch::{command, command_of, report, said};
use super::{has_java, programs, recorded};

fn installed(id: &str, root: &Path) -> Result<Installed> {
    let upstream = Upstream::start(UpstreamSpec::small().programs(&programs()?).assets(12))?;
    install(&upstream, id, root)
}

#[test]
fn a_right_launch_of_each_age_is_content() -> Result<()> {
    if !has_java() {
        return Ok(());
    }
    let upstream = Upstream::start(UpstreamSpec::small().programs(&programs()?).assets(12))?;
    for id in upstream.versions() {
        content(&upstream, &id)?;
    }
    Ok(())
}

#[test]
fn a_right_launch_of_recorded_versions_is_content() -> Result<()> {
    let Some(folder) = recorded().filter(|_| has_java()) else { return Ok(()) };
    let upstream = Upstream::start(UpstreamSpec::recorded(&folder).programs(&programs()?).assets(12))?;
    ["1.5.2", "1.7.10", "1.18.2", "26.2"].into_iter().try_for_each(|id| content(&upstream, id))
}

fn content(upstream: &Upstream, id: &str) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let installed = install(upstream, id, folder.path())?;
    let out = command(&installed).output()?;
    assert!(out.status.success(), "{id}: {}", said(&out));
    let report = report(&installed.game())?;
    assert_eq!((&report["state"], &report["ended"]), (&"ready".into(), &"finished".into()));
    assert_eq!(
        (&report["problems"], &report["client"], &report["player"]),
        (&Value::Array(vec![]), &id.into(), &"Steve".into())
    );
    assert!(report["assets"].as_u64() > Some(8), "{report}");
    assert!(!report.to_string().contains("secret-4711"), "a token is in the report");
    let log = std::fs::read_to_string(installed.game().join("logs/latest.log"))?;
    assert!(log.contains("/INFO]: Setting user: Steve\n") && log.contains("Stopping!"), "{log}");
    let xml = String::from_utf8_lossy(&out.stdout).contains("<log4j:Event ");
    assert_eq!(xml, installed.log_config.is_some(), "{id}");
    Ok(())
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a file of the test's own folder is taken away")]
fn what_a_launcher_forgot_is_named() -> Result<()> {
    if !has_java() {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let mut installed = installed("1.8.9", folder.path())?;
    std::fs::remove_file(folder.path().join("natives/liblwjgl.so"))?;
    installed.classpath.remove(0);
    let index = std::fs::read_to_string(folder.path().join("assets/indexes/1.8.json"))?;
    let index: Value = serde_json::from_str(&index)?;
    let hash = index["objects"]["icons/icon_16x16.png"]["hash"].as_str().unwrap_or_default().to_owned();
    nova_testkit::write_file(&folder.path().join(format!("assets/objects/{}/{hash}", &hash[..2])), b"other")?;
    let out = command(&installed).output()?;
    assert_eq!(out.status.code(), Some(3), "{}", said(&out));
    let report = report(&installed.game())?;
    let problems = report["problems"].to_string();
    for part in [
        "liblwjgl.so",
        "library is not on the classpath: com/google/guava/guava",
        "another hash: icons/icon_16x16.png",
    ] {
        assert!(problems.contains(part), "{part} is not in {problems}");
    }
    assert_eq!(report["ended"], "refused");
    Ok(())
}

#[test]
fn a_wrong_folder_and_placeholders_are_named() -> Result<()> {
    if !has_java() {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let installed = installed("1.20.1", folder.path())?;
    let out = command(&installed)
        .args(["--quickPlayPath", "${quickPlayPath}"])
        .current_dir(folder.path())
        .output()?;
    assert_eq!(out.status.code(), Some(3), "{}", said(&out));
    let problems = report(&installed.game())?["problems"].to_string();
    assert!(
        problems.contains("instead of the game folder") && problems.contains("${quickPlayPath}"),
        "{problems}"
    );
    Ok(())
}

#[test]
fn what_a_loaders_installer_should_have_made_is_looked_for() -> Result<()> {
    if !has_java() {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let installed = installed("1.20.1", folder.path())?;
    let forge =
        ["--fml.forgeVersion", "47.4.0", "--fml.mcVersion", "1.20.1", "--fml.mcpVersion", "20230612.114412"];
    let late =
        ["--fml.neoForgeVersion", "26.1.0.1-beta", "--fml.mcVersion", "26.1", "--fml.neoFormVersion", "1"];
    for (given, missing) in [(forge, 3), (late, 1)] {
        let out = command(&installed).args(given).output()?;
        assert_eq!(out.status.code(), Some(3), "{}", said(&out));
        let problems = report(&installed.game())?["problems"].to_string();
        assert_eq!(problems.matches("made file does not exist").count(), missing, "{problems}");
    }
    Ok(())
}

#[test]
fn main_classes_of_the_loaders_start_it_from_the_module_path_too() -> Result<()> {
    if !has_java() {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let upstream = Upstream::start(UpstreamSpec::small().programs(&programs()?).assets(5))?;
    let mut installed = install(&upstream, "1.20.1", folder.path())?;
    let mut client = super::web::Client::new(&upstream)?;
    let mut modules = Vec::new();
    for path in [
        "cpw/mods/bootstraplauncher/1.1.2/bootstraplauncher-1.1.2.jar",
        "cpw/mods/securejarhandler/2.1.10/securejarhandler-2.1.10.jar",
    ] {
        let jar = folder.path().join("libraries").join(path);
        nova_testkit::write_file(&jar, &client.get(&format!("https://maven.minecraftforge.net/{path}"))?)?;
        installed.classpath.insert(0, jar.clone());
        modules.push(jar);
    }
    let path = std::env::join_paths(modules)?.to_string_lossy().into_owned();
    let options = [
        "-p",
        &path,
        "--add-modules",
        "ALL-MODULE-PATH",
        "--add-opens",
        "java.base/java.util.jar=cpw.mods.securejarhandler",
    ];
    let main = "cpw.mods.bootstraplauncher.BootstrapLauncher";
    let out = command_of(Path::new("java"), &installed, main, &options).output()?;
    assert!(out.status.success() && !said(&out).contains("Unknown module"), "{}", said(&out));
    let report = report(&installed.game())?;
    assert_eq!((&report["main"], &report["modulePath"]), (&main.into(), &path.into()));
    Ok(())
}
