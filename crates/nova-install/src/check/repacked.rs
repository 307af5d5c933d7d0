//! Jars that Forge's installers before 1.13 unpacked from a pack: their bytes differ from computer to computer. Such a jar holds a list
//! `checksums.sha1` of what is in it, a digest and a name a line, and the second digest of the version file is the list's.

use std::{collections::BTreeMap, fs::File, io::BufReader, path::Path};

use nova_archive::{ArchiveError, EntryKind, Limits, Zip};

use super::Sha1;

const LIST: &str = "checksums.sha1";
/// What the packer writes itself.
const META: &str = "META-INF/";
/// The largest list, of Scala's library, has 300 KiB.
const LARGEST_LIST: u64 = 4 << 20;
/// The largest class or text in one.
const LARGEST: u64 = 32 << 20;

/// Whether a jar is one of these, with a list of that digest and no class in it that the list does not say.
pub(super) fn is_right(path: &Path, wanted: &[Sha1]) -> bool {
    wanted.len() > 1 && holds_what_it_lists(path, wanted).unwrap_or(false)
}

fn holds_what_it_lists(path: &Path, wanted: &[Sha1]) -> Result<bool, ArchiveError> {
    let mut zip = Zip::open(BufReader::new(File::open(path)?), &Limits::jar())?;
    let Some(list) = zip.read_name(LIST, LARGEST_LIST)? else { return Ok(false) };
    if !wanted.contains(&Sha1::of(&list)) {
        return Ok(false);
    }
    let list = String::from_utf8_lossy(&list);
    let mut listed: BTreeMap<&str, Sha1> = list.lines().filter_map(line).collect();
    let files = zip.entries().filter(|entry| entry.kind() == EntryKind::File);
    let files: Vec<(usize, String)> = files.map(|entry| (entry.index(), entry.name().into_owned())).collect();
    for (index, name) in files {
        let is_listed = match listed.remove(name.as_str()) {
            Some(said) => Sha1::of(&zip.read(index, LARGEST)?) == said,
            None => name == LIST || name.starts_with(META),
        };
        if !is_listed {
            return Ok(false);
        }
    }
    Ok(listed.is_empty())
}

fn line(line: &str) -> Option<(&str, Sha1)> {
    let (sha1, name) = line.trim_end().split_once(' ')?;
    Some((name, Sha1::parse(sha1)?))
}

#[cfg(test)]
mod tests {
    use nova_testkit::{Jar, write_file};

    use super::super::{Depth, Expected, Known, State, check};
    use super::*;

    const CLASS: &str = "a/B.class";

    /// A jar as an installer leaves it, and the digest of its list.
    fn jar(class: &str, more: &[&str]) -> (Vec<u8>, Sha1) {
        let list = format!("{} {CLASS}\n", Sha1::of(b"class"));
        let jar = Jar::plain("a.jar").entry(LIST, list.as_bytes()).entry(CLASS, class.as_bytes());
        let jar = more.iter().fold(jar, |jar, name| jar.entry(name, b"more"));
        (jar.bytes().unwrap(), Sha1::of(list.as_bytes()))
    }

    fn state(bytes: &[u8], sha1s: Vec<Sha1>) -> State {
        let root = tempfile::tempdir().unwrap();
        write_file(&root.path().join("a.jar"), bytes).unwrap();
        let wanted = [Expected { path: "a.jar".into(), size: None, sha1s }];
        check(root.path(), &wanted, Depth::Full, &mut Known::default(), &())[0]
    }

    #[test]
    fn either_of_two_digests_will_do_and_nothing_else() {
        let (packed, other) = (Sha1::of(b"the jar in the repository"), Sha1::of(b"x"));
        assert_eq!(state(b"the jar in the repository", vec![packed, other]), State::Right);
        assert_eq!(state(b"the jar in the repository", vec![other, packed]), State::Right);
        assert_eq!(state(b"another jar", vec![packed, other]), State::Hash);
    }

    #[test]
    fn a_jar_that_was_unpacked_is_right_by_its_list_alone() {
        let packed = Sha1::of(b"the jar in the repository");
        let (good, list) = jar("class", &["META-INF/MANIFEST.MF"]);
        assert_eq!(state(&good, vec![packed, list]), State::Right);
        assert_eq!(state(&good, vec![packed, Sha1::of(b"x")]), State::Hash, "another list");
        assert_eq!(state(&good, vec![list]), State::Hash, "the one digest is the file's");
        let (changed, list) = jar("clasx", &[]);
        assert_eq!(state(&changed, vec![packed, list]), State::Hash);
        let (more, list) = jar("class", &["a/C.class"]);
        assert_eq!(state(&more, vec![packed, list]), State::Hash);
    }
}
