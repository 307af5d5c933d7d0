//! Modrinth's answers.

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::{Content, Project, Query, Release, Reply};

pub(super) fn answer(content: &Content, path: &str, query: &Query, body: &[u8]) -> Result<Option<Reply>> {
    let parts: Vec<&str> = path.split('/').collect();
    let found = |word: &str| content.by_word(word).filter(|project| project.offer.on_modrinth);
    Ok(match parts.as_slice() {
        ["search"] => Some(Reply::Json(search(content, query))),
        ["project", word] => found(word).map(|project| Reply::Json(about(project))),
        ["project", word, "members"] => found(word).map(|_| Reply::Json(members())),
        ["project", word, "version"] => match found(word) {
            Some(project) => Some(Reply::Json(versions(content, project, query)?)),
            None => None,
        },
        ["projects"] => {
            let ids = query.words("ids").unwrap_or_default();
            Some(Reply::Json(ids.iter().filter_map(|id| found(id)).map(about).collect()))
        }
        ["version", id] => one(content, id)?.map(Reply::Json),
        ["versions"] => {
            let ids = query.words("ids").unwrap_or_default();
            let all: Vec<Option<Value>> = ids.iter().map(|id| one(content, id)).collect::<Result<_>>()?;
            Some(Reply::Json(all.into_iter().flatten().collect()))
        }
        ["version_files"] => Some(Reply::Json(by_hash(content, body, Newest::No)?)),
        ["version_files", "update"] => Some(Reply::Json(by_hash(content, body, Newest::Yes)?)),
        ["tag", "category"] => Some(Reply::Json(json!([
            {"name": "utility", "project_type": "mod", "header": "categories", "icon": ""},
            {"name": "storage", "project_type": "mod", "header": "categories", "icon": ""},
            {"name": "16x", "project_type": "resourcepack", "header": "resolutions", "icon": ""},
        ]))),
        _ => None,
    })
}

fn search(content: &Content, query: &Query) -> Value {
    let facets: Vec<Vec<String>> =
        query.get("facets").and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let words = query.get("query").unwrap_or_default().to_lowercase();
    let fits = |project: &&Project| {
        let text = format!("{} {}", project.offer.title, project.offer.summary).to_lowercase();
        project.offer.on_modrinth
            && words.split_whitespace().all(|word| text.contains(word))
            && facets.iter().all(|any| any.iter().any(|facet| holds(project, facet)))
    };
    let mut hits: Vec<&Project> = content.projects.iter().filter(fits).collect();
    hits.sort_by_key(|project| std::cmp::Reverse(project.offer.downloads));
    let (offset, limit) = (query.number("offset").unwrap_or(0), query.number("limit").unwrap_or(10));
    let page: Vec<Value> = hits.iter().skip(offset).take(limit).map(|project| hit(project)).collect();
    json!({"hits": page, "offset": offset, "limit": limit, "total_hits": hits.len()})
}

fn holds(project: &Project, facet: &str) -> bool {
    let (key, value) = facet.split_once(':').unwrap_or((facet, ""));
    match key {
        "project_type" => value == "mod",
        "versions" => project.releases.iter().any(|one| one.build.games.iter().any(|game| game == value)),
        "categories" => {
            project.offer.categories.contains(&value)
                || project.releases.iter().any(|one| one.build.loader == value)
        }
        _ => false,
    }
}

fn loaders(project: &Project) -> Vec<&'static str> {
    let mut all: Vec<&str> = project.releases.iter().map(|one| one.build.loader).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn games(project: &Project) -> Vec<&String> {
    let mut all: Vec<&String> = project.releases.iter().flat_map(|one| &one.build.games).collect();
    all.sort();
    all.dedup();
    all
}

fn hit(project: &Project) -> Value {
    let offer = &project.offer;
    let all: Vec<&str> = offer.categories.iter().copied().chain(loaders(project)).collect();
    json!({"project_id": project.modrinth, "project_type": "mod", "slug": offer.slug, "author": "ada", "title": offer.title,
        "description": offer.summary, "categories": all, "display_categories": offer.categories, "versions": games(project),
        "downloads": offer.downloads, "follows": 3, "icon_url": null, "date_created": "2026-01-01T00:00:00Z",
        "date_modified": "2026-01-02T00:00:00Z", "license": "MIT", "client_side": "required", "server_side": "optional"})
}

fn about(project: &Project) -> Value {
    let offer = &project.offer;
    json!({"id": project.modrinth, "slug": offer.slug, "project_type": "mod", "title": offer.title, "team": "team0001",
        "description": offer.summary, "body": format!("# {}\n\n{}.\n", offer.title, offer.summary), "body_url": null,
        "categories": offer.categories, "additional_categories": [], "loaders": loaders(project), "game_versions": games(project),
        "client_side": "required", "server_side": "optional", "downloads": offer.downloads, "followers": 3, "icon_url": null,
        "issues_url": format!("https://issues.example/{}", offer.slug), "source_url": null, "wiki_url": null, "status": "approved",
        "license": {"id": "MIT", "name": "MIT License", "url": null}, "published": "2026-01-01T00:00:00Z",
        "updated": "2026-01-02T00:00:00Z"})
}

fn members() -> Value {
    json!([{"team_id": "team0001", "role": "Owner", "accepted": true, "user": {"id": "user0001", "username": "ada", "name": null}}])
}

fn versions(content: &Content, project: &Project, query: &Query) -> Result<Value> {
    let (loaders, games) = (query.words("loaders"), query.words("game_versions"));
    let fits = |one: &&Release| fits(one, loaders.as_deref(), games.as_deref());
    let list = project.releases.iter().rev().filter(fits).map(|one| version(content, project, one));
    Ok(Value::Array(list.collect::<Result<_>>()?))
}

/// No list, or an empty one, is no condition.
fn fits(one: &Release, loaders: Option<&[String]>, games: Option<&[String]>) -> bool {
    let any = |list: Option<&[String]>, has: &dyn Fn(&String) -> bool| {
        list.is_none_or(|list| list.is_empty() || list.iter().any(has))
    };
    any(loaders, &|name| name == one.build.loader) && any(games, &|game| one.build.games.contains(game))
}

fn version(content: &Content, project: &Project, one: &Release) -> Result<Value> {
    let made = one.made(&project.offer)?;
    let needs = one.build.needs.iter().filter_map(|(slug, how)| {
        let other = content.by_word(slug)?;
        Some(json!({"project_id": other.modrinth, "version_id": null, "file_name": null, "dependency_type": how}))
    });
    let day = 1 + one.curseforge % 27;
    Ok(
        json!({"id": one.modrinth, "project_id": project.modrinth, "author_id": "user0001", "name": format!("{} {}", project.offer.title, one.build.number),
        "version_number": one.build.number, "version_type": one.build.channel, "status": "listed", "featured": false,
        "changelog": format!("- Changed in {}", one.build.number), "date_published": format!("2026-01-{day:02}T00:00:00Z"), "downloads": 7,
        "loaders": [one.build.loader], "game_versions": one.build.games, "dependencies": needs.collect::<Vec<_>>(),
        "files": [{"hashes": {"sha1": made.sha1, "sha512": made.digest("sha512")}, "size": made.size(), "primary": true,
            "filename": one.file, "file_type": null, "url": format!("https://{}", one.cdn(project).replace('+', "%2B"))}]}),
    )
}

fn one(content: &Content, id: &str) -> Result<Option<Value>> {
    let mut all = content.projects.iter().filter(|project| project.offer.on_modrinth);
    let found =
        all.find_map(|project| Some((project, project.releases.iter().find(|one| one.modrinth == id)?)));
    found.map(|(project, one)| version(content, project, one)).transpose()
}

/// Whether the newest release that fits is wanted, instead of the file's own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Newest {
    Yes,
    No,
}

fn by_hash(content: &Content, body: &[u8], newest: Newest) -> Result<Value> {
    let asked: Value = serde_json::from_slice(body).unwrap_or_default();
    let words = |key: &str| -> Vec<String> { serde_json::from_value(asked[key].clone()).unwrap_or_default() };
    let algorithm = asked["algorithm"].as_str().unwrap_or("sha1").to_owned();
    let (loaders, games) = (words("loaders"), words("game_versions"));
    let mut found = Map::new();
    for project in content.projects.iter().filter(|project| project.offer.on_modrinth) {
        for one in &project.releases {
            let hash = one.made(&project.offer)?.digest(&algorithm).unwrap_or_default();
            if !words("hashes").contains(&hash) {
                continue;
            }
            let mut newer =
                project.releases.iter().rev().filter(|one| fits(one, Some(&loaders), Some(&games)));
            let given = if newest == Newest::Yes { newer.next() } else { Some(one) };
            if let Some(given) = given {
                found.insert(hash, version(content, project, given)?);
            }
        }
    }
    Ok(Value::Object(found))
}
