//! What a launch plan is made from, beside the version itself.

use nova_model::Secret;

use crate::{assets::AssetLayout, rules::Features};

/// Folders and files, absolute and in the form of the platform the plan is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// Where the game keeps saves, mods and settings: the working folder.
    pub game_dir: String,
    /// The `assets` folder.
    pub assets_root: String,
    /// The `libraries` folder.
    pub libraries: String,
    /// Where natives are unpacked to.
    pub natives: String,
    /// The client jar.
    pub client_jar: String,
}

/// How the player signed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UserType {
    /// With a Microsoft account.
    Microsoft,
    /// With a server of the old kind (Yggdrasil).
    Mojang,
    /// Not at all.
    #[default]
    Offline,
}

impl UserType {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Microsoft => "msa",
            Self::Mojang => "mojang",
            Self::Offline => "legacy",
        }
    }
}

/// Who plays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name in the game.
    pub name: String,
    /// The uuid, with or without hyphens.
    pub uuid: String,
    /// The token the game gets; nothing for who is not signed in.
    pub access_token: Option<Secret>,
    /// How they signed in.
    pub user_type: UserType,
    /// Xbox's number of the player.
    pub xuid: Option<String>,
    /// The launcher's client id, as telemetry has it.
    pub client_id: Option<String>,
}

/// Memory for Java, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// At the start; Java's own choice where nothing is said.
    pub min: Option<u32>,
    /// At most.
    pub max: u32,
}

/// The game's window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Window {
    /// As the game likes.
    #[default]
    Default,
    /// Of a size in pixels.
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The whole screen.
    Fullscreen,
}

/// Where the game goes right after its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuickPlay {
    /// Into a world, by its folder's name.
    World(String),
    /// Onto a server.
    Server {
        /// Its name or address.
        host: String,
        /// Its port; the usual one where nothing is said.
        port: Option<u16>,
    },
    /// Onto a realm, by its id.
    Realm(String),
}

/// Whether the version's own Java arguments for players without own ones are used (game 26.1 and later).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VersionDefaults {
    /// They are.
    #[default]
    Use,
    /// They are not: the player has own ones.
    Skip,
}

/// Whether the version's log configuration is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogConfigUse {
    /// It is: the game writes its log as XML to its output.
    #[default]
    Version,
    /// Only where it is needed for safety (see [`LogSafety::Config`](crate::LogSafety::Config)).
    SafetyOnly,
}

/// A server of the old kind, reached through authlib-injector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthlibInjector {
    /// The jar of authlib-injector.
    pub jar: String,
    /// The server's API address.
    pub api: String,
    /// Its metadata in base64, fetched before, so that the game need not wait for it.
    pub prefetched: Option<String>,
}

/// Everything a plan is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchInput {
    /// Folders and files.
    pub paths: Paths,
    /// Who plays.
    pub player: Player,
    /// This launcher's name and version.
    pub launcher: (String, String),
    /// The major version of the Java that will run the game.
    pub java_major: Option<u32>,
    /// Memory; the version's or Java's own choice where nothing is said.
    pub memory: Option<Memory>,
    /// Whether the version's defaults count.
    pub version_defaults: VersionDefaults,
    /// The player's own arguments for Java. They come last, so that they win.
    pub extra_jvm: Vec<String>,
    /// The player's own arguments for the game.
    pub extra_game: Vec<String>,
    /// The window.
    pub window: Window,
    /// Where to go at once.
    pub quick_play: Option<QuickPlay>,
    /// The file in which the game notes where it went (relative to the game folder), if that is wanted.
    pub quick_play_log: Option<String>,
    /// Features that are on beside those that follow from the rest (`is_demo_user`).
    pub features: Features,
    /// Whether the version's log configuration is used.
    pub log_config: LogConfigUse,
    /// How the assets are laid out; from the index's name where nothing is said.
    pub asset_layout: Option<AssetLayout>,
    /// A server of the old kind.
    pub authlib_injector: Option<AuthlibInjector>,
}

impl LaunchInput {
    /// The smallest input: folders and a player, everything else as the version likes.
    pub fn new(paths: Paths, player: Player, launcher: (String, String)) -> Self {
        Self {
            paths,
            player,
            launcher,
            java_major: None,
            memory: None,
            version_defaults: VersionDefaults::Use,
            extra_jvm: Vec::new(),
            extra_game: Vec::new(),
            window: Window::Default,
            quick_play: None,
            quick_play_log: None,
            features: Features::new(),
            log_config: LogConfigUse::Version,
            asset_layout: None,
            authlib_injector: None,
        }
    }
}
