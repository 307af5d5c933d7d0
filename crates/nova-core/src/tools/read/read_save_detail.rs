//! `read_save_detail`: one world: seed, rules, data packs, mods, players.

use std::sync::Arc;

use nova_content::worlds;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, value, with_problems},
        params::OneSave,
    },
};

/// One world: seed, rules, data packs, mods, players.
pub(super) struct ReadSaveDetail(pub(super) Arc<Launcher>);

impl Read for ReadSaveDetail {
    type Params = OneSave;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneSave::IDS,
            ..draft_read(
                "read_save_detail",
                Title { zh: "查看存档详情", en: "Read world" },
                "Reads one world: seed, game rules, data packs, mods, players.\n\
                 Use for questions about one world; list_saves for all of them.\n\
                 The world is listed by list_saves.",
            )
        }
    }

    fn run(&self, params: OneSave, _call: &Call) -> Result<Answer, ToolError> {
        let (world, _) = self.0.world(&params.save, params.version_id.as_deref())?;
        let detail = worlds::detail(&world);
        let seed = detail.seed.map_or_else(|| "unknown".to_owned(), |seed| seed.to_string());
        let rules: Vec<_> = detail.rules.iter().map(|(rule, set)| format!("{rule}={set}")).collect();
        let lines = [
            format!(
                "{}: Minecraft {}, seed {seed}",
                world.id,
                world.game_version.as_deref().unwrap_or("unknown")
            ),
            format!("Data packs: {}", detail.data_packs_on.join(", ")),
            format!("Players: {}", detail.players.len()),
            format!("Saved with mods: {}", detail.mods.join(", ")),
            format!("Rules: {}", rules.join(", ")),
        ];
        let said = Message::new("core.save.detail")
            .with("name", world.name.as_str())
            .with(
                "game",
                world.game_version.clone().map_or_else(|| Message::new("core.unknown").into(), Field::Text),
            )
            .with("seed", seed)
            .with("size", Field::Bytes(world.size))
            .with("packs", detail.data_packs_on.len());
        Ok(with_problems(answer(&lines, None, value(&detail), vec![said]), world.problems))
    }
}
