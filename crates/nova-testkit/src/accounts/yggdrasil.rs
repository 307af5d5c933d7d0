//! A skin server: the page that points at its API, sign-ins with a password, several players, textures.

use data_encoding::BASE64;
use serde_json::{Value, json};

use super::{
    check::multipart,
    fault::json_answer,
    secrets::Secret,
    state::{Asked, State},
    world::{Player, SkinUser},
};
use crate::model::http::Plan;

const API: &str = "api/yggdrasil/";

impl State {
    pub(super) fn yggdrasil(&mut self, asked: &Asked<'_>) -> Plan {
        let Some(path) = asked.path.strip_prefix(API) else { return self.page(asked) };
        match (asked.got.method.as_str(), path) {
            ("GET", "") => metadata(),
            ("POST", "authserver/authenticate") => self.authenticate(asked),
            ("POST", "authserver/refresh") => self.refresh_server(asked),
            ("POST", "authserver/validate") => match self.token_of(asked) {
                Some((_, _, true)) => empty(),
                _ => forbidden("Invalid token."),
            },
            ("POST", "authserver/invalidate") => {
                self.secrets.end_one(asked.text("/accessToken"));
                empty()
            }
            ("POST", "authserver/signout") => self.sign_out(asked),
            ("GET", path) if path.starts_with("sessionserver/session/minecraft/profile/") => self.looks(path),
            ("PUT" | "DELETE", path) if path.starts_with("api/user/profile/") => self.dress(asked, path),
            _ => self.unknown(asked),
        }
    }

    /// Pages: the front page points at the API by a relative address, `old` redirects to it, `loop` leads to itself and back.
    fn page(&self, asked: &Asked<'_>) -> Plan {
        let mut page = Plan::whole(200, "text/html", b"<!doctype html><title>Skins</title>".to_vec());
        let mut header = |name: &str, value: String| page.head.push((name.to_owned(), value));
        match asked.path {
            "" => header("x-authlib-injector-api-location", format!("/skin.example/{API}")),
            "absolute" => {
                header("x-authlib-injector-api-location", format!("{}/skin.example/{API}", self.base));
            }
            "plain" => header("x-authlib-injector-api-location", "http://skin.example/api/".to_owned()),
            "old" => header("location", "/skin.example/".to_owned()),
            "loop" => header("location", "/skin.example/loop2".to_owned()),
            "loop2" => header("x-authlib-injector-api-location", "loop".to_owned()),
            _ => {}
        }
        if matches!(asked.path, "old" | "loop") {
            page.status = 302;
        }
        page
    }

    fn authenticate(&mut self, asked: &Asked<'_>) -> Plan {
        self.note([
            (asked.text("/agent/name") != "Minecraft").then(|| "agent is not Minecraft".to_owned()),
            asked.text("/clientToken").is_empty().then(|| "no clientToken".to_owned()),
        ]);
        let Some(user) = self.user(asked).cloned() else {
            return forbidden("Invalid credentials. Invalid username or password.");
        };
        let only = if let [only] = user.players.as_slice() { Some(only.clone()) } else { None };
        let available: Vec<Value> = user.players.iter().map(named).collect();
        self.server_tokens(&user.login, only.as_ref(), asked.text("/clientToken"), Some(available))
    }

    fn refresh_server(&mut self, asked: &Asked<'_>) -> Plan {
        let Some((login, bound, _)) = self.token_of(asked) else { return forbidden("Invalid token.") };
        let chosen = asked.text("/selectedProfile/id").to_owned();
        if !chosen.is_empty() && !bound.is_empty() {
            let body = json!({"error": "IllegalArgumentException", "errorMessage": "Access token already has a profile assigned."});
            return json_answer(400, &body);
        }
        let id = if chosen.is_empty() { bound } else { chosen };
        let user = self.world.users.iter().find(|user| user.login == login);
        let Some(player) = user.and_then(|user| user.players.iter().find(|player| player.id == id)).cloned()
        else {
            return forbidden("Invalid token.");
        };
        self.secrets.end_one(asked.text("/accessToken"));
        self.server_tokens(&login, Some(&player), asked.text("/clientToken"), None)
    }

    fn server_tokens(
        &mut self,
        login: &str,
        player: Option<&Player>,
        client: &str,
        available: Option<Vec<Value>>,
    ) -> Plan {
        let id = player.map(|player| player.id.as_str()).unwrap_or_default();
        let access = self.secrets.issue(Secret::Server, &format!("{login} {client} {id}"));
        let mut body =
            json!({"accessToken": access, "clientToken": client, "user": {"id": "0", "properties": []}});
        if let Some(available) = available {
            body["availableProfiles"] = Value::from(available);
        }
        if let Some(player) = player {
            body["selectedProfile"] = named(player);
        }
        json_answer(200, &body)
    }

    fn sign_out(&mut self, asked: &Asked<'_>) -> Plan {
        let Some(login) = self.user(asked).map(|user| user.login.clone()) else {
            return forbidden("Invalid credentials. Invalid username or password.");
        };
        let start = format!("{login} ");
        let of_user = self.secrets.0.iter_mut().filter(|issued| issued.of.starts_with(&start));
        of_user.for_each(|issued| issued.alive = false);
        empty()
    }

    fn user(&self, asked: &Asked<'_>) -> Option<&SkinUser> {
        let (login, password) = (asked.text("/username"), asked.text("/password"));
        self.world.users.iter().find(|user| user.login == login && user.password == password)
    }

    /// Whose token it is, which player it is bound to, and whether it holds. One that is stale can still be refreshed.
    fn token_of(&self, asked: &Asked<'_>) -> Option<(String, String, bool)> {
        let text = asked.text("/accessToken");
        let issued = self.secrets.alive(Secret::Server, text)?;
        let mut words = issued.of.split(' ');
        let (login, client, id) = (words.next()?, words.next()?, words.next().unwrap_or_default());
        let fresh = words.next() != Some("stale");
        (client == asked.text("/clientToken")).then(|| (login.to_owned(), id.to_owned(), fresh))
    }

    fn looks(&self, path: &str) -> Plan {
        let id = path.rsplit('/').next().unwrap_or_default();
        let mut players = self.world.users.iter().flat_map(|user| &user.players);
        let Some(player) = players.find(|player| player.id == id) else { return empty() };
        let mut textures = json!({});
        if let Some(worn) = self.worn.get(id).filter(|worn| !worn.png.is_empty()) {
            textures["SKIN"] = json!({"url": format!("{}/textures/{id}.png", self.base)});
            if worn.slim {
                textures["SKIN"]["metadata"] = json!({"model": "slim"});
            }
        }
        let value =
            json!({"timestamp": 0, "profileId": id, "profileName": player.name, "textures": textures});
        let properties = json!([
            {"name": "textures", "value": BASE64.encode(value.to_string().as_bytes())},
            {"name": "uploadableTextures", "value": "skin,cape"},
        ]);
        json_answer(200, &json!({"id": id, "name": player.name, "properties": properties}))
    }

    fn dress(&mut self, asked: &Asked<'_>, path: &str) -> Plan {
        let id = path.split('/').nth(3).unwrap_or_default().to_owned();
        let end = format!(" {id}");
        if self.secrets.alive(Secret::Server, asked.bearer()).is_none_or(|issued| !issued.of.ends_with(&end))
        {
            return json_answer(401, &json!({"error": "Unauthorized", "errorMessage": "Unauthorized"}));
        }
        if asked.got.method == "DELETE" {
            self.worn.remove(&id);
            return empty();
        }
        match multipart(asked, "model") {
            Ok((model, png)) => {
                let worn = self.worn.entry(id).or_default();
                (worn.png, worn.slim) = (png, model == "slim");
                empty()
            }
            Err(wrong) => {
                self.wrong(&wrong);
                json_answer(400, &json!({"error": "IllegalArgumentException", "errorMessage": wrong}))
            }
        }
    }
}

fn named(player: &Player) -> Value {
    json!({"id": player.id, "name": player.name})
}

fn forbidden(words: &str) -> Plan {
    json_answer(403, &json!({"error": "ForbiddenOperationException", "errorMessage": words}))
}

fn empty() -> Plan {
    Plan::whole(204, "application/json", Vec::new())
}

fn metadata() -> Plan {
    let body = json!({
        "meta": {
            "serverName": "测试皮肤站",
            "implementationName": "testkit",
            "implementationVersion": "1",
            "links": {"homepage": "https://skin.example/", "register": "https://skin.example/register"},
            "feature.non_email_login": true,
        },
        "skinDomains": ["127.0.0.1", ".skin.example"],
        "signaturePublickey": "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
    });
    let mut plan = json_answer(200, &body);
    plan.head.push(("x-authlib-injector-api-location".to_owned(), format!("/skin.example/{API}")));
    plan
}
