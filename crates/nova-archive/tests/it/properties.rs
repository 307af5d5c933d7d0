//! What holds for all archives.

use std::io::{Cursor, Write};

use nova_archive::{Limits, NameRules, Zip, gunzip_partly, safe_entry_path, safe_entry_path_for, unzlib};
use proptest::prelude::*;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::build::{item, zip};

const CAP: u64 = 4096;

/// Opens whatever it is and reads every entry; says how much came out of each.
fn read_all(bytes: Vec<u8>, limits: &Limits) -> Vec<u64> {
    let Ok(mut zip) = Zip::open(Cursor::new(bytes), limits) else { return Vec::new() };
    let _ = zip.check_headers();
    let names: usize = zip.entries().map(|entry| entry.name().len()).sum();
    assert!(names < 1 << 30);
    (0..zip.len()).filter_map(|index| zip.read(index, CAP).ok()).map(|bytes| bytes.len() as u64).collect()
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        for limits in [Limits::pack(), Limits::jar()] {
            read_all(bytes.clone(), &limits);
        }
        prop_assert!(gunzip_partly(&bytes, CAP).bytes.len() as u64 <= CAP);
        let _ = unzlib(&bytes, CAP);
    }

    #[test]
    fn mutated_archives_never_panic_nor_pass_the_cap(
        data in prop::collection::vec(any::<u8>(), 0..200),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes = zip(&[item("a", &data), item("模组/b.txt", &[0; 8000]), item("c", b"")]);
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        for limits in [Limits::pack(), Limits::jar()] {
            prop_assert!(read_all(bytes.clone(), &limits).into_iter().all(|size| size <= CAP));
        }
    }

    #[test]
    fn archives_of_the_zip_crate_round_trip(
        files in prop::collection::btree_map("[a-z模组é]{1,8}", prop::collection::vec(any::<u8>(), 0..2000), 0..6),
    ) {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, data) in &files {
            writer.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
            writer.write_all(data).unwrap();
        }
        let mut zip = Zip::open(writer.finish().unwrap(), &Limits::pack()).unwrap();
        prop_assert_eq!(zip.len(), files.len());
        for (name, data) in &files {
            let read = zip.read_name(name, CAP).unwrap();
            prop_assert_eq!(read.as_ref(), Some(data));
        }
    }

    #[test]
    fn a_safe_name_has_only_safe_parts(name in "[a-zA-Z.:/\\\\ \u{0}模\u{202e}*]{0,24}") {
        for rules in [NameRules::Portable, NameRules::Contained] {
            for part in safe_entry_path_for(&name, rules).unwrap_or_default() {
                prop_assert!(!part.is_empty() && part != "." && part != ".." && !part.contains(['/', '\0']));
            }
        }
        for part in safe_entry_path(&name).unwrap_or_default() {
            prop_assert!(!part.contains(['\\', ':']) && !part.ends_with(['.', ' ']));
        }
    }
}
