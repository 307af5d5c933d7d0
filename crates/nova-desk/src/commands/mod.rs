//! Every command in one explicit list, by domain.

pub(crate) mod accounts;
mod ask;
pub(crate) mod care;
mod changes;
mod chat;
mod crash;
mod home;
mod install;
mod jobs;
mod logs;
mod mods;
mod play;
mod recording;
mod settings;
mod tool;
mod versions;
mod window;
mod worlds;

use serde::Deserialize;
use ts_rs::TS;

use crate::Command;

/// The arguments of a command that needs none, and the result of one that has nothing to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize, TS)]
pub(crate) struct Nothing {}

/// Every command, in order.
pub(crate) fn list() -> Vec<Command> {
    let domains = [
        window::list(),
        chat::list(),
        ask::list(),
        tool::list(),
        home::list(),
        play::list(),
        logs::list(),
        install::list(),
        jobs::list(),
        versions::list(),
        care::list(),
        mods::list(),
        worlds::list(),
        crash::list(),
        accounts::list(),
        changes::list(),
        recording::list(),
        settings::list(),
    ];
    domains.into_iter().flatten().collect()
}

/// The names of all commands, in order.
pub fn names() -> Vec<&'static str> {
    list().iter().map(|command| command.name).collect()
}
