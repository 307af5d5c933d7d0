//! The whole launcher as one value: a host opens it, asks it, calls its tools, and shows what comes back.

mod ask;
mod chats;
mod direct;
mod doctor;
mod dry;
mod jars;
mod lent;
mod local;
mod model;
mod planner;
mod reach;
mod rests;
mod rungs;
mod setting;
mod signin;
mod tries;
mod voice;
mod who;

use std::{path::PathBuf, sync::Arc};

use jiff::tz::TimeZone;
use nova_account::Turns;
use nova_agent::World;
use nova_files::{Entropy, Files, SecretFile};
use nova_game::{Game, GameSetup, Machine, Probe};
use nova_llm::LocalPorts;
use nova_model::{Clock, IdKind, Known, Problem, Random, Report, SecretStore, Stamp, draw_id};
use nova_net::Rewrites;
use nova_tools::{BrokenRules, Capabilities, DispatchLimits, Dispatcher, Host, Mark, Registry};

use crate::{
    attached::AttachedFiles,
    hidden::Hidden,
    installs::Installs,
    launcher::Launcher,
    play::WatcherProgram,
    playing::Looked,
    secrets::Secrets,
    texts::{Lang, Texts},
    tools,
};
use chats::Shelf;
use lent::Lent;
use rests::Rests;
use rungs::Clients;

pub use ask::{Asking, Beside, Request, Said};
pub use chats::{Chats, ExportFormat, OpenChat, Shown, Turned};
pub use doctor::{Checkup, Finding};
pub use dry::DryLaunch;
pub use jars::ReadJar;
pub use model::{
    KeyPlace, ModelView, Overrides, Resolved, host as model_host, key_name, key_server, needs_key,
};
pub use reach::{Listed, Moved, Tested};
pub use rungs::Rungs;
pub use signin::{Admitted, MicrosoftLogin, PlayerChoice, SkinLogin};
pub use tries::Suggestion;
pub use who::WhoNow;

/// What a host gives to open the launcher.
pub struct Setup {
    /// Settings, journal, trash, backups and caches. Need not exist.
    pub data_dir: PathBuf,
    /// The game folder, where the player named one.
    pub game_dir: Option<PathBuf>,
    /// The computer as the launcher sees it.
    pub machine: Machine,
    /// Tells which games run and which worlds are open.
    pub probe: Arc<dyn Probe>,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// Randomness for ids.
    pub random: Arc<dyn Random>,
    /// The time zone moments are meant in.
    pub zone: TimeZone,
    /// What must not be shown.
    pub known: Known,
    /// The computer's key ring, where the host knows of one.
    pub ring: Option<Arc<dyn SecretStore>>,
    /// What the environment says about the model in place of the settings.
    pub overrides: Overrides,
    /// Hosts of the game and its loaders that are asked elsewhere (`--sources`).
    pub sources: Rewrites,
    /// What watches a game that is started; without one no game is.
    pub watcher: Option<WatcherProgram>,
    /// Where model servers on this computer are looked for.
    pub ports: LocalPorts,
    /// The program around the core.
    pub host: Arc<dyn Host>,
    /// Capabilities to pretend, for listings and plan-only runs.
    pub pretended: Capabilities,
    /// The language of what is cut or said.
    pub lang: Lang,
}

/// The launcher. Cloning it gives the same one again.
#[derive(Clone)]
pub struct App {
    launcher: Arc<Launcher>,
    dispatcher: Arc<Dispatcher>,
    host: Arc<Lent>,
    random: Arc<dyn Random>,
    zone: TimeZone,
    secrets: Secrets,
    overrides: Overrides,
    lang: Lang,
    ports: LocalPorts,
    clients: Arc<Clients>,
    rests: Arc<Rests>,
    shelf: Arc<Shelf>,
}

impl App {
    /// Opens the launcher. Nothing is read or written yet; the error is a fault of Nova's own tool list.
    pub fn open(setup: Setup) -> Result<Self, BrokenRules> {
        let secrets = Secrets::new(setup.ring.clone(), SecretFile::of(&setup.data_dir));
        let launcher = Arc::new(launcher(&setup, secrets.clone()));
        let tools = tools::all(&launcher);
        let host = Arc::new(Lent::new(setup.host, &setup.pretended, &tools));
        let registry = Registry::build(tools, &host.capabilities())?;
        let dispatcher = Arc::new(Dispatcher::new(registry, limits(setup.lang)));
        let shelf = Arc::new(Shelf::new(launcher.files.clone(), Arc::clone(&launcher.clock)));
        Ok(Self {
            launcher,
            dispatcher,
            host,
            random: setup.random,
            zone: setup.zone,
            secrets,
            overrides: setup.overrides,
            lang: setup.lang,
            ports: setup.ports,
            clients: Arc::default(),
            rests: Arc::default(),
            shelf,
        })
    }

    /// The same launcher with another host of the same capabilities: the one of a single turn.
    #[must_use]
    pub fn lent(&self, host: Arc<dyn Host>) -> Self {
        Self { host: Arc::new(self.host.instead(host)), ..self.clone() }
    }

    /// The same launcher in another language.
    pub fn speaking(&self, lang: Lang) -> Result<Self, BrokenRules> {
        let registry = Registry::build(tools::all(&self.launcher), &self.host.capabilities())?;
        let dispatcher = Arc::new(Dispatcher::new(registry, limits(lang)));
        Ok(Self { dispatcher, lang, ..self.clone() })
    }

    /// The language of what is cut or said.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The texts in its language, as this host's player reads them.
    pub fn texts(&self) -> Texts {
        self.texts_in(self.lang)
    }

    fn texts_in(&self, lang: Lang) -> Texts {
        let zone = self.zone.clone();
        if self.host.is_window() { Texts::for_window(lang, zone) } else { Texts::new(lang, zone) }
    }

    /// The tools, in order.
    pub fn registry(&self) -> &Registry {
        self.dispatcher.registry()
    }

    /// The services, for what is not a tool.
    pub fn launcher(&self) -> &Launcher {
        &self.launcher
    }

    /// Ends what an earlier run left unfinished, and says what it did or could not do.
    pub fn recover(&self) -> Vec<Problem> {
        let problems = self.launcher.files.recover();
        nova_install::sweep(&self.launcher.files);
        problems
    }

    fn turn_id(&self) -> String {
        draw_id(IdKind::Turn, self.launcher.clock.now(), &*self.random)
    }

    fn world(&self) -> Arc<dyn World> {
        Arc::new(Looks(Arc::clone(&self.launcher)))
    }
}

/// The language that the settings of a data folder name.
pub fn language(
    data_dir: PathBuf,
    machine: Machine,
    probe: Arc<dyn Probe>,
    clock: Arc<dyn Clock>,
) -> Option<Lang> {
    let game = Game::new(GameSetup { data: data_dir, machine, game_dir: None, probe, clock });
    game.settings().language.map(Lang::of)
}

fn limits(lang: Lang) -> DispatchLimits {
    let mark = if lang == Lang::En { Mark::English } else { Mark::Chinese };
    DispatchLimits { mark, ..DispatchLimits::default() }
}

/// The host's randomness, as nova-files draws ids from it.
fn entropy(random: &Arc<dyn Random>) -> Entropy {
    let random = Arc::clone(random);
    Arc::new(move || {
        let mut drawn = [0; 8];
        random.fill(&mut drawn);
        u64::from_le_bytes(drawn)
    })
}

fn launcher(setup: &Setup, secrets: Secrets) -> Launcher {
    // The environment's key is in use whichever model is asked.
    let mut known = setup.known.clone();
    known.secrets.extend(setup.overrides.key.clone());
    let files = Files::open_with(&setup.data_dir, Arc::clone(&setup.clock), entropy(&setup.random));
    Launcher {
        turns: Turns::on(&files),
        files,
        game: Game::new(GameSetup {
            data: setup.data_dir.clone(),
            machine: setup.machine.clone(),
            game_dir: setup.game_dir.clone(),
            probe: Arc::clone(&setup.probe),
            clock: Arc::clone(&setup.clock),
        }),
        hidden: Hidden::new(known),
        attached: AttachedFiles::default(),
        installs: Installs::new(setup.sources.clone(), Arc::clone(&setup.clock), Arc::clone(&setup.random)),
        looked: Looked::default(),
        watcher: setup.watcher.clone(),
        secrets,
        clock: Arc::clone(&setup.clock),
    }
}

/// The files as they are now, for the checklist.
struct Looks(Arc<Launcher>);

impl World for Looks {
    fn stamps(&self, paths: &[PathBuf]) -> Result<Vec<Stamp>, Report> {
        self.0.files.stamps(paths).map_err(|error| nova_model::Explain::report(&error))
    }

    fn beside(&self) -> Vec<PathBuf> {
        vec![nova_game::Settings::file(self.0.files.data())]
    }
}
