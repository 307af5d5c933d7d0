//! Modrinth's answers in the common vocabulary.

use nova_model::Loader;
use url::Url;

use crate::{
    Access, Body, BodyForm, Category, Channel, Dependency, DependencyKind, Distribution, File, Hashes, Kind,
    Links, Member, Project, ProjectId, Release, Role, Side, Sides, Source, node::Node,
    vocabulary::LARGEST_FILE,
};

/// The hosts that files are taken from.
const HOSTS: [&str; 2] = ["cdn.modrinth.com", "cdn-raw.modrinth.com"];
const PAGES: &str = "https://modrinth.com/project/";

/// The words for a loader.
pub(super) fn spelled(loader: Loader) -> &'static [&'static str] {
    match loader {
        Loader::Fabric => &["fabric"],
        Loader::Quilt => &["quilt"],
        Loader::Forge | Loader::LegacyForge => &["forge"],
        Loader::NeoForge => &["neoforge"],
        Loader::LiteLoader => &["liteloader"],
        Loader::OptiFine => &["optifine"],
    }
}

/// A project, by `GET /project/{id}`.
pub(super) fn project(node: Node<'_>) -> Option<Project> {
    let (loaders, _) = loaders(node);
    let common = common(node, node.text("id")?)?;
    let body = node.long("body").map(|text| Body { form: BodyForm::Markdown, text });
    let licence = node.at("license").text("id").or_else(|| node.at("license").text("name"));
    let links =
        Links { code: node.link("source_url"), issues: node.link("issues_url"), wiki: node.link("wiki_url") };
    let game_versions = node.words("game_versions");
    Some(Project { body, loaders, licence, links, game_versions, updated: node.text("updated"), ..common })
}

/// A hit of a search, which has other names for some things.
pub(super) fn hit(node: Node<'_>) -> Option<Project> {
    let (loaders, categories) = split(&node.words("categories"));
    let shown = node.words("display_categories");
    let common = common(node, node.text("project_id")?)?;
    Some(Project {
        loaders,
        categories: if shown.is_empty() { categories } else { split(&shown).1 },
        authors: node.text("author").into_iter().collect(),
        game_versions: node.words("versions"),
        licence: node.text("license"),
        updated: node.text("date_modified"),
        ..common
    })
}

/// What a project and a hit have in common.
fn common(node: Node<'_>, id: String) -> Option<Project> {
    let id = ProjectId::new(Source::Modrinth, id)?;
    let slug = node.text("slug").unwrap_or_else(|| id.id.clone());
    let mut categories = node.words("categories");
    categories.extend(node.words("additional_categories"));
    Some(Project {
        title: node.text("title")?,
        summary: node.text("description").unwrap_or_default(),
        body: None,
        kind: node.text("project_type").and_then(|word| kind(&word)),
        page: Url::parse(&format!("{PAGES}{slug}")).ok(),
        icon: node.link("icon_url"),
        authors: Vec::new(),
        categories,
        loaders: Vec::new(),
        game_versions: Vec::new(),
        sides: Sides { client: side(node, "client_side"), server: side(node, "server_side") },
        downloads: node.number("downloads").unwrap_or_default(),
        updated: None,
        licence: None,
        links: Links::default(),
        distribution: Distribution::Allowed,
        id,
        slug,
    })
}

/// Somebody of a team.
pub(super) fn member(node: Node<'_>) -> Option<Member> {
    let user = node.at("user");
    let name = user.text("username").or_else(|| user.text("name"))?;
    Some(Member { name, role: node.text("role") })
}

/// A version of a project. One without a file that can be had is none.
pub(super) fn release(node: Node<'_>) -> Option<Release> {
    let id = node.text("id").filter(|id| crate::vocabulary::is_id(id))?;
    let project = ProjectId::new(Source::Modrinth, node.text("project_id")?)?;
    let page = Url::parse(&format!("{PAGES}{}/version/{id}", project.id)).ok()?;
    let mut files: Vec<File> = node.list("files").filter_map(|file| self::file(file, &page)).collect();
    files.sort_by_key(|file| file.role == Role::Extra);
    // Where none is marked as the main one, the first is.
    files.first_mut()?.role = Role::Main;
    let (loaders, other_loaders) = loaders(node);
    let number = node.text("version_number").or_else(|| node.text("name"))?;
    Some(Release {
        name: node.text("name").unwrap_or_else(|| number.clone()),
        number,
        channel: channel(node.text("version_type").as_deref()),
        loaders,
        other_loaders,
        game_versions: node.words("game_versions"),
        published: node.text("date_published"),
        downloads: node.number("downloads").unwrap_or_default(),
        changelog: node.long("changelog"),
        dependencies: node.list("dependencies").filter_map(dependency).collect(),
        files,
        id,
        project,
    })
}

fn file(node: Node<'_>, page: &Url) -> Option<File> {
    let name = node.text("filename").filter(|name| nova_files::safe_name(name).is_ok())?;
    let hashes = node.at("hashes");
    let (sha1, sha512) = (hashes.hex("sha1", 40), hashes.hex("sha512", 128));
    let is_ours =
        |url: &Url| url.port().is_none() && url.host_str().is_some_and(|host| HOSTS.contains(&host));
    let access = match node.link("url").filter(is_ours) {
        Some(url) => Access::Direct { url },
        None => Access::ByHand { page: page.clone() },
    };
    let is_main = node.at("primary").0.as_bool() == Some(true);
    Some(File {
        name,
        size: node.number("size").filter(|size| *size <= LARGEST_FILE)?,
        hashes: Hashes { sha1, sha512, ..Hashes::default() },
        role: if is_main { Role::Main } else { Role::Extra },
        access,
    })
}

fn dependency(node: Node<'_>) -> Option<Dependency> {
    let kind = match node.text("dependency_type")?.as_str() {
        "required" => DependencyKind::Required,
        "optional" => DependencyKind::Optional,
        "incompatible" => DependencyKind::Incompatible,
        "embedded" => DependencyKind::Embedded,
        _ => return None,
    };
    let project = node.text("project_id").and_then(|id| ProjectId::new(Source::Modrinth, id));
    let (release, file) = (node.text("version_id"), node.text("file_name"));
    let says = project.is_some() || release.is_some() || file.is_some();
    says.then_some(Dependency { kind, project, release, file })
}

/// A category of a kind of project.
pub(super) fn category(node: Node<'_>) -> Option<Category> {
    let name = node.text("name")?;
    let kind = node.text("project_type").and_then(|word| kind(&word));
    Some(Category { id: name.clone(), name, kind })
}

fn loaders(node: Node<'_>) -> (Vec<Loader>, Vec<String>) {
    split(&node.words("loaders"))
}

/// Words that are loaders of ours, and the others.
fn split(words: &[String]) -> (Vec<Loader>, Vec<String>) {
    let ours = |word: &str| Loader::ALL.into_iter().find(|loader| spelled(*loader) == [word]);
    let loaders = words.iter().filter_map(|word| ours(word)).collect();
    (loaders, words.iter().filter(|word| ours(word).is_none()).cloned().collect())
}

fn kind(word: &str) -> Option<Kind> {
    Some(match word {
        "mod" => Kind::Mod,
        "resourcepack" => Kind::ResourcePack,
        "shader" => Kind::Shader,
        "datapack" => Kind::DataPack,
        "modpack" => Kind::Modpack,
        _ => return None,
    })
}

fn side(node: Node<'_>, key: &str) -> Side {
    match node.text(key).as_deref() {
        Some("required") => Side::Required,
        Some("optional") => Side::Optional,
        Some("unsupported") => Side::Unsupported,
        _ => Side::Unknown,
    }
}

fn channel(word: Option<&str>) -> Channel {
    match word {
        Some("release") => Channel::Release,
        Some("beta") => Channel::Beta,
        // A word that nobody knows promises nothing.
        _ => Channel::Alpha,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn version(file: &Value) -> Value {
        json!({"id": "aaaa1111", "project_id": "bbbb2222", "name": "One", "version_number": "1.0", "version_type": "beta",
            "loaders": ["fabric", "iris"], "game_versions": ["1.20.1"], "files": [file],
            "dependencies": [{"dependency_type": "required", "project_id": "cccc3333", "version_id": null, "file_name": null},
                             {"dependency_type": "haunted", "project_id": "x"}, {"dependency_type": "optional"}]})
    }

    fn file(name: &str, url: &str) -> Value {
        json!({"filename": name, "url": url, "size": 7, "primary": false, "hashes": {"sha1": "A".repeat(40), "sha512": "short"}})
    }

    #[test]
    fn a_version_becomes_a_release() {
        let made = release(Node(&version(&file("a.jar", "https://cdn.modrinth.com/data/b/a.jar")))).unwrap();
        assert_eq!((made.channel, made.loaders.as_slice()), (Channel::Beta, &[Loader::Fabric][..]));
        assert_eq!(made.other_loaders, ["iris"]);
        let main = made.main_file().unwrap();
        assert_eq!((main.role, main.hashes.sha1.clone()), (Role::Main, Some("a".repeat(40))));
        assert_eq!(main.hashes.sha512, None);
        assert_eq!(made.dependencies.len(), 1);
        assert!(
            made.fits("1.20.1", &[Loader::Quilt, Loader::Fabric]) && !made.fits("1.20.1", &[Loader::Quilt])
        );
        let wanted = main.wanted("mods/a.jar", None).unwrap();
        assert_eq!((wanted.size, wanted.sources.len()), (Some(7), 2), "with its mirror");
    }

    #[test]
    fn files_that_lie_elsewhere_are_had_by_hand_and_bad_names_not_at_all() {
        let access =
            |url: &str| release(Node(&version(&file("a.jar", url)))).unwrap().files[0].access.clone();
        for elsewhere in [
            "https://evil.example/a.jar",
            "http://cdn.modrinth.com/a.jar",
            "https://cdn.modrinth.com.evil.example/a.jar",
            "https://cdn.modrinth.com:444/a.jar",
            "https://me@cdn.modrinth.com/a.jar",
        ] {
            assert!(matches!(access(elsewhere), Access::ByHand { .. }), "{elsewhere}");
        }
        for name in ["../a.jar", "CON.jar", "", "a/b.jar", "a.jar."] {
            assert_eq!(
                release(Node(&version(&file(name, "https://cdn.modrinth.com/a.jar")))),
                None,
                "{name}"
            );
        }
        let odd =
            version(&json!({"filename": "a.jar", "url": "https://cdn.modrinth.com/a", "size": u64::MAX}));
        assert_eq!(release(Node(&odd)), None);
    }
}
