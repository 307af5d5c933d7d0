//! `find_tools`: finds tools by words, for models that were given a reduced list.

use std::sync::Arc;

use nova_model::{Message, Report};
use nova_tools::{Answer, Call, Flag, Read, Registry, SpecDraft, Title, Tool, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::tools::common::{answer, draft_read, said_list};

/// The parameters of `find_tools`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// A few words about what is wanted, for example `memory`. Default: every tool.
    #[serde(default)]
    query: Option<String>,
}

/// Finds tools.
pub(super) struct FindTools(pub(super) Vec<Arc<dyn Tool>>);

impl Read for FindTools {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            flags: &[Flag::AlwaysAllow, Flag::AlwaysLoad, Flag::Concurrent],
            ..draft_read(
                "find_tools",
                Title { zh: "查找工具", en: "Find tools" },
                "Finds tools by a few words, or lists them all.\n\
                 Use when no given tool fits the wish; call a tool you were given directly.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let registry = Registry::build(self.0.clone(), &call.host.capabilities());
        let registry =
            registry.map_err(|_| ToolError::Stop(Report::new(Message::new("core.registry-broken"))))?;
        let found: Vec<_> = match params.query.as_deref().map(str::trim).filter(|words| !words.is_empty()) {
            Some(words) => registry.search(words),
            None => registry.tools().iter().collect(),
        };
        let drafts: Vec<_> = found.iter().map(|tool| &tool.spec().draft).collect();
        let lines: Vec<_> = drafts
            .iter()
            .map(|d| format!("{}: {}", d.name, d.description.lines().next().unwrap_or("")))
            .collect();
        let said = said_list(Message::new("core.tools.head").with("n", drafts.len()), &drafts, |draft| {
            Message::new("core.tools.line").with("name", draft.name)
        });
        let tools: Vec<_> =
            drafts.iter().map(|d| json!({ "id": d.name, "title": d.title, "effect": d.effect })).collect();
        Ok(answer(&lines, None, json!({ "tools": tools }), said))
    }
}
