//! What a jar says: where it begins, and its small entries; and a jar without what it is signed with.

use std::{fs::File, io::BufReader, path::Path};

use nova_archive::{ArchiveError, EntryKind, Limits, Zip};

use super::stored::Stored;

/// Larger manifests are none.
const MANIFEST: u64 = 1 << 20;
/// No client jar that was ever signed has a larger class.
const ENTRY: u64 = 32 << 20;
/// What a jar is signed with, and its manifest.
const META: &str = "META-INF/";

/// The class that a jar begins with; none where it does not say.
///
/// # Errors
/// For what is no jar.
pub fn main_class(jar: &Path) -> Result<Option<String>, ArchiveError> {
    let manifest = read_entry(jar, "META-INF/MANIFEST.MF", MANIFEST)?;
    Ok(manifest.and_then(|bytes| attribute(&String::from_utf8_lossy(&bytes), "Main-Class")))
}

/// An entry of a jar, of at most `most` bytes; none where there is none.
///
/// # Errors
/// For what is no jar, or an entry that is larger or damaged.
pub fn read_entry(jar: &Path, name: &str, most: u64) -> Result<Option<Vec<u8>>, ArchiveError> {
    let file = File::open(jar)?;
    Zip::open(BufReader::new(file), &Limits::jar())?.read_name(name, most)
}

/// A jar without its `META-INF`.
///
/// # Errors
/// For what is no jar, or holds something damaged.
pub(crate) fn without_meta(jar: &Path) -> Result<Vec<u8>, ArchiveError> {
    let mut from = Zip::open(BufReader::new(File::open(jar)?), &Limits::jar())?;
    let is_kept = |name: &str| !name.get(..META.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(META));
    let files = from.entries().filter(|entry| entry.kind() == EntryKind::File);
    let kept: Vec<(usize, String, u32)> = files
        .map(|entry| (entry.index(), entry.name().into_owned(), entry.crc32()))
        .filter(|(_, name, _)| is_kept(name))
        .collect();
    let mut to = Stored::default();
    for (index, name, crc) in kept {
        to.add(&name, crc, &from.read(index, ENTRY)?)?;
    }
    Ok(to.finish()?)
}

/// An attribute of the manifest's first section. Lines longer than 72 bytes go on with a space (the JAR file specification).
fn attribute(manifest: &str, name: &str) -> Option<String> {
    let unfolded = manifest.replace("\r\n", "\n").replace('\r', "\n").replace("\n ", "");
    let section = unfolded.lines().take_while(|line| !line.is_empty());
    let mut pairs = section.filter_map(|line| line.split_once(':'));
    let (_, value) = pairs.find(|(found, _)| found.eq_ignore_ascii_case(name))?;
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jar_without_its_signatures_holds_the_rest_byte_for_byte() {
        let folder = tempfile::tempdir().unwrap();
        let mut signed = Stored::default();
        for (name, crc, text) in [
            ("META-INF/MANIFEST.MF", 0xe8b7_be43, "a"),
            ("a/B.class", 0xe8b7_be43, "a"),
            ("meta-inf/x.SF", 0xe8b7_be43, "a"),
        ] {
            signed.add(name, crc, text.as_bytes()).unwrap();
        }
        let jar = folder.path().join("a.jar");
        nova_testkit::write_file(&jar, &signed.finish().unwrap()).unwrap();
        let stripped = folder.path().join("b.jar");
        nova_testkit::write_file(&stripped, &without_meta(&jar).unwrap()).unwrap();
        let zip = Zip::open(File::open(&stripped).unwrap(), &Limits::jar()).unwrap();
        assert_eq!(zip.entries().map(|entry| entry.name().into_owned()).collect::<Vec<_>>(), ["a/B.class"]);
        assert_eq!(read_entry(&stripped, "a/B.class", 10).unwrap().as_deref(), Some(&b"a"[..]));
    }

    #[test]
    fn long_lines_of_a_manifest_go_on_and_other_sections_do_not_count() {
        let text = "Manifest-Version: 1.0\r\nMain-Class: net.minecraftforge.installertools.Console\r\n Tool\r\n\r\nName: a\r\nX: y\r\n";
        let main = attribute(text, "main-class");
        assert_eq!(main.as_deref(), Some("net.minecraftforge.installertools.ConsoleTool"));
        assert_eq!(attribute(text, "X"), None);
        assert_eq!(attribute("Main-Class:\n", "Main-Class"), None);
    }
}
