//! Pictures of skins: the player's own and those that were worn before, kept in the data folder under ids that follow from their bytes.

use nova_account::{Account, AccountError, Looks, Model, PictureKind, check_skin};
use nova_files::Records;
use nova_model::{Message, Report};
use nova_tools::ToolError;

use super::{sha256, worn::Look};
use crate::{installs::wait, launcher::Launcher};

/// Below the data folder.
pub(super) const FOLDER: &str = "skins";
/// More than any server takes.
const LARGEST: u64 = 256 * 1024;
/// More than these are not listed.
const MOST: usize = 100;

/// What a player is to wear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Picture {
    /// A picture that is kept here.
    Kept(String),
    /// The one that is worn, in another shape.
    Worn,
    /// The service's default skin.
    Default,
}

/// A change of what a player wears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outfit {
    pub(crate) picture: Picture,
    pub(crate) model: Model,
}

/// What was worn before a change, and what is worn after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Worn {
    pub(crate) before: Look,
    pub(crate) after: Look,
}

impl Launcher {
    /// The ids of the pictures that are kept.
    pub(crate) fn kept_skins(&self) -> Vec<String> {
        let names = self.skins().and_then(|skins| Ok(skins.names()?)).unwrap_or_default();
        let ids = names.into_iter().filter_map(|name| name.strip_suffix(".png").map(str::to_owned));
        ids.filter(|id| is_id(id)).take(MOST).collect()
    }

    /// Keeps a picture, and gives its id.
    pub(crate) fn keep_skin(&self, png: &[u8]) -> Result<String, ToolError> {
        check_skin(png, PictureKind::Yggdrasil).map_err(|fault| AccountError::BadPicture { fault })?;
        let digest = sha256(png);
        let id = format!("skin-{}", digest.get(..12).unwrap_or_default());
        self.skins()?.put(&format!("{id}.png"), png)?;
        Ok(id)
    }

    /// A picture that is kept.
    pub(crate) fn kept_skin(&self, id: &str) -> Result<Vec<u8>, ToolError> {
        let found = if is_id(id) { self.skins()?.get(&format!("{id}.png"), LARGEST)? } else { None };
        found.ok_or_else(|| {
            let message = Message::new("core.skin.unknown").with("id", nova_model::clean(id, 60));
            ToolError::Tell(Report::new(message))
        })
    }

    /// What a player wears and has.
    pub(crate) fn looks(&self, account: &Account) -> Result<Looks, ToolError> {
        Ok(wait(self.auth().looks(account))?)
    }

    /// Whether a picture can be worn there, before anybody is asked.
    pub(crate) fn check_outfit(&self, account: &Account, outfit: &Outfit) -> Result<(), ToolError> {
        let kind = match account.kind {
            nova_account::AccountKind::Offline => {
                return Err(AccountError::NoSkins { name: account.profile.name.clone() }.into());
            }
            nova_account::AccountKind::Microsoft => PictureKind::Microsoft,
            nova_account::AccountKind::Yggdrasil { .. } => PictureKind::Yggdrasil,
        };
        if let Picture::Kept(id) = &outfit.picture {
            check_skin(&self.kept_skin(id)?, kind).map_err(|fault| AccountError::BadPicture { fault })?;
        }
        Ok(())
    }

    /// Puts it on. What was worn before is kept first, so that it can be put on again.
    pub(crate) fn wear(&self, account: &Account, outfit: &Outfit) -> Result<Worn, ToolError> {
        let auth = self.auth();
        let looks = wait(auth.looks(account))?;
        if !looks.can_set_skin {
            return Err(AccountError::NotThere { name: account.profile.name.clone() }.into());
        }
        let before = match looks.skin() {
            Some(skin) => Look::new(Some(self.keep_skin(&wait(auth.picture(&skin.url))?)?), skin.model),
            None => Look::default(),
        };
        let picture = match &outfit.picture {
            Picture::Default => None,
            Picture::Kept(id) => Some(id.clone()),
            Picture::Worn => Some(before.picture.clone().ok_or_else(|| none_worn(account))?),
        };
        match &picture {
            None => wait(auth.reset_skin(account))?,
            Some(id) => wait(auth.set_skin(account, &self.kept_skin(id)?, outfit.model))?,
        }
        Ok(Worn { before, after: Look::new(picture, outfit.model) })
    }

    fn skins(&self) -> Result<Records, ToolError> {
        Ok(self.files.records(FOLDER)?)
    }
}

fn none_worn(account: &Account) -> ToolError {
    let message = Message::new("core.skin.none-worn").with("name", account.profile.name.as_str());
    ToolError::Tell(Report::new(message))
}

/// `skin-` and twelve hex digits.
fn is_id(id: &str) -> bool {
    let digits = id.strip_prefix("skin-").unwrap_or_default();
    digits.len() == 12 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::is_id;

    #[test]
    fn ids_of_pictures_are_no_paths() {
        assert!(is_id("skin-0123456789ab"));
        for bad in ["", "skin-", "skin-../../../aa", "0123456789ab", "skin-0123456789ab.png"] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
