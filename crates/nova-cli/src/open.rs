//! Opening the launcher for one run of the command.

use std::sync::Arc;

use nova_core::{App, places::Places, texts::Texts};
use nova_host::Named;
use nova_tools::{Capabilities, Capability, NoHost};

use crate::{
    args::{Global, HostCap},
    checklist::Look,
    progress::{Detail, Progress, Words},
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
        let sources = global.sources.as_deref().map(nova_host::sources).transpose()?.unwrap_or_default();
        let named = Named {
            data_dir: global.data_dir.clone(),
            game_dir: global.game_dir.clone(),
            lang: global.lang,
            sources,
        };
        let pretended = global.host_caps.iter().map(|cap| capability(*cap)).collect::<Capabilities>();
        // The terminal speaks the language that only the opened launcher knows.
        let mut setup = nova_host::setup(named, Arc::new(NoHost), pretended);
        let texts = Arc::new(Texts::new(setup.lang, setup.zone.clone()));
        let terminal = Arc::new(Terminal::new(consent(global), Arc::clone(&texts)));
        setup.host = Arc::clone(&terminal) as _;
        let app = App::open(setup).map_err(|broken| broken.to_string())?;
        let detail = if global.verbose { Detail::Arguments } else { Detail::Title };
        Ok(Self { app, texts, terminal, detail })
    }
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
