//! The game's own services: tokens, licences, profiles, skins and capes.

use serde_json::{Value, json};

use super::{
    check::multipart,
    fault::json_answer,
    secrets::Secret,
    state::{Asked, State},
    world::{Licence, Player},
};
use crate::model::http::Plan;

const CAPE: &str = "2d4de64a-da1b-4196-8e37-20740f6941ad";

impl State {
    pub(super) fn minecraft(&mut self, asked: &Asked<'_>) -> Plan {
        let method = asked.got.method.as_str();
        if (method, asked.path) == ("POST", "authentication/login_with_xbox") {
            return self.login(asked);
        }
        if self.secrets.alive(Secret::Minecraft, asked.bearer()).is_none() {
            return fault(401, asked.path, "UnauthorizedOperationException", "Unauthorized");
        }
        match (method, asked.path) {
            ("GET", "entitlements/license") => self.licences(asked),
            ("GET", "minecraft/profile") => self.profile(asked.path),
            ("POST", "minecraft/profile/skins") => self.skin(asked),
            ("DELETE", "minecraft/profile/skins/active") => self.wear(asked, None),
            ("PUT", "minecraft/profile/capes/active") => self.cape(asked, asked.text("/capeId") == CAPE),
            ("DELETE", "minecraft/profile/capes/active") => {
                self.mine(|worn| worn.cape = false);
                self.profile(asked.path)
            }
            _ => self.unknown(asked),
        }
    }

    fn login(&mut self, asked: &Asked<'_>) -> Plan {
        if !self.world.approved {
            let words = "Invalid app registration, see https://aka.ms/AppRegInfo for more information";
            return fault(403, asked.path, "FORBIDDEN", words);
        }
        let identity =
            asked.text("/identityToken").strip_prefix("XBL3.0 x=").and_then(|rest| rest.split_once(';'));
        let right = identity.is_some_and(|(hash, xsts)| {
            self.secrets.alive(Secret::UserHash, hash).is_some()
                && self.secrets.alive(Secret::Xsts, xsts).is_some()
        });
        if !right {
            return fault(401, asked.path, "UNAUTHORIZED", "Invalid token");
        }
        let token = self.secrets.issue_jwt(&self.world.xuid.clone());
        let body = json!({
            "username": "5a0d4b4e-0000-4000-8000-000000000000",
            "roles": [],
            "access_token": token,
            "token_type": "Bearer",
            "expires_in": self.world.token_lives,
        });
        json_answer(200, &body)
    }

    fn licences(&mut self, asked: &Asked<'_>) -> Plan {
        let query = asked.got.path.split_once('?').map(|(_, query)| query).unwrap_or_default();
        self.note([
            (!query.starts_with("requestId=")).then(|| "a licence is asked for without requestId".to_owned())
        ]);
        let source = match self.world.licence {
            Licence::Bought => "PURCHASE",
            Licence::GamePass => "GAMEPASS",
            Licence::Nothing => {
                return json_answer(200, &json!({"items": [], "signature": "", "keyId": "1"}));
            }
        };
        let item = |name: &str| json!({"name": name, "source": source});
        let items = [item("product_minecraft"), item("game_minecraft")];
        json_answer(200, &json!({"items": items, "signature": "x", "keyId": "1", "requestId": "0"}))
    }

    fn profile(&self, path: &str) -> Plan {
        let Some(player) = &self.world.player else {
            return fault(
                404,
                path,
                "NOT_FOUND",
                "The server has not found anything matching the request URI",
            );
        };
        json_answer(200, &self.described(player))
    }

    fn described(&self, player: &Player) -> Value {
        let worn = self.worn.get(&player.id).cloned().unwrap_or_default();
        let url = format!("{}/textures/{}.png", self.base, player.id);
        let variant = if worn.slim { "SLIM" } else { "CLASSIC" };
        let skin = json!({"id": "7800ee13-f75d-40e5-a5b2-9197c3e0125a", "state": "ACTIVE", "url": url, "variant": variant});
        let state = if worn.cape { "ACTIVE" } else { "INACTIVE" };
        let cape = json!({"id": CAPE, "state": state, "url": url, "alias": "Migrator"});
        let skins = if worn.png.is_empty() { json!([]) } else { json!([skin]) };
        json!({"id": player.id, "name": player.name, "skins": skins, "capes": [cape], "profileActions": {}})
    }

    fn skin(&mut self, asked: &Asked<'_>) -> Plan {
        if asked.json.is_object() {
            let slim = asked.text("/variant") == "slim";
            self.note([asked.text("/url").is_empty().then(|| "no url".to_owned())]);
            return self.wear(asked, Some((b"\x89PNG by url".to_vec(), slim)));
        }
        match multipart(asked, "variant") {
            Ok((variant, png)) if matches!(variant.as_str(), "classic" | "slim") => {
                self.wear(asked, Some((png, variant == "slim")))
            }
            Ok(_) => self.bad(asked, "variant is neither classic nor slim"),
            Err(wrong) => self.bad(asked, &wrong),
        }
    }

    fn wear(&mut self, asked: &Asked<'_>, skin: Option<(Vec<u8>, bool)>) -> Plan {
        let (png, slim) = skin.unwrap_or_default();
        self.mine(|worn| (worn.png, worn.slim) = (png, slim));
        self.profile(asked.path)
    }

    fn cape(&mut self, asked: &Asked<'_>, owned: bool) -> Plan {
        if !owned {
            return fault(400, asked.path, "BAD_REQUEST", "profile does not own cape");
        }
        self.mine(|worn| worn.cape = true);
        self.profile(asked.path)
    }

    fn mine(&mut self, change: impl FnOnce(&mut super::state::Worn)) {
        let id = self.world.player.as_ref().map(|player| player.id.clone()).unwrap_or_default();
        change(self.worn.entry(id).or_default());
    }

    fn bad(&mut self, asked: &Asked<'_>, wrong: &str) -> Plan {
        self.wrong(wrong);
        fault(400, asked.path, "BAD_REQUEST", "Could not validate image data.")
    }
}

fn fault(status: u16, path: &str, error: &str, words: &str) -> Plan {
    let body = json!({"path": format!("/{path}"), "errorType": error, "error": error, "errorMessage": words});
    json_answer(status, &body)
}
