//! `install_java`: brings a Java into the data folder.

use std::{path::PathBuf, sync::Arc, time::Duration};

use nova_game::Java;
use nova_install::{Along, Goal, InstallError, JAVA_FOLDER, JavaRecipe, JavaWish, Workshop, processors};
use nova_model::{Change, ChangeKind, Field, Message, Origin, Plan, Undo};
use nova_tools::{Call, Limit, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    installs::wait,
    launcher::Launcher,
    tools::{common::draft_write, installing::Order},
};

/// A slow line takes its time for a hundred megabytes.
const LIMIT: Duration = Duration::from_hours(2);

/// The parameters of `install_java`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The major version, for example `17`. `check_environment` tells which one a version needs.
    major: u32,
}

/// Brings a Java into the data folder.
pub(super) struct InstallJava(pub(super) Arc<Launcher>);

impl Write for InstallJava {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            limit: Limit::Own(LIMIT),
            ..draft_write(
                "install_java",
                Title { zh: "安装 Java", en: "Install Java" },
                "Downloads a Java runtime for the game and keeps it in Nova's own folder.\n\
                 Use when no Java fits a version; list_java shows which there are.",
            )
        }
    }

    fn plan(&self, params: Params, call: &Call) -> Result<Planned, ToolError> {
        if let Some(java) = self.there(params.major) {
            let title = Message::new("care.jobs.java").with("major", i64::from(params.major));
            let said = Message::new("core.java.managed")
                .with("version", java.version.as_str())
                .with("path", java.path.as_path());
            let data = json!({ "path": java.path.display().to_string(), "bytes_fetched": 0 });
            return Ok(Planned::already(title, said, data));
        }
        let shop = self.0.workshop()?;
        let recipe = wait(shop.java_recipe(&JavaWish::of(params.major), &call.cancel))?;
        let data = self.0.files.data().to_owned();
        let to = data.join(JAVA_FOLDER).join(&recipe.name);
        if to.symlink_metadata().is_ok() {
            return Err(InstallError::JavaThere { name: recipe.name }.into());
        }
        let stamps = self.0.files.stamps(std::slice::from_ref(&to))?;
        let plan = Plan { stamps, ..plan(&recipe, &to, self.warnings(&recipe)) };
        // What is confirmed is settled by now, whatever comes out before the line is done.
        let wish = JavaWish { name: Some(recipe.name), ..JavaWish::of(recipe.major) };
        let work =
            Bring { launcher: Arc::clone(&self.0), shop, data, goal: Goal::Java(wish), call: call.clone() };
        Ok(Planned { plan, work: Box::new(work) })
    }
}

impl InstallJava {
    /// One that Nova brought, which is enough.
    fn there(&self, major: u32) -> Option<Java> {
        let platform = self.0.platform();
        let fits = processors(&platform, major);
        let list = self.0.game.java();
        let mut managed = list.managed();
        let there = managed.find(|java| {
            let arch = java.arch.as_deref().map(|arch| nova_version::Platform::new(platform.os, arch));
            let is_for_us = arch.is_none_or(|own| fits.iter().any(|fit| fit == own.arch_name()));
            java.major == major && is_for_us
        });
        there.cloned()
    }

    fn warnings(&self, recipe: &JavaRecipe) -> Vec<Message> {
        let kept = recipe.kept_since.map(|at| Message::new("core.install.kept").with("at", Field::Time(at)));
        let list = self.0.game.java();
        let other = list.items.iter().find(|java| java.major == recipe.major).map(|java| {
            Message::new("core.java.elsewhere")
                .with("version", java.version.as_str())
                .with("path", java.path.as_path())
        });
        kept.into_iter().chain(other).collect()
    }
}

fn plan(recipe: &JavaRecipe, to: &std::path::Path, warnings: Vec<Message>) -> Plan {
    let create = Change {
        kind: ChangeKind::Create,
        what: to.display().to_string(),
        to: None,
        bytes: Some(recipe.size()),
    };
    Plan {
        title: recipe.title(),
        changes: vec![create],
        bytes_written: recipe.size(),
        bytes_downloaded: recipe.download(),
        undo: Undo::Reversible(Message::new("core.java.undo")),
        warnings,
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: Vec::new(),
    }
}

struct Bring {
    launcher: Arc<Launcher>,
    shop: Workshop,
    data: PathBuf,
    goal: Goal,
    call: Call,
}

impl Work for Bring {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let order = Order {
            root: &self.data,
            goal: &self.goal,
            along: &Along::default(),
            placing: "core.java.placing",
        };
        let made = order.carry_out(&self.shop, &self.call, origin)?;
        let list = self.launcher.game.java();
        let java = list.managed().find(|java| {
            let real = made.folder.canonicalize();
            real.is_ok_and(|folder| java.path.starts_with(folder))
        });
        let path = java.map_or(made.folder.as_path(), |java| java.path.as_path());
        let said = Message::new("core.java.installed")
            .with("version", java.map_or(made.id.as_str(), |java| java.version.as_str()))
            .with("path", path);
        let data = json!({ "java": path, "name": made.id, "id": made.change.id, "at": made.change.at });
        Ok(Receipt { change: Some(made.change.id), said, data })
    }
}
