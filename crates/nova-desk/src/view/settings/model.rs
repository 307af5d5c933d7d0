//! The model: which one is asked, where its key lies, whether it answers. Never the key.

use nova_core::{Keeps, KeyPlace, KeyUse, Listed, Moved, Preset, Tested, model_host, texts::Texts};
use nova_game::{LocalConsent, Price};
use nova_model::Message;
use serde::Serialize;
use ts_rs::TS;

use super::super::{ProblemRow, Who};

/// More models of a list are not shown.
const MOST_MODELS: usize = 1_000;

/// What is set about the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ModelPage {
    /// Who would answer now, and why.
    pub who: Who,
    /// The base address that is asked.
    pub base: Option<String>,
    /// Its host, with the port where it is not the usual one: where words go to.
    pub host: Option<String>,
    /// The server that a key typed now is for: another one at another host, at another port, or unencrypted.
    pub server: Option<String>,
    /// The model's name.
    pub name: Option<String>,
    /// The preset it was set from.
    pub provider: Option<String>,
    /// The providers that Nova knows.
    pub providers: Vec<ProviderRow>,
    /// Whether a model server found on this computer may be asked.
    #[ts(type = "'ask' | 'yes' | 'no'")]
    pub local: LocalConsent,
    /// What a million tokens cost.
    pub price: Option<PriceView>,
    /// Tokens it can read at once.
    pub context: Option<u64>,
    /// Where requests go through: an address, or `direct`.
    pub proxy: Option<String>,
    /// The variables of the environment that stand in for settings.
    pub overridden: Vec<String>,
    /// Whether what is said goes over a network unencrypted.
    pub plain: bool,
    /// Whether the server is on this computer or in the player's own network.
    pub at_home: bool,
}

/// What a million tokens cost, as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct PriceView {
    /// Of what it reads.
    pub input: String,
    /// Of what it writes.
    pub output: String,
}

impl PriceView {
    pub(crate) fn of(price: Price) -> Self {
        Self { input: price.input.to_string(), output: price.output.to_string() }
    }
}

/// A provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ProviderRow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its base address.
    pub base: String,
    /// The page where keys are made.
    pub keys: Option<String>,
    /// Whether it wants a key.
    pub needs_key: bool,
    /// Names of models that stay.
    pub models: Vec<String>,
}

impl ProviderRow {
    pub(crate) fn of(preset: &Preset, texts: &Texts) -> Self {
        Self {
            id: preset.id.to_owned(),
            name: texts.localized(preset.zh, preset.en),
            base: preset.base.to_owned(),
            keys: preset.keys.map(str::to_owned),
            needs_key: preset.key == KeyUse::Needed,
            models: preset.models.iter().map(|model| (*model).to_owned()).collect(),
        }
    }
}

/// Where the key of the server lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct KeyView {
    /// The server it belongs to; none where no address is set.
    pub host: Option<String>,
    /// `none`, `ring`, `file`, `environment`, or `unknown` where the key ring cannot say.
    #[ts(type = "'none' | 'ring' | 'file' | 'environment' | 'unknown'")]
    pub place: &'static str,
    /// Whether the server wants one.
    pub needed: bool,
    /// Where it lies, in a sentence.
    pub said: String,
    /// What was wrong with the file and put right.
    pub problems: Vec<ProblemRow>,
}

/// Where a key lies, by a name and by the code of its sentence.
pub(crate) fn key_place(place: Option<KeyPlace>) -> (&'static str, &'static str) {
    match place {
        Some(KeyPlace::Nowhere) => ("none", "desk.key.none"),
        Some(KeyPlace::Environment) => ("environment", "desk.key.environment"),
        Some(KeyPlace::Kept(Keeps::Ring)) => ("ring", "desk.key.ring"),
        Some(KeyPlace::Kept(Keeps::File)) => ("file", "desk.key.file"),
        None => ("unknown", "desk.key.unknown"),
    }
}

/// A server that answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Found {
    /// What came of it, sentence by sentence.
    pub said: Vec<String>,
    /// Whether a model answered, rather than the server only.
    pub answered: bool,
    /// The address that works, where it is another one than the one that is set.
    pub base: Option<String>,
    /// The models of its list.
    pub models: Vec<String>,
}

impl Found {
    pub(crate) fn of(tested: &Tested, texts: &Texts) -> Self {
        let moved = tested.moved == Moved::Yes;
        let said = sentences(tested);
        let models = tested.models.iter().take(MOST_MODELS).map(|model| nova_model::clean(model, 200));
        Self {
            said: said.iter().map(|one| texts.say(one)).collect(),
            answered: tested.name.is_some(),
            base: moved.then(|| tested.base.to_string()),
            models: models.collect(),
        }
    }
}

fn sentences(tested: &Tested) -> Vec<Message> {
    let host = model_host(&tested.base);
    let mut said = vec![match &tested.name {
        Some(name) => Message::new("desk.test.good")
            .with("name", name.as_str())
            .with("host", host)
            .with("ms", tested.took),
        None => Message::new("desk.test.choose").with("host", host).with("n", tested.models.len()),
    }];
    if let (Listed::No(near), Some(name)) = (&tested.listed, &tested.name) {
        said.push(Message::new("desk.test.unlisted").with("name", name.as_str()));
        if !near.is_empty() {
            said.push(Message::new("core.near").with("names", near.clone()));
        }
    }
    if tested.moved == Moved::Yes {
        said.push(Message::new("desk.test.moved").with("base", tested.base.as_str()));
    }
    said
}
