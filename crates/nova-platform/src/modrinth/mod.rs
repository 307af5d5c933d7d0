//! Modrinth, by version 2 of its API. Nobody needs a key.

mod facets;
mod read;

use std::{collections::BTreeMap, sync::Arc};

use nova_model::Loader;
use serde_json::{Value, json};

use crate::{
    Base, Category, Fits, Listed, Member, Page, PlatformError, Project, Release, Result, Search, Sort, Web,
    node::{self, Node},
    vocabulary::is_id,
    web::{self, Ask, Key},
};

/// Its API.
pub const MODRINTH: &str = "https://api.modrinth.com/v2";
/// A copy of it.
pub const MODRINTH_MIRROR: &str = "https://mod.mcimirror.top/modrinth/v2";

/// Ids in one request: they stand in its address.
const IDS: usize = 100;
/// Hashes in one request.
const HASHES: usize = 500;
/// Hits on one page.
const PAGE: usize = 100;
/// Where it stops paging.
const DEEPEST: usize = 10_000;

/// Modrinth.
#[derive(Clone)]
pub struct Modrinth {
    web: Arc<Web>,
    base: Base,
}

impl Modrinth {
    /// Asked at this base.
    pub fn new(web: Arc<Web>, base: Base) -> Self {
        Self { web, base }
    }

    /// Looks for projects.
    pub async fn search(&self, search: &Search) -> Result<Page<Project>> {
        let offset = search.offset.min(DEEPEST);
        let ask = Ask::get("search", "/search")
            .maybe("query", Some(search.text.as_str()).filter(|text| !text.is_empty()))
            .maybe("facets", facets::of(search))
            .with("index", order(search.sort))
            .with("offset", offset.to_string())
            .with("limit", search.limit.clamp(1, PAGE).to_string());
        self.ask(&ask, |answer| {
            let hits = node::listed(&self.host(), answer.at("hits").0, read::hit)?;
            let total = answer.number("total_hits").unwrap_or_default();
            let total = usize::try_from(total).unwrap_or(usize::MAX);
            Ok(Page { items: hits.items, odd: hits.odd, offset, total })
        })
        .await
    }

    /// A project by its id or slug, with all that its page says.
    pub async fn project(&self, id: &str) -> Result<Project> {
        let ask = Ask::get(id, format!("/project/{}", part(id)?));
        self.ask(&ask, |answer| read::project(answer).ok_or_else(|| self.odd("no project"))).await
    }

    /// Projects by their ids or slugs; those that are not there are left out.
    pub async fn projects(&self, ids: &[String]) -> Result<Listed<Project>> {
        self.in_parts("/projects", ids, read::project).await
    }

    /// Who makes a project.
    pub async fn members(&self, id: &str) -> Result<Listed<Member>> {
        self.list(&Ask::get(id, format!("/project/{}/members", part(id)?)), read::member).await
    }

    /// The releases of a project, as Modrinth orders them: newest first.
    pub async fn releases(&self, id: &str, fits: &Fits) -> Result<Listed<Release>> {
        let words = |loader: &Loader| read::spelled(*loader);
        let loaders: Vec<&str> = fits.loaders.iter().flat_map(words).copied().collect();
        let ask = Ask::get(id, format!("/project/{}/version", part(id)?))
            .maybe("loaders", quoted(&loaders))
            .maybe("game_versions", quoted(&fits.game_versions));
        self.list(&ask, read::release).await
    }

    /// A release by its id.
    pub async fn release(&self, id: &str) -> Result<Release> {
        let ask = Ask::get(id, format!("/version/{}", part(id)?));
        self.ask(&ask, |answer| read::release(answer).ok_or_else(|| self.odd("no version"))).await
    }

    /// Releases by their ids; those that are not there are left out.
    pub async fn releases_by_id(&self, ids: &[String]) -> Result<Listed<Release>> {
        self.in_parts("/versions", ids, read::release).await
    }

    /// Which release each of these files is of, by SHA-1; files that Modrinth does not know are left out.
    pub async fn by_sha1(&self, hashes: &[String]) -> Result<BTreeMap<String, Release>> {
        self.by_hash("/version_files", hashes, &json!({})).await
    }

    /// The newest release that fits for each of these files, by SHA-1: the file's own release where there is nothing newer.
    pub async fn updates(&self, hashes: &[String], fits: &Fits) -> Result<BTreeMap<String, Release>> {
        let loaders: Vec<&str> =
            fits.loaders.iter().flat_map(|loader| read::spelled(*loader)).copied().collect();
        let more = json!({ "loaders": loaders, "game_versions": fits.game_versions });
        self.by_hash("/version_files/update", hashes, &more).await
    }

    /// The categories of all kinds.
    pub async fn categories(&self) -> Result<Listed<Category>> {
        self.list(&Ask::get("categories", "/tag/category"), read::category).await
    }

    async fn by_hash(
        &self,
        path: &str,
        hashes: &[String],
        more: &Value,
    ) -> Result<BTreeMap<String, Release>> {
        let mut found = BTreeMap::new();
        for hashes in hashes.chunks(HASHES) {
            let mut body = json!({ "hashes": hashes, "algorithm": "sha1" });
            if let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) {
                body.extend(more.clone());
            }
            let ask = Ask::get("hashes", path).post(body);
            let some = self.ask(&ask, |answer| {
                let of = answer.0.as_object().ok_or_else(|| self.odd("no object"))?;
                let known = |hash: &String| Some((hash.clone(), read::release(Node(of.get(hash)?))?));
                Ok(hashes.iter().filter_map(known).collect::<Vec<_>>())
            });
            found.extend(some.await?);
        }
        Ok(found)
    }

    async fn in_parts<T>(
        &self,
        path: &str,
        ids: &[String],
        read: impl Fn(Node<'_>) -> Option<T>,
    ) -> Result<Listed<T>> {
        let mut all = Listed { items: Vec::new(), odd: 0, more: false };
        let good: Vec<&str> = ids.iter().map(|id| part(id)).collect::<Result<_>>()?;
        for ids in good.chunks(IDS) {
            let some = self.list(&Ask::get("ids", path).maybe("ids", quoted(ids)), &read).await?;
            all.items.extend(some.items);
            all.odd += some.odd;
        }
        Ok(all)
    }

    async fn list<T>(&self, ask: &Ask, read: impl Fn(Node<'_>) -> Option<T>) -> Result<Listed<T>> {
        self.ask(ask, |answer| node::listed(&self.host(), answer.0, &read)).await
    }

    async fn ask<T>(&self, ask: &Ask, read: impl Fn(Node<'_>) -> Result<T>) -> Result<T> {
        self.web.read(&self.base, Key::None, ask, |answer| read(Node(answer))).await
    }

    fn host(&self) -> String {
        web::host(&self.base.official)
    }

    fn odd(&self, why: &str) -> PlatformError {
        node::garbled(&self.host(), why)
    }
}

/// The address of a project's releases for a loader and a game, for whoever has a cache of its own.
pub fn releases_address(slug: &str, loader: Loader, game: &str) -> String {
    let quoted = |word: &str| {
        let text = format!("[\"{word}\"]");
        url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
    };
    format!(
        "{MODRINTH}/project/{slug}/version?loaders={}&game_versions={}",
        quoted(loader.as_str()),
        quoted(game)
    )
}

/// The releases in an answer of that address; none where it is no list.
pub fn releases_of(bytes: &[u8]) -> Vec<Release> {
    let answer: Value = serde_json::from_slice(bytes).unwrap_or_default();
    node::listed("api.modrinth.com", &answer, read::release).map(|listed| listed.items).unwrap_or_default()
}

/// A list as it stands in an address; none where it is empty.
fn quoted<T: serde::Serialize>(words: &[T]) -> Option<String> {
    if words.is_empty() { None } else { serde_json::to_string(words).ok() }
}

fn order(sort: Sort) -> &'static str {
    match sort {
        Sort::Relevance => "relevance",
        Sort::Downloads => "downloads",
        Sort::Popularity => "follows",
        Sort::Newest => "newest",
        Sort::Updated => "updated",
    }
}

/// An id as a part of a path.
fn part(id: &str) -> Result<&str> {
    if is_id(id) { Ok(id) } else { Err(PlatformError::BadId { id: nova_model::clean(id, 80) }) }
}
