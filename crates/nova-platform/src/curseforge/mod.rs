//! CurseForge, by version 1 of its API. It answers nobody without a key.

mod read;

use std::{collections::BTreeMap, sync::Arc};

use nova_model::{Loader, Secret};
use nova_net::download::HostKey;
use serde_json::{Value, json};

use crate::{
    Base, Body, BodyForm, Category, Channel, Fits, Kind, Listed, Page, PlatformError, Project, Release,
    Result, Search, Sort, Source, Web,
    node::{self, Node},
    vocabulary::is_id,
    web::{self, Ask, HeaderKey, Key},
};

/// Its API.
pub const CURSEFORGE: &str = "https://api.curseforge.com/v1";
/// A copy of it, which wants no key and gets none.
pub const CURSEFORGE_MIRROR: &str = "https://mod.mcimirror.top/curseforge/v1";
/// The header that its key goes in.
pub const CURSEFORGE_KEY: &str = "x-api-key";

/// The game's number there.
const GAME: &str = "432";
/// Numbers in one request.
const IDS: usize = 500;
/// Entries on one page.
const PAGE: usize = 50;
/// Where it stops paging.
const DEEPEST: usize = 10_000 - PAGE;
/// The most pages of a project's files that are read.
const PAGES: usize = 10;

/// CurseForge.
#[derive(Clone)]
pub struct CurseForge {
    web: Arc<Web>,
    base: Base,
    key: Option<Arc<HeaderKey>>,
}

impl CurseForge {
    /// Asked at this base, with the player's key.
    pub fn new(web: Arc<Web>, base: Base, key: Option<Secret>) -> Self {
        let key = key.map(|key| Arc::new(HeaderKey { header: CURSEFORGE_KEY, key }));
        Self { web, base, key }
    }

    /// The key for downloads from CurseForge's hosts, which refuse whoever has none.
    pub fn download_key(&self) -> Option<HostKey> {
        let key = self.key.as_ref()?;
        let hosts = read::HOSTS.iter().map(|host| (*host).to_owned()).collect();
        Some(HostKey { header: key.header, key: key.key.clone(), hosts })
    }

    /// Whether it can be asked: there is a key, or a mirror that wants none.
    pub fn is_open(&self) -> bool {
        self.key.is_some() || self.base.mirror.is_some()
    }

    /// Looks for projects.
    pub async fn search(&self, search: &Search) -> Result<Page<Project>> {
        let offset = search.offset.min(DEEPEST);
        let categories = search.categories.iter().filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
        let categories = categories.cloned().collect::<Vec<_>>().join(",");
        let has_loader = search.kind.is_none_or(Kind::has_loader);
        let loader =
            search.loaders.first().filter(|_| has_loader).and_then(|loader| read::loader_number(*loader));
        let ask = Ask::get("search", "/mods/search")
            .with("gameId", GAME)
            .maybe("classId", search.kind.map(read::class).map(|class| class.to_string()))
            .maybe("categoryIds", Some(format!("[{categories}]")).filter(|_| !categories.is_empty()))
            .maybe("searchFilter", Some(search.text.as_str()).filter(|text| !text.is_empty()))
            .maybe("gameVersion", search.game_version.as_deref())
            .maybe("modLoaderType", loader.map(|number| number.to_string()))
            .with("sortField", order(search.sort))
            .with("sortOrder", "desc")
            .with("index", offset.to_string())
            .with("pageSize", search.limit.clamp(1, PAGE).to_string());
        let (hits, total) = self.page(&ask, read::project).await?;
        Ok(Page { items: hits.items, odd: hits.odd, offset, total })
    }

    /// A project by its number, or by its slug, without the text of its page.
    pub async fn project(&self, id: &str) -> Result<Project> {
        let Ok(number) = number(id) else { return self.by_slug(id).await };
        let ask = Ask::get(id, format!("/mods/{number}"));
        self.ask(&ask, |data| read::project(data.at("data")).ok_or_else(|| self.odd("no project"))).await
    }

    /// What a project's page says.
    pub async fn body(&self, id: &str) -> Result<Option<Body>> {
        self.html(&Ask::get(id, format!("/mods/{}/description", number(id)?))).await
    }

    /// Projects by their numbers; those that are not there are left out.
    pub async fn projects(&self, ids: &[String]) -> Result<Listed<Project>> {
        self.in_parts("/mods", "modIds", ids, read::project).await
    }

    /// The releases of a project, by its number or its slug, newest first.
    pub async fn releases(&self, id: &str, fits: &Fits) -> Result<Listed<Release>> {
        let number = match number(id) {
            Ok(number) => number,
            Err(_) => self::number(&self.by_slug(id).await?.id.id)?,
        };
        let mut all = Listed { items: Vec::new(), odd: 0, more: false };
        // It takes one game and one loader; what is asked for beyond that is sorted out here.
        let loader = one(&fits.loaders).and_then(|loader| read::loader_number(*loader));
        for page in 0..PAGES {
            let ask = Ask::get(id, format!("/mods/{number}/files"))
                .maybe("gameVersion", one(&fits.game_versions).cloned())
                .maybe("modLoaderType", loader.map(|number| number.to_string()))
                .with("index", (page * PAGE).to_string())
                .with("pageSize", PAGE.to_string());
            let (some, total) = self.page(&ask, read::release).await?;
            let is_last = some.items.len() + some.odd < PAGE || total <= (page + 1) * PAGE;
            all.odd += some.odd;
            all.items.extend(some.items.into_iter().filter(|release| fitting(release, fits)));
            if is_last {
                return Ok(all);
            }
        }
        Ok(Listed { more: true, ..all })
    }

    /// A release of a project by its number.
    pub async fn release(&self, project: &str, id: &str) -> Result<Release> {
        let path = format!("/mods/{}/files/{}", number(project)?, number(id)?);
        let read = |answer: Node<'_>| read::release(answer.at("data")).ok_or_else(|| self.odd("no file"));
        self.ask(&Ask::get(id, path), read).await
    }

    /// What is new in a release, as HTML.
    pub async fn changelog(&self, project: &str, id: &str) -> Result<Option<Body>> {
        let path = format!("/mods/{}/files/{}/changelog", number(project)?, number(id)?);
        self.html(&Ask::get(id, path)).await
    }

    /// Releases by their numbers; those that are not there are left out.
    pub async fn releases_by_id(&self, ids: &[String]) -> Result<Listed<Release>> {
        self.in_parts("/mods/files", "fileIds", ids, read::release).await
    }

    /// Which release each of these files is of, by fingerprint; files that CurseForge does not know are left out.
    pub async fn by_fingerprint(&self, fingerprints: &[u32]) -> Result<BTreeMap<u32, Release>> {
        let mut found = BTreeMap::new();
        for some in fingerprints.chunks(IDS) {
            let ask = Ask::get("fingerprints", format!("/fingerprints/{GAME}"));
            let ask = ask.post(json!({ "fingerprints": some }));
            let known = self.ask(&ask, |answer| {
                let entries = answer.at("data").at("exactMatches").0;
                node::listed(&self.host(), entries, |entry| read::release(entry.at("file")))
            });
            let known = known.await?.items.into_iter();
            let own = known.filter_map(|release| Some((release.main_file()?.hashes.murmur2?, release)));
            found.extend(own.filter(|(fingerprint, _)| some.contains(fingerprint)));
        }
        Ok(found)
    }

    /// The newest release that fits of each of these projects, at least as finished as `channel`. Projects without one are left out.
    pub async fn newest(
        &self,
        projects: &[String],
        fits: &Fits,
        channel: Channel,
    ) -> Result<BTreeMap<String, Release>> {
        let mut ids = Vec::new();
        for some in projects.chunks(IDS) {
            let body = json!({ "modIds": numbers(some)? });
            let ask = Ask::get("ids", "/mods").post(body);
            let newest = |node: Node<'_>| node.id("id").map(|_| read::newest(node, fits, channel));
            ids.extend(self.list(&ask, newest).await?.items.into_iter().flatten());
        }
        let found = self.releases_by_id(&ids).await?.items;
        Ok(found.into_iter().map(|release| (release.project.id.clone(), release)).collect())
    }

    /// The categories of all kinds.
    pub async fn categories(&self) -> Result<Listed<Category>> {
        self.list(&Ask::get("categories", "/categories").with("gameId", GAME), read::category).await
    }

    async fn by_slug(&self, slug: &str) -> Result<Project> {
        if !is_id(slug) {
            return Err(bad_id(slug));
        }
        let ask = Ask::get(slug, "/mods/search").with("gameId", GAME).with("slug", slug);
        let found = self.list(&ask, read::project).await?.items;
        // One slug may be that of a mod and of a pack.
        let best =
            found.into_iter().filter(|project| project.slug == slug).min_by_key(|project| project.kind);
        best.ok_or_else(|| PlatformError::NotFound { host: self.host(), name: slug.to_owned() })
    }

    async fn in_parts<T>(
        &self,
        path: &str,
        key: &str,
        ids: &[String],
        read: impl Fn(Node<'_>) -> Option<T>,
    ) -> Result<Listed<T>> {
        let mut all = Listed { items: Vec::new(), odd: 0, more: false };
        for ids in ids.chunks(IDS) {
            let some = self.list(&Ask::get("ids", path).post(json!({ key: numbers(ids)? })), &read).await?;
            all.items.extend(some.items);
            all.odd += some.odd;
        }
        Ok(all)
    }

    async fn html(&self, ask: &Ask) -> Result<Option<Body>> {
        let read = |answer: Node<'_>| match answer.at("data").0 {
            Value::String(_) => Ok(answer.long("data").map(|text| Body { form: BodyForm::Html, text })),
            _ => Err(self.odd("no text")),
        };
        self.ask(ask, read).await
    }

    /// A page of a list, and how many entries there are on all.
    async fn page<T>(&self, ask: &Ask, read: impl Fn(Node<'_>) -> Option<T>) -> Result<(Listed<T>, usize)> {
        let read = |answer: Node<'_>| {
            let total = answer.at("pagination").number("totalCount").unwrap_or_default();
            let items = node::listed(&self.host(), answer.at("data").0, &read)?;
            Ok((items, usize::try_from(total).unwrap_or(usize::MAX)))
        };
        self.ask(ask, read).await
    }

    async fn list<T>(&self, ask: &Ask, read: impl Fn(Node<'_>) -> Option<T>) -> Result<Listed<T>> {
        self.ask(ask, |answer| node::listed(&self.host(), answer.at("data").0, &read)).await
    }

    async fn ask<T>(&self, ask: &Ask, read: impl Fn(Node<'_>) -> Result<T>) -> Result<T> {
        let missing = Key::Missing { platform: Source::CurseForge };
        let key = self.key.as_deref().map_or(missing, Key::Given);
        self.web.read(&self.base, key, ask, |answer| read(Node(answer))).await
    }

    fn host(&self) -> String {
        web::host(&self.base.official)
    }

    fn odd(&self, why: &str) -> PlatformError {
        node::garbled(&self.host(), why)
    }
}

/// The only entry of a list.
fn one<T>(list: &[T]) -> Option<&T> {
    match list {
        [only] => Some(only),
        _ => None,
    }
}

fn fitting(release: &Release, fits: &Fits) -> bool {
    let plays = |game: &String| release.game_versions.contains(game);
    let loads = |loader: &Loader| release.loaders.contains(loader);
    // A release that names no loader is for whatever there was: most of those are of Forge's first years.
    let loader = fits.loaders.is_empty() || release.loaders.is_empty() || fits.loaders.iter().any(loads);
    loader && (fits.game_versions.is_empty() || fits.game_versions.iter().any(plays))
}

fn order(sort: Sort) -> &'static str {
    match sort {
        Sort::Relevance | Sort::Popularity => "2",
        Sort::Downloads => "6",
        Sort::Newest => "11",
        Sort::Updated => "3",
    }
}

fn number(id: &str) -> Result<u32> {
    let digits = id.bytes().all(|byte| byte.is_ascii_digit());
    id.parse().ok().filter(|id| digits && *id > 0).ok_or_else(|| bad_id(id))
}

fn numbers(ids: &[String]) -> Result<Vec<u32>> {
    ids.iter().map(|id| number(id)).collect()
}

fn bad_id(id: &str) -> PlatformError {
    PlatformError::BadId { id: nova_model::clean(id, 80) }
}
