//! `list_importable`: the instances of other launchers.

use std::sync::Arc;

use nova_import::{Found, Launcher as Other, Root, Source};
use nova_model::{Message, clean};
use nova_tools::{Answer, Call, NoParams, Read, SpecDraft, Title, ToolError};
use serde_json::{Value, json};

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list, value, with_problems},
};

/// The instances of other launchers.
pub(super) struct ListImportable(pub(super) Arc<Launcher>);

impl Read for ListImportable {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "list_importable",
            Title { zh: "查看可导入的实例", en: "List importable instances" },
            "Finds instances of other launchers on this computer: HMCL, PCL, Prism, CurseForge, Modrinth.\n\
             Use before import_version; add_game_root uses a folder where it lies.",
        )
    }

    fn run(&self, _params: NoParams, _call: &Call) -> Result<Answer, ToolError> {
        let Found { sources, roots, problems } = self.0.importable();
        let mut lines: Vec<String> = sources.iter().map(line).collect();
        lines.extend(roots.iter().map(root_line));
        let head = if sources.is_empty() { "core.importable.none" } else { "core.importable.head" };
        let mut said = said_list(Message::new(head).with("n", sources.len()), &sources, sentence);
        said.extend(roots.iter().map(|root| {
            Message::new("core.importable.root")
                .with("launcher", name(root.launcher))
                .with("path", root.path.as_path())
                .with("n", root.versions)
        }));
        let data = json!({ "sources": sources.iter().map(row).collect::<Vec<_>>(), "roots": value(&roots) });
        Ok(with_problems(answer(&lines, None, data, said), problems))
    }
}

/// The official launcher's name is a description, which each language has its own of.
fn name(launcher: Other) -> Message {
    match launcher {
        Other::Official => Message::new("core.importable.official"),
        other => Message::new("core.importable.launcher").with("name", other.label()),
    }
}

fn sentence(source: &Source) -> Message {
    let game = source.game.as_deref().map_or_else(
        || Message::new("core.unknown"),
        |game| Message::new("core.importable.launcher").with("name", game),
    );
    let loader = source.loader.as_ref().map_or_else(
        || Message::new("core.vanilla"),
        |(loader, _)| Message::new("core.importable.launcher").with("name", loader.label()),
    );
    Message::new("core.importable.line")
        .with("name", source.name.as_str())
        .with("launcher", name(source.launcher))
        .with("game", game)
        .with("loader", loader)
}

fn line(source: &Source) -> String {
    let game = source.game.as_deref().unwrap_or("unknown game version");
    let loader = source.loader.as_ref().map_or_else(String::new, |(loader, build)| {
        format!(" with {loader} {}", build.as_deref().unwrap_or_default()).trim_end().to_owned()
    });
    format!("{}: {} ({}), {game}{loader}", source.id, source.name, source.launcher.label())
}

fn root_line(root: &Root) -> String {
    let (path, launcher) = (root.path.display(), root.launcher.label());
    format!("{path}: a game folder of {launcher} with {} versions", root.versions)
}

/// Without its settings, some of which are text of others and long.
fn row(source: &Source) -> Value {
    json!({
        "id": source.id,
        "name": source.name,
        "launcher": source.launcher,
        "folder": clean(&source.folder.display().to_string(), 400),
        "game": source.game,
        "loader": source.loader.as_ref().map(|(loader, build)| json!({ "loader": loader, "build": build })),
        "version": source.version.as_ref().map(|version| version.id.as_str()),
        "notes": value(&source.notes),
    })
}
