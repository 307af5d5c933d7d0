//! What each subcommand does: most are one tool call, so that the terminal and the assistant do the very same.

mod account;
pub(crate) mod ask;
mod call;
mod chats;
pub(crate) mod crash;
mod doctor;
mod launch;
mod logs;
mod model;
mod read;
mod routes;
mod tools;
pub(crate) mod turn;
mod write;

use nova_model::{Message, Report};

use crate::{
    args::{Cli, Command, Jobs, ModsWhat},
    chat,
    open::Session,
    output::{Exit, Output},
    terminal::Permanent,
};
use routes::Route;

/// Runs one command.
pub(crate) async fn run(cli: Cli, output: &Output) -> Exit {
    let session = match Session::open(&cli.global) {
        Ok(session) => session,
        Err(broken) => {
            output.note(&broken);
            return Exit::Failed;
        }
    };
    if writes_nothing(&cli.command) {
        return dispatch(cli.command, &session, output).await;
    }
    let recovered = session.app.recover();
    output.problems(&recovered, "", &session.texts);
    if let Command::Chats(wanted) = cli.command {
        let permanent = if cli.global.yes_permanent { Permanent::Confirmed } else { Permanent::Refused };
        return chats::run(wanted, permanent, &session, output).await;
    }
    dispatch(cli.command, &session, output).await
}

/// Commands that leave even an unfinished change of an earlier run alone.
fn writes_nothing(command: &Command) -> bool {
    match command {
        Command::Tools { .. } => true,
        Command::Ask(ask) => ask.plan_only,
        Command::Mods(mods) => matches!(mods.what, ModsWhat::Read { .. }),
        _ => false,
    }
}

async fn dispatch(command: Command, session: &Session, output: &Output) -> Exit {
    match command {
        Command::Ask(ask) => ask::ask(ask, session, output).await,
        Command::Chat(_) if output.is_json() => {
            output.error(&Report::new(Message::new("cli.chat.no-json")), &session.texts);
            Exit::Usage
        }
        Command::Chat(how) => chat::talk(how, session, output).await,
        Command::Tools { read_only } => tools::list(read_only, session, output),
        Command::Call { tool, arguments } => call::call(&tool, &arguments, session, output).await,
        Command::Launch(launch) if launch.dry_run => launch::dry_run(&launch, session, output),
        Command::Jobs { what: Some(Jobs::Resume { id }) } => resume(&id, session, output).await,
        Command::Doctor => doctor::doctor(session, output),
        Command::Account(command) => account::account(command, session, output).await,
        Command::Model(command) => model::model(command, session, output).await,
        Command::Trust { step, tools } => model::trust(step, &tools, session, output),
        Command::Logs(wanted) if !wanted.list => logs::logs(wanted, session, output).await,
        Command::Mods(mods) => match mods.what {
            ModsWhat::Read { files } => read::jars(&files, session, output),
            what => follow(routes::mods(mods.version.as_deref(), what), session, output).await,
        },
        other => match routes::of(other) {
            Some(route) => follow(route, session, output).await,
            None => Exit::Usage,
        },
    }
}

/// Asks for the same as the job again.
async fn resume(id: &str, session: &Session, output: &Output) -> Exit {
    match session.app.launcher().resume_job(id) {
        Ok(call) => write::write(call.tool, vec![call.args], session, output).await,
        Err(error) => {
            output.error(error.report(), &session.texts);
            Exit::Failed
        }
    }
}

async fn follow(route: Route, session: &Session, output: &Output) -> Exit {
    match route {
        Route::Read { tool, args, policy } => read::read(tool, args, policy, session, output).await,
        Route::Write { tool, args } => write::write(tool, args, session, output).await,
    }
}
