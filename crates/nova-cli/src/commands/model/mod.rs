//! `nova model` and `nova trust`: what the player sets about the model. Each is one change that `nova undo` takes back; the
//! key is none of it and is kept and forgotten by itself.

pub(super) mod key;
mod reach;
mod set;
mod show;

use nova_game::{LimitsChange, LocalConsent, ModelChange, Setting, Trust};
use nova_model::{Explain, Message, Report};
use nova_tools::Receipt;
use serde_json::{Value, json};

use crate::{
    args::{Consent, Limits, Model, Step},
    open::Session,
    output::{Exit, Output},
};

/// Does one `nova model` command.
pub(super) async fn model(command: Model, session: &Session, output: &Output) -> Exit {
    match command {
        Model::Show => show::show(session, output).await,
        Model::Set(wanted) => set::set(wanted, session, output).await,
        Model::Forget => forget(session, output),
        Model::Providers => reach::providers(session, output),
        Model::Test => reach::test(session, output).await,
        Model::Local { consent } => {
            settled(session.app.set_local_model(local(consent)), Vec::new(), session, output)
        }
        Model::Limit(limits) => limit(limits, session, output),
    }
}

/// Does `nova trust`.
pub(super) fn trust(step: Step, tools: &[String], session: &Session, output: &Output) -> Exit {
    let step = match step {
        Step::Chat => Trust::Chat,
        Step::Read => Trust::Read,
        Step::Confirm => Trust::Confirm,
        Step::Chosen => Trust::Chosen,
    };
    if (step == Trust::Chosen) == tools.is_empty() {
        output.error(&Report::new(Message::new("cli.trust.tools")), &session.texts);
        return Exit::Usage;
    }
    settled(session.app.set_trust(step, tools), Vec::new(), session, output)
}

fn local(consent: Consent) -> LocalConsent {
    match consent {
        Consent::Yes => LocalConsent::Yes,
        Consent::No => LocalConsent::No,
        Consent::Ask => LocalConsent::Ask,
    }
}

fn limit(limits: Limits, session: &Session, output: &Output) -> Exit {
    let change = LimitsChange {
        rounds: limits.rounds.unwrap_or_default(),
        repeats: limits.repeats.unwrap_or_default(),
        tokens: limits.tokens.unwrap_or_default(),
        money_per_day: limits.money_per_day.unwrap_or_default(),
    };
    settled(session.app.set_limits(&change), Vec::new(), session, output)
}

/// The key first: without the address nobody would know any more which one it was.
fn forget(session: &Session, output: &Output) -> Exit {
    let mut notes = Vec::new();
    if let Some(base) = session.app.model_base() {
        if let Err(error) = session.app.forget_key(&base) {
            output.error(&error.report(), &session.texts);
            return Exit::Failed;
        }
        notes.push(Message::new("cli.model.key-forgotten").with("host", nova_core::model_host(&base)));
    }
    let nothing = ModelChange {
        base_url: Setting::Clear,
        model: Setting::Clear,
        provider: Setting::Clear,
        price: Setting::Clear,
        context: Setting::Clear,
        proxy: Setting::Keep,
    };
    let result = session.app.set_model(&nothing);
    if notes.is_empty() && result.as_ref().is_err_and(is_already) {
        let none = Report::new(Message::new("core.model.none"));
        output.error(&none, &session.texts);
        return Exit::Found;
    }
    settled(result, notes, session, output)
}

/// Prints what became of a change. That it is so already is an answer, no failure.
pub(super) fn settled(
    result: Result<Receipt, Report>,
    notes: Vec<Message>,
    session: &Session,
    output: &Output,
) -> Exit {
    let mut data = json!({});
    settled_with(result, notes, &mut data, session, output)
}

/// The same with more in its object.
fn settled_with(
    result: Result<Receipt, Report>,
    notes: Vec<Message>,
    data: &mut Value,
    session: &Session,
    output: &Output,
) -> Exit {
    let (said, change) = match result {
        Ok(receipt) => (receipt.said, receipt.change),
        Err(report) if is_already(&report) => (report.message, None),
        Err(report) => {
            output.error(&report, &session.texts);
            return Exit::Failed;
        }
    };
    let mut lines = vec![said.clone()];
    lines.extend(change.iter().map(|id| Message::new("cli.undo.command").with("id", id.as_str())));
    lines.extend(notes);
    let problems = output.problems(&session.app.secrets().take_problems(), "", &session.texts);
    data["change_id"] = json!(change);
    data["said"] = json!(session.texts.say(&said));
    data["problems"] = problems;
    output.answer(data, &session.texts.say_all(&lines));
    Exit::Done
}

/// That it is so already.
fn is_already(report: &Report) -> bool {
    report.code() == "game.already"
}
