//! `load_guide`: a short built-in how-to.

use nova_model::Message;
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::tools::common::{answer, draft_read, value};

/// What there is a guide for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Topic {
    SignIn,
    Mods,
    Backups,
    Shaders,
    Java,
    Multiplayer,
    Performance,
    ReportBug,
    ToolGenerate,
}

impl Topic {
    /// Every topic.
    #[cfg(test)]
    const ALL: [Self; 9] = [
        Self::SignIn,
        Self::Mods,
        Self::Backups,
        Self::Shaders,
        Self::Java,
        Self::Multiplayer,
        Self::Performance,
        Self::ReportBug,
        Self::ToolGenerate,
    ];

    /// The guide in English, for the model.
    fn english(self) -> &'static str {
        match self {
            Self::SignIn => include_str!("../../../guides/sign_in.md"),
            Self::Mods => include_str!("../../../guides/mods.md"),
            Self::Backups => include_str!("../../../guides/backups.md"),
            Self::Shaders => include_str!("../../../guides/shaders.md"),
            Self::Java => include_str!("../../../guides/java.md"),
            Self::Multiplayer => include_str!("../../../guides/multiplayer.md"),
            Self::Performance => include_str!("../../../guides/performance.md"),
            Self::ReportBug => include_str!("../../../guides/report_bug.md"),
            Self::ToolGenerate => include_str!("../../../guides/tool_generate.md"),
        }
    }
}

/// The parameters of `load_guide`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// What the guide is about, for example `shaders`; `tool_generate` gives the rules for writing a tool.
    topic: Topic,
}

/// Reads a guide.
pub(super) struct LoadGuide;

impl Read for LoadGuide {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "load_guide",
            Title { zh: "查看指南", en: "Load guide" },
            "Reads a short built-in how-to on one topic.\n\
             Use for how-to questions; the read tools answer what is installed here.",
        )
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let name = value(params.topic);
        let name = name.as_str().unwrap_or_default();
        let lines: Vec<_> = params.topic.english().lines().map(str::to_owned).collect();
        let said = vec![Message::new(format!("core.guide.{name}"))];
        Ok(answer(&lines, None, json!({ "topic": name, "guide": params.topic.english() }), said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guide_fits_into_one_answer_of_the_model() {
        for topic in Topic::ALL {
            let length = topic.english().chars().count();
            assert!((80..=900).contains(&length), "{topic:?}: {length} characters");
        }
    }
}
