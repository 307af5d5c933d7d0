//! CurseForge's answers in the common vocabulary.

use nova_model::Loader;
use url::Url;

use crate::{
    Access, Category, Channel, Dependency, DependencyKind, Distribution, File, Fits, Hashes, Kind, Links,
    Project, ProjectId, Release, Role, Sides, Source, node::Node, vocabulary::LARGEST_FILE,
};

/// The hosts that files are taken from, and that get the key.
pub(super) const HOSTS: [&str; 3] = ["edge.forgecdn.net", "mediafilez.forgecdn.net", "media.forgecdn.net"];
/// A project by its number: the site leads from there to its page.
const PAGES: &str = "https://www.curseforge.com/projects/";

/// A kind's class.
pub(super) fn class(kind: Kind) -> u64 {
    match kind {
        Kind::Mod => 6,
        Kind::ResourcePack => 12,
        Kind::World => 17,
        Kind::Modpack => 4471,
        Kind::Shader => 6552,
        Kind::DataPack => 6945,
    }
}

fn kind(class: u64) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| self::class(*kind) == class)
}

/// A loader's number; none for those that it cannot tell apart.
pub(super) fn loader_number(loader: Loader) -> Option<u64> {
    Some(match loader {
        Loader::Forge | Loader::LegacyForge => 1,
        Loader::LiteLoader => 3,
        Loader::Fabric => 4,
        Loader::Quilt => 5,
        Loader::NeoForge => 6,
        Loader::OptiFine => return None,
    })
}

/// A project.
pub(super) fn project(node: Node<'_>) -> Option<Project> {
    let id = ProjectId::new(Source::CurseForge, node.id("id")?)?;
    let links = node.at("links");
    let page = links.link("websiteUrl").or_else(|| Url::parse(&format!("{PAGES}{}", id.id)).ok());
    let by_hand = node.at("allowModDistribution").0.as_bool() == Some(false);
    let (games, loaders) = fitting_of(node);
    Some(Project {
        slug: node.text("slug").unwrap_or_else(|| id.id.clone()),
        title: node.text("name")?,
        summary: node.text("summary").unwrap_or_default(),
        body: None,
        kind: node.number("classId").and_then(kind),
        page,
        icon: node.at("logo").link("thumbnailUrl").or_else(|| node.at("logo").link("url")),
        authors: node.list("authors").filter_map(|author| author.text("name")).collect(),
        categories: node.list("categories").filter_map(|category| category.text("name")).collect(),
        loaders,
        game_versions: games,
        sides: Sides::default(),
        downloads: node.number("downloadCount").unwrap_or_default(),
        updated: node.text("dateModified").or_else(|| node.text("dateReleased")),
        licence: None,
        links: Links {
            code: links.link("sourceUrl"),
            issues: links.link("issuesUrl"),
            wiki: links.link("wikiUrl"),
        },
        distribution: if by_hand { Distribution::ByHand } else { Distribution::Allowed },
        id,
    })
}

/// The games and loaders that a project's latest files are for.
fn fitting_of(node: Node<'_>) -> (Vec<String>, Vec<Loader>) {
    let (mut games, mut loaders) = (Vec::new(), Vec::new());
    for latest in node.list("latestFilesIndexes") {
        games.extend(latest.text("gameVersion").filter(|game| !games.contains(game)));
        loaders.extend(latest_loader(latest).filter(|loader| !loaders.contains(loader)));
    }
    (games, loaders)
}

fn latest_loader(node: Node<'_>) -> Option<Loader> {
    let number = node.number("modLoader")?;
    // Older and newer Forge have one number; what is meant follows from the game.
    let known = Loader::ALL.into_iter().filter(|loader| *loader != Loader::LegacyForge);
    known.into_iter().find(|loader| loader_number(*loader) == Some(number))
}

/// The id of a project's newest file that fits: the highest number, since numbers grow.
pub(super) fn newest(node: Node<'_>, fits: &Fits, at_least: Channel) -> Option<String> {
    let wanted: Vec<u64> = fits.loaders.iter().filter_map(|loader| loader_number(*loader)).collect();
    let fits = |latest: &Node<'_>| {
        let game = latest.text("gameVersion").unwrap_or_default();
        let loads = latest.number("modLoader").is_none_or(|number| number == 0 || wanted.contains(&number));
        (fits.game_versions.is_empty() || fits.game_versions.contains(&game))
            && (wanted.is_empty() || loads)
            && channel(latest.number("releaseType")) <= at_least
    };
    let ids = node.list("latestFilesIndexes").filter(fits).filter_map(|latest| latest.number("fileId"));
    ids.max().map(|id| id.to_string())
}

/// A file, which is a release by itself. One that is not to be had any more is none.
pub(super) fn release(node: Node<'_>) -> Option<Release> {
    let id = node.id("id")?;
    let project = ProjectId::new(Source::CurseForge, node.id("modId")?)?;
    if node.at("isAvailable").0.as_bool() == Some(false) {
        return None;
    }
    let file = file(node, &project, &id)?;
    let name = node.text("displayName").unwrap_or_else(|| file.name.clone());
    let words = node.words("gameVersions");
    let loader = |word: &String| Loader::parse(word).filter(|loader| *loader != Loader::OptiFine);
    let loaders: Vec<Loader> = words.iter().filter_map(loader).collect();
    let game_versions = words.into_iter().filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    Some(Release {
        number: name.clone(),
        name,
        channel: channel(node.number("releaseType")),
        loaders,
        other_loaders: Vec::new(),
        game_versions: game_versions.collect(),
        published: node.text("fileDate"),
        downloads: node.number("downloadCount").unwrap_or_default(),
        changelog: None,
        dependencies: node.list("dependencies").filter_map(dependency).collect(),
        files: vec![file],
        id,
        project,
    })
}

fn file(node: Node<'_>, project: &ProjectId, id: &str) -> Option<File> {
    let name = node.text("fileName").filter(|name| nova_files::safe_name(name).is_ok())?;
    let hash = |algorithm: u64, length: usize| {
        let mut all = node.list("hashes").filter(|hash| hash.number("algo") == Some(algorithm));
        all.find_map(|hash| hash.hex("value", length))
    };
    let murmur2 = node.number("fileFingerprint").and_then(|number| u32::try_from(number).ok());
    let is_ours =
        |url: &Url| url.port().is_none() && url.host_str().is_some_and(|host| HOSTS.contains(&host));
    // An address that is not there was withheld: none is made up.
    let access = match node.link("downloadUrl").filter(is_ours) {
        Some(url) => Access::Direct { url },
        None => Access::ByHand { page: Url::parse(&format!("{PAGES}{}/files/{id}", project.id)).ok()? },
    };
    Some(File {
        name,
        size: node.number("fileLength").filter(|size| *size <= LARGEST_FILE)?,
        hashes: Hashes { sha1: hash(1, 40), md5: hash(2, 32), murmur2, sha512: None },
        role: Role::Main,
        access,
    })
}

fn dependency(node: Node<'_>) -> Option<Dependency> {
    let kind = match node.number("relationType")? {
        1 | 6 => DependencyKind::Embedded,
        2 | 4 => DependencyKind::Optional,
        3 => DependencyKind::Required,
        5 => DependencyKind::Incompatible,
        _ => return None,
    };
    let project = ProjectId::new(Source::CurseForge, node.id("modId")?);
    project.is_some().then_some(Dependency { kind, project, release: None, file: None })
}

/// A category below a class.
pub(super) fn category(node: Node<'_>) -> Option<Category> {
    let kind = node.number("classId").or_else(|| node.number("id")).and_then(kind);
    Some(Category { id: node.id("id")?, name: node.text("name")?, kind })
}

fn channel(number: Option<u64>) -> Channel {
    match number {
        Some(1) => Channel::Release,
        Some(2) => Channel::Beta,
        _ => Channel::Alpha,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn made(url: &Value) -> Value {
        json!({"id": 7, "modId": 9, "isAvailable": true, "displayName": "One 1.0", "fileName": "one-1.0.jar", "releaseType": 2,
            "hashes": [{"value": "b".repeat(32), "algo": 2}, {"value": "a".repeat(40), "algo": 1}], "fileLength": 12,
            "downloadUrl": url, "gameVersions": ["1.20.1", "NeoForge", "Java 17", "Client"], "fileFingerprint": 4_000_000_000_u32,
            "dependencies": [{"modId": 11, "relationType": 3}, {"modId": 12, "relationType": 99}]})
    }

    #[test]
    fn a_file_becomes_a_release() {
        let made = release(Node(&made(&json!("https://edge.forgecdn.net/files/0/7/one-1.0.jar")))).unwrap();
        assert_eq!((made.channel, made.loaders.as_slice()), (Channel::Beta, &[Loader::NeoForge][..]));
        assert_eq!(made.game_versions, ["1.20.1"]);
        let file = made.main_file().unwrap();
        assert_eq!(file.hashes.murmur2, Some(4_000_000_000));
        assert_eq!(
            (file.hashes.sha1.clone(), file.hashes.md5.clone()),
            (Some("a".repeat(40)), Some("b".repeat(32)))
        );
        assert_eq!(made.dependencies.len(), 1);
        assert!(file.wanted("mods/one.jar", None).is_some());
    }

    #[test]
    fn an_address_that_is_withheld_or_leads_elsewhere_means_by_hand() {
        for url in [
            json!(null),
            json!(""),
            json!("https://evil.example/one.jar"),
            json!("http://edge.forgecdn.net/one.jar"),
        ] {
            let made = release(Node(&made(&url))).unwrap();
            let file = made.main_file().unwrap();
            let page = "https://www.curseforge.com/projects/9/files/7".parse().unwrap();
            assert_eq!(file.access, Access::ByHand { page }, "{url}");
            assert!(file.wanted("mods/one.jar", None).is_none());
        }
    }

    #[test]
    fn the_newest_file_that_fits_is_found_by_its_number() {
        let index = |file: u32, game: &str, kind: u32, loader: Value| json!({"gameVersion": game, "fileId": file, "releaseType": kind, "modLoader": loader});
        let project = json!({"latestFilesIndexes": [index(1, "1.20.1", 1, json!(4)), index(5, "1.20.1", 2, json!(4)),
            index(3, "1.20.1", 1, json!(4)), index(9, "1.20.1", 1, json!(1)), index(8, "1.21.1", 1, json!(4))]});
        let fits = Fits { loaders: vec![Loader::Fabric], game_versions: vec!["1.20.1".to_owned()] };
        assert_eq!(newest(Node(&project), &fits, Channel::Release).as_deref(), Some("3"));
        assert_eq!(newest(Node(&project), &fits, Channel::Beta).as_deref(), Some("5"));
        assert_eq!(newest(Node(&json!({})), &fits, Channel::Alpha), None);
    }
}
