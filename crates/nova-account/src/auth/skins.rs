//! Skins and capes of an account, whatever its kind.

use nova_model::Secret;
use url::Url;

use super::Auth;
use crate::{
    Account, AccountError, AccountKind, Fresh, Looks, Model, PictureKind, Result, check_skin,
    skin::{self, Wearer},
};

/// A change of looks.
enum Wish<'a> {
    Skin { png: &'a [u8], model: Model },
    SkinByUrl { url: &'a Url, model: Model },
    NoSkin,
    Cape(Option<&'a str>),
}

impl Auth {
    /// What a player wears and has.
    pub async fn looks(&self, account: &Account) -> Result<Looks> {
        match &account.kind {
            AccountKind::Offline => Err(no_skins(account)),
            AccountKind::Yggdrasil { server, .. } => {
                let server = self.describe_server(server).await?;
                skin::of_yggdrasil(&self.services, &server, account.profile.id).await
            }
            AccountKind::Microsoft => {
                let token = self.token(account).await?;
                match skin::of_microsoft(&self.services, &token).await {
                    Err(error) if is_refused(&error) => {
                        let token = self.another_token(account, &token).await?;
                        skin::of_microsoft(&self.services, &token).await
                    }
                    looks => looks,
                }
            }
        }
    }

    /// The picture of a skin or cape, to be kept before another one is put on.
    pub async fn picture(&self, url: &Url) -> Result<Vec<u8>> {
        skin::picture(&self.services, url).await
    }

    /// Puts on a skin from a PNG file.
    pub async fn set_skin(&self, account: &Account, png: &[u8], model: Model) -> Result<()> {
        let kind = match account.kind {
            AccountKind::Yggdrasil { .. } => PictureKind::Yggdrasil,
            _ => PictureKind::Microsoft,
        };
        check_skin(png, kind).map_err(|fault| AccountError::BadPicture { fault })?;
        self.wish(account, &Wish::Skin { png, model }).await
    }

    /// Puts on a skin that lies at an address; Microsoft accounts only.
    pub async fn set_skin_by_url(&self, account: &Account, url: &Url, model: Model) -> Result<()> {
        crate::web::encrypted(url)?;
        self.wish(account, &Wish::SkinByUrl { url, model }).await
    }

    /// Puts on the default skin.
    pub async fn reset_skin(&self, account: &Account) -> Result<()> {
        self.wish(account, &Wish::NoSkin).await
    }

    /// Puts on a cape that the player has, or none; Microsoft accounts only.
    pub async fn wear_cape(&self, account: &Account, cape: Option<&str>) -> Result<()> {
        if let Some(asked) = cape.filter(|id| !skin::is_cape_id(id)) {
            return Err(AccountError::NoCape { asked: nova_model::clean(asked, 60) });
        }
        self.wish(account, &Wish::Cape(cape)).await
    }

    /// Does it; a token that the service does not take any more is replaced once.
    async fn wish(&self, account: &Account, wish: &Wish<'_>) -> Result<()> {
        let token = self.token(account).await?;
        match self.grant(account, wish, &token).await {
            Err(error) if is_refused(&error) => {
                let token = self.another_token(account, &token).await?;
                self.grant(account, wish, &token).await
            }
            done => done,
        }
    }

    async fn grant(&self, account: &Account, wish: &Wish<'_>, token: &Secret) -> Result<()> {
        let wearer = match &account.kind {
            AccountKind::Microsoft => Wearer::Microsoft { token },
            AccountKind::Yggdrasil { server: api, .. } => {
                Wearer::Yggdrasil { token, api, id: account.profile.id }
            }
            AccountKind::Offline => return Err(no_skins(account)),
        };
        match (wish, &wearer) {
            (Wish::Skin { png, model }, _) => skin::set(&self.services, &wearer, png, *model).await,
            (Wish::NoSkin, _) => skin::reset(&self.services, &wearer).await,
            (Wish::SkinByUrl { url, model }, Wearer::Microsoft { token }) => {
                skin::set_by_url(&self.services, token, url, *model).await
            }
            (Wish::Cape(cape), Wearer::Microsoft { token }) => {
                skin::set_cape(&self.services, token, *cape).await
            }
            (_, Wearer::Yggdrasil { .. }) => {
                Err(AccountError::NotThere { name: account.profile.name.clone() })
            }
        }
    }

    /// A token that should hold. Without the service there is nothing to change.
    async fn token(&self, account: &Account) -> Result<Secret> {
        if account.kind == AccountKind::Offline {
            return Err(no_skins(account));
        }
        match self.ensure_fresh(account).await? {
            Fresh::Ready(session) => Ok(session.access_token),
            Fresh::Offline { why, .. } => Err(*why),
        }
    }

    /// One in place of a token that was refused; somebody else may have replaced it already.
    async fn another_token(&self, account: &Account, refused: &Secret) -> Result<Secret> {
        let purse = self.purse(&account.id);
        if purse.minecraft()?.is_some_and(|kept| kept.access == *refused) {
            purse.drop_minecraft()?;
        }
        self.token(account).await
    }
}

fn is_refused(error: &AccountError) -> bool {
    matches!(error, AccountError::Refused { status: 401, .. })
}

fn no_skins(account: &Account) -> AccountError {
    AccountError::NoSkins { name: account.profile.name.clone() }
}
