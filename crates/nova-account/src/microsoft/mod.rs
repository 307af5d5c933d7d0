//! Microsoft accounts: from the code that is typed in a browser to the player's profile.
//!
//! Five services in a row, each with a file of its own: Microsoft's OAuth ([`device`], [`oauth`]), Xbox twice ([`xbox`]), and the
//! game's services ([`minecraft`]). Of all their tokens only two are kept: Microsoft's refresh token and the game's own.

mod device;
mod minecraft;
mod oauth;
mod xbox;

use nova_model::{Message, Secret};

pub use device::{DeviceCode, DeviceLogin, Polled};
pub(crate) use minecraft::MinecraftToken;
pub use minecraft::Ownership;
pub(crate) use oauth::refresh;
pub use xbox::XboxFault;

use crate::{AccountError, Profile, Result, Services, Step};

/// What Microsoft gave for the code, or for an earlier refresh token. Printing it shows nothing.
#[derive(Clone, Debug)]
pub struct Grant {
    pub(crate) client_id: String,
    pub(crate) access: Secret,
    pub(crate) refresh: Secret,
}

/// A player who has come all the way.
#[derive(Clone, Debug)]
pub(crate) struct Arrived {
    pub(crate) profile: Profile,
    pub(crate) ownership: Ownership,
    pub(crate) token: MinecraftToken,
}

/// A client id as Microsoft hands them out; whoever has none learns where to get one.
pub(crate) fn client_id(set: Option<&str>) -> Result<&str> {
    let set = set.map(str::trim).filter(|set| !set.is_empty()).ok_or(AccountError::NoClientId)?;
    if is_client_id(set) { Ok(set) } else { Err(AccountError::BadClientId) }
}

/// Whether a text can be a client id.
pub fn is_client_id(text: &str) -> bool {
    let fits = (1..=64).contains(&text.len());
    fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The way from Microsoft's token to the profile. `told` hears of each step as it begins.
pub(crate) async fn arrive(
    services: &Services,
    access: &Secret,
    told: &(dyn Fn(Step) + Sync),
) -> Result<Arrived> {
    told(Step::Xbox);
    let user = xbox::user_token(services, access).await?;
    told(Step::Xsts);
    let xsts = xbox::xsts(services, &user).await?;
    told(Step::Minecraft);
    let token = minecraft::login(services, &xsts).await?;
    told(Step::Licence);
    let ownership = minecraft::ownership(services, &token.access).await?;
    told(Step::Profile);
    let profile = minecraft::profile(services, &token.access).await?;
    let profile = profile.ok_or(AccountError::NoProfile { ownership })?;
    Ok(Arrived { profile, ownership, token })
}

/// What the player should know who has a profile and, by the look of it, no licence.
pub(crate) fn licence_warning(ownership: Ownership) -> Option<Message> {
    (ownership == Ownership::Nothing).then(|| Message::new("account.warn.no-licence"))
}
