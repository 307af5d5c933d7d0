//! Which crate may use which, and which third-party crate stays behind which border (ARCHITECTURE.md, Map).

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use super::Finding;

/// A crate and the crates of this workspace that it may use. Whoever is not named here is a finding: a new crate takes a
/// place in the map first. Some have their place before they are written (nova-net, nova-crash, nova-llm, nova-ext,
/// nova-bridge, nova-desktop), so that nothing grows in the meantime that they could not be put behind.
const MAY_USE: &[(&str, &[&str])] = &[
    ("nova-model", &[]),
    ("nova-archive", &["nova-model"]),
    ("nova-files", &["nova-model", "nova-archive"]),
    ("nova-net", &["nova-model", "nova-files"]),
    ("nova-meta", &["nova-model", "nova-archive"]),
    ("nova-crash", &["nova-model", "nova-archive"]),
    ("nova-game", &["nova-model", "nova-archive", "nova-files", "nova-net", "nova-version"]),
    ("nova-content", &["nova-model", "nova-archive", "nova-files", "nova-net", "nova-meta", "nova-game"]),
    ("nova-version", &["nova-model"]),
    // Lends tokens to the game and to nobody else: a border of its own.
    ("nova-account", &["nova-model", "nova-files", "nova-net"]),
    (
        "nova-install",
        &["nova-model", "nova-archive", "nova-files", "nova-net", "nova-platform", "nova-version"],
    ),
    ("nova-play", &["nova-model", "nova-archive", "nova-files", "nova-version"]),
    ("nova-import", &["nova-model", "nova-archive", "nova-version", "nova-game"]),
    // File names are judged by the rule of nova-files; nothing is written.
    ("nova-platform", &["nova-model", "nova-files", "nova-net"]),
    ("nova-llm", &["nova-model", "nova-net"]),
    ("nova-tools", &["nova-model"]),
    // Lets a program that was found on this computer look at the screen.
    ("nova-record", &["nova-model", "nova-files", "nova-tools"]),
    ("nova-ext", &["nova-model", "nova-net", "nova-tools"]),
    ("nova-agent", &["nova-model", "nova-llm", "nova-tools"]),
    (
        "nova-core",
        &[
            "nova-model",
            "nova-archive",
            "nova-files",
            "nova-net",
            "nova-meta",
            "nova-crash",
            "nova-game",
            "nova-content",
            "nova-version",
            "nova-account",
            "nova-install",
            "nova-play",
            "nova-import",
            "nova-platform",
            "nova-llm",
            "nova-tools",
            "nova-agent",
        ],
    ),
    // What hosts have in common describes the machine they run on, in the terms of nova-game.
    (
        "nova-host",
        &[
            "nova-model",
            "nova-files",
            "nova-net",
            "nova-game",
            "nova-tools",
            "nova-core",
            "nova-record",
            "nova-play",
        ],
    ),
    (
        "nova-cli",
        &["nova-model", "nova-game", "nova-tools", "nova-agent", "nova-core", "nova-host", "nova-ext"],
    ),
    (
        "nova-desk",
        &["nova-model", "nova-files", "nova-game", "nova-content", "nova-tools", "nova-agent", "nova-core"],
    ),
    ("nova-bridge", &["nova-model", "nova-tools", "nova-core", "nova-desk", "nova-host"]),
    ("nova-desktop", &["nova-model", "nova-tools", "nova-core", "nova-desk", "nova-host", "nova-ext"]),
    ("nova-testkit", &[]),
    ("nova-acceptance", &["nova-testkit"]),
    ("xtask", &[]),
];

/// Where a third-party crate (and those whose name goes on after a hyphen) may be used directly.
enum Border {
    Only(&'static [&'static str]),
    Never(&'static [&'static str]),
}

const PURE: &[&str] = &["nova-model", "nova-archive", "nova-meta", "nova-crash", "nova-version"];

const BORDERS: &[(&str, Border)] = &[
    ("tauri", Border::Only(&["nova-desktop"])),
    ("rmcp", Border::Only(&["nova-ext"])),
    // The chats, and the database of one other launcher, which is only read.
    ("rusqlite", Border::Only(&["nova-agent", "nova-import"])),
    ("keyring", Border::Only(&["nova-host"])),
    ("x11rb", Border::Only(&["nova-record"])),
    ("tokio", Border::Never(PURE)),
    ("reqwest", Border::Never(PURE)),
];

/// One direct dependency.
struct Edge<'a> {
    from: &'a str,
    to: &'a str,
    development: bool,
}

/// Edges that the map does not have, crates without the workspace's lints, and dependencies without a line in
/// DEPENDENCIES.md (and lines without a dependency).
pub(crate) fn findings(root: &Path, metadata: &Value) -> Result<Vec<Finding>> {
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let edges: Vec<Edge> = packages.iter().flat_map(edges).collect();
    let mut findings: Vec<Finding> = edges.iter().filter_map(misplaced).collect();
    findings.extend(packages.iter().filter_map(unknown));
    findings.extend(packages.iter().filter_map(without_lints));
    let page =
        std::fs::read_to_string(root.join("DEPENDENCIES.md")).context("cannot read DEPENDENCIES.md")?;
    findings.extend(undocumented(&edges, &page));
    Ok(findings)
}

fn edges(package: &Value) -> impl Iterator<Item = Edge<'_>> {
    let from = package["name"].as_str().unwrap_or_default();
    package["dependencies"].as_array().into_iter().flatten().map(move |dependency| Edge {
        from,
        to: dependency["name"].as_str().unwrap_or_default(),
        development: dependency["kind"] == "dev",
    })
}

fn is_ours(name: &str) -> bool {
    MAY_USE.iter().any(|(known, _)| *known == name)
}

fn misplaced(edge: &Edge) -> Option<Finding> {
    let allowed = if is_ours(edge.to) { may_use(edge) } else { inside_border(edge) };
    (!allowed).then(|| Finding::new(edge.from, format!("may not use {} (ARCHITECTURE.md, Map)", edge.to)))
}

/// Tests may use the builders too.
fn may_use(edge: &Edge) -> bool {
    let listed =
        MAY_USE.iter().find(|(name, _)| *name == edge.from).is_some_and(|(_, list)| list.contains(&edge.to));
    listed || (edge.development && edge.to == "nova-testkit")
}

fn inside_border(edge: &Edge) -> bool {
    let belongs =
        |name: &str| edge.to == name || edge.to.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
    BORDERS.iter().filter(|(name, _)| belongs(name)).all(|(_, border)| match border {
        Border::Only(crates) => crates.contains(&edge.from),
        Border::Never(crates) => edge.development || !crates.contains(&edge.from),
    })
}

fn unknown(package: &Value) -> Option<Finding> {
    let name = package["name"].as_str().unwrap_or_default();
    (!is_ours(name))
        .then(|| Finding::new(name, "has no place in the map of crates (xtask/src/tidy/graph.rs)"))
}

fn without_lints(package: &Value) -> Option<Finding> {
    let manifest = package["manifest_path"].as_str().unwrap_or_default();
    let text = std::fs::read_to_string(manifest).unwrap_or_default();
    let table: toml::Table = text.parse().unwrap_or_default();
    let inherits = table.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool);
    (inherits != Some(true)).then(|| Finding::new(manifest, "does not take the workspace's lints"))
}

/// A line of the page starts with the crate's name in backticks as the first cell of a table.
fn undocumented(edges: &[Edge], page: &str) -> Vec<Finding> {
    let used: BTreeSet<&str> = edges.iter().map(|edge| edge.to).filter(|name| !is_ours(name)).collect();
    let written: BTreeSet<&str> = page.lines().filter_map(documented).collect();
    let missing = used.difference(&written).map(|name| format!("{name} has no line"));
    let stale = written.difference(&used).map(|name| format!("{name} is used by no crate any more"));
    missing.chain(stale).map(|what| Finding::new("DEPENDENCIES.md", what)).collect()
}

fn documented(line: &str) -> Option<&str> {
    line.strip_prefix("| `")?.split('`').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge<'a>(from: &'a str, to: &'a str) -> Edge<'a> {
        Edge { from, to, development: false }
    }

    #[test]
    fn an_edge_against_the_direction_is_found() {
        assert!(misplaced(&edge("nova-model", "nova-files")).is_some());
        assert!(misplaced(&edge("nova-game", "nova-tools")).is_some());
        assert!(misplaced(&edge("nova-files", "nova-model")).is_none());
    }

    #[test]
    fn a_heavy_crate_stays_behind_its_border() {
        assert!(misplaced(&edge("nova-core", "tauri-plugin-dialog")).is_some());
        assert!(misplaced(&edge("nova-desktop", "tauri-plugin-dialog")).is_none());
        assert!(misplaced(&edge("nova-meta", "tokio")).is_some());
        assert!(misplaced(&edge("nova-cli", "tokio")).is_none());
    }

    #[test]
    fn tests_may_use_the_builders_and_the_product_may_not() {
        let development = Edge { from: "nova-game", to: "nova-testkit", development: true };
        assert!(misplaced(&development).is_none());
        assert!(misplaced(&edge("nova-game", "nova-testkit")).is_some());
    }

    #[test]
    fn every_dependency_has_a_line_and_every_line_a_dependency() {
        let edges = [edge("nova-files", "zip"), edge("nova-files", "nova-model")];
        let page = "| `toml` | reading TOML |\n| crate | what for |\n";
        let found: Vec<String> = undocumented(&edges, page).into_iter().map(|finding| finding.what).collect();
        assert_eq!(found, ["zip has no line", "toml is used by no crate any more"]);
    }
}
