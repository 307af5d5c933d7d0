//! Maven coordinates as paths, and the repositories whose addresses the formats name.

/// The root of each repository, as it stands in keys.
const ROOTS: [&str; 8] = [
    "libraries.minecraft.net/",
    "maven.minecraftforge.net/",
    "files.minecraftforge.net/maven/",
    "maven.fabricmc.net/",
    "maven.quiltmc.org/repository/release/",
    "maven.neoforged.net/releases/",
    "repo1.maven.org/maven2/",
    "repo.maven.apache.org/maven2/",
];

/// Where a library without an address comes from.
pub(crate) const MOJANG: &str = "https://libraries.minecraft.net/";

/// `group:artifact:version[:classifier][@ext]` as a path.
pub(crate) fn path(name: &str) -> Option<String> {
    let (name, end) = name.split_once('@').unwrap_or((name, "jar"));
    let parts: Vec<&str> = name.split(':').collect();
    let [group, artifact, version, rest @ ..] = parts.as_slice() else { return None };
    let classifier = rest.first().map(|name| format!("-{name}")).unwrap_or_default();
    Some(format!("{}/{artifact}/{version}/{artifact}-{version}{classifier}.{end}", group.replace('.', "/")))
}

/// The path of a key within its repository; `None` for a key of something else.
pub(crate) fn within(key: &str) -> Option<&str> {
    ROOTS.iter().find_map(|root| key.strip_prefix(root))
}

/// `group/artifact`, and the file's name, of a path.
pub(crate) fn artifact(path: &str) -> (&str, &str) {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    (folder.rsplit_once('/').map_or("", |(artifact, _)| artifact), file)
}

/// Whether a name ends so, as the formats write it: in lower case.
pub(crate) fn ends(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| end == ending)
}

/// The version in a path.
pub(crate) fn version(path: &str) -> &str {
    path.rsplit('/').nth(1).unwrap_or_default()
}

/// An address below a repository's own.
pub(crate) fn join(base: &str, path: &str) -> String {
    format!("{}/{path}", base.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_become_paths() {
        let zip = path("de.oceanlabs.mcp:mcp_config:1.20.1-2023@zip").expect("a path");
        assert_eq!(zip, "de/oceanlabs/mcp/mcp_config/1.20.1-2023/mcp_config-1.20.1-2023.zip");
        let classified = path("net.minecraft:client:1.20.1:mappings@txt").expect("a path");
        assert_eq!(classified, "net/minecraft/client/1.20.1/client-1.20.1-mappings.txt");
        assert_eq!(artifact(&classified), ("net/minecraft/client", "client-1.20.1-mappings.txt"));
        assert_eq!(path("no coordinate"), None);
    }
}
