//! Both platforms together.

use std::sync::Arc;

use nova_model::Secret;
use url::Url;

use crate::{
    Base, Body, CURSEFORGE, CURSEFORGE_MIRROR, CurseForge, Fits, Kind, Listed, MODRINTH, MODRINTH_MIRROR,
    Modrinth, PlatformError, Project, ProjectId, Release, Result, Search, Source, Web,
};

/// Both platforms.
#[derive(Clone)]
pub struct Platforms {
    /// Modrinth.
    pub modrinth: Modrinth,
    /// CurseForge.
    pub curseforge: CurseForge,
}

/// What a search on several platforms found.
#[derive(Debug, Default)]
pub struct Found {
    /// The projects, those of the platforms taken in turn. What both have under one name is there once, from the platform that was
    /// asked first.
    pub projects: Vec<Project>,
    /// How many there are on all pages, on each platform.
    pub totals: Vec<(Source, usize)>,
    /// What was found on another platform too, by the id that is listed: `(listed, other)`.
    pub twins: Vec<(ProjectId, ProjectId)>,
    /// The platforms that gave no answer.
    pub failed: Vec<(Source, PlatformError)>,
}

/// Whether the platforms' copies are asked where they themselves give no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirrors {
    /// They are.
    StandIn,
    /// Nobody but the platform is asked.
    Never,
}

impl Platforms {
    /// Both at their own addresses. `curseforge` is the player's key there.
    ///
    /// # Errors
    /// None in practice: the addresses are addresses.
    pub fn new(web: &Arc<Web>, mirrors: Mirrors, curseforge: Option<Secret>) -> Result<Self> {
        let base = |official: &str, mirror: &str| {
            let mirror = if mirrors == Mirrors::StandIn { Some(address(mirror)?) } else { None };
            Ok::<_, PlatformError>(Base { official: address(official)?, mirror })
        };
        Ok(Self {
            modrinth: Modrinth::new(Arc::clone(web), base(MODRINTH, MODRINTH_MIRROR)?),
            curseforge: CurseForge::new(Arc::clone(web), base(CURSEFORGE, CURSEFORGE_MIRROR)?, curseforge),
        })
    }

    /// Looks for projects on these platforms, at the same time. A platform that gives no answer does not keep the others.
    pub async fn search(&self, search: &Search, on: &[Source]) -> Found {
        let asked = |source: Source| on.contains(&source);
        let modrinth =
            async { if asked(Source::Modrinth) { Some(self.modrinth.search(search).await) } else { None } };
        let curseforge = async {
            if asked(Source::CurseForge) { Some(self.curseforge.search(search).await) } else { None }
        };
        let (modrinth, curseforge) = tokio::join!(modrinth, curseforge);
        let mut found = Found::default();
        let mut pages = Vec::new();
        for (source, page) in [(Source::Modrinth, modrinth), (Source::CurseForge, curseforge)] {
            match page {
                None => {}
                Some(Ok(page)) => {
                    found.totals.push((source, page.total));
                    pages.push(page.items);
                }
                Some(Err(error)) => found.failed.push((source, error)),
            }
        }
        merge(&mut found, pages);
        found
    }

    /// A project, with all that its page says.
    pub async fn project(&self, id: &ProjectId) -> Result<Project> {
        match id.source {
            Source::Modrinth => {
                let (project, members) =
                    tokio::join!(self.modrinth.project(&id.id), self.modrinth.members(&id.id));
                // Who makes it is good to know, and no more than that.
                let authors = members.map(|members| members.items).unwrap_or_default();
                let authors = authors.into_iter().map(|member| member.name).collect();
                Ok(Project { authors, ..project? })
            }
            Source::CurseForge => {
                let project = self.curseforge.project(&id.id).await?;
                let body: Option<Body> = self.curseforge.body(&project.id.id).await.unwrap_or_default();
                Ok(Project { body, ..project })
            }
        }
    }

    /// The releases of a project that fit.
    pub async fn releases(&self, id: &ProjectId, fits: &Fits) -> Result<Listed<Release>> {
        match id.source {
            Source::Modrinth => self.modrinth.releases(&id.id, fits).await,
            Source::CurseForge => self.curseforge.releases(&id.id, fits).await,
        }
    }
}

fn address(text: &str) -> Result<Url> {
    Url::parse(text).map_err(|_| PlatformError::Plain { address: text.to_owned() })
}

/// One of each in turn; what is there already under the same name is its twin.
fn merge(found: &mut Found, pages: Vec<Vec<Project>>) {
    let mut pages: Vec<_> = pages.into_iter().map(Vec::into_iter).collect();
    while pages.iter().any(|page| page.len() > 0) {
        for project in pages.iter_mut().filter_map(Iterator::next) {
            let same = |known: &&Project| {
                known.id.source != project.id.source
                    && known.kind == project.kind
                    && name(known) == name(&project)
            };
            match found.projects.iter().find(same) {
                Some(known) => found.twins.push((known.id.clone(), project.id)),
                None => found.projects.push(project),
            }
        }
    }
}

/// A title without what people write around it: `Just Enough Items (JEI)` and `Just Enough Items` are one.
fn name(project: &Project) -> (Option<Kind>, String) {
    let bare = project.title.split(['(', '[']).next().unwrap_or_default();
    let plain: String = bare.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    (project.kind, if plain.is_empty() { project.slug.clone() } else { plain })
}
