//! Modrinth and CurseForge: projects that are made up, with releases whose jars are real ones. Searches, lists and lookups are answered
//! from them; what a request must look like is checked, and what is wrong with one is a violation.

mod check;
mod curseforge;
mod modrinth;
mod murmur;
mod offer;
mod samples;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use anyhow::Result;
use serde_json::{Value, json};

use super::digest::Made;
use super::shelf::unescaped;
use super::wire::Request;
use crate::Rng;

pub(crate) use check::of as violations;
pub use offer::{Build, Offer};
pub(crate) use samples::samples;

/// The key that CurseForge's stand-in takes.
pub const CURSEFORGE_KEY: &str = "$2a$10$stand-in-key";

const MODRINTH: &str = "api.modrinth.com/v2/";
const CURSEFORGE: &str = "api.curseforge.com/v1/";
const CDN: &str = "cdn.modrinth.com/data/";
const EDGE: &str = "edge.forgecdn.net/files/";
const MIRROR: &str = "mod.mcimirror.top/";

/// The hosts that are served besides those of documents.
pub(crate) const HOSTS: [&str; 5] =
    ["api.modrinth.com", "cdn.modrinth.com", "api.curseforge.com", "edge.forgecdn.net", "mod.mcimirror.top"];

/// All projects.
#[derive(Debug)]
pub(crate) struct Content {
    projects: Vec<Project>,
}

/// A project with its ids on both platforms.
#[derive(Debug)]
struct Project {
    offer: Offer,
    modrinth: String,
    curseforge: u64,
    releases: Vec<Release>,
}

#[derive(Debug)]
struct Release {
    build: Build,
    modrinth: String,
    curseforge: u64,
    file: String,
    made: OnceLock<Made>,
}

/// An answer that follows from a request.
pub(crate) enum Reply {
    /// What is there.
    Json(Value),
    /// A file.
    Bytes(Vec<u8>),
    /// Another status, with what a platform says then.
    Refusal(u16, Value),
}

impl Content {
    pub(crate) fn new(offers: Vec<Offer>) -> Self {
        let mut number = 5_000_000;
        let project = |(at, offer): (usize, Offer)| {
            let modrinth = id(&offer.slug);
            let releases = offer.builds.iter().map(|build| {
                number += 1_003;
                Release::new(&offer, build.clone(), number)
            });
            let releases = releases.collect();
            Project { modrinth, curseforge: 300_000 + at as u64, releases, offer }
        };
        Self { projects: offers.into_iter().enumerate().map(project).collect() }
    }

    /// The answer to a request, where one of the platforms is asked for something of these projects.
    pub(crate) fn answer(&self, request: &Request) -> Result<Option<Reply>> {
        let target = request.target.trim_start_matches('/');
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let query = Query::of(query);
        if let Some(mirrored) = path.strip_prefix(MIRROR) {
            return self.mirrored(mirrored, &query, request);
        }
        if let Some(path) = path.strip_prefix(CURSEFORGE) {
            return match request.field("x-api-key") {
                Some(CURSEFORGE_KEY) => curseforge::answer(self, path, &query, &request.body),
                _ => Ok(Some(Reply::Refusal(403, json!({"error": "Forbidden"})))),
            };
        }
        if path.starts_with(EDGE) && request.field("x-api-key") != Some(CURSEFORGE_KEY) {
            return Ok(Some(Reply::Refusal(401, json!({"error": "Unauthorized"}))));
        }
        match path.strip_prefix(MODRINTH) {
            Some(path) => modrinth::answer(self, path, &query, &request.body),
            None => self.file(&unescaped(path)),
        }
    }

    /// The mirror has both APIs, and wants no key.
    fn mirrored(&self, path: &str, query: &Query, request: &Request) -> Result<Option<Reply>> {
        if let Some(path) = path.strip_prefix("modrinth/v2/") {
            return modrinth::answer(self, path, query, &request.body);
        }
        if let Some(path) = path.strip_prefix("curseforge/v1/") {
            return curseforge::answer(self, path, query, &request.body);
        }
        self.file(&format!("cdn.modrinth.com/{}", unescaped(path)))
    }

    /// A release's jar by either address.
    pub(crate) fn file(&self, path: &str) -> Result<Option<Reply>> {
        let all =
            self.projects.iter().flat_map(|project| project.releases.iter().map(move |one| (project, one)));
        for (project, release) in all {
            if path == release.cdn(project) || path == release.edge() {
                return Ok(Some(Reply::Bytes(release.made(&project.offer)?.bytes.clone())));
            }
        }
        Ok(None)
    }

    fn by_word(&self, word: &str) -> Option<&Project> {
        self.projects.iter().find(|project| project.modrinth == word || project.offer.slug == word)
    }
}

impl Release {
    fn new(offer: &Offer, build: Build, number: u64) -> Self {
        let file = format!("{}-{}-{}+{}.jar", offer.slug, build.loader, build.number, build.game());
        let modrinth = id(&file);
        Self { build, modrinth, curseforge: number, file, made: OnceLock::new() }
    }

    fn made(&self, offer: &Offer) -> Result<&Made> {
        if self.made.get().is_none() {
            let made = Made::of(self.build.jar(offer).bytes()?);
            return Ok(self.made.get_or_init(|| made));
        }
        Ok(self.made.get_or_init(|| Made::of(Vec::new())))
    }

    fn cdn(&self, project: &Project) -> String {
        format!("{CDN}{}/versions/{}/{}", project.modrinth, self.modrinth, self.file)
    }

    fn edge(&self) -> String {
        format!("{EDGE}{}/{}/{}", self.curseforge / 1000, self.curseforge % 1000, self.file)
    }
}

/// The parts of a query, unescaped.
pub(crate) struct Query(BTreeMap<String, String>);

impl Query {
    pub(crate) fn of(text: &str) -> Self {
        let pair = |pair: &str| {
            let (key, value) = pair.split_once('=')?;
            Some((key.to_owned(), unescaped(&value.replace('+', " "))))
        };
        Self(text.split('&').filter_map(pair).collect())
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    fn number(&self, key: &str) -> Option<usize> {
        self.get(key)?.parse().ok()
    }

    /// The words of a JSON list.
    fn words(&self, key: &str) -> Option<Vec<String>> {
        serde_json::from_str(self.get(key)?).ok()
    }
}

/// Eight letters and digits that follow from a name, as Modrinth's ids look.
fn id(name: &str) -> String {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let mut rng = Rng::named(name);
    let sign = |_| SIGNS.get(usize::try_from(rng.below(62)).unwrap_or(0)).copied().map_or('A', char::from);
    (0..8).map(sign).collect()
}
