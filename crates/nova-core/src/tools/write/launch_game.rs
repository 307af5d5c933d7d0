//! `launch_game`: starts a version.

use std::sync::Arc;

use nova_game::Fit;
use nova_model::{Change, ChangeKind, Message, Origin, Plan, Report, Undo};
use nova_tools::{Call, IdParam, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    accounts::SignedIn,
    launcher::Launcher,
    play::{Goal, Ready},
    tools::{
        common::draft_write,
        params::{SAVES, VERSIONS},
    },
};

/// The parameters of `launch_game`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
    /// The address of a server to join at once, for example `mc.example.org`. Default: none.
    #[serde(default)]
    server: Option<String>,
    /// A world from `list_saves` to open at once, for example `Harbour`. Default: none.
    #[serde(default)]
    save: Option<String>,
}

/// Starts a version.
pub(super) struct LaunchGame(pub(super) Arc<Launcher>);

impl Write for LaunchGame {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }, IdParam { param: "save", from: SAVES }],
            ..draft_write(
                "launch_game",
                Title { zh: "启动游戏", en: "Start the game" },
                "Starts an installed version of the game.\n\
                 Use when the player wants to play; game_status for what runs already.\n\
                 An account is there: list_accounts tells.",
            )
        }
    }

    fn plan(&self, params: Params, call: &Call) -> Result<Planned, ToolError> {
        let goal = Goal { server: params.server, world: params.save };
        let mut warnings: Vec<Message> = self.no_account().into_iter().collect();
        let named = params.version_id.as_deref();
        let id = if let Some(coming) = named.filter(|id| call.is_coming("version_id", id)) {
            coming.to_owned()
        } else {
            let ready = self.0.ready(named, &goal)?;
            Launcher::refuse_played(&ready.version)?;
            warnings.extend(unfit_java(&ready).or_else(|| no_java(&ready)));
            ready.version.id
        };
        let plan = plan(&id, warnings);
        Ok(Planned { plan, work: Box::new(Start { launcher: Arc::clone(&self.0), id, goal }) })
    }
}

impl LaunchGame {
    /// A line before this one may add an account, so this is no reason to refuse.
    fn no_account(&self) -> Option<Message> {
        self.0.accounts().active().is_none().then(|| Message::new("core.play.no-account-yet"))
    }
}

fn unfit_java(ready: &Ready) -> Option<Message> {
    let unfit = ready.java.as_ref().filter(|java| ready.version.java.suits(java).fit == Fit::Wrong);
    unfit.map(|java| {
        Message::new("core.play.java-unfit")
            .with("java", java.version.as_str())
            .with("version", ready.version.id.as_str())
    })
}

/// None here can run it. One may come with another line of the checklist, so this is no reason to refuse.
fn no_java(ready: &Ready) -> Option<Message> {
    if ready.java.is_some() {
        return None;
    }
    let about = |code| Message::new(code).with("version", ready.version.id.as_str());
    Some(match ready.version.java.major {
        Some(major) => about("core.play.java-missing").with("major", i64::from(major)),
        None => about("core.play.no-java"),
    })
}

/// The same plan before the version is there and after.
fn plan(id: &str, warnings: Vec<Message>) -> Plan {
    Plan {
        title: Message::new("core.play.start").with("version", id),
        changes: vec![Change { kind: ChangeKind::Set, what: id.to_owned(), to: None, bytes: None }],
        bytes_written: 0,
        bytes_downloaded: 0,
        undo: Undo::Reversible(Message::new("core.play.start.undo")),
        warnings,
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: Vec::new(),
    }
}

/// Starts. It is no change of the journal: stopping is its undo.
struct Start {
    launcher: Arc<Launcher>,
    id: String,
    goal: Goal,
}

impl Work for Start {
    fn apply(self: Box<Self>, _origin: &Origin) -> Result<Receipt, ToolError> {
        let Some(watcher) = &self.launcher.watcher else {
            return Err(ToolError::Tell(Report::new(Message::new("core.play.no-watcher"))));
        };
        let ready = self.launcher.ready(Some(&self.id), &self.goal)?;
        Launcher::refuse_played(&ready.version)?;
        let SignedIn { session, note } = self.launcher.session()?;
        let order = self.launcher.order(&ready, &session)?;
        let words: Vec<&std::ffi::OsStr> = watcher.words.iter().map(std::ffi::OsStr::new).collect();
        let taken = self.launcher.about_to_start(&ready.version, ready.java.as_ref(), &order.run);
        let run = nova_play::start(&watcher.program, &words, &order)?;
        if let Some(taken) = taken {
            self.launcher.started(&ready.version, taken);
        }
        let said = Message::new("core.play.started")
            .with("version", self.id.as_str())
            .with("name", session.name.as_str());
        let pid = run.begun.process.map(|process| process.pid);
        let data = json!({ "run_id": run.id, "version_id": self.id, "pid": pid, "note": note });
        Ok(Receipt { change: None, said, data })
    }
}
