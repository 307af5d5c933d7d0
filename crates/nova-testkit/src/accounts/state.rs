//! What the services remember, and which of them a request is for.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    check,
    fault::{AuthFault, json_answer},
    microsoft::Code,
    secrets::{Secret, Secrets},
    world::AuthWorld,
};
use crate::model::{
    Captured,
    http::{Got, Plan},
};

/// The services by the first part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Service {
    Microsoft,
    Xbox,
    Xsts,
    Minecraft,
    Skin,
    Injector,
    Textures,
    Testkit,
    None,
}

/// Stands for the jar; its SHA-256 is told by [`State::injector`]. No JVM takes it, and each says its name.
const INJECTOR: &[u8] = b"the testkit's authlib-injector\n";

/// The hosts that stand for themselves in a path.
pub(super) const HOSTS: [(&str, Service); 6] = [
    ("login.microsoftonline.com", Service::Microsoft),
    ("user.auth.xboxlive.com", Service::Xbox),
    ("xsts.auth.xboxlive.com", Service::Xsts),
    ("api.minecraftservices.com", Service::Minecraft),
    ("authlib-injector.yushi.moe", Service::Injector),
    ("skin.example", Service::Skin),
];

/// A request, read as far as every service needs.
pub(super) struct Asked<'a> {
    pub(super) got: &'a Got,
    pub(super) service: Service,
    /// Below the host, without the query.
    pub(super) path: &'a str,
    pub(super) json: Value,
    pub(super) form: BTreeMap<String, String>,
}

impl<'a> Asked<'a> {
    fn new(got: &'a Got) -> Self {
        let whole = got.path.split('?').next().unwrap_or_default().trim_start_matches('/');
        let (host, path) = whole.split_once('/').unwrap_or((whole, ""));
        let known = HOSTS.iter().find(|(name, _)| *name == host).map(|(_, service)| *service);
        let service = known.unwrap_or(match host {
            "textures" => Service::Textures,
            "testkit" => Service::Testkit,
            _ => Service::None,
        });
        let json = serde_json::from_slice(&got.body).unwrap_or(Value::Null);
        Self { got, service, path, json, form: form(&got.body) }
    }

    pub(super) fn head(&self, name: &str) -> Option<&str> {
        self.got.head.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn bearer(&self) -> &str {
        self.head("authorization").and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default()
    }

    pub(super) fn text(&self, pointer: &str) -> &str {
        self.json.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    pub(super) fn field(&self, name: &str) -> &str {
        self.form.get(name).map(String::as_str).unwrap_or_default()
    }
}

/// A fault that waits for requests to a path.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) path: String,
    pub(super) fault: AuthFault,
    pub(super) left: u32,
}

/// What a player wears.
#[derive(Clone, Debug, Default)]
pub(super) struct Worn {
    pub(super) png: Vec<u8>,
    pub(super) slim: bool,
    pub(super) cape: bool,
}

/// Everything that requests change.
#[derive(Debug)]
pub(super) struct State {
    pub(super) world: AuthWorld,
    pub(super) base: String,
    pub(super) requests: Vec<Captured>,
    pub(super) violations: Vec<String>,
    pub(super) disconnects: usize,
    pub(super) secrets: Secrets,
    pub(super) codes: Vec<Code>,
    pub(super) rules: Vec<Rule>,
    /// What players wear, by id; the Microsoft account's player too.
    pub(super) worn: BTreeMap<String, Worn>,
}

impl State {
    pub(super) fn new(world: AuthWorld, base: String) -> Self {
        let mut secrets = Secrets::default();
        for user in &world.users {
            secrets.keep(Secret::Password, user.password.clone(), &user.login);
        }
        let (requests, violations, codes, rules) = Default::default();
        Self {
            world,
            base,
            requests,
            violations,
            disconnects: 0,
            secrets,
            codes,
            rules,
            worn: BTreeMap::new(),
        }
    }

    /// What a request gets. Everything about it is remembered first.
    pub(super) fn answer(&mut self, got: &Got) -> Plan {
        let asked = Asked::new(got);
        self.requests.push(Captured::new(got, serde_json::from_slice(&got.body).ok()));
        for fault in check::faults(&asked, &self.secrets) {
            self.wrong(&fault);
        }
        let spoilt = self.spoilt(got);
        let mut plan = match &spoilt {
            // What fails has changed nothing, but for what was under way when the line broke.
            Some(fault) if !matches!(fault, AuthFault::Cut | AuthFault::Slow(_)) => {
                fault.spoil(got, json_answer(500, &json!({})))
            }
            Some(fault) => fault.spoil(got, self.route(&asked)),
            None => self.route(&asked),
        };
        plan.head.extend(self.world.date.iter().map(|date| ("date".to_owned(), date.clone())));
        plan
    }

    /// Notes a violation.
    pub(super) fn wrong(&mut self, fault: &str) {
        let number = self.requests.len();
        let path =
            self.requests.last().map(|last| last.path.split('?').next().unwrap_or_default().to_owned());
        self.violations.push(format!("request {number} ({}): {fault}", path.unwrap_or_default()));
    }

    /// Notes the violations among some.
    pub(super) fn note(&mut self, faults: impl IntoIterator<Item = Option<String>>) {
        faults.into_iter().flatten().for_each(|fault| self.wrong(&fault));
    }

    fn spoilt(&mut self, got: &Got) -> Option<AuthFault> {
        let rule = self.rules.iter_mut().find(|rule| rule.left > 0 && got.path.contains(&rule.path))?;
        rule.left -= 1;
        Some(rule.fault.clone())
    }

    fn route(&mut self, asked: &Asked<'_>) -> Plan {
        match asked.service {
            Service::Microsoft => self.microsoft(asked),
            Service::Xbox => self.xbox(asked),
            Service::Xsts => self.xsts(asked),
            Service::Minecraft => self.minecraft(asked),
            Service::Skin => self.yggdrasil(asked),
            Service::Injector => self.injector(),
            Service::Textures => self.texture(asked.path),
            Service::Testkit => self.told(asked.path),
            Service::None => self.unknown(asked),
        }
    }

    /// A request that nobody has to make.
    pub(super) fn unknown(&mut self, asked: &Asked<'_>) -> Plan {
        self.wrong(&format!(
            "{} {} is nothing that a client has to ask for",
            asked.got.method, asked.got.path
        ));
        json_answer(404, &json!({"error": "Not Found"}))
    }

    fn injector(&self) -> Plan {
        let body = json!({
            "build_number": 53,
            "version": "1.2.5",
            "download_url": format!("{}/textures/authlib-injector-1.2.5.jar", self.base),
            "checksums": {"sha256": "58bee288437a596c998c02a570391fcd6b7b3386ce4bcfe0eeda1805769cfe8c"},
        });
        json_answer(200, &body)
    }

    fn texture(&self, path: &str) -> Plan {
        if path == "authlib-injector-1.2.5.jar" {
            return Plan::whole(200, "application/java-archive", INJECTOR.to_vec());
        }
        match self.worn.get(path.trim_end_matches(".png")) {
            Some(worn) => Plan::whole(200, "image/png", worn.png.clone()),
            None => json_answer(404, &json!({})),
        }
    }

    /// What whoever started the process wants: `agree/CODE`, `decline/CODE`, `expire/CODE`.
    fn told(&mut self, path: &str) -> Plan {
        let done = path.split_once('/').is_some_and(|(word, code)| self.decide(code, word));
        json_answer(if done { 200 } else { 404 }, &json!({"done": done}))
    }
}

/// A form, decoded.
fn form(body: &[u8]) -> BTreeMap<String, String> {
    let text = String::from_utf8_lossy(body);
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (decode(name), decode(value))).collect()
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits: Vec<u8> = rest.by_ref().take(2).collect();
                let value =
                    std::str::from_utf8(&digits).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok());
                bytes.push(value.unwrap_or(b'?'));
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
