//! What the tools over Modrinth and CurseForge share: their choices, and how a project and a release are told.

use nova_model::Message;
use nova_platform::{
    Access, Dependency, DependencyKind, Distribution, File, Kind, Project, Release, Sort, Source,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::common::{size, value};

/// The tools that name projects.
pub(super) const PROJECTS: &[&str] = &["search_content", "read_content_detail", "list_content_versions"];
/// How many games of a list are shown: the newest.
const GAMES: usize = 4;

/// What kind of thing.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ContentKind {
    Mod,
    ResourcePack,
    Shader,
    DataPack,
    Modpack,
    World,
}

impl From<ContentKind> for Kind {
    fn from(kind: ContentKind) -> Self {
        match kind {
            ContentKind::Mod => Self::Mod,
            ContentKind::ResourcePack => Self::ResourcePack,
            ContentKind::Shader => Self::Shader,
            ContentKind::DataPack => Self::DataPack,
            ContentKind::Modpack => Self::Modpack,
            ContentKind::World => Self::World,
        }
    }
}

/// Which platform.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ContentSource {
    Modrinth,
    CurseForge,
}

impl From<ContentSource> for Source {
    fn from(source: ContentSource) -> Self {
        match source {
            ContentSource::Modrinth => Self::Modrinth,
            ContentSource::CurseForge => Self::CurseForge,
        }
    }
}

/// What comes first.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ContentSort {
    #[default]
    Relevance,
    Downloads,
    Popularity,
    Newest,
    Updated,
}

impl From<ContentSort> for Sort {
    fn from(sort: ContentSort) -> Self {
        match sort {
            ContentSort::Relevance => Self::Relevance,
            ContentSort::Downloads => Self::Downloads,
            ContentSort::Popularity => Self::Popularity,
            ContentSort::Newest => Self::Newest,
            ContentSort::Updated => Self::Updated,
        }
    }
}

/// A project in one line for the model.
pub(super) fn project_line(project: &Project) -> String {
    let mut about: Vec<String> = project.kind.iter().map(|kind| kind.as_str().to_owned()).collect();
    about.extend(project.loaders.iter().map(|loader| loader.as_str().to_owned()));
    about.push(format!("{} downloads", project.downloads));
    format!(
        "{} {} ({}): {}",
        project.id,
        project.title,
        about.join(", "),
        nova_model::clean(&project.summary, 90)
    )
}

/// A project as data.
pub(super) fn project_row(project: &Project) -> Value {
    json!({
        "project_id": project.id, "name": project.title, "slug": project.slug, "source": project.id.source,
        "kind": project.kind, "summary": project.summary, "loaders": project.loaders, "downloads": project.downloads,
        "authors": project.authors, "updated": project.updated, "page": project.page, "icon": project.icon,
        "by_hand": project.distribution == Distribution::ByHand,
    })
}

/// A project as a sentence.
pub(super) fn project_said(project: &Project) -> Message {
    Message::new("core.content.line")
        .with("id", project.id.to_string())
        .with("name", project.title.as_str())
        .with("summary", nova_model::clean(&project.summary, 120))
}

/// A release in one line for the model.
pub(super) fn release_line(release: &Release) -> String {
    let channel = value(release.channel);
    let mut about: Vec<String> = channel.as_str().map(str::to_owned).into_iter().collect();
    about.extend(release.loaders.iter().map(|loader| loader.as_str().to_owned()));
    about.extend(release.other_loaders.iter().cloned());
    about.extend(games(release).map(str::to_owned));
    let needs: Vec<String> = needed(release).collect();
    let needs = if needs.is_empty() { String::new() } else { format!("; needs {}", needs.join(", ")) };
    let file = release.main_file().map(|file| format!("; {}", file_text(file))).unwrap_or_default();
    format!("{} {} ({}){file}{needs}", release.id, release.number, about.join(", "))
}

/// The newest games it is for: platforms write the oldest first.
fn games(release: &Release) -> impl Iterator<Item = &str> {
    let from = release.game_versions.len().saturating_sub(GAMES);
    release.game_versions.iter().skip(from).map(String::as_str)
}

fn needed(release: &Release) -> impl Iterator<Item = String> {
    let required = release.dependencies.iter().filter(|one| one.kind == DependencyKind::Required);
    required.filter_map(|one| one.project.as_ref().map(ToString::to_string))
}

fn file_text(file: &File) -> String {
    let by_hand = if matches!(file.access, Access::ByHand { .. }) { ", by hand only" } else { "" };
    format!("{} {}{by_hand}", file.name, size(file.size))
}

/// A release as data.
pub(super) fn release_row(release: &Release) -> Value {
    let dependencies: Vec<Value> = release.dependencies.iter().map(dependency_row).collect();
    json!({
        "content_version_id": release.id, "name": release.name, "number": release.number, "channel": release.channel,
        "loaders": release.loaders, "other_loaders": release.other_loaders, "game_versions": release.game_versions,
        "published": release.published, "downloads": release.downloads, "files": release.files,
        "dependencies": dependencies,
    })
}

fn dependency_row(one: &Dependency) -> Value {
    json!({ "kind": one.kind, "project_id": one.project, "content_version_id": one.release, "file": one.file })
}

/// A release as a sentence.
pub(super) fn release_said(release: &Release) -> Message {
    let games: Vec<&str> = games(release).collect();
    let by_hand = release.main_file().is_some_and(|file| matches!(file.access, Access::ByHand { .. }));
    let code = if by_hand { "core.content.version-by-hand" } else { "core.content.version" };
    Message::new(code)
        .with("games", games.join(", "))
        .with("id", release.id.as_str())
        .with("loaders", loaders(release))
        .with("number", release.number.as_str())
}

fn loaders(release: &Release) -> String {
    let ours = release.loaders.iter().map(|loader| loader.label());
    let all: Vec<&str> = ours.chain(release.other_loaders.iter().map(String::as_str)).collect();
    if all.is_empty() { "-".to_owned() } else { all.join(", ") }
}
