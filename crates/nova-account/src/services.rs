//! What every sign-in needs: the way to the services, where they are, the clock, randomness.

use std::{sync::Arc, time::Duration};

use nova_model::{Clock, Message, Millis, Random, Secret};
use serde::{Deserialize, Deserializer, de::Error as _};

use crate::{
    Endpoints, Result, Web,
    web::{Answer, Ask},
};

/// No real token is longer.
const LONGEST_TOKEN: usize = 16 * 1024;

/// What every sign-in needs.
pub struct Services {
    /// The way to the services.
    pub web: Web,
    /// Where they are.
    pub endpoints: Endpoints,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// Ids of requests and of this program at a skin server.
    pub random: Arc<dyn Random>,
    /// How long a second of the protocol's waits lasts; tests make it short.
    pub second: Duration,
}

impl Services {
    /// The official ones.
    pub fn new(web: Web, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        Self { web, endpoints: Endpoints::default(), clock, random, second: Duration::from_secs(1) }
    }

    pub(crate) async fn ask(&self, ask: Ask) -> Result<Answer> {
        self.web.ask(ask, self.now()).await
    }

    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    /// A random UUID without dashes.
    pub(crate) fn nonce(&self) -> String {
        let mut bytes = [0; 16];
        self.random.fill(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid().simple().to_string()
    }
}

/// One request of a sign-in, so that an error says how far it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The code for the browser.
    DeviceCode,
    /// Whether the code was entered.
    Poll,
    /// A new Microsoft token for an old one.
    Refresh,
    /// Xbox's user token.
    Xbox,
    /// Xbox's token for the game's services.
    Xsts,
    /// The game's own token.
    Minecraft,
    /// What the account owns.
    Licence,
    /// The player's profile.
    Profile,
    /// Where a skin server's API is, and what it says of itself.
    Discovery,
    /// Name and password at a skin server.
    Login,
    /// Whether a skin server's token still holds.
    Validate,
    /// Giving tokens back.
    SignOut,
    /// A skin or cape.
    Skin,
}

impl Step {
    /// What it is for people.
    pub fn name(self) -> Message {
        Message::new(match self {
            Self::DeviceCode => "account.step.device-code",
            Self::Poll => "account.step.poll",
            Self::Refresh => "account.step.refresh",
            Self::Xbox => "account.step.xbox",
            Self::Xsts => "account.step.xsts",
            Self::Minecraft => "account.step.minecraft",
            Self::Licence => "account.step.licence",
            Self::Profile => "account.step.profile",
            Self::Discovery => "account.step.discovery",
            Self::Login => "account.step.login",
            Self::Validate => "account.step.validate",
            Self::SignOut => "account.step.sign-out",
            Self::Skin => "account.step.skin",
        })
    }
}

/// A token: it goes into headers and onto the game's command line, so nothing else may be in it.
pub(crate) fn token(text: String) -> Option<Secret> {
    let fits = (1..=LONGEST_TOKEN).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    fits.then(|| Secret::from(text))
}

/// For `deserialize_with`: a token. The error never repeats it.
pub(crate) fn read_token<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Secret, D::Error> {
    token(String::deserialize(from)?).ok_or_else(|| D::Error::custom("not a token"))
}

/// A name that a service gives: nothing in it acts, and it is not long.
pub(crate) fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= 64 && nova_model::clean(name, 64) == name
}
