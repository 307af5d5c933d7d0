//! `get_settings`: game folder, memory, Java, download source, isolation, language, model (its host, never a key), trust.

use std::sync::Arc;

use nova_game::ModelEndpoint;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, NoParams, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    app::model_host,
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, or_problem, value, with_problems},
        launch,
    },
};

/// Reads the launcher's settings.
pub(super) struct GetSettings(pub(super) Arc<Launcher>);

impl Read for GetSettings {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "get_settings",
            Title { zh: "查看设置", en: "Read settings" },
            "Reads game folder, memory, Java, download source, isolation, language, model.\n\
             Use for how Nova is set up; read_version_detail for one version's own.",
        )
    }

    fn run(&self, _params: NoParams, _call: &Call) -> Result<Answer, ToolError> {
        let settings = self.0.game.settings();
        let mut problems = settings.problems.clone();
        let roots = or_problem(self.0.game.roots(), "roots", &mut problems).items;
        let folders: Vec<_> = roots.iter().map(|root| root.path.display().to_string()).collect();
        let source = value(settings.download_source);
        let memory = settings.max_mb.map_or_else(|| "automatic".to_owned(), |mb| format!("{mb} MB"));
        let java = settings.java.as_deref().unwrap_or("automatic");
        let mut lines = vec![
            format!("Game folder: {}", folders.join(", ")),
            format!("Memory: {memory}. Java: {java}"),
            format!("Download source: {}", source.as_str().unwrap_or("auto")),
            format!("Isolation for versions without their own: {}", isolation(settings.isolation)),
            format!("Language: {}", value(settings.language).as_str().unwrap_or("as the system")),
            format!("Model: {}. Trust: {}", model(&settings.model), settings.trust.as_str()),
        ];
        lines.extend(launch::lines(&settings.launch));
        let data = json!({
            "roots": value(&roots),
            "max_mb": settings.max_mb,
            "java": settings.java,
            "launch": value(&settings.launch),
            "download_source": source,
            "isolation": settings.isolation,
            "language": value(settings.language),
            "appearance": value(&settings.appearance),
            "model": value(&settings.model),
            "trust": value(settings.trust),
            "trust_tools": value(&settings.trust_tools),
            "limits": value(&settings.limits),
        });
        let mut said = vec![
            Message::new("core.settings.folders").with("paths", folders),
            Message::new("core.settings.memory")
                .with("memory", automatic(settings.max_mb.map(|mb| format!("{mb} MB")))),
            Message::new("core.settings.java").with("java", automatic(settings.java.clone())),
            Message::new("core.settings.source").with("source", settings.download_source.label()),
        ];
        said.extend(launch::said(&settings.launch));
        said.extend(of_model(&settings.model));
        said.push(Message::new("core.settings.trust").with("trust", settings.trust.label()));
        Ok(with_problems(answer(&lines, None, data, said), problems))
    }
}

/// Name and host: more of an address is nobody's business.
fn model(set: &ModelEndpoint) -> String {
    let name = set.model.as_deref().unwrap_or("none");
    host(set).map_or_else(|| "none".to_owned(), |host| format!("{name} at {host}"))
}

fn of_model(set: &ModelEndpoint) -> Option<Message> {
    let name = set.model.clone().map_or_else(|| Message::new("game.value.none").into(), Field::Text);
    Some(Message::new("core.settings.model").with("name", name).with("host", host(set)?))
}

fn host(set: &ModelEndpoint) -> Option<String> {
    Some(model_host(&nova_llm::base(set.base_url.as_deref()?).ok()?))
}

fn isolation(set: Option<bool>) -> &'static str {
    match set {
        Some(true) => "on",
        Some(false) => "off",
        None => "by what the version's folder holds",
    }
}

fn automatic(set: Option<String>) -> Field {
    set.map_or_else(|| Message::new("core.automatic").into(), Field::Text)
}
