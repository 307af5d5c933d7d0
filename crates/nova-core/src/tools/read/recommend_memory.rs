//! `recommend_memory`: how much memory would suit a version, with the sum behind it.

use std::sync::Arc;

use nova_game::MemoryAdvice;
use nova_model::Message;
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, value},
        params::AnyVersion,
    },
};

/// How much memory would suit a version.
pub(super) struct RecommendMemory(pub(super) Arc<Launcher>);

impl Read for RecommendMemory {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: AnyVersion::IDS,
            ..draft_read(
                "recommend_memory",
                Title { zh: "推荐内存", en: "Recommend memory" },
                "Works out how much memory suits a version, with the sum behind it.\n\
                 Use when asked how much to give; set_memory sets the number.",
            )
        }
    }

    fn run(&self, params: AnyVersion, _call: &Call) -> Result<Answer, ToolError> {
        let version = self.0.version(params.version_id.as_deref())?;
        let advice = self.0.game.recommend_memory(&version);
        let now = version.own.max_mb.or(self.0.game.settings().max_mb);
        let data = json!({
            "version_id": version.id,
            "max_mb": advice.mb,
            "wanted_mb": advice.wanted_mb,
            "most_mb": advice.most_mb,
            "set_mb": now,
            "facts": value(&advice.facts),
        });
        let set = now.map(|mb| Message::new("core.memory.set").with("mb", i64::from(mb)));
        let head = Message::new("core.memory.advice")
            .with("id", version.id.as_str())
            .with("mb", i64::try_from(advice.mb).unwrap_or(i64::MAX));
        let said = std::iter::once(head).chain(set).chain(advice.reasons.clone()).collect();
        Ok(answer(&lines(&version.id, &advice, now), None, data, said))
    }
}

fn lines(id: &str, advice: &MemoryAdvice, now: Option<u32>) -> Vec<String> {
    let facts = &advice.facts;
    let loader = facts.loader.map_or("no loader", |loader| loader.as_str());
    let now = now.map_or_else(|| "automatic".to_owned(), |mb| format!("{mb} MB"));
    vec![
        format!("{id}: set {} MB (now {now})", advice.mb),
        format!("It would like {} MB; at most {} MB can be given", advice.wanted_mb, advice.most_mb),
        format!(
            "Computer: {} MB. Java: {}",
            facts.total_mb,
            if facts.narrow { "32 bits" } else { "64 bits" }
        ),
        format!(
            "Game {}, {loader}, {} mods, {} MB of resource packs, {} shader packs",
            facts.game.as_deref().unwrap_or("unknown"),
            facts.mods,
            facts.packs_mb,
            facts.shaders
        ),
    ]
}
