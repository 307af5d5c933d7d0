//! `copy_help_text`: a finding in a few lines to paste elsewhere, with nothing private in them.

use std::sync::Arc;

use jiff::tz::TimeZone;
use nova_crash::Veil;
use nova_model::{Message, Report};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    crashes::{self, Which},
    launcher::Launcher,
    texts::{Lang, Texts},
    tools::common::{answer, draft_read},
};

/// The parameters of `copy_help_text`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The finding's id from `analyze_crash`, for example `f-2b7k09xq`.
    finding_id: String,
}

/// Tells a finding in a few lines.
pub(super) struct CopyHelpText(pub(super) Arc<Launcher>);

impl Read for CopyHelpText {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "finding_id", from: &["analyze_crash"] }],
            ..draft_read(
                "copy_help_text",
                Title { zh: "求助文本", en: "Text for a helper" },
                "Puts one finding of a crash into a short text without private data, to paste.\n\
                 Use when the player asks others for help; export_crash_bundle packs the files.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let names = self.0.hidden.known();
        let veil = Veil::new(&names);
        for version in self.0.crashed_versions() {
            let Ok(of) = self.0.diagnose(Some(&version), Which::Newest) else { continue };
            let found =
                of.analysis.findings.iter().find(|finding| of.finding_id(finding) == params.finding_id);
            if let Some(finding) = found {
                return Ok(told(crashes::help_text(&of, finding, &veil)));
            }
        }
        let message = Message::new("fix.no-finding").with("id", nova_model::clean(&params.finding_id, 40));
        Err(ToolError::Tell(Report::new(message).hint(Message::new("fix.gone-hint"))))
    }
}

fn told(said: Vec<Message>) -> Answer {
    let texts = Texts::new(Lang::En, TimeZone::UTC);
    let lines: Vec<String> = said.iter().map(|message| texts.say(message)).collect();
    let data = json!({ "text": lines.join("\n") });
    Answer { foreign: true, ..answer(&lines, None, data, said) }
}
