//! `repair_version`: makes the files of an installed version what they should be.

use std::{path::Path, sync::Arc};

use nova_install::{Goal, InstallError, Need, Recipe, State, Workshop, json_place};
use nova_model::{Change, ChangeKind, Explain, Field, Message, Plan, Report, Undo};
use nova_tools::{Call, Limit, Planned, SpecDraft, Title, ToolError, Write};
use serde_json::json;

use crate::{
    care::Installed,
    installs::wait,
    launcher::Launcher,
    tools::{
        common::draft_write,
        installing::{Install, Job, LIMIT},
        loader_api,
        params::AnyVersion,
    },
};

/// More files are listed by their folders.
const MOST: usize = 200;

/// Makes the files of an installed version what they should be.
pub(super) struct RepairVersion(pub(super) Arc<Launcher>);

impl Write for RepairVersion {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            limit: Limit::Own(LIMIT),
            ids: AnyVersion::IDS,
            ..draft_write(
                "repair_version",
                Title { zh: "修复版本", en: "Repair version" },
                "Downloads the files of an installed version that are missing or fail their hash.\n\
                 Use when game files are broken; check_version_files only looks.",
            )
        }
    }

    fn plan(&self, params: AnyVersion, call: &Call) -> Result<Planned, ToolError> {
        let subject = match params.version_id {
            Some(id) => self.0.subject(&id)?,
            None => self.0.subject_of(&self.0.version(None)?),
        };
        let shop = self.0.workshop_on(subject.platform.clone())?;
        planned(&self.0, (subject, shop), call)
    }
}

/// The plan of a repair, and the work behind it; an answer where nothing is wrong.
pub(super) fn planned(
    launcher: &Launcher,
    (subject, shop): (Installed, Workshop),
    call: &Call,
) -> Result<Planned, ToolError> {
    refuse_while_played(launcher, &subject.root)?;
    let done = if subject.mend.api.is_some() { "core.api.done" } else { "care.repair.done" };
    let goal = Goal::Repair(subject.mend);
    let recipe = wait(shop.recipe(&subject.root, &goal, &call.cancel))?;
    let wrong = wait(shop.missing(&subject.root, &recipe));
    match recipe.is_worth_it(wrong.iter().map(|(need, _)| need)) {
        Err(sound @ InstallError::Sound { .. }) => {
            let data = json!({ "version_id": recipe.id, "files_fetched": 0, "bytes_fetched": 0 });
            return Ok(Planned::already(recipe.title(), sound.report().message, data));
        }
        worth => worth?,
    }
    recipe.refuse_links(&subject.root, wrong.iter().map(|(need, _)| need))?;
    let stamps = launcher.files.stamps(&[subject.root.join(json_place(&recipe.id))])?;
    let plan = Plan { stamps, ..plan(&subject.root, &recipe, &wrong) };
    let job = Job { root: subject.root, goal, done };
    Ok(Planned { plan, work: Box::new(Install { shop, job, call: call.clone() }) })
}

/// Versions share their libraries: no game of the same folder may run.
fn refuse_while_played(launcher: &Launcher, root: &Path) -> Result<(), ToolError> {
    let versions = launcher.game.versions()?.items;
    match versions.iter().find(|version| version.running && version.root == root) {
        Some(version) => Err(ToolError::Tell(Report::new(
            Message::new("core.play.running").with("version", version.id.as_str()),
        ))),
        None => Ok(()),
    }
}

fn plan(root: &Path, recipe: &Recipe, wrong: &[(Need, State)]) -> Plan {
    let mended: Vec<&(Need, State)> = wrong.iter().filter(|(need, _)| !recipe.is_stuck(need)).collect();
    let fetched = mended.iter().filter(|(need, _)| !need.urls.is_empty());
    Plan {
        title: recipe.title(),
        changes: changes(root, recipe, &mended),
        bytes_written: mended.iter().filter_map(|(need, _)| need.size).sum(),
        bytes_downloaded: fetched.filter_map(|(need, _)| need.size).sum(),
        undo: Undo::Reversible(Message::new("care.repair.undo")),
        warnings: warnings(recipe, wrong),
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: Vec::new(),
    }
}

fn changes(root: &Path, recipe: &Recipe, mended: &[&(Need, State)]) -> Vec<Change> {
    let change = |kind, place: &str, bytes| Change {
        kind,
        what: root.join(place).display().to_string(),
        to: None,
        bytes,
    };
    let documents = recipe
        .documents
        .iter()
        .map(|document| change(ChangeKind::Write, &document.place, u64::try_from(document.bytes.len()).ok()));
    let file = |(need, state): &&(Need, State)| {
        let kind = if *state == State::Missing { ChangeKind::Create } else { ChangeKind::Write };
        change(kind, &need.place, need.size)
    };
    let mut changes: Vec<Change> = documents.chain(mended.iter().take(MOST).map(file)).collect();
    let more = mended.get(MOST..).unwrap_or_default();
    for folder in ["versions", "libraries", "assets"] {
        let inside = |(need, _): &&&(Need, State)| need.place.split('/').next() == Some(folder);
        let sizes: Vec<Option<u64>> = more.iter().filter(inside).map(|(need, _)| need.size).collect();
        if !sizes.is_empty() {
            changes.push(change(ChangeKind::Write, folder, Some(sizes.into_iter().flatten().sum())));
        }
    }
    changes
}

fn warnings(recipe: &Recipe, wrong: &[(Need, State)]) -> Vec<Message> {
    let kept = recipe.kept_since.map(|at| Message::new("core.install.kept").with("at", Field::Time(at)));
    let json = (!recipe.documents.is_empty()).then(|| Message::new("care.repair.json"));
    let installer = recipe.installer.as_ref().map(|installer| {
        Message::new("care.repair.installer").with("installer", nova_model::clean(&installer.name, 120))
    });
    let stuck: Vec<&Need> = wrong.iter().map(|(need, _)| need).filter(|need| recipe.is_stuck(need)).collect();
    let stuck = stuck.first().map(|first| {
        Message::new("care.repair.stuck")
            .with("n", stuck.len())
            .with("first", nova_model::clean(&first.place, 200))
    });
    let api = recipe.api.as_ref().map(loader_api::comes);
    [api, kept, json, installer, stuck].into_iter().flatten().collect()
}
