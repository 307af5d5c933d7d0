//! A made-up launcher: a few versions, mods, worlds and backups, answered from tables; and one turn over it.

use std::{collections::BTreeMap, sync::Arc};

use jiff::tz::TimeZone;
use nova_model::{Effect, Millis, Question, ToolCall, ToolOutcome};
use serde_json::{Value, json};

use super::super::{Lexicon, Planner, lexicon::Rule, world::Tools};
use crate::{Conversation, Entry, Keep, Say};

const DATA: [(&str, &str); 12] = [
    ("words.toml", include_str!("../../../../nova-core/planner/words.toml")),
    ("names.toml", include_str!("../../../../nova-core/planner/names.toml")),
    ("versions.toml", include_str!("../../../../nova-core/planner/versions.toml")),
    ("settings.toml", include_str!("../../../../nova-core/planner/settings.toml")),
    ("mods.toml", include_str!("../../../../nova-core/planner/mods.toml")),
    ("worlds.toml", include_str!("../../../../nova-core/planner/worlds.toml")),
    ("accounts.toml", include_str!("../../../../nova-core/planner/accounts.toml")),
    ("crashes.toml", include_str!("../../../../nova-core/planner/crashes.toml")),
    ("play.toml", include_str!("../../../../nova-core/planner/play.toml")),
    ("sentences-acts.toml", include_str!("../../../../nova-core/planner/sentences-acts.toml")),
    ("sentences-none.toml", include_str!("../../../../nova-core/planner/sentences-none.toml")),
    ("sentences.toml", include_str!("../../../../nova-core/planner/sentences.toml")),
];

/// 2026-11-30T12:00:00Z.
pub(super) const NOW: Millis = 1_796_040_000_000;
const DAY: Millis = 86_400_000;

pub(super) fn lexicon() -> Arc<Lexicon> {
    Arc::new(Lexicon::load(&DATA).expect("the data are well-formed"))
}

/// What came of one turn.
#[derive(Debug, Default)]
pub(super) struct Turn {
    pub(super) calls: Vec<ToolCall>,
    pub(super) asks: Vec<Question>,
    pub(super) said: usize,
    /// The codes of the sentences.
    pub(super) codes: Vec<String>,
}

/// The made-up launcher.
pub(super) struct Stage {
    lexicon: Arc<Lexicon>,
    registry: Names,
    /// Answers instead of the tables.
    pub(super) stand_ins: BTreeMap<String, String>,
}

impl Stage {
    /// With every tool that the data name.
    pub(super) fn new(lexicon: &Arc<Lexicon>) -> Self {
        Self::without(lexicon, &[])
    }

    /// With every tool but these.
    pub(super) fn without(lexicon: &Arc<Lexicon>, missing: &[&str]) -> Self {
        let spoken = |rule: Rule| matches!(rule, Rule::Chat | Rule::Refuse);
        let known =
            lexicon.tools.iter().filter(|tool| !spoken(tool.rule) && !missing.contains(&tool.name.as_str()));
        let effect = |write| if write { Effect::Write } else { Effect::Read };
        let tools = known.map(|tool| (tool.name.clone(), effect(tool.write))).collect();
        Self { lexicon: lexicon.clone(), registry: Names { tools }, stand_ins: BTreeMap::new() }
    }

    /// One turn.
    pub(super) fn turn(&self, words: &str) -> Turn {
        self.turn_after(Conversation::default(), words)
    }

    /// One turn after others.
    pub(super) fn turn_after(&self, mut chat: Conversation, words: &str) -> Turn {
        let planner = Planner::new(self.lexicon.clone(), NOW, TimeZone::UTC);
        chat.entries.push(Entry::Player(words.to_owned()));
        let mut turn = Turn::default();
        for _ in 0..12 {
            let round = planner.round_with(&chat, &self.registry);
            if round.calls.is_empty() {
                let Say::Messages(said) = &round.say else { panic!("the planner speaks in messages") };
                turn.said = said.len();
                turn.codes = said.iter().map(|message| message.code.to_string()).collect();
                turn.asks = round.asks;
                return turn;
            }
            chat.entries.push(Entry::Nova {
                say: round.say,
                calls: round.calls.clone(),
                keep: Keep::default(),
            });
            for call in round.calls {
                let outcome = self.answer(&call);
                chat.entries.push(Entry::Result { call: call.id.clone(), tool: call.name.clone(), outcome });
                turn.calls.push(call);
            }
        }
        panic!("the planner never ends for {words:?}: {:?}", turn.calls);
    }

    /// What tools there are.
    pub(super) fn tools(&self) -> &dyn Tools {
        &self.registry
    }

    /// Whether a tool changes something.
    pub(super) fn writes(&self, name: &str) -> bool {
        self.registry.effect(name) == Some(Effect::Write)
    }

    fn answer(&self, call: &ToolCall) -> ToolOutcome {
        if self.writes(&call.name) {
            return ToolOutcome::Queued { line: 1, makes: made_by(call) };
        }
        let data = match self.stand_ins.get(&call.name) {
            Some(text) => json!({ "text": text }),
            None => table(&call.name, &call.args),
        };
        let said = vec![nova_model::Message::new("test.said")];
        ToolOutcome::Done { text: String::new(), data, said, foreign: false }
    }
}

/// An install makes a version whose name the sentence does not tell.
fn made_by(call: &ToolCall) -> Vec<nova_model::Makes> {
    let (game, loader) = (call.args["game_version"].as_str(), call.args["loader"].as_str());
    let made = game.filter(|_| call.name == "install_version").map(|game| {
        let id = format!("{game}-{}-made", loader.unwrap_or("plain"));
        nova_model::Makes { param: "version_id".to_owned(), id }
    });
    made.into_iter().collect()
}

/// Id, game, loader, mods, worlds.
type Version = (&'static str, &'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const VERSIONS: [Version; 6] = [
    (
        "1.20.1-fabric",
        "1.20.1",
        "fabric",
        &[
            "fabric-api",
            "sodium",
            "iris",
            "lithium",
            "modmenu",
            "xaeros-minimap",
            "jei",
            "litematica",
            "optifabric",
        ],
        &["新的世界", "Survival"],
    ),
    ("1.21.4", "1.21.4", "", &[], &["Creative Test"]),
    (
        "1.20.1-forge",
        "1.20.1",
        "forge",
        &["create", "jei", "oculus", "embeddium", "journeymap"],
        &["机械动力"],
    ),
    ("1.16.5", "1.16.5", "", &[], &["老存档"]),
    (
        "1.12.2-forge",
        "1.12.2",
        "forge",
        &["optifine", "jei", "thaumcraft", "twilightforest"],
        &["RLCraft World"],
    ),
    ("ATM9", "1.20.1", "forge", &["allthemodium", "mekanism"], &["ATM9 main"]),
];

fn table(tool: &str, args: &Value) -> Value {
    let asked = args.get("version_id").and_then(Value::as_str).unwrap_or("1.20.1-fabric");
    let version = VERSIONS.iter().find(|version| version.0 == asked);
    match tool {
        "list_versions" => json!({ "versions": VERSIONS.iter().map(version_row).collect::<Vec<_>>() }),
        "list_mods" => {
            let mods = version.map(|version| version.3).unwrap_or_default();
            let row = |id: &&str| json!({"id": id, "file": format!("{id}-1.0.jar"), "enabled": *id != "optifabric"});
            json!({ "mods": mods.iter().map(row).collect::<Vec<_>>() })
        }
        "list_saves" => {
            let wanted = args.get("version_id").and_then(Value::as_str);
            let listed = VERSIONS.iter().filter(|version| wanted.is_none_or(|wanted| wanted == version.0));
            let rows = listed.flat_map(|version| version.4.iter().map(|id| save_row(id, version.0)));
            json!({ "saves": rows.collect::<Vec<_>>() })
        }
        "list_backups" => json!({"backups": [
            {"id": "bk-1", "version_id": "1.20.1-fabric", "saves": ["新的世界"], "at": NOW - DAY + 9 * 3_600_000},
            {"id": "bk-2", "version_id": "1.20.1-fabric", "saves": ["Survival"], "at": NOW - 3 * DAY},
            {"id": "bk-3", "version_id": "1.16.5", "saves": ["老存档"], "at": NOW - 31 * DAY},
        ]}),
        "list_changes" => {
            json!({"changes": [{"id": "c-3", "at": NOW - 30_000, "undoable": false}, {"id": "c-2", "at": NOW - 60_000, "undoable": true}, {"id": "c-1", "at": NOW - DAY}]})
        }
        "list_accounts" => json!({"accounts": [
            {"id": "a-1", "name": "Steve", "active": true}, {"id": "a-2", "name": "Alex_2", "active": false},
        ]}),
        "list_jobs" => json!({"jobs": [{"id": "j-1", "name": "1.21.5", "at": NOW - 60_000}]}),
        "list_trash" => json!({"trash": [{"id": "t-1", "name": "jade.jar", "at": NOW - DAY}]}),
        "recommend_memory" => json!({"version_id": asked, "max_mb": 4608}),
        "analyze_crash" => json!({"version_id": asked, "fix_id": "x-1", "finding_id": "f-9"}),
        "read_mod_detail" => {
            let found = args.get("mod").and_then(Value::as_str).unwrap_or_default();
            json!({"id": found, "file_id": format!("config/{found}.json")})
        }
        "check_mod_conflicts" => json!({"findings": [{"id": "f-1", "mods": ["sodium", "iris"]}]}),
        "search_content" => {
            let query = args.get("query").and_then(Value::as_str).unwrap_or_default();
            json!({"results": [
                {"project_id": format!("p-{query}"), "name": query},
                {"project_id": "p-other", "name": "Something Else"},
            ]})
        }
        _ => json!({}),
    }
}

fn save_row(id: &str, version: &str) -> Value {
    json!({"id": id, "name": id, "version_id": version, "versions": [version]})
}

fn version_row(version: &Version) -> Value {
    let loader = if version.2.is_empty() { Value::Null } else { json!(version.2) };
    json!({"id": version.0, "game_version": version.1, "loader": loader, "current": version.0 == "1.20.1-fabric"})
}

/// The tools by name, each a write or not.
struct Names {
    tools: BTreeMap<String, Effect>,
}

impl Tools for Names {
    fn effect(&self, name: &str) -> Option<Effect> {
        self.tools.get(name).copied()
    }

    fn parameters(&self, _: &str) -> Option<&Value> {
        None
    }
}
