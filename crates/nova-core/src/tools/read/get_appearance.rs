//! `get_appearance`: theme, accent, background, text size, language.

use std::sync::Arc;

use nova_model::Message;
use nova_tools::{Answer, Call, Capability, NoParams, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, value},
};

/// Reads how the window looks.
pub(super) struct GetAppearance(pub(super) Arc<Launcher>);

impl Read for GetAppearance {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            requires: Some(Capability::Appearance),
            ..draft_read(
                "get_appearance",
                Title { zh: "查看外观", en: "Read appearance" },
                "Reads theme, accent, background, text size and language of the window.\n\
                 Use for how Nova looks now; set_appearance changes it.",
            )
        }
    }

    fn run(&self, _params: NoParams, _call: &Call) -> Result<Answer, ToolError> {
        let settings = self.0.game.settings();
        let (theme, language) = (value(settings.appearance.theme), value(settings.language));
        let lines = [format!("Theme {theme}, language {language}, {}", value(&settings.appearance))];
        let theme_name = Message::new(format!("core.theme.{}", theme.as_str().unwrap_or("system")));
        let said = Message::new("core.appearance").with("theme", theme_name);
        let data = json!({ "appearance": value(&settings.appearance), "language": language });
        Ok(answer(&lines, None, data, vec![said]))
    }
}
