//! A session: what the game is started with.

use nova_model::{Explain, Message, Secret};
use url::Url;

use crate::{Account, AccountError, AccountKind, PlayerId, Profile};

/// Stands for a token where there is none; the game wants something there.
const NO_TOKEN: &str = "0";

/// What the game is told of who plays. Printing it shows no token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSession {
    /// `${auth_player_name}`.
    pub name: String,
    /// `${auth_uuid}`.
    pub id: PlayerId,
    /// `${auth_access_token}`, `${auth_session}`.
    pub access_token: Secret,
    /// `${auth_xuid}`.
    pub xuid: Option<Secret>,
    /// `${clientid}`.
    pub client_id: Option<String>,
    /// `${user_type}`: `msa`, `mojang` or `legacy`.
    pub user_type: &'static str,
    /// The skin server that authlib-injector has to be pointed at.
    pub server: Option<Url>,
}

impl GameSession {
    /// The session without a token: for offline players, and for playing while a service is away.
    pub fn without_token(account: &Account) -> Self {
        let (user_type, server) = match &account.kind {
            AccountKind::Microsoft => ("msa", None),
            AccountKind::Yggdrasil { server, .. } => ("mojang", Some(server.clone())),
            AccountKind::Offline => ("legacy", None),
        };
        Self {
            name: account.profile.name.clone(),
            id: account.profile.id,
            access_token: Secret::new(NO_TOKEN),
            xuid: None,
            client_id: None,
            user_type,
            server,
        }
    }

    /// Whether a service vouches for the player: there is a token.
    pub fn is_vouched_for(&self) -> bool {
        self.access_token.expose() != NO_TOKEN
    }

    /// Who plays.
    pub fn profile(&self) -> Profile {
        Profile { id: self.id, name: self.name.clone() }
    }
}

/// A session, and whether its service vouches for it.
#[derive(Debug)]
pub enum Fresh {
    /// With a token that holds, or of an offline player.
    Ready(GameSession),
    /// The service is away. The player signed in before and may play alone; servers and realms will not let them in.
    Offline {
        /// With the last known name and id, without a token.
        session: GameSession,
        /// Why.
        why: Box<AccountError>,
    },
}

impl Fresh {
    /// What is said about playing alone.
    pub fn note(&self) -> Option<Message> {
        let Self::Offline { session, why } = self else { return None };
        let note = Message::new("account.note.offline-play").with("name", session.name.as_str());
        Some(note.with("why", why.report().message))
    }

    /// The session either way.
    pub fn session(&self) -> &GameSession {
        match self {
            Self::Ready(session) | Self::Offline { session, .. } => session,
        }
    }
}
