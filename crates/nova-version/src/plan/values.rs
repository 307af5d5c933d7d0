//! What stands for `${…}` in the arguments of a version.

use std::collections::{BTreeMap, BTreeSet};

use nova_model::{Os, Secret};

use super::{
    arg::LaunchArg,
    input::{LaunchInput, QuickPlay, Window},
};
use crate::{
    assets::AssetLayout,
    files::FileSet,
    merge::Merged,
    platform::{Platform, join},
};

/// What a token looks like where it may be seen.
const TOKEN: &str = "<access token>";
/// What stands for a token, a client id or an Xbox number that nobody has. Not empty: an empty word is lost too easily.
const NOBODY: &str = "0";

/// A value, and what is shown of it.
#[derive(Clone, Debug)]
struct Value {
    text: Secret,
    /// Set where the text is a secret.
    shown: Option<String>,
}

/// The values of every placeholder that is known.
pub(super) struct Values {
    known: BTreeMap<&'static str, Value>,
    unknown: BTreeSet<String>,
}

impl Values {
    pub(super) fn of(
        merged: &Merged,
        files: &FileSet,
        platform: &Platform,
        input: &LaunchInput,
        classpath: &str,
    ) -> Self {
        let mut values = Self { known: BTreeMap::new(), unknown: BTreeSet::new() };
        values.player(input);
        values.version(merged, files, platform, input);
        values.paths(platform, input, classpath);
        values.choices(input);
        values
    }

    fn set(&mut self, name: &'static str, text: impl Into<String>) {
        self.known.insert(name, Value { text: Secret::new(text), shown: None });
    }

    fn set_secret(&mut self, name: &'static str, text: String, shown: String) {
        self.known.insert(name, Value { text: Secret::new(text), shown: Some(shown) });
    }

    fn player(&mut self, input: &LaunchInput) {
        let player = &input.player;
        let uuid = player.uuid.replace('-', "");
        self.set("auth_player_name", &player.name);
        self.set("auth_uuid", &uuid);
        self.set("user_type", player.user_type.as_str());
        self.set("auth_xuid", player.xuid.as_deref().unwrap_or(NOBODY));
        self.set("clientid", player.client_id.as_deref().unwrap_or(NOBODY));
        self.set("user_properties", "{}");
        self.set("user_property_map", "{}");
        self.set("profile_properties", "{}");
        match &player.access_token {
            None => {
                self.set("auth_access_token", NOBODY);
                self.set("auth_session", format!("token:{NOBODY}:{uuid}"));
            }
            Some(token) => {
                let session = format!("token:{}:{uuid}", token.expose());
                self.set_secret("auth_access_token", token.expose().to_owned(), TOKEN.to_owned());
                self.set_secret("auth_session", session, format!("token:{TOKEN}:{uuid}"));
            }
        }
    }

    fn version(&mut self, merged: &Merged, files: &FileSet, platform: &Platform, input: &LaunchInput) {
        let index = files.asset_index.as_ref().map_or("legacy", |index| index.id.as_str());
        self.set("version_name", &merged.id);
        self.set("profile_name", &merged.id);
        self.set("version_type", merged.kind.as_deref().unwrap_or("release"));
        self.set("assets_index_name", index);
        self.set("game_assets", game_assets(index, platform.os, input));
        self.set("launcher_name", &input.launcher.0);
        self.set("launcher_version", &input.launcher.1);
    }

    fn paths(&mut self, platform: &Platform, input: &LaunchInput, classpath: &str) {
        let paths = &input.paths;
        self.set("game_directory", &paths.game_dir);
        self.set("assets_root", &paths.assets_root);
        self.set("library_directory", &paths.libraries);
        self.set("libraries_directory", &paths.libraries);
        self.set("natives_directory", &paths.natives);
        self.set("primary_jar", &paths.client_jar);
        self.set("primary_jar_name", file_name(&paths.client_jar));
        self.set("classpath", classpath);
        self.set("classpath_separator", platform.classpath_separator());
        self.set("file_separator", if platform.os == Os::Windows { "\\" } else { "/" });
    }

    fn choices(&mut self, input: &LaunchInput) {
        if let Window::Size { width, height } = input.window {
            self.set("resolution_width", width.to_string());
            self.set("resolution_height", height.to_string());
        }
        if let Some(log) = &input.quick_play_log {
            self.set("quickPlayPath", log);
        }
        match &input.quick_play {
            Some(QuickPlay::World(world)) => self.set("quickPlaySingleplayer", world),
            Some(QuickPlay::Realm(realm)) => self.set("quickPlayRealms", realm),
            Some(QuickPlay::Server { host, port }) => self.set("quickPlayMultiplayer", address(host, *port)),
            None => {}
        }
    }

    /// One value more, for a single word.
    pub(super) fn path(&mut self, path: &str) {
        self.set("path", path);
    }

    /// A word with its placeholders filled in. One that is not known stays as it is and is remembered.
    pub(super) fn fill(&mut self, word: &str) -> LaunchArg {
        let (mut text, mut shown, mut is_secret) = (String::new(), String::new(), false);
        let mut rest = word;
        while let Some((before, name, after)) = placeholder(rest) {
            text.push_str(before);
            shown.push_str(before);
            if let Some(value) = self.known.get(name) {
                text.push_str(value.text.expose());
                shown.push_str(value.shown.as_deref().unwrap_or_else(|| value.text.expose()));
                is_secret |= value.shown.is_some();
            } else {
                let whole = format!("${{{name}}}");
                text.push_str(&whole);
                shown.push_str(&whole);
                self.unknown.insert(whole);
            }
            rest = after;
        }
        text.push_str(rest);
        shown.push_str(rest);
        if is_secret { LaunchArg::Secret { word: Secret::new(text), shown } } else { LaunchArg::Plain(text) }
    }

    /// The placeholders nobody knew.
    pub(super) fn into_unknown(self) -> BTreeSet<String> {
        self.unknown
    }
}

/// What stands before the first placeholder, its name, and what follows it.
fn placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("${")?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// Where a version of 1.7.2 or before looks for its assets by name.
fn game_assets(index: &str, os: Os, input: &LaunchInput) -> String {
    let by_name = if index == "pre-1.6" { AssetLayout::Resources } else { AssetLayout::Virtual };
    match input.asset_layout.unwrap_or(by_name) {
        AssetLayout::Resources => join(os, &input.paths.game_dir, "resources"),
        AssetLayout::Virtual | AssetLayout::Objects => {
            join(os, &input.paths.assets_root, &format!("virtual/{index}"))
        }
    }
}

/// A server's name and port in one; an address of IPv6 in brackets.
fn address(host: &str, port: Option<u16>) -> String {
    let host =
        if host.contains(':') && !host.starts_with('[') { format!("[{host}]") } else { host.to_owned() };
    port.map_or_else(|| host.clone(), |port| format!("{host}:{port}"))
}

/// The last name of a path of any system.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
