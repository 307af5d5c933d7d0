//! `nova model set`: address, name and key of the model.

use nova_core::{Keeps, Kept, is_plain, model_host, needs_key};
use nova_game::{ModelChange, Setting};
use nova_model::{Explain, Message, Report, SecretError};
use serde_json::{Value, json};

use super::{
    is_already,
    key::{self, From},
    settled_with,
};
use crate::{
    args::SetModel,
    open::Session,
    output::{Exit, Output},
};

/// Sets the model and keeps its key.
pub(super) async fn set(wanted: SetModel, session: &Session, output: &Output) -> Exit {
    if wanted.key.is_some() {
        output.error(&Report::new(Message::new("cli.model.key-argument")), &session.texts);
        return Exit::Usage;
    }
    match done(wanted, session, output).await {
        Ok(exit) => exit,
        Err(report) => {
            output.error(&report, &session.texts);
            Exit::Failed
        }
    }
}

/// Everything that may be wrong is looked at before anything is changed.
async fn done(wanted: SetModel, session: &Session, output: &Output) -> Result<Exit, Report> {
    let app = &session.app;
    let preset = wanted.provider.as_deref().map(|id| app.provider(id)).transpose()?;
    let typed = wanted.base.as_deref().or(preset.map(|preset| preset.base));
    let address = typed.map(|typed| app.model_address(typed)).transpose()?;
    let target = address.clone().or_else(|| app.model_base());
    let from = source(&wanted, address.is_some());
    let Some(base) = target else { return Err(Report::new(Message::new("cli.model.no-address"))) };
    let from = if from == From::Player && !needs_key(&base) { From::Nowhere } else { from };
    let typed = key::given(from, &model_host(&base), session, output).await?;
    let change = change(wanted, address.map(|address| address.to_string()));
    // The key first: one that cannot be kept leaves the settings as they were. A key alone changes no setting.
    let kept = typed.map(|typed| app.keep_key(&base, &typed)).transpose()?;
    let result = app.set_model(&change);
    let mut notes = Vec::new();
    let mut data = json!({ "key": kept.as_ref().map(|kept| told(kept, session)) });
    if result.is_ok() || result.as_ref().is_err_and(is_already) {
        notes.extend(kept.map(|kept| place(&kept, session)));
        notes
            .extend(is_plain(&base).then(|| Message::new("cli.model.plain").with("host", model_host(&base))));
        notes.push(Message::new("cli.model.try"));
    }
    Ok(settled_with(result, notes, &mut data, session, output))
}

/// The key is asked for where the address is set, or where nothing else is.
fn source(wanted: &SetModel, addressed: bool) -> From {
    let others = wanted.name.is_some() || wanted.price.is_some() || wanted.context.is_some();
    if wanted.key_stdin {
        From::Stdin
    } else if addressed || !(others || wanted.proxy.is_some()) {
        From::Player
    } else {
        From::Nowhere
    }
}

fn change(wanted: SetModel, base: Option<String>) -> ModelChange {
    let proxy = match wanted.proxy {
        Some(word) if word == "system" => Setting::Clear,
        given => Setting::of(given),
    };
    ModelChange {
        base_url: Setting::of(base),
        model: Setting::of(wanted.name),
        provider: Setting::of(wanted.provider),
        price: wanted.price.unwrap_or_default(),
        context: wanted.context.unwrap_or_default(),
        proxy,
    }
}

/// Where the key lies now, said openly.
fn place(kept: &Kept, session: &Session) -> Message {
    let path = session.app.secrets().file().path();
    let code = match (kept.by, &kept.why) {
        (Keeps::Ring, _) => return Message::new("cli.model.key-ring"),
        (Keeps::File, Some(SecretError::Unavailable { .. })) => "cli.model.key-file-locked",
        (Keeps::File, Some(SecretError::Refused { reason, .. })) => {
            let refused = Message::new("cli.model.key-file-refused").with("path", path.as_path());
            return refused.with("why", reason.as_str());
        }
        (Keeps::File, _) => "cli.model.key-file",
    };
    Message::new(code).with("path", path.as_path())
}

fn told(kept: &Kept, session: &Session) -> Value {
    let why = kept.why.as_ref().map(|why| nova_core::present::report(&why.report(), &session.texts));
    let path = (kept.by == Keeps::File).then(|| session.app.secrets().file().path());
    json!({ "kept_by": kept.by, "path": path, "why": why })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_asked_for_with_an_address_or_when_nothing_else_is_set() {
        let named = SetModel { name: Some("m".to_owned()), ..SetModel::default() };
        assert_eq!(source(&named, false), From::Nowhere);
        assert_eq!(source(&named, true), From::Player);
        assert_eq!(source(&SetModel::default(), false), From::Player);
        assert_eq!(source(&SetModel { key_stdin: true, ..named }, true), From::Stdin);
    }
}
