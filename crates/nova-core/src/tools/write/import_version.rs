//! `import_version`: an instance of another launcher becomes a version here. Its game and loader are installed, its own files
//! are copied, and both are one change.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use nova_files::Batch;
use nova_game::Proposal;
use nova_import::Source;
use nova_install::{Along, Goal, InstallError, Recipe, Wish, Workshop, json_place};
use nova_model::{Message, Origin, Undo};
use nova_tools::{Call, IdParam, Limit, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::install_version::settled;
use crate::{
    imports::{Import, Way, free_name, import_way},
    installs::wait,
    launcher::Launcher,
    tools::{
        common::draft_write,
        installing::{self, LIMIT, Order, PLACING, plan as install_plan},
        params::IMPORTABLE,
    },
};

/// The parameters of `import_version`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The instance's id from `list_importable`, for example `i-4g7k09xq`.
    source_id: String,
}

/// An instance of another launcher becomes a version here.
pub(super) struct ImportVersion(pub(super) Arc<Launcher>);

impl Write for ImportVersion {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            limit: Limit::Own(LIMIT),
            ids: &[IdParam { param: "source_id", from: IMPORTABLE }],
            ..draft_write(
                "import_version",
                Title { zh: "导入实例", en: "Import instance" },
                "Copies an instance of another launcher in as a new version.\n\
                 Use when the player wants it here; add_game_root uses a folder where it lies.\n\
                 The instance is listed by list_importable.",
            )
        }
    }

    fn plan(&self, params: Params, call: &Call) -> Result<Planned, ToolError> {
        let source = self.0.import_source(&params.source_id)?;
        let root = self.0.new_versions_root()?;
        let way = import_way(&source, &free_name(&root, &source.name))?;
        let import = self.0.import(&source, &root, &way)?;
        let title = Message::new("core.import.title")
            .with("name", source.name.as_str())
            .with("launcher", source.launcher.label())
            .with("id", import.name.as_str());
        let planned = match way {
            Way::Install(wish) => self.install(call, (&source, &root), wish, (import, title))?,
            Way::Copy if root.is_dir() => self.0.planned(copy(&root, import, title))?,
            Way::Copy => self.0.unchecked(copy(&root, import, title))?,
        };
        Ok(installing::with_root(planned, &self.0.files, &root))
    }
}

impl ImportVersion {
    fn install(
        &self,
        call: &Call,
        (source, root): (&Source, &Path),
        wish: Wish,
        (import, title): (Import, Message),
    ) -> Result<Planned, ToolError> {
        // What cannot be copied is better said before an hour of fetching than after it.
        if root.is_dir() {
            self.0.files.check(&Batch { root: root.to_owned(), steps: import.steps.clone() })?;
        }
        let shop = self.0.workshop()?;
        let (recipe, other_build) = recipe(&shop, root, wish, call)?;
        let missing = wait(shop.missing(root, &recipe));
        let mut plan = install_plan(root, &recipe, &missing);
        let json = root.join(json_place(&recipe.id));
        plan.stamps = self.0.files.stamps(&[json, source.folder.join("options.txt")])?;
        plan.title = title.clone();
        plan.changes.extend(import.changes);
        plan.bytes_written = plan.bytes_written.saturating_add(import.bytes);
        plan.undo = Undo::Reversible(Message::new("core.import.undo"));
        plan.warnings.extend(other_build);
        plan.warnings.extend(import.warnings);
        let goal = Goal::Version(settled(&recipe));
        let along = Along { steps: import.steps, title: Some(title) };
        let root = root.to_owned();
        Ok(Planned { plan, work: Box::new(Bringing { shop, root, goal, along, call: call.clone() }) })
    }
}

/// The recipe, with the loader's recommended build where the one that the instance has is not to be had any more.
fn recipe(
    shop: &Workshop,
    root: &Path,
    mut wish: Wish,
    call: &Call,
) -> Result<(Recipe, Option<Message>), ToolError> {
    let build = wish.loader.as_ref().and_then(|loader| loader.version.clone());
    match wait(shop.recipe(root, &Goal::Version(wish.clone()), &call.cancel)) {
        Err(InstallError::NoLoader { .. }) if build.is_some() => {}
        other => return Ok((other?, None)),
    }
    if let Some(loader) = &mut wish.loader {
        loader.version = None;
    }
    let recipe = wait(shop.recipe(root, &Goal::Version(wish), &call.cancel))?;
    let other = recipe.loader.as_ref().map(|(loader, now)| {
        Message::new("core.import.other-build")
            .with("loader", loader.label())
            .with("from", build.unwrap_or_default())
            .with("to", now.as_str())
    });
    Ok((recipe, other))
}

/// The whole of it as one batch, where nothing is installed.
fn copy(root: &Path, import: Import, title: Message) -> Proposal {
    Proposal {
        batch: Batch { root: root.to_owned(), steps: import.steps },
        title,
        changes: import.changes,
        bytes_written: import.bytes,
        undo: Undo::Reversible(Message::new("core.import.undo")),
        warnings: import.warnings,
        watch: vec![root.join("versions").join(&import.name)],
        version: Some(import.name),
    }
}

/// Installs, and copies beside.
struct Bringing {
    shop: Workshop,
    root: PathBuf,
    goal: Goal,
    along: Along,
    call: Call,
}

impl Work for Bringing {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let order = Order { root: &self.root, goal: &self.goal, along: &self.along, placing: PLACING };
        let made = order.carry_out(&self.shop, &self.call, origin)?;
        let said = Message::new("core.import.done").with("id", made.id.as_str());
        let data = json!({
            "version_id": made.id, "id": made.change.id, "at": made.change.at,
            "left_out": made.change.problems.len(),
        });
        Ok(Receipt { change: Some(made.change.id), said, data })
    }
}
