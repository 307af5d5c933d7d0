//! Modrinth App: its instances stand in a database (`app.db`), their game folders lie in `profiles`. Before it had one, each
//! had a `profile.json`.

use std::path::{Path, PathBuf};

use nova_game::Machine;
use nova_model::{Message, Problem};
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use crate::{
    Found, Launcher, Source, places,
    read::{folders, json, line, word},
};

/// Rows are name, path, game, loader, build, memory, arguments (a JSON list), the other settings (a JSON object).
const NEWER: &str = "SELECT i.name, i.path, s.game_version, s.loader, s.loader_version, \
    json_extract(o.overrides, '$.memory.maximum'), json_extract(o.overrides, '$.extra_launch_args'), json(o.overrides) \
    FROM instances i JOIN instance_content_sets s ON s.id = i.applied_content_set_id \
    LEFT JOIN instance_launch_overrides o ON o.instance_id = i.id LIMIT 2000";
const OLDER: &str = "SELECT name, path, game_version, mod_loader, mod_loader_version, override_mc_memory_max, \
    json(override_extra_launch_args), json_object('java_path', override_java_path, 'hooks', json_object( \
    'pre_launch', override_hook_pre_launch, 'wrapper', override_hook_wrapper, 'post_exit', override_hook_post_exit)) \
    FROM profiles LIMIT 2000";
const OLDEST: &str = "SELECT name, path, game_version, mod_loader, mod_loader_version, NULL, NULL, NULL FROM profiles LIMIT 2000";

struct Row {
    name: String,
    path: String,
    game: Option<String>,
    loader: Option<String>,
    build: Option<String>,
    max_mb: Option<i64>,
    args: Option<String>,
    more: Option<String>,
}

pub(crate) fn modrinth(machine: &Machine, found: &mut Found) {
    for folder in places::below(&places::data(machine), places::MODRINTH) {
        let database = folder.join("app.db");
        if !database.is_file() {
            for profile in folders(&folder.join("profiles")) {
                file(&profile, found);
            }
            continue;
        }
        let Ok((rows, chosen)) = rows(&database) else {
            found.unreadable(Launcher::Modrinth, &database);
            continue;
        };
        if has_log(&database) {
            let message = Message::new("import.database").with("path", database.as_path());
            found.problems.push(Problem::warning(database.display().to_string(), message));
        }
        let profiles = chosen.unwrap_or(folder).join("profiles");
        found.sources.extend(rows.into_iter().filter_map(|row| row.source(&profiles)));
    }
}

/// What the app has not written into the database itself yet is not seen.
fn has_log(database: &Path) -> bool {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log).metadata().is_ok_and(|meta| meta.len() > 0)
}

/// The instances, and the folder that the player chose for them.
fn rows(database: &Path) -> rusqlite::Result<(Vec<Row>, Option<PathBuf>)> {
    // Said to be immutable, so that no lock is taken and no log is made beside it.
    let address = format!("file:{}?immutable=1", escaped(database));
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(address, flags)?;
    let chosen = connection.query_row("SELECT custom_dir FROM settings LIMIT 1", [], |row| row.get(0));
    let chosen: Option<String> = chosen.unwrap_or_default();
    let mut last = Err(rusqlite::Error::InvalidQuery);
    for query in [NEWER, OLDER, OLDEST] {
        last = read(&connection, query);
        if last.is_ok() {
            break;
        }
    }
    Ok((last?, chosen.filter(|path| !path.is_empty()).map(PathBuf::from)))
}

/// A row that makes no sense hides itself alone.
fn read(connection: &Connection, query: &str) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare(query)?;
    let rows = statement.query_map([], |row| {
        Ok(Row {
            name: row.get(0)?,
            path: row.get(1)?,
            game: row.get(2).unwrap_or_default(),
            loader: row.get(3).unwrap_or_default(),
            build: row.get(4).unwrap_or_default(),
            max_mb: row.get(5).unwrap_or_default(),
            args: row.get(6).unwrap_or_default(),
            more: row.get(7).unwrap_or_default(),
        })
    })?;
    Ok(rows.filter_map(Result::ok).collect())
}

/// A path in the address of a database.
fn escaped(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/:._-\\".contains(&byte);
    let signs = path.as_os_str().as_encoded_bytes().iter();
    signs
        .map(|byte| if plain(*byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

impl Row {
    fn source(self, profiles: &Path) -> Option<Source> {
        // The path is a folder's name; one that leads elsewhere is none of the app's.
        if self.path.is_empty() || Path::new(&self.path).components().count() != 1 {
            return None;
        }
        let mut source = Source::new(Launcher::Modrinth, &profiles.join(&self.path), &self.name)?;
        source = source.game(self.game.as_deref().unwrap_or_default());
        source = source.loader(self.loader.as_deref().unwrap_or_default(), self.build.as_deref());
        source.wishes.max_mb = self.max_mb.and_then(|mb| u64::try_from(mb).ok());
        source.wishes.jvm_args = self.args.as_deref().and_then(words);
        let more: Value = self.more.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        source.wishes.java = word(&more, "/java_path").map(PathBuf::from);
        source.wishes.commands.before = word(&more, "/hooks/pre_launch").and_then(line);
        source.wishes.commands.wrapper = word(&more, "/hooks/wrapper").and_then(line);
        source.wishes.commands.after = word(&more, "/hooks/post_exit").and_then(line);
        let side = |place: usize| more.pointer("/game_resolution")?.get(place)?.as_u64()?.try_into().ok();
        source.wishes.window.width = side(0);
        source.wishes.window.height = side(1);
        source.wishes.window.fullscreen = more.get("force_fullscreen").and_then(Value::as_bool);
        Some(source)
    }
}

/// A list of arguments as one line.
fn words(list: &str) -> Option<String> {
    let list: Vec<String> = serde_json::from_str(list).ok()?;
    let quoted = |word: &String| {
        if word.contains([' ', '\'', '"', '\\']) {
            format!("'{}'", word.replace('\'', "'\\''"))
        } else {
            word.clone()
        }
    };
    line(&list.iter().map(quoted).collect::<Vec<_>>().join(" "))
}

/// The form before the database.
fn file(profile: &Path, found: &mut Found) {
    let path = profile.join("profile.json");
    if !path.is_file() {
        return;
    }
    let Some(file) = json::<Value>(&path) else { return found.unreadable(Launcher::Modrinth, &path) };
    let name = word(&file, "/metadata/name").unwrap_or_default();
    let Some(mut source) = Source::new(Launcher::Modrinth, profile, name) else { return };
    source = source.game(word(&file, "/metadata/game_version").unwrap_or_default());
    source = source.loader(
        word(&file, "/metadata/loader").unwrap_or_default(),
        word(&file, "/metadata/loader_version/id"),
    );
    source.wishes.max_mb = file.pointer("/memory/maximum").and_then(Value::as_u64);
    found.sources.push(source);
}
