//! Putting on another skin or cape, and taking it off.

use nova_model::Secret;
use reqwest::Method;
use serde_json::json;
use url::Url;

use super::{Model, multipart::form, png::is_texture};
use crate::{
    AccountError, PictureFault, PlayerId, Result, Services, Step,
    endpoints::below,
    web::{Answer, Ask},
};

/// Whose skin it is, with the token that may change it.
pub(crate) enum Wearer<'a> {
    Microsoft { token: &'a Secret },
    Yggdrasil { token: &'a Secret, api: &'a Url, id: PlayerId },
}

impl Wearer<'_> {
    fn token(&self) -> &Secret {
        match self {
            Self::Microsoft { token } | Self::Yggdrasil { token, .. } => token,
        }
    }

    fn url(&self, services: &Services, of_microsoft: &str) -> Result<Url> {
        match self {
            Self::Microsoft { .. } => below(&services.endpoints.minecraft, of_microsoft),
            Self::Yggdrasil { api, id, .. } => {
                below(api.as_str(), &format!("api/user/profile/{}/skin", id.undashed()))
            }
        }
    }
}

/// Sends a picture. The caller has checked it, and keeps the old one.
pub(crate) async fn set(services: &Services, wearer: &Wearer<'_>, png: &[u8], model: Model) -> Result<()> {
    let boundary = format!("nova-{}", services.nonce());
    let (method, text) = match (wearer, model) {
        (Wearer::Microsoft { .. }, Model::Classic) => (Method::POST, ("variant", "classic")),
        (Wearer::Microsoft { .. }, Model::Slim) => (Method::POST, ("variant", "slim")),
        (Wearer::Yggdrasil { .. }, Model::Classic) => (Method::PUT, ("model", "")),
        (Wearer::Yggdrasil { .. }, Model::Slim) => (Method::PUT, ("model", "slim")),
    };
    let url = wearer.url(services, "minecraft/profile/skins")?;
    let ask = Ask::multipart(Step::Skin, url, method, &boundary, form(&boundary, text, png));
    done(&services.ask(ask.bearer(wearer.token())).await?)
}

/// Names a picture for the service to fetch. Only the game's own service does that.
pub(crate) async fn set_by_url(
    services: &Services,
    token: &Secret,
    picture: &Url,
    model: Model,
) -> Result<()> {
    let variant = if model == Model::Slim { "slim" } else { "classic" };
    let body = json!({"variant": variant, "url": picture.as_str()});
    let url = below(&services.endpoints.minecraft, "minecraft/profile/skins")?;
    done(&services.ask(Ask::post_json(Step::Skin, url, &body).bearer(token)).await?)
}

/// Back to the default skin.
pub(crate) async fn reset(services: &Services, wearer: &Wearer<'_>) -> Result<()> {
    let url = wearer.url(services, "minecraft/profile/skins/active")?;
    done(&services.ask(Ask::delete(Step::Skin, url).bearer(wearer.token())).await?)
}

/// Puts a cape on that the player owns, or none.
pub(crate) async fn set_cape(services: &Services, token: &Secret, cape: Option<&str>) -> Result<()> {
    let url = below(&services.endpoints.minecraft, "minecraft/profile/capes/active")?;
    let ask = match cape {
        Some(id) => Ask::put_json(Step::Skin, url, &json!({"capeId": id})),
        None => Ask::delete(Step::Skin, url),
    };
    done(&services.ask(ask.bearer(token)).await?)
}

/// The picture of a skin, to be kept before another one is put on. No token goes with it.
pub(crate) async fn picture(services: &Services, url: &Url) -> Result<Vec<u8>> {
    let answer = services.ask(Ask::get(Step::Skin, url.clone()).anything()).await?;
    if !answer.is_good() {
        return Err(answer.fault());
    }
    if is_texture(&answer.body) {
        Ok(answer.body)
    } else {
        Err(AccountError::BadPicture { fault: PictureFault::NotPng })
    }
}

fn done(answer: &Answer) -> Result<()> {
    if answer.is_good() { Ok(()) } else { Err(answer.fault()) }
}
