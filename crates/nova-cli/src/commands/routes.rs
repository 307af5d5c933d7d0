//! Which tool a subcommand calls, with which arguments.

use serde_json::{Map, Value, json};

use crate::args::{Backup, Command, Java, Jobs, ModsWhat, Saves, Versions};

/// A subcommand as a tool call.
pub(super) enum Route {
    /// Looks.
    Read {
        /// The tool.
        tool: &'static str,
        /// Its arguments.
        args: Value,
        /// What problems in the answer mean for the exit.
        policy: Policy,
    },
    /// Changes something.
    Write {
        /// The tool.
        tool: &'static str,
        /// Its arguments, one call a line.
        args: Vec<Value>,
    },
}

/// What problems in an answer mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// A listing with problems in it is a listing all the same.
    Lists,
    /// A check that finds something ends with 1.
    Checks,
}

/// The call behind a subcommand; none for those that are no call.
pub(super) fn of(command: Command) -> Option<Route> {
    Some(match command {
        Command::Versions(versions) => self::versions(versions),
        Command::Backup(backup) => self::backup(backup),
        Command::Saves(saves) => self::saves(saves),
        Command::Java { what } => java(what.unwrap_or(Java::List)),
        Command::Launch(launch) => {
            let args = given(json!({}), "version_id", launch.version);
            write("launch_game", given(given(args, "server", launch.server), "save", launch.world))
        }
        Command::Jobs { what } => return jobs(what),
        Command::Logs(logs) => read("list_crash_reports", given(json!({}), "version_id", logs.version)),
        Command::History => read("list_changes", json!({ "limit": 1000 })),
        Command::Undo { id } => write("undo_change", json!({ "change_id": id })),
        _ => return None,
    })
}

/// The call behind a `mods` subcommand.
pub(super) fn mods(version: Option<&str>, what: ModsWhat) -> Route {
    let with = |args: Value| given(args, "version_id", version.map(str::to_owned));
    match what {
        ModsWhat::List | ModsWhat::Read { .. } => read("list_mods", with(json!({}))),
        ModsWhat::Check => check("check_mod_conflicts", with(json!({}))),
        ModsWhat::Enable { name } => write("enable_mod", with(json!({ "mod": name }))),
        ModsWhat::Disable { name } => write("disable_mod", with(json!({ "mod": name }))),
        ModsWhat::Search(search) => {
            let args = json!({ "query": search.query.join(" "), "kind": "mod" });
            let args = given(given(args, "loader", search.loader), "game_version", search.game);
            read("search_content", given(args, "source", search.source))
        }
    }
}

/// The call behind `nova account list`.
pub(super) fn accounts() -> Route {
    read("list_accounts", json!({}))
}

/// The call behind a change of the accounts.
pub(super) fn account(tool: &'static str, args: Value) -> Route {
    write(tool, args)
}

fn versions(versions: Versions) -> Route {
    match versions {
        Versions::List => read("list_versions", json!({})),
        Versions::Show { id } => read("read_version_detail", json!({ "version_id": id })),
        Versions::Remote { query } => {
            read("list_remote_versions", given(json!({ "channel": "all" }), "query", query))
        }
        Versions::Install(install) => {
            let args = given(json!({ "game_version": install.game }), "loader", install.loader);
            let args = given(args, "loader_version", install.loader_version);
            let args = given(args, "with_api", install.with_api.then_some(true));
            write("install_version", given(args, "name", install.name))
        }
        Versions::Check { id } => check("check_version_files", given(json!({}), "version_id", id)),
        Versions::Repair { id } => write("repair_version", given(json!({}), "version_id", id)),
        Versions::Loader(change) => {
            let args = json!({ "version_id": change.id, "loader": change.loader });
            let args = given(args, "with_api", change.with_api.then_some(true));
            write("change_loader", given(args, "loader_version", change.build))
        }
        Versions::Changes { id } => read("diff_since_last_good", given(json!({}), "version_id", id)),
        Versions::RestoreGood { id } => write("restore_last_good", given(json!({}), "version_id", id)),
        Versions::Remove { id } => write("delete_version", json!({ "version_id": id })),
    }
}

/// Going on with a job is the call that began it, which only the job tells.
fn jobs(what: Option<Jobs>) -> Option<Route> {
    match what {
        None | Some(Jobs::List) => Some(read("list_jobs", json!({}))),
        Some(Jobs::Cancel { id }) => Some(write("cancel_job", json!({ "job_id": id }))),
        Some(Jobs::Resume { .. }) => None,
    }
}

fn java(java: Java) -> Route {
    match java {
        Java::List => read("list_java", json!({})),
        Java::Install { major } => write("install_java", json!({ "major": major })),
        Java::Check { version } => check("check_environment", given(json!({}), "version_id", version)),
    }
}

fn backup(backup: Backup) -> Route {
    match backup {
        Backup::List => read("list_backups", json!({})),
        Backup::Verify { id } => check("read_backup", json!({ "backup_id": id })),
        Backup::Restore { id } => write("restore_backup", json!({ "backup_id": id })),
        Backup::Create { world, include, version } => {
            let args = given(json!({ "include": include }), "version_id", version);
            let one = |world: String| given(args.clone(), "save", Some(world));
            let calls = if world.is_empty() { vec![args] } else { world.into_iter().map(one).collect() };
            Route::Write { tool: "backup_version", args: calls }
        }
    }
}

fn saves(saves: Saves) -> Route {
    match saves {
        Saves::List { version } => read("list_saves", given(json!({}), "version_id", version)),
        Saves::Move { world, to, from } => {
            write("move_save", given(json!({ "save": world, "to_version": to }), "from_version", from))
        }
    }
}

fn read(tool: &'static str, args: Value) -> Route {
    Route::Read { tool, args, policy: Policy::Lists }
}

fn check(tool: &'static str, args: Value) -> Route {
    Route::Read { tool, args, policy: Policy::Checks }
}

fn write(tool: &'static str, args: Value) -> Route {
    Route::Write { tool, args: vec![args] }
}

/// The arguments with one more, if it was given.
fn given(args: Value, name: &str, value: Option<impl Into<Value>>) -> Value {
    let mut fields: Map<String, Value> = match args {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    fields.extend(value.map(|value| (name.to_owned(), value.into())));
    fields.into()
}
