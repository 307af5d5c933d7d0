//! What starts versions and tells of those that run: nova-play and nova-account, wired to the launcher's settings, Javas and folders.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use nova_account::GameSession;
use nova_game::{GraphicsCard, Java, LaunchSettings, Version};
use nova_model::{IdKind, Message, Secret, draw_id};
use nova_play::{Around, Commands, Graphics, Installed, Launch, Order, Wish, Word};
use nova_tools::ToolError;
use nova_version::{
    LaunchPlan,
    plan::{Memory, Player, QuickPlay, UserType, Window},
};

use crate::launcher::Launcher;

/// Where the player wants to be right after the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Goal {
    /// A server's address.
    pub(crate) server: Option<String>,
    /// A world's folder.
    pub(crate) world: Option<String>,
}

/// How the host starts watchers: its own program, with the words that name its data folder and the like.
#[derive(Clone, Debug)]
pub struct WatcherProgram {
    /// The program.
    pub program: PathBuf,
    /// Its first words.
    pub words: Vec<String>,
}

/// A version that is ready to be started, but for the player.
pub(crate) struct Ready {
    pub(crate) version: Version,
    pub(crate) installed: Installed,
    pub(crate) java: Option<Java>,
    launch: Launch,
    set: LaunchSettings,
}

impl Launcher {
    /// A version with everything that its start needs, looked up and nothing changed. The player is a stand-in.
    pub(crate) fn ready(&self, id: Option<&str>, goal: &Goal) -> Result<Ready, ToolError> {
        let version = self.version(id)?;
        let mut platform = self.platform();
        let java = self.java_for(&version);
        if let Some(arch) = java.as_ref().and_then(|java| java.arch.clone()) {
            platform.arch = arch;
        }
        let installed = Installed::read(&version.root, &version.id, &platform)?;
        // A version's own settings lie in the game folder, which may come from anybody: they are judged again with every start.
        let set = self.game.launch_settings(&version);
        for (name, value) in &set.env {
            nova_game::check_variable(name, value)?;
        }
        let major = java.as_ref().map(|java| java.major);
        let launch = Launch {
            folder: version.instance().dir,
            player: Player { name: "Player".to_owned(), uuid: "0".repeat(32), ..Player::default() },
            launcher: ("Nova".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
            java_major: major,
            memory: self.memory_for(&version),
            jvm_args: nova_game::jvm_args(set.jvm_args.as_deref().unwrap_or_default(), major)?.words,
            window: window(set.window),
            quick_play: goal.quick_play(),
            authlib_injector: None,
        };
        Ok(Ready { version, installed, java, launch, set })
    }

    /// The Java that a version is started with: its own choice, the general one, else the one that fits best.
    pub(crate) fn java_for(&self, version: &Version) -> Option<Java> {
        let list = self.game.java();
        let own = version.own.java.as_deref().filter(|java| *java != "auto");
        let general = self.game.settings().java;
        let chosen = own.or(general.as_deref()).and_then(|id| list.find(id));
        chosen.or_else(|| list.choose(&version.java, &self.game.setup().machine.arch)).cloned()
    }

    fn memory_for(&self, version: &Version) -> Option<Memory> {
        let max = version.own.max_mb.or(self.game.settings().max_mb)?;
        Some(Memory { min: None, max })
    }

    /// The order to start a version as this player.
    pub(crate) fn order(&self, ready: &Ready, session: &GameSession) -> Result<Order, ToolError> {
        let Some(java) = &ready.java else {
            let message = Message::new("core.play.no-java").with("version", ready.version.id.as_str());
            let hint = ready
                .version
                .java
                .major
                .map(|major| Message::new("core.play.no-java-hint").with("major", i64::from(major)));
            let report = nova_model::Report::new(message);
            return Err(ToolError::Tell(hint.into_iter().fold(report, nova_model::Report::hint)));
        };
        let natives = ready.installed.unpack_natives(&self.files)?;
        ready.installed.lay_resources(&self.files, &ready.launch.folder)?;
        let authlib_injector = session.server.as_ref().map(|api| self.injector(api)).transpose()?;
        let launch = Launch { player: player(session), authlib_injector, ..ready.launch.clone() };
        let plan = ready.installed.plan(&launch, &natives);
        let machine = &self.game.setup().machine;
        let graphics = match ready.set.graphics {
            Some(GraphicsCard::Discrete) => Graphics::Discrete,
            Some(GraphicsCard::System) | None => Graphics::System,
        };
        let own = &ready.set.env;
        let wish = Wish { os: machine.os, graphics, system_root: &machine.system_root, own };
        let around = Around {
            run: draw_id(IdKind::Run, self.clock.now(), &*self.installs.random()),
            version: ready.version.id.clone(),
            java: (java.path.clone(), java.major),
            environment: nova_play::environment(machine.env.keys().map(String::as_str), &wish),
            commands: self.commands(ready, java)?,
        };
        let mut order = nova_play::order_of(&self.files, &ready.installed, &plan, around)?;
        order.secrets.push(Word::hidden(session.access_token.expose()));
        Ok(order)
    }
}

impl Launcher {
    /// The player's commands, with the usual variables put in. A version's own lie in the game folder, where anybody may have put them:
    /// they are run only once the player has allowed them.
    fn commands(&self, ready: &Ready, java: &Java) -> Result<Commands, ToolError> {
        let allowed = self.game.commands_allowed(&ready.version);
        let set = if allowed { ready.set.commands.clone() } else { self.game.settings().launch.commands };
        let text = |path: &Path| path.display().to_string();
        let (version, folder) = (&ready.version, ready.version.instance().dir);
        let values = BTreeMap::from([
            ("INST_NAME".to_owned(), version.id.clone()),
            ("INST_ID".to_owned(), version.id.clone()),
            ("INST_DIR".to_owned(), text(&version.folder)),
            ("INST_MC_DIR".to_owned(), text(&folder)),
            ("INST_JAVA".to_owned(), text(&java.path)),
            ("INST_JAVA_ARGS".to_owned(), ready.launch.jvm_args.join(" ")),
        ]);
        // A folder's name may come from anybody, and the player's command may be a shell's.
        let values: BTreeMap<String, String> =
            values.into_iter().filter(|(_, value)| is_plain(value)).collect();
        let words = |line: Option<String>| -> Result<Vec<String>, ToolError> {
            let words = nova_play::words(&line.unwrap_or_default())?;
            Ok(words.iter().map(|word| nova_play::filled(word, &values)).collect())
        };
        Ok(Commands { before: words(set.before)?, wrapper: words(set.wrapper)?, after: words(set.after)? })
    }
}

impl Ready {
    /// The plan for a player who is a stand-in: what a dry run shows.
    pub(crate) fn dry(&self, launcher: &Launcher) -> LaunchPlan {
        self.installed.plan(&self.launch, &self.installed.natives(&launcher.files))
    }
}

impl Goal {
    fn quick_play(&self) -> Option<QuickPlay> {
        if let Some(world) = &self.world {
            return Some(QuickPlay::World(world.clone()));
        }
        let (host, port) = address(self.server.as_deref()?);
        Some(QuickPlay::Server { host, port })
    }
}

/// `host`, `host:port`, `[v6]:port`; a bare IPv6 address has no port.
fn address(text: &str) -> (String, Option<u16>) {
    let bare_v6 = text.matches(':').count() > 1 && !text.starts_with('[');
    match text.rsplit_once(':').filter(|_| !bare_v6) {
        Some((host, port)) if port.parse::<u16>().is_ok() => (host.to_owned(), port.parse().ok()),
        _ => (text.to_owned(), None),
    }
}

/// Whether a text has nothing in it that a shell would act on.
fn is_plain(text: &str) -> bool {
    !text.chars().any(|letter| letter.is_control() || "$`;|&<>(){}[]*?!\"'\\#~".contains(letter))
}

fn window(set: nova_game::Window) -> Window {
    match set {
        nova_game::Window { fullscreen: Some(true), .. } => Window::Fullscreen,
        nova_game::Window { width: Some(width), height: Some(height), .. } => Window::Size { width, height },
        _ => Window::Default,
    }
}

fn player(session: &GameSession) -> Player {
    Player {
        name: session.name.clone(),
        uuid: session.id.undashed(),
        access_token: Some(session.access_token.clone()),
        user_type: match session.user_type {
            "msa" => UserType::Microsoft,
            "mojang" => UserType::Mojang,
            _ => UserType::Offline,
        },
        xuid: session.xuid.as_ref().map(|xuid: &Secret| xuid.expose().to_owned()),
        client_id: session.client_id.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_have_a_port() {
        for (text, host, port) in [
            ("mc.example.org", "mc.example.org", None),
            ("mc.example.org:25570", "mc.example.org", Some(25570)),
            ("[::1]:25570", "[::1]", Some(25570)),
            ("::1", "::1", None),
            ("host:name", "host:name", None),
        ] {
            assert_eq!(address(text), (host.to_owned(), port), "{text}");
        }
    }
}
