//! Where a library comes from, and how it is checked.

use crate::{
    coordinate::Coordinate,
    files::LibraryFile,
    json::{Artifact, Library, Link},
    sha1::Sha1,
};

/// Where libraries lie that name no repository.
const MOJANG: &str = "https://libraries.minecraft.net/";
/// Where Forge's libraries lie, and copies of most that old Forge needs.
const FORGE: &str = "https://maven.minecraftforge.net/";
/// Repositories that moved: where they were once, and where they are.
const MOVED: [(&str, &str); 2] =
    [("files.minecraftforge.net/maven/", FORGE), ("maven.modmuss50.me/", "https://maven.fabricmc.net/")];

/// Where a file comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// From the first of these addresses that has it.
    Urls(Vec<String>),
    /// An installer brings it or makes it; it cannot be fetched.
    Installer,
}

/// How a file is checked once it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// By its digest.
    Sha1(Sha1),
    /// By one of several digests (old Forge).
    AnyOf(Vec<Sha1>),
    /// Its digest is not known here; the repository has it in `<address>.sha1`.
    Beside,
    /// Nobody says.
    Unknown,
}

/// A library's own jar; none where it only has natives.
pub(super) fn own_file(library: &Library, has_natives_here: bool) -> Option<LibraryFile> {
    let coordinate = library.coordinate.clone();
    match &library.artifact {
        Some(artifact) => Some(described(coordinate, artifact, library)),
        None if library.has_downloads || has_natives_here => None,
        None => Some(by_coordinate(coordinate, library)),
    }
}

/// The archive of natives with a classifier.
pub(super) fn native_file(library: &Library, classifier: &str, system: &str) -> Option<LibraryFile> {
    let coordinate = library.coordinate.with_classifier(classifier)?;
    // `TLauncher` lists natives by the system instead of the classifier.
    let listed = library.classifiers.get(classifier).or_else(|| library.classifiers.get(system));
    match listed {
        Some(artifact) => Some(described(coordinate, artifact, library)),
        None if library.has_downloads => None,
        None => Some(LibraryFile { check: Check::Beside, size: None, ..by_coordinate(coordinate, library) }),
    }
}

fn described(coordinate: Coordinate, artifact: &Artifact, library: &Library) -> LibraryFile {
    let path = artifact.path.clone().unwrap_or_else(|| coordinate.path().clone());
    let source = match &artifact.download.link {
        Link::Url(url) => Source::Urls(safer_first(vec![url.clone()])),
        Link::Made => Source::Installer,
        Link::Unsaid => Source::Urls(addresses(&coordinate, library.url.as_deref(), path.as_str())),
    };
    let check = match (&artifact.download.sha1, &source) {
        (Some(sha1), _) => Check::Sha1(sha1.clone()),
        (None, Source::Installer) => Check::Unknown,
        // An address that is no path of a repository (OptiFine's at BMCLAPI) has nothing beside it.
        (None, Source::Urls(urls)) if urls.iter().all(|url| !url.ends_with(path.file_name())) => {
            Check::Unknown
        }
        (None, Source::Urls(_)) => Check::Beside,
    };
    LibraryFile { coordinate, path, source, check, size: artifact.download.size }
}

fn by_coordinate(coordinate: Coordinate, library: &Library) -> LibraryFile {
    let path = coordinate.path().clone();
    let check = match (&library.sha1, library.checksums.as_slice()) {
        (Some(sha1), _) => Check::Sha1(sha1.clone()),
        (None, []) => Check::Beside,
        (None, sums) => Check::AnyOf(sums.to_vec()),
    };
    let source = Source::Urls(addresses(&coordinate, library.url.as_deref(), path.as_str()));
    LibraryFile { coordinate, path, source, check, size: library.size }
}

fn addresses(coordinate: &Coordinate, base: Option<&str>, path: &str) -> Vec<String> {
    let Some(base) = base else { return vec![format!("{MOJANG}{path}"), format!("{FORGE}{path}")] };
    let base = moved(base);
    let plain = format!("{}/{path}", base.trim_end_matches('/'));
    // Forge's own jar lies in its repository only as `…-universal.jar`; installers put it under the plain name.
    let is_forge = coordinate.group == "net.minecraftforge"
        && matches!(coordinate.artifact.as_str(), "forge" | "minecraftforge")
        && coordinate.classifier.is_none();
    safer_first(match plain.strip_suffix(".jar") {
        Some(stem) if is_forge => vec![format!("{stem}-universal.jar"), plain],
        _ => vec![plain],
    })
}

/// Each address over https before it is tried in the open.
fn safer_first(urls: Vec<String>) -> Vec<String> {
    let safe = urls
        .iter()
        .map(|url| url.strip_prefix("http://").map_or_else(|| url.clone(), |rest| format!("https://{rest}")));
    let mut all: Vec<String> = safe.collect();
    all.extend(urls.into_iter().filter(|url| url.starts_with("http://")));
    all
}

/// A repository at its new place; others where they say.
fn moved(base: &str) -> String {
    let rest = base.split_once("://").map_or(base, |(_, rest)| rest);
    let new = MOVED.iter().find_map(|(once, now)| Some(format!("{now}{}", rest.strip_prefix(once)?)));
    new.unwrap_or_else(|| base.to_owned())
}
