//! Jars of native libraries: what is in them, by artifact and system.

use crate::upstream::maven;

use super::filler;

/// The files of such a jar. Up to LWJGL 3.2 they lie at the top, where launchers unpack them from; later in folders by system
/// and architecture, from which LWJGL takes them itself.
pub(crate) fn entries(path: &str) -> Vec<(String, Vec<u8>)> {
    let Some(system) = system(path) else { return Vec::new() };
    let (artifact, _) = maven::artifact(path);
    let nested = artifact.starts_with("org/lwjgl/lwjgl") && maven::version(path).starts_with("3.3");
    let folder = if nested { format!("{}/x64/org/lwjgl/", system.folder) } else { String::new() };
    let mut entries = Vec::new();
    for name in libraries(artifact.rsplit('/').next().unwrap_or_default()) {
        for file in system.files(name) {
            let mut bytes = system.magic.to_vec();
            bytes.extend(filler(&format!("{path}!{file}")));
            entries.push((format!("{folder}{file}"), bytes));
        }
    }
    entries
}

/// Whether a path is that of a jar of native libraries.
pub(crate) fn is(path: &str) -> bool {
    system(path).is_some()
}

struct System {
    folder: &'static str,
    magic: &'static [u8],
    prefix: &'static str,
    endings: &'static [&'static str],
}

impl System {
    fn files(&self, name: &str) -> Vec<String> {
        self.endings.iter().map(|end| format!("{}{name}{end}", self.prefix)).collect()
    }
}

fn system(path: &str) -> Option<System> {
    let (_, file) = maven::artifact(path);
    let (_, classifier) = file.split_once("-natives-")?;
    Some(match classifier {
        name if name.starts_with("linux") => System {
            folder: "linux",
            magic: b"\x7fELF\x02\x01\x01\0",
            prefix: "lib",
            endings: &[".so", "64.so"],
        },
        name if name.starts_with("win") => {
            System { folder: "windows", magic: b"MZ\x90\0", prefix: "", endings: &[".dll", "64.dll"] }
        }
        _ => System { folder: "macos", magic: b"\xcf\xfa\xed\xfe", prefix: "lib", endings: &[".dylib"] },
    })
}

fn libraries(artifact: &str) -> Vec<&str> {
    match artifact {
        "lwjgl-platform" => vec!["lwjgl", "openal"],
        "jinput-platform" => vec!["jinput-native"],
        other => vec![other.trim_start_matches("lwjgl-").trim_end_matches("-platform")],
    }
}
