//! `nova account`: who plays. What the list needs goes through the tools; signing in is led through here, so that neither a password
//! nor a code is ever an argument or goes through a model.

use nova_core::{Admitted, PlayerChoice, SkinLogin};
use nova_model::{Message, Report, Secret};
use serde_json::{Value, json};

use super::{
    follow,
    model::{
        key::{on_stdin, unseen},
        settled,
    },
    routes,
};
use crate::{
    args::{Account, LoginServer},
    open::Session,
    output::{Exit, Output},
    terminal::Terminal,
};

/// Does one `nova account` command.
pub(super) async fn account(command: Account, session: &Session, output: &Output) -> Exit {
    let one = |account: String| json!({ "account_id": account });
    let route = match command {
        Account::List => routes::accounts(),
        Account::AddOffline { name } => routes::account("add_offline_account", json!({ "name": name })),
        Account::Select { account } => routes::account("select_account", one(account)),
        Account::Remove { account } => routes::account("remove_account", one(account)),
        Account::Refresh { account } => routes::account("refresh_account", one(account)),
        Account::Login => return ended(microsoft(session, output).await, session, output),
        Account::LoginServer(server) => {
            return ended(at_server(server, session, output).await, session, output);
        }
        Account::ClientId { id } => return client_id(id.as_deref(), session, output),
    };
    follow(route, session, output).await
}

fn client_id(id: Option<&str>, session: &Session, output: &Output) -> Exit {
    if let Some(id) = id {
        let id = Some(id).filter(|id| *id != "none");
        return settled(session.app.set_client_id(id), Vec::new(), session, output);
    }
    let set = session.app.launcher().client_id();
    let said = match &set {
        Some(id) => Message::new("cli.account.client-id").with("id", id.as_str()),
        None => Message::new("cli.account.no-client-id"),
    };
    output.answer(&json!({ "client_id": set }), &session.texts.say(&said));
    Exit::Done
}

/// The code goes to standard error, also where a machine reads the answer: somebody has to type it.
async fn microsoft(session: &Session, output: &Output) -> Result<Admitted, Report> {
    let login = session.app.begin_microsoft().await?;
    let code = login.code();
    let told = Message::new("cli.account.code")
        .with("code", code.user_code.as_str())
        .with("page", code.verification_uri.as_str());
    output.note(&session.texts.say(&told));
    let step =
        |step: Message| output.note(&session.texts.say(&Message::new("cli.account.step").with("step", step)));
    login.finish(&step).await
}

async fn at_server(wanted: LoginServer, session: &Session, output: &Output) -> Result<Admitted, Report> {
    let server = session.app.find_skin_server(&wanted.address).await?;
    let told =
        Message::new("cli.account.server").with("server", server.name()).with("address", server.api.as_str());
    output.note(&session.texts.say(&told));
    let attended = Terminal::is_attended() && !output.is_json();
    let login = match wanted.login {
        Some(login) => login,
        None if attended => {
            let prompt = session.texts.say(&Message::new("cli.account.login-prompt"));
            session.terminal.line(&format!("{prompt} ")).await.unwrap_or_default()
        }
        None => return Err(Report::new(Message::new("cli.account.no-login"))),
    };
    let password = if wanted.password_stdin {
        on_stdin().ok()
    } else if attended {
        unseen(session.texts.say(&Message::new("cli.account.password-prompt").with("server", server.name())))
            .await
    } else {
        None
    };
    let password = password.map(|typed| typed.trim_end_matches(['\r', '\n']).to_owned());
    let none = || Report::new(Message::new("cli.account.no-password"));
    let password = Secret::from(password.filter(|typed| !typed.is_empty()).ok_or_else(none)?);
    match session.app.sign_in_at(&server, &login, &password).await? {
        SkinLogin::Admitted(admitted) => Ok(*admitted),
        SkinLogin::Choose(choice) => chosen(*choice, wanted.player, session, attended).await,
    }
}

async fn chosen(
    choice: PlayerChoice,
    player: Option<String>,
    session: &Session,
    attended: bool,
) -> Result<Admitted, Report> {
    let names: Vec<String> = choice.players().iter().map(|player| player.name.clone()).collect();
    let player = match player {
        None if attended => {
            let asked = Message::new("cli.account.player-prompt").with("names", names.clone());
            session.terminal.line(&format!("{} ", session.texts.say(&asked))).await
        }
        given => given,
    };
    let place =
        player.and_then(|player| names.iter().position(|name| name.eq_ignore_ascii_case(player.trim())));
    match place {
        Some(place) => choice.choose(place).await,
        None => Err(Report::new(Message::new("cli.account.which-player").with("names", names))),
    }
}

fn ended(result: Result<Admitted, Report>, session: &Session, output: &Output) -> Exit {
    let admitted = match result {
        Ok(admitted) => admitted,
        Err(report) => {
            output.error(&report, &session.texts);
            return Exit::Failed;
        }
    };
    let said = admitted.receipt.said.clone();
    let mut lines = vec![said.clone()];
    lines.extend(admitted.warnings.iter().cloned());
    let change = admitted.receipt.change.as_deref();
    lines.extend(change.map(|id| Message::new("cli.undo.command").with("id", id)));
    let problems = output.problems(&session.app.secrets().take_problems(), "", &session.texts);
    let warnings: Vec<Value> = admitted.warnings.iter().map(|one| session.texts.say(one).into()).collect();
    let data = json!({
        "account_id": admitted.account.id,
        "name": admitted.account.profile.name,
        "kind": admitted.account.kind.as_str(),
        "change_id": change,
        "said": session.texts.say(&said),
        "warnings": warnings,
        "problems": problems,
    });
    output.answer(&data, &session.texts.say_all(&lines));
    Exit::Done
}
