//! The mods page: what it lists, what a mod's panel reads, which pictures get through.

use anyhow::Result;
use nova_testkit::{GameFolder, GameRoot, Jar, Loader, ModInfo, Version};
use serde_json::{Value, json};

use crate::window::{Window, yes};

fn fabric(own: GameFolder) -> GameRoot {
    GameRoot::new().version(Version::fabric("1.20.1-fabric", "1.20.1").own(own)).selected("1.20.1-fabric")
}

/// The mod of a list that is called this.
fn row<'a>(view: &'a Value, id: &str) -> &'a Value {
    view["mods"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap()
}

async fn listed(window: &Window) -> Value {
    window.call("mods_list", json!({ "version": null })).await.unwrap()
}

#[tokio::test]
async fn mods_are_listed_with_their_state_and_what_does_not_go_together() -> Result<()> {
    let window = Window::new()?;
    let view = listed(&window).await;
    assert_eq!(
        (view["version"].as_str(), view["loader"].as_str()),
        (Some("1.20.1-fabric"), Some("Fabric 0.15.11"))
    );
    assert_eq!(row(&view, "iris")["enabled"], false);
    let sodium = row(&view, "sodium");
    assert_eq!((&sodium["file"], &sodium["loaders"]), (&json!("sodium.jar"), &json!(["Fabric"])));
    let findings = view["findings"].as_array().unwrap();
    assert!(findings.iter().any(|one| one["kind"] == "incompatible"), "{findings:?}");
    let about = sodium["findings"].as_array().unwrap();
    assert!(!about.is_empty(), "{sodium}");
    Ok(())
}

#[tokio::test]
async fn a_resolved_finding_is_gone_from_the_list() -> Result<()> {
    let asleep = Jar::fabric("asleep").file("asleep.jar");
    let own = GameFolder::new().jar(Jar::fabric("user").depends("asleep", "*")).disabled(asleep);
    let window = Window::on(&fabric(own))?;
    let view = listed(&window).await;
    let finding = &view["findings"][0];
    assert_eq!((&finding["kind"], &finding["cure"]), (&json!("missing_dependency"), &json!("switch_on")));
    let args = json!({ "finding_id": finding["id"], "version_id": view["version"] });
    let done =
        window.attended("tool_write", json!({ "tool": "resolve_mod_conflict", "args": args }), yes).await?;
    assert_eq!(done.done()["receipts"].as_array().unwrap().len(), 1);
    let view = listed(&window).await;
    assert_eq!(
        (view["findings"].as_array().unwrap().len(), &row(&view, "asleep")["enabled"]),
        (0, &json!(true))
    );
    Ok(())
}

#[tokio::test]
async fn the_older_of_two_copies_is_switched_off() -> Result<()> {
    let copy = |version: &str| Jar::fabric("twice").version(version).file(&format!("twice-{version}.jar"));
    let view = listed(&Window::on(&fabric(GameFolder::new().jars([copy("1.0"), copy("2.0")])))?).await;
    assert_eq!(view["findings"][0]["cure"], "switch_off");
    // Files are the names of mods whose id is not their own.
    let about = |file: &str| row(&view, file)["findings"].as_array().map(Vec::len);
    assert_eq!((about("twice-1.0.jar"), about("twice-2.0.jar")), (Some(1), Some(1)));
    Ok(())
}

#[tokio::test]
async fn what_no_file_can_mend_has_no_cure() -> Result<()> {
    let own = GameFolder::new().jar(Jar::fabric("user").depends("nowhere", "*"));
    let view = listed(&Window::on(&fabric(own))?).await;
    assert_eq!(view["findings"][0]["cure"], Value::Null);
    Ok(())
}

#[tokio::test]
async fn one_mod_shows_what_it_needs_and_who_needs_it() -> Result<()> {
    let library = Jar::fabric("library").name("The Library").version("2.0");
    let middle = Jar::fabric("middle").depends("library", ">=1");
    let own = GameFolder::new()
        .jars([
            library,
            middle.description("Says <b>little</b>.\u{1b}[31m"),
            Jar::fabric("top").depends("middle", "*"),
        ])
        .file("config/middle.json", b"{}");
    let window = Window::on(&fabric(own))?;
    let detail = window.call("mod_detail", json!({ "version": null, "mod": "middle.jar" })).await.unwrap();
    assert_eq!(detail["description"], "Says <b>little</b>.");
    let needs = detail["dependencies"].as_array().unwrap().iter().find(|one| one["id"] == "library").unwrap();
    assert_eq!((&needs["name"], &needs["state"]), (&json!("The Library"), &json!("present")));
    assert_eq!(detail["needed_by"], json!([{ "id": "top", "name": "top" }]));
    assert_eq!(detail["config"], json!(["config/middle.json"]));
    Ok(())
}

#[tokio::test]
async fn a_mod_that_is_not_there_is_a_fault() -> Result<()> {
    let window = Window::new()?;
    let fault = window.call("mod_detail", json!({ "version": null, "mod": "sodum" })).await.unwrap_err();
    assert!(fault.code.starts_with("content.mods."), "{fault:?}");
    let fault = window.call("mods_list", json!({ "version": "nope" })).await.unwrap_err();
    assert!(fault.code.starts_with("game."), "{fault:?}");
    Ok(())
}

fn png(width: u32, extra: usize) -> Vec<u8> {
    let head = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";
    let body = vec![7; extra];
    [head.as_slice(), &width.to_be_bytes(), &16_u32.to_be_bytes(), &[8, 6, 0, 0, 0], &body].concat()
}

fn pictured(id: &str, path: &str, bytes: &[u8]) -> Jar {
    let meta = json!({ "schemaVersion": 1, "id": id, "version": "1", "icon": path });
    let jar = Jar::of(ModInfo::new(Loader::Fabric, id));
    jar.entry("fabric.mod.json", meta.to_string().as_bytes()).entry("assets/icon.png", bytes)
}

#[tokio::test]
async fn only_a_small_png_of_the_jar_itself_gets_to_the_window() -> Result<()> {
    let own = GameFolder::new().jars([
        pictured("good", "assets/icon.png", &png(16, 100)),
        pictured("wide", "assets/icon.png", &png(4096, 100)),
        pictured("heavy", "assets/icon.png", &png(16, 300 << 10)),
        pictured("svg", "assets/icon.png", b"<svg onload='alert(1)'/>"),
        pictured("outside", "../../secret.png", &png(16, 100)),
        pictured("absent", "assets/none.png", &png(16, 100)),
    ]);
    let window = Window::on(&fabric(own))?;
    let icon = async |file: &str| {
        let args = json!({ "version": null, "file": file });
        window.call("mod_icon", args).await.unwrap()["url"].as_str().map(str::to_owned)
    };
    let good = icon("good.jar").await.unwrap();
    assert!(good.starts_with("data:image/png;base64,"));
    assert_eq!(icon("good.jar").await.as_ref(), Some(&good), "kept");
    for file in ["wide", "heavy", "svg", "outside", "absent"] {
        assert_eq!(icon(&format!("{file}.jar")).await, None, "{file}");
    }
    for file in ["../1.20.1-fabric.json", "good", "", "/etc/passwd"] {
        assert_eq!(icon(file).await, None, "{file}");
    }
    Ok(())
}

#[tokio::test]
async fn a_changed_file_gets_its_new_picture() -> Result<()> {
    let window =
        Window::on(&fabric(GameFolder::new().jar(pictured("one", "assets/icon.png", &png(16, 10)))))?;
    let args = json!({ "version": null, "file": "one.jar" });
    let before = window.call("mod_icon", args.clone()).await.unwrap();
    let path = window.game("versions/1.20.1-fabric/mods/one.jar");
    nova_testkit::write_file(&path, &pictured("one", "assets/icon.png", &png(32, 99)).bytes()?)?;
    let after = window.call("mod_icon", args).await.unwrap();
    assert_ne!(before, after);
    Ok(())
}
