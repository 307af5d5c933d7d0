//! `nova model test` and `nova model providers`: whether the model answers, and what could be set.

use nova_core::{KeyUse, Listed, Moved, Preset, Tested, model_host};
use nova_model::{Message, clean};
use serde_json::json;

use crate::{
    open::Session,
    output::{Exit, Output},
};

/// Names of models that a person is shown; all of them are in the JSON.
const SHOWN: usize = 20;

/// Asks the model's server whether address, key and name are right.
pub(super) async fn test(session: &Session, output: &Output) -> Exit {
    let tested = match session.app.test_model().await {
        Ok(tested) => tested,
        Err(report) => {
            output.error(&report, &session.texts);
            return Exit::Failed;
        }
    };
    let problems = output.problems(&session.app.secrets().take_problems(), "", &session.texts);
    let data = json!({
        "ready": tested.name.is_some(),
        "base_url": tested.base.as_str(),
        "moved": tested.moved == Moved::Yes,
        "model": tested.name,
        "listed": match tested.listed { Listed::Yes => Some(true), Listed::No(_) => Some(false), Listed::Unknown => None },
        "models": tested.models,
        "milliseconds": tested.took,
        "problems": problems,
    });
    output.answer(&data, &session.texts.say_all(&said(&tested)));
    if tested.name.is_some() && tested.moved == Moved::No { Exit::Done } else { Exit::Found }
}

fn said(tested: &Tested) -> Vec<Message> {
    let host = model_host(&tested.base);
    let first = if let Some(name) = &tested.name {
        let good = Message::new("cli.model.test.good").with("name", name.as_str());
        good.with("host", host).with("ms", tested.took)
    } else {
        let names: Vec<_> = tested.models.iter().take(SHOWN).map(|name| clean(name, 200)).collect();
        let choose = Message::new("cli.model.test.choose").with("host", host);
        choose.with("n", tested.models.len()).with("names", names)
    };
    let mut said = vec![first];
    if let (Some(name), Listed::No(near)) = (&tested.name, &tested.listed) {
        said.push(Message::new("cli.model.test.unlisted").with("name", name.as_str()));
        said.extend((!near.is_empty()).then(|| Message::new("core.near").with("names", near.clone())));
    }
    if tested.moved == Moved::Yes {
        said.push(Message::new("cli.model.test.moved").with("base", tested.base.as_str()));
    }
    said
}

/// Every provider with its address and the page where keys are made.
pub(super) fn providers(session: &Session, output: &Output) -> Exit {
    let presets = session.app.providers();
    let name = |preset: &Preset| session.texts.localized(preset.zh, preset.en);
    let items = presets.iter().map(|preset| {
        json!({
            "id": preset.id,
            "name": name(preset),
            "base_url": preset.base,
            "key_page": preset.keys,
            "key_needed": preset.key == KeyUse::Needed,
            "models": preset.models,
        })
    });
    let lines = presets.iter().map(|preset| {
        let line = match preset.keys {
            Some(page) => Message::new("cli.model.provider").with("page", page),
            None => Message::new("cli.model.provider-here").with("base", preset.base),
        };
        session.texts.say(&line.with("id", preset.id).with("name", name(preset)))
    });
    let how = session.texts.say(&Message::new("cli.model.how-set"));
    let text: Vec<String> = lines.chain([how]).collect();
    output.answer(&json!({ "providers": items.collect::<Vec<_>>() }), &text.join("\n"));
    Exit::Done
}
