//! The mods of a version.

use std::sync::Arc;

use nova_content::mods::{self, ModList};
use nova_game::Instance;
use nova_model::{Explain, Report};
use serde::Deserialize;
use ts_rs::TS;

use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    view::{FindingRow, ModDetail, ModRow, ModsView, Picture, ProblemRow},
};

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("mods_list", all), Command::new("mod_detail", detail), Command::new("mod_icon", icon)]
}

/// Whose mods.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ModsOf {
    /// The version; none for the current one.
    version: Option<String>,
}

/// One mod.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneMod {
    /// The version; none for the current one.
    version: Option<String>,
    /// Its file as listed, or its id.
    #[serde(rename = "mod")]
    #[ts(rename = "mod")]
    name: String,
}

/// One file of a mods folder.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ModFile {
    /// The version; none for the current one.
    version: Option<String>,
    /// The file as listed.
    file: String,
}

async fn all(desk: Arc<Desk>, args: ModsOf, _: To<Silent>) -> Result<ModsView, Fault> {
    blocking(&desk, move |desk| {
        let (instance, list) = installed(desk, args.version.as_deref())?;
        Ok(view(desk, &instance, &list))
    })
    .await
}

/// Jars that lie there as they did are not opened again: a row that is opened reads the folder, not each of its mods.
fn installed(desk: &Desk, version: Option<&str>) -> Result<(Instance, ModList), Report> {
    let app = desk.app();
    let instance = app.launcher().instance(version).map_err(|error| error.report().clone())?;
    let list = mods::list_again(&instance, &desk.jars).map_err(|error| error.report())?;
    Ok((instance, list))
}

fn view(desk: &Desk, instance: &Instance, list: &ModList) -> ModsView {
    let names = desk.names();
    let findings = mods::conflicts(instance, list);
    let found: Vec<_> = findings.iter().map(|one| (one.id.as_str(), one.files.as_slice())).collect();
    let finding = |one| FindingRow::of(one, mods::cure(list, one), &names.texts);
    ModsView {
        version: instance.id.clone(),
        loader: instance
            .loader
            .as_ref()
            .map(|build| format!("{} {}", build.loader.label(), build.version).trim().to_owned()),
        mods: list.mods.iter().map(|one| ModRow::of(one, &found, &names)).collect(),
        findings: findings.iter().map(finding).collect(),
        problems: list.problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
    }
}

async fn detail(desk: Arc<Desk>, args: OneMod, _: To<Silent>) -> Result<ModDetail, Fault> {
    blocking(&desk, move |desk| {
        let (instance, list) = installed(desk, args.version.as_deref())?;
        let one = mods::find(&list, &args.name).map_err(|error| error.report())?;
        Ok(ModDetail::of(&mods::detail(&instance, &list, one), &list))
    })
    .await
}

/// The picture of a mod. A file that went away meanwhile has none.
async fn icon(desk: Arc<Desk>, args: ModFile, _: To<Silent>) -> Result<Picture, Fault> {
    blocking(&desk, move |desk| {
        let instance = desk.app().launcher().instance(args.version.as_deref());
        let instance = instance.map_err(|error| error.report().clone())?;
        let file = mods::on_disk(&instance, &args.file).map_err(|error| error.report())?;
        Ok(Picture { url: file.and_then(|file| desk.icons.of(&file)) })
    })
    .await
}
