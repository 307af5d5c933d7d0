//! The shapes of a skin server's answers.

use nova_model::Secret;
use serde::Deserialize;

use crate::{PlayerId, Profile, services::is_name, services::read_token, tokens::ServerToken, web::Answer};

/// A user with more profiles than this chooses among the first.
const MOST_PROFILES: usize = 100;

/// What signing in and refreshing give.
#[derive(Deserialize)]
pub(super) struct Given {
    #[serde(rename = "accessToken", deserialize_with = "read_token")]
    access: Secret,
    #[serde(rename = "clientToken", deserialize_with = "read_token")]
    client: Secret,
    #[serde(default, rename = "availableProfiles")]
    available: Vec<Named>,
    #[serde(default, rename = "selectedProfile")]
    selected: Option<Named>,
}

#[derive(Deserialize)]
struct Named {
    id: String,
    name: String,
}

impl Named {
    /// Names of other scripts are names too.
    fn read(&self) -> Option<Profile> {
        let id = PlayerId::parse(&self.id).filter(|_| is_name(&self.name))?;
        Some(Profile { id, name: self.name.clone() })
    }
}

impl Given {
    pub(super) fn token(&self) -> ServerToken {
        ServerToken { access: self.access.clone(), client: self.client.clone() }
    }

    /// The profile that plays; an error where there is one that cannot be read.
    pub(super) fn selected(&self, answer: &Answer) -> crate::Result<Option<Profile>> {
        let read = |named: &Named| named.read().ok_or_else(|| answer.garbled());
        self.selected.as_ref().map(read).transpose()
    }

    pub(super) fn available(&self) -> Vec<Profile> {
        self.available.iter().take(MOST_PROFILES).filter_map(Named::read).collect()
    }
}
