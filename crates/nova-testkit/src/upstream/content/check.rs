//! What a request to a platform must look like. What a real one would let pass silently, or punish later, is said at once.

use serde_json::Value;

use super::{CURSEFORGE, EDGE, HOSTS, MODRINTH, Query};
use crate::upstream::wire::Request;

/// What is wrong with a request.
pub(crate) fn of(request: &Request) -> Vec<String> {
    let target = request.target.trim_start_matches('/');
    let host = target.split('/').next().unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut wrong = Vec::new();
    let gets_key = path.starts_with(CURSEFORGE) || path.starts_with(EDGE);
    if request.field("x-api-key").is_some() && !gets_key {
        wrong.push("the key goes to another host".to_owned());
    }
    if HOSTS.contains(&host)
        && !request.field("user-agent").is_some_and(|name| name.starts_with("nova-launcher/"))
    {
        wrong.push("no User-Agent that says who asks".to_owned());
    }
    let query = Query::of(query);
    if let Some(path) = path.strip_prefix(MODRINTH) {
        modrinth(path, &query, request, &mut wrong);
    }
    if let Some(path) = path.strip_prefix(CURSEFORGE) {
        curseforge(path, &query, request, &mut wrong);
    }
    wrong.into_iter().map(|what| format!("{} {target}: {what}", request.method)).collect()
}

fn modrinth(path: &str, query: &Query, request: &Request, wrong: &mut Vec<String>) {
    for key in ["ids", "loaders", "game_versions"] {
        if query.get(key).is_some() && query.words(key).is_none_or(|words| words.is_empty()) {
            wrong.push(format!("{key} is no list of words"));
        }
    }
    if let Some(text) = query.get("facets") {
        let facets: Option<Vec<Vec<String>>> = serde_json::from_str(text).ok();
        let known = |facet: &String| {
            ["project_type:", "categories:", "versions:"].iter().any(|begin| facet.starts_with(begin))
        };
        if !facets.is_some_and(|all| all.iter().all(|any| !any.is_empty() && any.iter().all(known))) {
            wrong.push("facets are no list of lists of facets".to_owned());
        }
    }
    if query.number("limit").is_some_and(|limit| limit > 100) {
        wrong.push("more than 100 hits".to_owned());
    }
    if path.starts_with("version_files") {
        let body = json(request, wrong);
        let hashes = body["hashes"].as_array().is_some_and(|list| list.iter().all(Value::is_string));
        let algorithm = matches!(body["algorithm"].as_str(), Some("sha1" | "sha512"));
        if !hashes || !algorithm {
            wrong.push("no hashes with their algorithm".to_owned());
        }
    }
}

fn curseforge(path: &str, query: &Query, request: &Request, wrong: &mut Vec<String>) {
    let needs_game = path == "mods/search" || path == "categories";
    if needs_game && query.get("gameId") != Some("432") {
        wrong.push("not for this game".to_owned());
    }
    let (index, size) = (query.number("index").unwrap_or(0), query.number("pageSize").unwrap_or(50));
    if size == 0 || size > 50 || index + size > 10_000 {
        wrong.push("a page that is not there".to_owned());
    }
    let key = match path {
        "mods" => "modIds",
        "mods/files" => "fileIds",
        _ if path.starts_with("fingerprints") => "fingerprints",
        _ => return,
    };
    let body = json(request, wrong);
    if !body[key].as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_u64)) {
        wrong.push(format!("{key} is no list of numbers"));
    }
}

fn json(request: &Request, wrong: &mut Vec<String>) -> Value {
    if request.method != "POST" || request.field("content-type") != Some("application/json") {
        wrong.push("no JSON is posted".to_owned());
    }
    serde_json::from_slice(&request.body).unwrap_or_default()
}
