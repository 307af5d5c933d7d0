//! What is kept in the secret store, under which names: `account.<id>.microsoft.refresh`, `account.<id>.minecraft`,
//! `account.<id>.yggdrasil`.

use nova_model::{Millis, Secret, SecretStore};
use serde_json::{Value, json};

use crate::{Grant, Result, microsoft::MinecraftToken, services::token};

const PARTS: [&str; 3] = ["microsoft.refresh", "minecraft", "yggdrasil"];

/// The secrets of one account.
pub(crate) struct Purse<'a> {
    store: &'a dyn SecretStore,
    id: &'a str,
}

/// A skin server's token and the one that names this program there.
#[derive(Clone, Debug)]
pub(crate) struct ServerToken {
    pub(crate) access: Secret,
    pub(crate) client: Secret,
}

impl<'a> Purse<'a> {
    pub(crate) fn new(store: &'a dyn SecretStore, id: &'a str) -> Self {
        Self { store, id }
    }

    /// The refresh token with the client id that it was given to, which is the only one it works for.
    pub(crate) fn refresh(&self) -> Result<Option<(Secret, String)>> {
        let read = |kept: Value| Some((secret(&kept, "token")?, kept.get("client_id")?.as_str()?.to_owned()));
        Ok(self.json("microsoft.refresh")?.and_then(read))
    }

    pub(crate) fn keep_refresh(&self, grant: &Grant) -> Result<()> {
        self.keep(
            "microsoft.refresh",
            &json!({"token": grant.refresh.expose(), "client_id": grant.client_id}),
        )
    }

    /// The game's token; what cannot be read counts as none.
    pub(crate) fn minecraft(&self) -> Result<Option<MinecraftToken>> {
        Ok(self.json("minecraft")?.and_then(|kept| read_minecraft(&kept)))
    }

    pub(crate) fn keep_minecraft(&self, kept: &MinecraftToken) -> Result<()> {
        let json = json!({
            "token": kept.access.expose(),
            "issued": kept.issued,
            "until": kept.until,
            "xuid": kept.xuid.as_ref().map(Secret::expose),
        });
        self.keep("minecraft", &json)
    }

    pub(crate) fn yggdrasil(&self) -> Result<Option<ServerToken>> {
        let read = |kept: Value| {
            Some(ServerToken { access: secret(&kept, "token")?, client: secret(&kept, "client")? })
        };
        Ok(self.json("yggdrasil")?.and_then(read))
    }

    pub(crate) fn keep_yggdrasil(&self, kept: &ServerToken) -> Result<()> {
        self.keep("yggdrasil", &json!({"token": kept.access.expose(), "client": kept.client.expose()}))
    }

    /// Drops the game's token alone: it was refused.
    pub(crate) fn drop_minecraft(&self) -> Result<()> {
        Ok(self.store.delete(&self.name("minecraft"))?)
    }

    /// Keeps everything under another account's id, and nothing under this one's.
    pub(crate) fn move_to(&self, id: &str) -> Result<()> {
        let other = Purse::new(self.store, id);
        other.forget()?;
        for part in PARTS {
            if let Some(kept) = self.store.get(&self.name(part))? {
                self.store.set(&other.name(part), &kept)?;
            }
        }
        self.forget()
    }

    /// Drops everything of the account; goes on where one cannot be dropped, and says so.
    pub(crate) fn forget(&self) -> Result<()> {
        let dropped: Vec<_> = PARTS.iter().map(|part| self.store.delete(&self.name(part))).collect();
        Ok(dropped.into_iter().collect::<std::result::Result<(), _>>()?)
    }

    fn name(&self, part: &str) -> String {
        format!("account.{}.{part}", self.id)
    }

    fn json(&self, part: &str) -> Result<Option<Value>> {
        let kept = self.store.get(&self.name(part))?;
        Ok(kept.and_then(|kept| serde_json::from_str(kept.expose()).ok()))
    }

    fn keep(&self, part: &str, json: &Value) -> Result<()> {
        Ok(self.store.set(&self.name(part), &Secret::new(json.to_string()))?)
    }
}

fn read_minecraft(kept: &Value) -> Option<MinecraftToken> {
    let time = |key: &str| kept.get(key).and_then(Value::as_i64);
    let (issued, until): (Millis, Millis) = (time("issued")?, time("until")?);
    Some(MinecraftToken { access: secret(kept, "token")?, issued, until, xuid: secret(kept, "xuid") })
}

fn secret(kept: &Value, key: &str) -> Option<Secret> {
    token(kept.get(key)?.as_str()?.to_owned())
}
