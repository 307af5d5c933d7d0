//! The desk: the launcher with what a window needs around it.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

use nova_content::mods::SeenJars;
use nova_core::{
    App, Setup,
    texts::{Lang, Texts},
};
use nova_model::{Message, Problem, Report};
use nova_tools::{BrokenRules, Capabilities, Host, Recorder, recorder::Heard};
use serde_json::Value;

use crate::{
    Fault, Shell,
    asks::Asks,
    call::{Command, Sink},
    chat::Talks,
    commands::{self, accounts::Logins, care::Checks},
    icons::Icons,
    live::{Live, Turns},
    logs::Logs,
    notice::Notices,
    surface::{self, Consent, Surface},
    turn::Names,
    view::{Look, Notice, RecordingNews, RecordingView},
};

/// What a program gives to open the desk. The host in `setup` is replaced by the desk's own.
pub struct DeskSetup {
    /// What the launcher is opened with.
    pub setup: Setup,
    /// The language of the system, spoken where none is set.
    pub system_lang: Lang,
    /// What only the program with the window can do.
    pub shell: Arc<dyn Shell>,
    /// What records, or why nothing can be recorded on this computer.
    pub recorder: Result<Arc<dyn Recorder>, Report>,
}

/// The launcher with what a window needs around it.
pub struct Desk {
    speaking: RwLock<Speaking>,
    system_lang: Lang,
    commands: BTreeMap<&'static str, Command>,
    /// What ended badly in an earlier run, told once.
    pub(crate) recovered: Vec<Problem>,
    pub(crate) asks: Arc<Asks>,
    pub(crate) talks: Arc<Talks>,
    pub(crate) turns: Turns,
    pub(crate) notices: Arc<Notices>,
    pub(crate) icons: Icons,
    /// The logs that are looked at.
    pub(crate) logs: Logs,
    /// The check of a version's files that runs.
    pub(crate) checks: Checks,
    /// The sign-in that is under way.
    pub(crate) logins: Logins,
    /// The mods that were looked at: the list and each of its rows are read often.
    pub(crate) jars: SeenJars,
    pub(crate) recorder: Result<Arc<dyn Recorder>, Report>,
    pub(crate) shell: Arc<dyn Shell>,
}

/// The launcher in the language of the moment.
#[derive(Clone)]
struct Speaking {
    app: Arc<App>,
    texts: Arc<Texts>,
}

impl Speaking {
    fn new(app: App) -> Self {
        let texts = Arc::new(app.texts());
        Self { app: Arc::new(app), texts }
    }
}

/// Stands where a host is asked for its capabilities only: each turn has its own.
struct Lends(Capabilities);

impl Host for Lends {
    fn capabilities(&self) -> Capabilities {
        self.0.clone()
    }
}

impl Desk {
    /// Opens the launcher and ends what an earlier run left unfinished.
    pub fn open(from: DeskSetup) -> Result<Arc<Self>, BrokenRules> {
        let DeskSetup { mut setup, system_lang, shell, recorder } = from;
        setup.host = Arc::new(Lends(surface::capabilities(recorder.as_ref().ok())));
        let asks = Asks::new(Arc::clone(&setup.random));
        let app = App::open(setup)?;
        let mut recovered = app.recover();
        recovered.extend(recorder.iter().flat_map(|recorder| recorder.recover()));
        let commands = commands::list().into_iter().map(|command| (command.name, command)).collect();
        let desk = Arc::new(Self {
            speaking: RwLock::new(Speaking::new(app)),
            system_lang,
            commands,
            recovered,
            asks,
            talks: Arc::default(),
            turns: Turns::default(),
            notices: Arc::default(),
            icons: Icons::default(),
            logs: Logs::default(),
            checks: Checks::default(),
            logins: Logins::default(),
            jars: SeenJars::default(),
            recorder,
            shell,
        });
        desk.hear_recorder();
        Ok(desk)
    }

    /// What becomes of recordings is told to the window, whoever caused it. The recorder does not keep the desk.
    fn hear_recorder(self: &Arc<Self>) {
        let Ok(recorder) = &self.recorder else { return };
        let desk = Arc::downgrade(self);
        recorder.listen(Arc::new(move |heard: &Heard| {
            if let Some(desk) = desk.upgrade() {
                let news = RecordingNews::of(heard, &desk.texts());
                desk.notices.send(&Notice::Recording { news });
            }
        }));
    }

    /// The recording that runs.
    pub(crate) fn recording(&self) -> Option<RecordingView> {
        let running = self.recorder.as_ref().ok()?.running()?;
        Some(RecordingView::of(&running, &self.texts()))
    }

    /// Before the program ends: a recording that runs is made whole. Blocks until its file is.
    pub fn close(&self) {
        if let Ok(recorder) = &self.recorder {
            // Nothing runs, or it ends badly: either way the next start keeps what is there.
            let _ = recorder.stop();
        }
    }

    /// Does one thing that the window asks for.
    pub async fn call(
        self: &Arc<Self>,
        name: &str,
        args: Value,
        sink: Arc<dyn Sink>,
    ) -> Result<Value, Fault> {
        let Some(command) = self.commands.get(name) else {
            let unknown = Message::new("desk.no-command").with("command", nova_model::clean(name, 80));
            return Err(self.fault(&Report::new(unknown)));
        };
        command.run(Arc::clone(self), args, sink).await
    }

    /// The launcher.
    pub(crate) fn app(&self) -> Arc<App> {
        self.speaking().app
    }

    /// The texts in the language of the moment.
    pub fn texts(&self) -> Arc<Texts> {
        self.speaking().texts
    }

    /// A report as the window shows it.
    pub(crate) fn fault(&self, report: &Report) -> Fault {
        Fault::of(report, &self.names())
    }

    /// Words and names of the moment.
    pub(crate) fn names(&self) -> Names {
        let Speaking { app, texts } = self.speaking();
        Names::new(app, texts)
    }

    /// The launcher with the desk as the host of one turn, and the words of it.
    pub(crate) fn hosted(&self, live: &Arc<Live>, consent: Consent) -> (App, Names) {
        let names = self.names();
        let surface = Surface::new(self, names.clone(), Arc::clone(live), consent);
        (self.app().lent(Arc::new(surface)), names)
    }

    /// How the window looks now.
    pub fn look(&self) -> Look {
        let Speaking { app, .. } = self.speaking();
        Look::of(&app.launcher().game.settings(), app.lang())
    }

    /// After files or settings changed: the language follows, and every page reads again.
    pub(crate) fn changed(&self, before: &Look) {
        self.follow_language();
        let look = self.look();
        if look != *before {
            self.notices.send(&Notice::Look { look });
        }
        self.notices.send(&Notice::Changed);
    }

    fn follow_language(&self) {
        let Speaking { app, .. } = self.speaking();
        let wanted = app.launcher().game.settings().language.map_or(self.system_lang, Lang::of);
        if wanted == app.lang() {
            return;
        }
        // The registry was built once from the same tools: it builds again.
        if let Ok(app) = app.speaking(wanted) {
            *self.speaking.write().unwrap_or_else(PoisonError::into_inner) = Speaking::new(app);
        }
    }

    fn speaking(&self) -> Speaking {
        self.speaking.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
