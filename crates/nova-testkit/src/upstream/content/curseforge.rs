//! CurseForge's answers.

use anyhow::Result;
use serde_json::{Value, json};

use super::{Content, Project, Query, Release, Reply, murmur};

pub(super) fn answer(content: &Content, path: &str, query: &Query, body: &[u8]) -> Result<Option<Reply>> {
    let parts: Vec<&str> = path.split('/').collect();
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let numbers = |key: &str| -> Vec<u64> { serde_json::from_value(body[key].clone()).unwrap_or_default() };
    let found = |id: u64| content.projects.iter().find(|project| project.curseforge == id);
    let named = |word: &str| word.parse().ok().and_then(found);
    let data = |data: Value| Some(Reply::Json(json!({ "data": data })));
    Ok(match parts.as_slice() {
        ["mods", "search"] => Some(Reply::Json(search(content, query))),
        ["mods"] => data(numbers("modIds").into_iter().filter_map(found).map(about).collect()),
        ["mods", "files"] => {
            let all: Vec<Option<Value>> =
                numbers("fileIds").into_iter().map(|id| one(content, id)).collect::<Result<_>>()?;
            data(all.into_iter().flatten().collect())
        }
        ["mods", id] => named(id).and_then(|project| data(about(project))),
        ["mods", id, "description"] => {
            named(id).and_then(|project| data(json!(format!("<p>{}.</p>", project.offer.summary))))
        }
        ["mods", id, "files"] => match named(id) {
            Some(project) => Some(Reply::Json(files(content, project, query)?)),
            None => None,
        },
        ["mods", _, "files", id] => one(content, id.parse().unwrap_or(0))?.and_then(data),
        ["mods", _, "files", id, "changelog"] => {
            one(content, id.parse().unwrap_or(0))?.and_then(|_| data(json!("<p>Changed.</p>")))
        }
        ["fingerprints", "432"] => Some(Reply::Json(fingerprints(content, &numbers("fingerprints"))?)),
        ["categories"] => data(json!([
            {"id": 6, "gameId": 432, "name": "Mods", "slug": "mc-mods", "isClass": true, "classId": null},
            {"id": 423, "gameId": 432, "name": "Map and Information", "slug": "map-information", "isClass": false, "classId": 6},
        ])),
        _ => None,
    })
}

fn search(content: &Content, query: &Query) -> Value {
    let words = query.get("searchFilter").unwrap_or_default().to_lowercase();
    let loader = query.number("modLoaderType").map(|number| number as u64);
    let fits = |project: &&Project| {
        let text = format!("{} {}", project.offer.title, project.offer.summary).to_lowercase();
        let slug = query.get("slug").is_none_or(|slug| slug == project.offer.slug);
        let game = |one: &Release| {
            query.get("gameVersion").is_none_or(|game| one.build.games.iter().any(|one| one == game))
                && loader.is_none_or(|loader| loader == number(one.build.loader))
        };
        slug && words.split_whitespace().all(|word| text.contains(word))
            && query.get("classId").is_none_or(|class| class == "6")
            && project.releases.iter().any(game)
    };
    let mut hits: Vec<&Project> = content.projects.iter().filter(fits).collect();
    hits.sort_by_key(|project| std::cmp::Reverse(project.offer.downloads));
    let all = hits.into_iter().map(about).collect();
    paged(all, query)
}

fn paged(all: Vec<Value>, query: &Query) -> Value {
    let (index, size) = (query.number("index").unwrap_or(0), query.number("pageSize").unwrap_or(50));
    let total = all.len();
    let page: Vec<Value> = all.into_iter().skip(index).take(size).collect();
    let pagination =
        json!({"index": index, "pageSize": size, "resultCount": page.len(), "totalCount": total});
    json!({"data": page, "pagination": pagination})
}

fn about(project: &Project) -> Value {
    let offer = &project.offer;
    let page = format!("https://www.curseforge.com/minecraft/mc-mods/{}", offer.slug);
    let latest = project.releases.iter().flat_map(|one| {
        one.build.games.iter().map(|game| {
            json!({"gameVersion": game, "fileId": one.curseforge, "filename": one.file, "releaseType": channel(one),
                "gameVersionTypeId": 75125, "modLoader": number(one.build.loader)})
        })
    });
    json!({"id": project.curseforge, "gameId": 432, "name": offer.title, "slug": offer.slug, "summary": offer.summary,
        "links": {"websiteUrl": page, "wikiUrl": "", "issuesUrl": null, "sourceUrl": null}, "downloadCount": offer.downloads,
        "categories": [{"id": 423, "name": "Map and Information", "classId": 6}], "classId": 6, "primaryCategoryId": 423,
        "authors": [{"id": 1, "name": "ada", "url": "https://www.curseforge.com/members/ada"}], "logo": null, "screenshots": [],
        "latestFiles": [], "latestFilesIndexes": latest.collect::<Vec<_>>(), "dateModified": "2026-01-02T00:00:00Z",
        "allowModDistribution": !offer.by_hand, "isAvailable": true})
}

fn files(content: &Content, project: &Project, query: &Query) -> Result<Value> {
    let loader = query.number("modLoaderType").map(|number| number as u64);
    let fits = |one: &&Release| {
        query.get("gameVersion").is_none_or(|game| one.build.games.iter().any(|one| one == game))
            && loader.is_none_or(|loader| loader == number(one.build.loader))
    };
    let all = project.releases.iter().rev().filter(fits).map(|one| file(content, project, one));
    Ok(paged(all.collect::<Result<_>>()?, query))
}

fn file(content: &Content, project: &Project, one: &Release) -> Result<Value> {
    let made = one.made(&project.offer)?;
    let address = format!("https://{}", one.edge().replace('+', "%2B"));
    let games: Vec<&str> =
        one.build.games.iter().map(String::as_str).chain([label(one.build.loader), "Client"]).collect();
    let needs = one.build.needs.iter().filter_map(|(slug, how)| {
        let relation = match *how {
            "embedded" => 1,
            "optional" => 2,
            "incompatible" => 5,
            _ => 3,
        };
        Some(json!({"modId": content.by_word(slug)?.curseforge, "relationType": relation}))
    });
    Ok(json!({"id": one.curseforge, "gameId": 432, "modId": project.curseforge, "isAvailable": true,
        "displayName": format!("{} {}", project.offer.title, one.build.number), "fileName": one.file, "releaseType": channel(one),
        "fileStatus": 4, "hashes": [{"value": made.sha1, "algo": 1}, {"value": made.digest("md5"), "algo": 2}],
        "fileDate": "2026-01-02T00:00:00Z", "fileLength": made.size(), "downloadCount": 7,
        "downloadUrl": if project.offer.by_hand { Value::Null } else { json!(address) }, "gameVersions": games,
        "dependencies": needs.collect::<Vec<_>>(), "fileFingerprint": murmur::fingerprint(&made.bytes), "modules": []}))
}

fn one(content: &Content, id: u64) -> Result<Option<Value>> {
    let mut all = content.projects.iter();
    let found =
        all.find_map(|project| Some((project, project.releases.iter().find(|one| one.curseforge == id)?)));
    found.map(|(project, one)| file(content, project, one)).transpose()
}

fn fingerprints(content: &Content, asked: &[u64]) -> Result<Value> {
    let (mut matches, mut known) = (Vec::new(), Vec::new());
    for project in &content.projects {
        for one in &project.releases {
            let print = u64::from(murmur::fingerprint(&one.made(&project.offer)?.bytes));
            if asked.contains(&print) {
                matches.push(json!({"id": project.curseforge, "file": file(content, project, one)?, "latestFiles": []}));
                known.push(print);
            }
        }
    }
    let unknown: Vec<u64> = asked.iter().copied().filter(|print| !known.contains(print)).collect();
    Ok(
        json!({"data": {"isCacheBuilt": true, "exactMatches": matches, "exactFingerprints": known, "partialMatches": [],
        "installedFingerprints": asked, "unmatchedFingerprints": unknown}}),
    )
}

fn channel(one: &Release) -> u64 {
    match one.build.channel {
        "release" => 1,
        "beta" => 2,
        _ => 3,
    }
}

fn number(loader: &str) -> u64 {
    match loader {
        "forge" => 1,
        "fabric" => 4,
        "quilt" => 5,
        "neoforge" => 6,
        _ => 0,
    }
}

fn label(loader: &str) -> &'static str {
    match loader {
        "forge" => "Forge",
        "quilt" => "Quilt",
        "neoforge" => "NeoForge",
        _ => "Fabric",
    }
}
