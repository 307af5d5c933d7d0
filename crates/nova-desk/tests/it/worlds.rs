//! The page of worlds: what is there, backups, and what was put aside.

use anyhow::Result;
use nova_testkit::{GameFolder, GameRoot, Mode, Version, World, make_folder, write_file};
use serde_json::{Value, json};

use crate::window::{Window, yes};

const FABRIC: &str = "1.20.1-fabric";
const SAVES: &str = "versions/1.20.1-fabric/saves";

/// The smallest that counts as a picture: signature and header.
fn png(side: u32) -> Vec<u8> {
    let head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice();
    [head, &side.to_be_bytes(), &side.to_be_bytes(), &[8, 6, 0, 0, 0]].concat()
}

fn root() -> GameRoot {
    let survival = World::new("Survival")
        .seed(i64::MIN)
        .last_played(1_750_000_000_000)
        .data_pack("terralith")
        .file("icon.png", &png(64));
    let odd = World::new("New World").title("新的\u{1b}[31m世界\u{202e}").mode(Mode::Hardcore).last_played(0);
    let own = GameFolder::new().world(survival).world(odd);
    GameRoot::new()
        .version(Version::fabric(FABRIC, "1.20.1").own(own))
        .version(
            Version::vanilla("1.21.4")
                .own(GameFolder::new().world(World::new("Creative").mode(Mode::Creative))),
        )
        .selected(FABRIC)
}

impl Window {
    /// A change from a page, confirmed.
    pub(crate) async fn change(&self, tool: &str, args: Value) -> Result<Value> {
        let done = self.attended("tool_write", json!({ "tool": tool, "args": args }), yes).await?;
        let receipt = done.done()["receipts"][0].clone();
        assert!(receipt["change"].is_string(), "{tool}: {done:#?}");
        Ok(receipt)
    }

    /// What a page reads; a fault says its code in place of it, which no test takes for an answer.
    pub(crate) async fn page(&self, name: &str, args: Value) -> Value {
        self.call(name, args).await.unwrap_or_else(|fault| json!({ "fault": fault.code }))
    }

    async fn world(&self, folder: &str) -> Value {
        self.page("world_open", json!({ "folder": folder, "version": FABRIC })).await
    }
}

fn column<'a>(rows: &'a Value, name: &str) -> Vec<&'a Value> {
    rows.as_array().into_iter().flatten().map(|row| &row[name]).collect()
}

#[tokio::test]
async fn the_worlds_of_all_versions_are_listed_last_played_first() -> Result<()> {
    let window = Window::on(&root())?;
    let page = window.page("worlds_list", json!({})).await;
    assert_eq!(column(&page["worlds"], "folder"), ["Survival", "Creative", "New World"]);
    assert_eq!(column(&page["worlds"], "version"), [FABRIC, "1.21.4", FABRIC]);
    assert_eq!(page["worlds"][1]["mode"], "creative");
    assert_eq!(page["worlds"][2]["hardcore"], true);
    assert_eq!(page["worlds"][2]["last_played"], Value::Null);
    assert_eq!(page["versions"][2]["about"].as_str(), Some("1.20.1 Fabric"), "{page:#}");
    let one = window.page("worlds_list", json!({ "version": "1.21.4" })).await;
    assert_eq!(column(&one["worlds"], "folder"), ["Creative"]);
    Ok(())
}

#[tokio::test]
async fn what_others_wrote_into_a_world_is_plain_text() -> Result<()> {
    let window = Window::on(&root())?;
    let page = window.page("worlds_list", json!({ "version": FABRIC })).await;
    assert_eq!(column(&page["worlds"], "name"), ["Survival", "新的世界"]);
    assert_eq!(window.world("New World").await["world"]["name"], "新的世界");
    Ok(())
}

#[tokio::test]
async fn a_game_folder_without_versions_shows_the_worlds_that_lie_in_it() -> Result<()> {
    let window = Window::on(&GameRoot::new().shared(GameFolder::new().world(World::new("Alone"))))?;
    let page = window.page("worlds_list", json!({})).await;
    assert_eq!(page["worlds"][0]["version"], Value::Null, "{page:#}");
    let open = window.page("world_open", json!({ "folder": "Alone" })).await;
    assert_eq!(open["targets"], json!([]));
    Ok(())
}

#[tokio::test]
async fn a_world_that_a_game_has_open_says_so() -> Result<()> {
    let window = Window::on(&root())?;
    window.play();
    assert_eq!(window.world("Survival").await["world"]["open"], true);
    Ok(())
}

#[tokio::test]
async fn an_open_world_shows_its_seed_whole_and_where_it_can_go() -> Result<()> {
    let window = Window::on(&root())?;
    let world = window.world("Survival").await;
    assert_eq!(world["seed"], "-9223372036854775808");
    assert_eq!(world["packs_on"], json!(["vanilla", "file/terralith.zip"]));
    assert_eq!(world["players"], json!(["8667ba71-b85a-4004-af54-457a9734eed7"]));
    assert_eq!(world["dimensions"], json!(["minecraft:overworld"]));
    assert_eq!(column(&world["targets"], "id"), ["1.21.4", "1.20.1"]);
    let gone = window.call("world_open", json!({ "folder": "Nowhere", "version": FABRIC })).await;
    assert_eq!(gone.unwrap_err().code, "content.worlds.no-such");
    Ok(())
}

#[tokio::test]
async fn a_world_goes_only_where_other_worlds_are_played() -> Result<()> {
    let shared = GameFolder::new().world(World::new("Alone"));
    let versions = GameRoot::new().version(Version::vanilla("1.20.1")).version(Version::vanilla("1.21.4"));
    let window = Window::on(&versions.shared(shared))?;
    let open = window.page("world_open", json!({ "folder": "Alone" })).await;
    assert_eq!(open["world"]["versions"].as_array().unwrap().len(), 2, "{open:#}");
    assert_eq!(open["targets"], json!([]));
    Ok(())
}

#[tokio::test]
async fn only_a_small_png_that_is_a_plain_file_is_the_picture_of_a_world() -> Result<()> {
    let window = Window::on(&root())?;
    let icon =
        async |folder: &str| window.page("world_icon", json!({ "folder": folder, "version": FABRIC })).await;
    let address = icon("Survival").await;
    assert!(address.as_str().unwrap().starts_with("data:image/png;base64,iVBORw0KGgo"), "{address}");
    assert_eq!(icon("New World").await, Value::Null, "it has none");
    let file = window.game(SAVES).join("New World/icon.png");
    for bytes in [b"<svg onload='steal()'/>".to_vec(), png(5000), [png(64), vec![0; 300 << 10]].concat()] {
        write_file(&file, &bytes)?;
        assert_eq!(icon("New World").await, Value::Null);
    }
    for folder in ["..", "../saves/Survival", "/etc", ""] {
        assert_eq!(icon(folder).await, Value::Null, "{folder:?}");
    }
    Ok(())
}

#[cfg(unix)]
#[tokio::test]
async fn a_picture_behind_a_link_is_not_read() -> Result<()> {
    let window = Window::on(&root())?;
    let saves = window.game(SAVES);
    write_file(&window.game("secret.png"), &png(64))?;
    std::os::unix::fs::symlink(window.game("secret.png"), saves.join("New World/icon.png"))?;
    std::os::unix::fs::symlink(saves.join("Survival"), saves.join("Linked"))?;
    for folder in ["New World", "Linked"] {
        let icon = window.page("world_icon", json!({ "folder": folder, "version": FABRIC })).await;
        assert_eq!(icon, Value::Null, "{folder}");
    }
    Ok(())
}

#[tokio::test]
async fn a_backup_is_listed_with_its_world_and_is_found_damaged_once_a_byte_is_wrong() -> Result<()> {
    let window = Window::on(&root())?;
    window.change("backup_version", json!({ "version_id": FABRIC, "save": "Survival" })).await?;
    let page = window.page("backups_list", json!({})).await;
    let backup = &page["backups"][0];
    assert_eq!((&backup["worlds"], &backup["why"]), (&json!(["Survival"]), &json!("asked")), "{page:#}");
    let world = window.world("Survival").await;
    assert_eq!(world["backups"][0]["id"], backup["id"]);
    assert_eq!(window.world("New World").await["backups"], json!([]));
    let other = window.page("backups_list", json!({ "version": "1.21.4" })).await;
    assert_eq!(other["backups"], json!([]));

    let check = window.page("backup_check", json!({ "id": backup["id"] })).await;
    assert_eq!(
        (&check["whole"], &check["entries"][0]["name"]),
        (&json!(true), &json!("Survival")),
        "{check:#}"
    );
    let zip = window.data("backups").join(FABRIC).join(format!("{}.zip", backup["id"].as_str().unwrap()));
    let mut bytes = std::fs::read(&zip)?;
    bytes[2000] ^= 0xff;
    write_file(&zip, &bytes)?;
    let check = window.page("backup_check", json!({ "id": backup["id"] })).await;
    assert_eq!(check["whole"], false);
    assert!(!check["problems"].as_array().unwrap().is_empty(), "{check:#}");
    Ok(())
}

#[tokio::test]
async fn a_deleted_world_lies_in_the_trash_with_its_change_and_comes_back() -> Result<()> {
    let window = Window::on(&root())?;
    let before = window.tree()?;
    let receipt = window.change("delete_save", json!({ "save": "Survival", "version_id": FABRIC })).await?;
    let trash = window.page("trash_list", json!({})).await;
    let row = &trash["items"][0];
    assert_eq!((&row["name"], &row["kind"]), (&json!("Survival"), &json!("world")), "{trash:#}");
    assert_eq!(row["place"], format!("{SAVES}/Survival"));
    assert_eq!(row["change"], receipt["change"]);
    assert!(row["why"].as_str().unwrap().contains("Survival"), "{row}");
    let backups = window.page("backups_list", json!({})).await;
    assert_eq!(backups["backups"][0]["why"], "before-delete");
    window.change("restore_trash", json!({ "trash_id": row["ids"][0] })).await?;
    before.assert_same(&window.tree()?);
    assert_eq!(window.page("trash_list", json!({})).await["items"], json!([]));
    Ok(())
}

#[tokio::test]
async fn a_backup_in_the_trash_is_one_row_and_comes_back_with_its_change() -> Result<()> {
    let window = Window::on(&root())?;
    window.change("backup_version", json!({ "version_id": "1.21.4" })).await?;
    let listed = window.page("backups_list", json!({})).await;
    let id = listed["backups"][0]["id"].as_str().unwrap();
    window.change("delete_backup", json!({ "backup_id": id })).await?;
    let trash = window.page("trash_list", json!({})).await;
    let [row] = trash["items"].as_array().unwrap().as_slice() else { panic!("{trash:#}") };
    assert_eq!((row["name"].as_str(), &row["kind"]), (Some(id), &json!("backup")));
    assert_eq!(row["ids"].as_array().unwrap().len(), 2);
    window.change("undo_change", json!({ "change_id": row["change"] })).await?;
    assert_eq!(window.page("backups_list", json!({})).await["backups"], listed["backups"]);
    Ok(())
}

#[tokio::test]
async fn one_thing_is_freed_for_good_and_nothing_else() -> Result<()> {
    let window = Window::on(&root())?;
    for save in ["Survival", "New World"] {
        window.change("delete_save", json!({ "save": save, "version_id": FABRIC })).await?;
    }
    let trash = window.page("trash_list", json!({})).await;
    assert_eq!(column(&trash["items"], "name"), ["New World", "Survival"]);
    window.change("empty_trash", json!({ "trash_ids": trash["items"][0]["ids"] })).await?;
    let left = window.page("trash_list", json!({})).await;
    assert_eq!(column(&left["items"], "name"), ["Survival"]);
    Ok(())
}

#[tokio::test]
async fn no_page_names_a_folder_of_the_computer() -> Result<()> {
    let window = Window::on(&root())?;
    make_folder(&window.game(SAVES).join("Broken/region"))?;
    window.change("backup_version", json!({ "version_id": FABRIC })).await?;
    window.change("delete_save", json!({ "save": "New World", "version_id": FABRIC })).await?;
    let folder = window.game("").parent().unwrap().display().to_string();
    for name in ["worlds_list", "backups_list", "trash_list"] {
        let page = window.page(name, json!({})).await;
        assert!(page.get("fault").is_none() && !page.to_string().contains(&folder), "{name}: {page:#}");
    }
    let worlds = window.page("worlds_list", json!({})).await;
    assert_eq!(worlds["problems"][0]["code"], "content.worlds.no-level", "{worlds:#}");
    Ok(())
}
