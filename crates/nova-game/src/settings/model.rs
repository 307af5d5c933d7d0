//! What is set about models: where one is, what it costs, how far it may go. Its key lies in the secret store, never here.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use nova_model::Message;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Value;

use crate::{GameError, Result};

/// Characters of an address.
const LONGEST_ADDRESS: usize = 2_000;
/// Characters of a model's name.
const LONGEST_NAME: usize = 200;
/// Characters of a provider's or a tool's name.
const LONGEST_ID: usize = 64;
/// More tools than there will be.
const MOST_TOOLS: usize = 500;
/// Tokens a model can read at once.
const CONTEXT: RangeInclusive<u64> = 1_024..=100_000_000;
/// Requests to the model in a turn.
const ROUNDS: RangeInclusive<u32> = 1..=200;
/// Identical calls in a turn.
const REPEATS: RangeInclusive<u32> = 1..=50;
/// Tokens in a turn.
const TOKENS: RangeInclusive<u64> = 1_000..=1_000_000_000;

/// Whether a model server found on this computer may be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LocalConsent {
    /// The player is asked the first time.
    #[default]
    Ask,
    /// It may.
    Yes,
    /// It may not.
    No,
}

impl LocalConsent {
    /// Its name for people.
    pub fn label(self) -> Message {
        Message::new(match self {
            Self::Ask => "game.consent.ask",
            Self::Yes => "game.consent.yes",
            Self::No => "game.consent.no",
        })
    }

    /// Its name in the settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

/// An amount in the unit of the player's account, exact to a millionth. As text and in JSON a plain decimal number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money {
    micros: u64,
}

impl Money {
    /// More than anybody pays.
    const MOST: u64 = 1_000_000_000_000_000;

    /// So many millionths.
    pub fn of_micros(micros: u64) -> Self {
        Self { micros }
    }

    /// In millionths.
    pub fn micros(self) -> u64 {
        self.micros
    }
}

/// Not an amount: no plain decimal number with at most six places, negative, or too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an amount of money")]
pub struct NotMoney;

impl FromStr for Money {
    type Err = NotMoney;

    fn from_str(text: &str) -> std::result::Result<Self, NotMoney> {
        let (whole, places) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let fits = (1..=9).contains(&whole.len()) && places.len() <= 6;
        if !fits || !digits(whole) || !digits(places) || text.ends_with('.') {
            return Err(NotMoney);
        }
        let micros = format!("{whole}{places:0<6}").parse::<u64>().map_err(|_| NotMoney)?;
        if micros > Self::MOST { Err(NotMoney) } else { Ok(Self { micros }) }
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:06}", self.micros / 1_000_000, self.micros % 1_000_000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_string().parse().unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        format!("{number:.6}").parse().map_err(D::Error::custom)
    }
}

/// What a model costs for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// Of what it reads.
    pub input: Money,
    /// Of what it writes.
    pub output: Money,
}

/// The model to talk to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ModelEndpoint {
    /// Base address of an OpenAI-compatible server.
    pub base_url: Option<String>,
    /// The model's name.
    pub model: Option<String>,
    /// The preset it was set from.
    pub provider: Option<String>,
    /// Whether a model server found on this computer may be asked.
    pub local: LocalConsent,
    /// What it costs.
    pub price: Option<Price>,
    /// Tokens it can read at once.
    pub context: Option<u64>,
    /// Where requests go through: an address, or `direct`; `None` is as the system has it.
    pub proxy: Option<String>,
}

/// Limits of a turn and of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Requests to the model in a turn.
    pub rounds: u32,
    /// Identical calls in a turn.
    pub repeats: u32,
    /// Tokens in a turn.
    pub tokens: u64,
    /// Money in a day.
    pub money_per_day: Option<Money>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { rounds: 12, repeats: 3, tokens: 200_000, money_per_day: None }
    }
}

/// What a change does with one value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Setting<T> {
    /// It stays.
    #[default]
    Keep,
    /// It is taken out: the default holds.
    Clear,
    /// It becomes this.
    To(T),
}

impl<T> Setting<T> {
    /// The value, where it becomes one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::To(value) => Some(value),
            Self::Keep | Self::Clear => None,
        }
    }

    /// `To` the value, or `Keep`.
    pub fn of(value: Option<T>) -> Self {
        value.map_or(Self::Keep, Self::To)
    }
}

/// A change of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelChange {
    /// The base address.
    pub base_url: Setting<String>,
    /// The model's name.
    pub model: Setting<String>,
    /// The preset.
    pub provider: Setting<String>,
    /// The price.
    pub price: Setting<Price>,
    /// Tokens it can read at once.
    pub context: Setting<u64>,
    /// Where requests go through.
    pub proxy: Setting<String>,
}

/// A change of the limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LimitsChange {
    /// Requests to the model in a turn.
    pub rounds: Setting<u32>,
    /// Identical calls in a turn.
    pub repeats: Setting<u32>,
    /// Tokens in a turn.
    pub tokens: Setting<u64>,
    /// Money in a day.
    pub money_per_day: Setting<Money>,
}

/// The client id of Microsoft's sign-in, set or taken out; an error for what can be none.
pub(crate) fn client_id_edits(id: &Setting<String>) -> Result<Vec<Edited>> {
    within(id, "account.client_id", |text| is_client_id(text))?;
    Ok(edited(&["account", "client_id"], "game.account.client-id", id).into_iter().collect())
}

/// One value of a change: its place in the file, the code that names it to people, and what it becomes.
pub(crate) struct Edited {
    pub(crate) path: &'static [&'static str],
    pub(crate) label: &'static str,
    pub(crate) to: Option<Value>,
}

impl ModelChange {
    /// What is set or taken out; an error for what no model can have.
    pub(crate) fn edits(&self) -> Result<Vec<Edited>> {
        within(&self.base_url, "model.base_url", |text| is_address(text))?;
        within(&self.model, "model.model", |text| is_name(text))?;
        within(&self.provider, "model.provider", |text| is_id(text))?;
        within(&self.proxy, "model.proxy", |text| is_proxy(text))?;
        bounded(&self.context, "model.context", &CONTEXT)?;
        let edits = [
            edited(&["model", "base_url"], "game.model.base", &self.base_url),
            edited(&["model", "model"], "game.model.name", &self.model),
            edited(&["model", "provider"], "game.model.provider", &self.provider),
            edited(&["model", "price"], "game.model.price", &self.price),
            edited(&["model", "context"], "game.model.context", &self.context),
            edited(&["model", "proxy"], "game.model.proxy", &self.proxy),
        ];
        Ok(edits.into_iter().flatten().collect())
    }
}

impl LimitsChange {
    /// What is set or taken out; an error for limits that nothing could work within.
    pub(crate) fn edits(&self) -> Result<Vec<Edited>> {
        bounded(&self.rounds, "limits.rounds", &ROUNDS)?;
        bounded(&self.repeats, "limits.repeats", &REPEATS)?;
        bounded(&self.tokens, "limits.tokens", &TOKENS)?;
        within(&self.money_per_day, "limits.money_per_day", |money| is_budget(*money))?;
        let edits = [
            edited(&["limits", "rounds"], "game.limit.rounds", &self.rounds),
            edited(&["limits", "repeats"], "game.limit.repeats", &self.repeats),
            edited(&["limits", "tokens"], "game.limit.tokens", &self.tokens),
            edited(&["limits", "money_per_day"], "game.limit.money", &self.money_per_day),
        ];
        Ok(edits.into_iter().flatten().collect())
    }
}

pub(super) fn edited<T: Serialize>(
    path: &'static [&'static str],
    label: &'static str,
    setting: &Setting<T>,
) -> Option<Edited> {
    match setting {
        Setting::Keep => None,
        Setting::Clear => Some(Edited { path, label, to: None }),
        Setting::To(value) => Some(Edited { path, label, to: serde_json::to_value(value).ok() }),
    }
}

fn within<T>(setting: &Setting<T>, key: &'static str, is_right: impl Fn(&T) -> bool) -> Result<()> {
    match setting.value().filter(|value| !is_right(value)) {
        Some(_) => Err(GameError::BadSetting { key }),
        None => Ok(()),
    }
}

fn bounded<T>(setting: &Setting<T>, key: &'static str, bounds: &RangeInclusive<T>) -> Result<()>
where
    T: PartialOrd + Copy + Into<u64>,
{
    match setting.value().filter(|value| !bounds.contains(value)) {
        Some(_) => {
            Err(GameError::SettingBounds { key, min: (*bounds.start()).into(), max: (*bounds.end()).into() })
        }
        None => Ok(()),
    }
}

/// Whether a text can be a base address. Names and passwords do not belong into a settings file.
pub(crate) fn is_address(text: &str) -> bool {
    let low = text.to_ascii_lowercase();
    let rest = low.strip_prefix("https://").or_else(|| low.strip_prefix("http://"));
    text.chars().count() <= LONGEST_ADDRESS && rest.is_some_and(is_plain_rest)
}

fn is_plain_rest(rest: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '@' | '#' | '\\');
    !rest.is_empty() && !rest.starts_with(['/', ':']) && !rest.contains(odd)
}

pub(crate) fn is_name(text: &str) -> bool {
    let long = text.chars().count() > LONGEST_NAME;
    !long && !text.trim().is_empty() && !text.chars().any(nova_model::acts)
}

pub(crate) fn is_id(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_' | '.');
    (1..=LONGEST_ID).contains(&text.len()) && text.chars().all(plain)
}

/// Whether a text can be a client id: Microsoft hands out UUIDs, and other services plain words.
pub(crate) fn is_client_id(text: &str) -> bool {
    (1..=LONGEST_ID).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

pub(crate) fn is_proxy(text: &str) -> bool {
    let known = ["http://", "https://", "socks5://", "socks5h://"];
    let rest = known.iter().find_map(|scheme| text.strip_prefix(scheme));
    text == "direct" || (text.len() <= LONGEST_ADDRESS && rest.is_some_and(is_plain_rest))
}

pub(crate) fn is_context(tokens: u64) -> bool {
    CONTEXT.contains(&tokens)
}

pub(crate) fn is_rounds(rounds: u32) -> bool {
    ROUNDS.contains(&rounds)
}

pub(crate) fn is_repeats(repeats: u32) -> bool {
    REPEATS.contains(&repeats)
}

pub(crate) fn is_tokens(tokens: u64) -> bool {
    TOKENS.contains(&tokens)
}

/// A budget of nothing would be a model that may never be asked: then there is none.
pub(crate) fn is_budget(money: Money) -> bool {
    money.micros > 0
}

pub(crate) fn are_tools(names: &[String]) -> bool {
    names.len() <= MOST_TOOLS && names.iter().all(|name| is_id(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_exact_and_reads_as_it_is_written() {
        for (text, micros, shown) in
            [("0", 0, "0"), ("2.50", 2_500_000, "2.5"), ("0.000001", 1, "0.000001"), ("12", 12_000_000, "12")]
        {
            let money: Money = text.parse().unwrap();
            assert_eq!((money.micros(), money.to_string().as_str()), (micros, shown));
            let json = serde_json::to_string(&money).unwrap();
            assert_eq!(serde_json::from_str::<Money>(&json).unwrap(), money);
        }
        for bad in ["", ".", "1.", ".5", "-1", "1e3", "0.0000001", "1,5", "1000000000000", "２"] {
            assert_eq!(bad.parse::<Money>(), Err(NotMoney), "{bad}");
        }
        for bad in ["-0.5", "1e300", "null", "\"1\"", "-1"] {
            assert!(serde_json::from_str::<Money>(bad).is_err(), "{bad}");
        }
        assert_eq!(serde_json::from_str::<Money>("3").unwrap(), Money::of_micros(3_000_000));
    }

    #[test]
    fn an_address_is_plain_http_without_a_login() {
        for good in
            ["https://api.deepseek.com", "http://127.0.0.1:11434/v1", "HTTPS://x/v1", "http://[::1]:1/v1"]
        {
            assert!(is_address(good), "{good}");
        }
        let long = format!("https://{}", "a".repeat(LONGEST_ADDRESS));
        for bad in [
            "",
            "https://",
            "ftp://a",
            "a.b",
            "https://u:p@a",
            "https://a#k",
            "https://a b",
            "https:///v1",
            &long,
        ] {
            assert!(!is_address(bad), "{bad}");
        }
    }

    #[test]
    fn a_proxy_is_an_address_of_its_kinds_or_none() {
        for good in ["direct", "http://127.0.0.1:7890", "socks5h://proxy:1080"] {
            assert!(is_proxy(good), "{good}");
        }
        for bad in ["", "7890", "socks4://a", "http://user:pass@proxy:1"] {
            assert!(!is_proxy(bad), "{bad}");
        }
    }
}
