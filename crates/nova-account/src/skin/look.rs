//! What a player wears.

use data_encoding::BASE64;
use nova_model::Secret;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use crate::{
    PlayerId, Result, Services, Step,
    endpoints::below,
    services::is_name,
    web::{Answer, Ask},
    yggdrasil::YggdrasilServer,
};

/// The shape of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Arms four pixels wide.
    #[default]
    Classic,
    /// Arms three pixels wide.
    Slim,
}

/// A skin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skin {
    /// Where its picture is.
    pub url: Url,
    /// The shape it is made for.
    pub model: Model,
    /// Whether it is worn.
    pub active: bool,
}

/// A cape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cape {
    /// Its id, to put it on; a skin server has none.
    pub id: Option<String>,
    /// What it is called.
    pub name: Option<String>,
    /// Where its picture is.
    pub url: Url,
    /// Whether it is worn.
    pub active: bool,
}

/// What a player has to wear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// Skins; none where the default one is worn.
    pub skins: Vec<Skin>,
    /// Capes.
    pub capes: Vec<Cape>,
    /// Whether the service lets the player change the skin.
    pub can_set_skin: bool,
}

impl Looks {
    /// The skin that is worn.
    pub fn skin(&self) -> Option<&Skin> {
        self.skins.iter().find(|skin| skin.active)
    }
}

#[derive(Deserialize)]
struct ProfileAnswer {
    #[serde(default)]
    skins: Vec<Texture>,
    #[serde(default)]
    capes: Vec<Texture>,
}

#[derive(Deserialize)]
struct Texture {
    id: Option<String>,
    #[serde(default)]
    state: String,
    url: String,
    #[serde(default)]
    variant: String,
    alias: Option<String>,
}

/// The looks of a Microsoft account, from its profile.
pub(crate) async fn of_microsoft(services: &Services, token: &Secret) -> Result<Looks> {
    let url = below(&services.endpoints.minecraft, "minecraft/profile")?;
    read_profile(&services.ask(Ask::get(Step::Skin, url).bearer(token)).await?)
}

fn read_profile(answer: &Answer) -> Result<Looks> {
    let given: ProfileAnswer = answer.json()?;
    let skin = |texture: Texture| {
        let slim = texture.variant.eq_ignore_ascii_case("slim");
        let model = if slim { Model::Slim } else { Model::Classic };
        Some(Skin { url: address(&texture.url)?, model, active: texture.state == "ACTIVE" })
    };
    let cape = |texture: Texture| {
        let id = texture.id.filter(|id| is_cape_id(id));
        let name = texture.alias.filter(|name| is_name(name));
        Some(Cape { id, name, url: address(&texture.url)?, active: texture.state == "ACTIVE" })
    };
    let skins = given.skins.into_iter().filter_map(skin).collect();
    let capes = given.capes.into_iter().filter_map(cape).collect();
    Ok(Looks { skins, capes, can_set_skin: true })
}

/// The looks of a player at a skin server. Its signature is the game's business: here nothing follows from it but a picture.
pub(crate) async fn of_yggdrasil(
    services: &Services,
    server: &YggdrasilServer,
    id: PlayerId,
) -> Result<Looks> {
    let path = format!("sessionserver/session/minecraft/profile/{}", id.undashed());
    let url = below(server.api.as_str(), &path)?;
    let answer = services.ask(Ask::get(Step::Skin, url)).await?;
    if answer.status == 204 {
        return Ok(Looks::default());
    }
    let profile: Value = answer.json()?;
    let property = |name: &str| {
        let mut all = profile.get("properties")?.as_array()?.iter();
        all.find(|property| property["name"] == name)?.get("value")?.as_str()
    };
    let can_set_skin =
        property("uploadableTextures").is_some_and(|list| list.split(',').any(|kind| kind.trim() == "skin"));
    let textures =
        property("textures").map(|value| textures(value).ok_or_else(|| answer.garbled())).transpose()?;
    let mut looks = textures.as_ref().map(|textures| worn(textures, server)).unwrap_or_default();
    looks.can_set_skin = can_set_skin;
    Ok(looks)
}

/// Base64 of JSON.
fn textures(value: &str) -> Option<Value> {
    let whole: Value = serde_json::from_slice(&BASE64.decode(value.as_bytes()).ok()?).ok()?;
    whole.get("textures").cloned()
}

fn worn(textures: &Value, server: &YggdrasilServer) -> Looks {
    let of = |kind: &str| {
        let texture = textures.get(kind)?;
        let url = address(texture.get("url")?.as_str()?).filter(|url| server.takes_texture(url))?;
        Some((url, texture["metadata"]["model"] == "slim"))
    };
    let model = |slim: bool| if slim { Model::Slim } else { Model::Classic };
    let skin = of("SKIN").map(|(url, slim)| Skin { url, model: model(slim), active: true });
    let cape = of("CAPE").map(|(url, _)| Cape { id: None, name: None, url, active: true });
    Looks { skins: skin.into_iter().collect(), capes: cape.into_iter().collect(), can_set_skin: false }
}

/// The address of a picture. Mojang's are written with http, and are there with https.
fn address(text: &str) -> Option<Url> {
    let mut url = Url::parse(text).ok()?;
    if url.scheme() == "http" && url.host_str() == Some("textures.minecraft.net") {
        url.set_scheme("https").ok()?;
    }
    matches!(url.scheme(), "http" | "https").then_some(url)
}

/// Ids of capes are UUIDs.
pub(crate) fn is_cape_id(id: &str) -> bool {
    PlayerId::parse(id).is_some()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_textures_property_is_base64_of_json_and_foreign_pictures_are_left_out() {
        let api = Url::parse("https://skin.example/api/").unwrap();
        let server =
            YggdrasilServer::read(api, br#"{"meta":{},"skinDomains":["skin.example"]}"#.to_vec()).unwrap();
        let value = json!({"textures": {
            "SKIN": {"url": "http://textures.minecraft.net/texture/ab", "metadata": {"model": "slim"}},
            "CAPE": {"url": "https://elsewhere.example/c"},
        }});
        let looks = worn(&textures(&BASE64.encode(value.to_string().as_bytes())).unwrap(), &server);
        let skin = looks.skin().unwrap();
        assert_eq!(
            (skin.url.as_str(), skin.model),
            ("https://textures.minecraft.net/texture/ab", Model::Slim)
        );
        assert_eq!(looks.capes, []);
        assert!(textures("no base64").is_none());
        assert!(textures(&BASE64.encode(b"[]")).is_none());
    }
}
