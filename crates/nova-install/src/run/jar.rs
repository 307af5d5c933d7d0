//! What a jar says: where it begins, and its small entries.

use std::{fs::File, io::BufReader, path::Path};

use nova_archive::{ArchiveError, Limits, Zip};

/// Larger manifests are none.
const MANIFEST: u64 = 1 << 20;

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
    fn long_lines_of_a_manifest_go_on_and_other_sections_do_not_count() {
        let text = "Manifest-Version: 1.0\r\nMain-Class: net.minecraftforge.installertools.Console\r\n Tool\r\n\r\nName: a\r\nX: y\r\n";
        let main = attribute(text, "main-class");
        assert_eq!(main.as_deref(), Some("net.minecraftforge.installertools.ConsoleTool"));
        assert_eq!(attribute(text, "X"), None);
        assert_eq!(attribute("Main-Class:\n", "Main-Class"), None);
    }
}
