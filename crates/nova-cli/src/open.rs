//! Opening the launcher for one run of the command.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::tz::TimeZone;
use nova_core::{App, Setup, language, texts::Texts};
use nova_game::SystemProbe;
use nova_tools::{Capabilities, Capability};

use crate::{
    args::{Global, HostCap},
    checklist::Look,
    keyring::Keyring,
    places::Places,
    progress::{Detail, Progress, Words},
    system::{self, SystemClock, SystemRandom},
    terminal::{Consent, Permanent, Terminal},
};

/// The opened launcher with what a command needs beside it.
pub(crate) struct Session {
    /// The launcher.
    pub(crate) app: App,
    /// Texts in the player's language.
    pub(crate) texts: Arc<Texts>,
    /// The terminal.
    pub(crate) terminal: Arc<Terminal>,
    /// How much is shown of a call.
    detail: Detail,
}

impl Session {
    /// Where the events of a turn go.
    pub(crate) fn progress(&self, words: Words) -> Arc<Progress> {
        if *self.terminal.consent() == Consent::Ask {
            // The checklist is shown in the middle of a turn: the folders have to be known by then.
            self.look();
        }
        Arc::new(Progress::new(Arc::clone(&self.texts), self.app.registry(), self.detail, words))
    }

    /// How checklists look.
    pub(crate) fn look(&self) -> Look<'_> {
        self.terminal.look(|| {
            let launcher = self.app.launcher();
            let roots = launcher.game.roots().map(|roots| roots.items).unwrap_or_default();
            let data = launcher.files.data().to_owned();
            Places::new(roots.into_iter().map(|root| root.path).chain([data]))
        })
    }

    /// Opens the launcher as the flags say.
    pub(crate) fn open(global: &Global) -> Result<Self, String> {
        let machine = system::machine();
        let data_dir = global.data_dir.as_deref().map_or_else(system::data_dir, absolute);
        let probe = Arc::new(SystemProbe);
        let wanted = || language(data_dir.clone(), machine.clone(), probe.clone(), Arc::new(SystemClock));
        let lang = global.lang.or_else(wanted).unwrap_or_else(|| system::locale(&machine));
        let texts = Arc::new(Texts::new(lang, TimeZone::system()));
        let terminal = Arc::new(Terminal::new(consent(global), Arc::clone(&texts)));
        let setup = Setup {
            known: system::known(&machine),
            ring: Some(Arc::new(Keyring::default())),
            overrides: system::overrides(&machine),
            ports: system::local_ports(&machine),
            data_dir,
            game_dir: global.game_dir.as_deref().map(absolute),
            machine,
            probe,
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            zone: TimeZone::system(),
            host: Arc::clone(&terminal) as _,
            pretended: global.host_caps.iter().map(|cap| capability(*cap)).collect::<Capabilities>(),
            lang,
        };
        let app = App::open(setup).map_err(|broken| broken.to_string())?;
        let detail = if global.verbose { Detail::Arguments } else { Detail::Title };
        Ok(Self { app, texts, terminal, detail })
    }
}

/// Below the current folder, where a path is relative. Where that folder is gone the path stays as it was typed and is
/// reported as missing.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn consent(global: &Global) -> Consent {
    let permanent = if global.yes_permanent { Permanent::Confirmed } else { Permanent::Refused };
    match (global.yes || !global.only.is_empty(), Terminal::is_attended() && !global.json) {
        (true, _) => Consent::Given { only: global.only.iter().copied().collect(), permanent },
        (false, true) => Consent::Ask,
        (false, false) => Consent::Nobody,
    }
}

fn capability(cap: HostCap) -> Capability {
    match cap {
        HostCap::Pages => Capability::Pages,
        HostCap::Appearance => Capability::Appearance,
        HostCap::Recorder => Capability::Recorder,
        HostCap::Plugins => Capability::Plugins,
        HostCap::Multiplayer => Capability::Multiplayer,
        HostCap::Questions => Capability::Questions,
    }
}
