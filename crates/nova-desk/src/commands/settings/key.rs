//! The key of the model's server: kept, forgotten, looked for; never told. A key ring may be silent for seconds, so each of these runs
//! on a thread that may wait, and none at the start.

use std::sync::Arc;

use nova_core::{App, Keeps, Kept, key_server, model_host, needs_key};
use nova_model::{Explain, Message, Report, Secret, SecretError};
use serde::Deserialize;
use ts_rs::TS;
use url::Url;

use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    commands::{Nothing, ask::masked},
    view::{KeyView, ProblemRow, key_place},
};

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("key_read", read), Command::new("key_keep", keep), Command::new("key_forget", forget)]
}

/// A key that was typed.
#[derive(Clone, Deserialize, TS)]
pub(crate) struct KeyKeep {
    /// The server it was typed for: the page's `server`.
    server: String,
    /// The key.
    #[ts(type = "string")]
    #[serde(deserialize_with = "masked")]
    key: Option<Secret>,
}

/// The server whose key is forgotten.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct KeyForget {
    /// The page's `server`.
    server: String,
}

async fn read(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<KeyView, Fault> {
    view(&desk, None).await
}

async fn keep(desk: Arc<Desk>, args: KeyKeep, _: To<Silent>) -> Result<KeyView, Fault> {
    let kept = blocking(&desk, move |desk| {
        let app = desk.app();
        let base = meant(&app, &args.server)?;
        let key = App::key(args.key.as_ref().map_or("", Secret::expose))?;
        app.keep_key(&base, &key)
    })
    .await?;
    desk.changed(&desk.look());
    view(&desk, Some(kept_where(&kept))).await
}

async fn forget(desk: Arc<Desk>, args: KeyForget, _: To<Silent>) -> Result<KeyView, Fault> {
    blocking(&desk, move |desk| {
        let app = desk.app();
        let base = meant(&app, &args.server)?;
        app.forget_key(&base).map_err(|error| error.report())
    })
    .await?;
    desk.changed(&desk.look());
    view(&desk, None).await
}

/// The address in the settings, where the page still shows its server: a key goes to the one it was typed for and to no other, and
/// one that was typed for https does not go to the same host over http.
fn meant(app: &App, server: &str) -> Result<Url, Report> {
    let base = app.model_base().ok_or_else(|| Report::new(Message::new("core.model.none")))?;
    if key_server(&base) == server {
        return Ok(base);
    }
    Err(Report::new(Message::new("desk.key.moved").with("host", model_host(&base))))
}

/// Where the key lies now; `said` in place of the usual sentence.
async fn view(desk: &Arc<Desk>, said: Option<Message>) -> Result<KeyView, Fault> {
    blocking(desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let seen = app.model_view();
        let base = seen.base.as_deref().and_then(|base| app.model_address(base).ok());
        let needed = base.as_ref().is_some_and(needs_key);
        let (place, code) = key_place(seen.key);
        let code = if place == "none" && !needed { "desk.key.not-needed" } else { code };
        let usual = || Message::new(code).with("host", seen.host.clone().unwrap_or_default());
        let problems = app.secrets().take_problems();
        Ok(KeyView {
            place,
            needed,
            said: names.texts.say(&said.unwrap_or_else(usual)),
            problems: problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
            host: seen.host,
        })
    })
    .await
}

/// Where a key was put just now: that it is in a file, and why, is said openly.
fn kept_where(kept: &Kept) -> Message {
    match (kept.by, &kept.why) {
        (Keeps::Ring, _) => Message::new("desk.key.ring"),
        (Keeps::File, Some(SecretError::Missing { .. }) | None) => Message::new("desk.key.file-no-ring"),
        (Keeps::File, Some(SecretError::Unavailable { .. })) => Message::new("desk.key.file-locked"),
        (Keeps::File, Some(_)) => Message::new("desk.key.file-refused"),
    }
}
