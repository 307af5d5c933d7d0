//! What ended a game: the runs that ended badly, the cause of one, the text for others. What mends it is a tool on a checklist.

use std::sync::Arc;

use nova_core::crashes::Which;
use nova_model::Explain;
use serde::Deserialize;
use ts_rs::TS;

use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    view::{BadRun, CrashPage, CrashView, DifferenceView},
};

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("crash_page", page), Command::new("crash_read", read), Command::new("crash_help", help)]
}

/// The version that is meant.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct CrashesOf {
    /// Its id; none for the current one.
    version: Option<String>,
}

/// The run or the log that is meant.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct WhichCrash {
    /// The version; none for the current one.
    version: Option<String>,
    /// The run; none for the newest that ended badly.
    run: Option<String>,
    /// One log or report, instead of a run.
    file: Option<String>,
}

/// The finding that is told to others.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct CrashHelp {
    #[serde(flatten)]
    #[ts(flatten)]
    which: WhichCrash,
    /// The finding.
    finding: String,
}

impl WhichCrash {
    fn which(&self) -> Which<'_> {
        Which { version: self.version.as_deref(), run: self.run.as_deref(), file: self.file.as_deref() }
    }
}

async fn page(desk: Arc<Desk>, args: CrashesOf, _: To<Silent>) -> Result<CrashPage, Fault> {
    blocking(&desk, move |desk| {
        let (app, texts) = (desk.app(), desk.texts());
        let launcher = app.launcher();
        let list = launcher.game.versions().map_err(|error| error.report())?;
        let found = args.version.as_deref().map_or_else(|| list.current(), |id| list.find(id));
        let version = found.map_err(|error| error.report())?;
        let runs = launcher.bad_runs(Some(&version.id))?;
        Ok(CrashPage {
            version: version.id.clone(),
            versions: list.items.iter().map(|version| version.id.clone()).collect(),
            runs: runs.iter().map(|run| BadRun::of(run, &texts)).collect(),
            since: launcher.since_last_good(version).map(|since| DifferenceView::of(&since, &texts)),
        })
    })
    .await
}

async fn read(desk: Arc<Desk>, args: WhichCrash, _: To<Silent>) -> Result<CrashView, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let has = |name: &str| app.registry().get(name).is_some();
        let crash = app.launcher().crash(args.which(), &has)?;
        Ok(CrashView::of(&crash, &names))
    })
    .await
}

async fn help(desk: Arc<Desk>, args: CrashHelp, _: To<Silent>) -> Result<String, Fault> {
    blocking(&desk, move |desk| {
        let said = desk.app().launcher().help_for(args.which.which(), &args.finding)?;
        Ok(desk.texts().say_all(&said))
    })
    .await
}
