//! Tars: what ordinary writers make is read, what lies or leaves its bounds is refused.

use std::io::Read;

use nova_archive::{ArchiveError, Limits, Tar, TarEntry, TarKind, TotalCap};
use proptest::prelude::*;

/// A block of a header, with its checksum.
fn header(name: &str, flag: u8, size: usize, target: &str) -> Vec<u8> {
    let mut block = vec![0; 512];
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[100..108].copy_from_slice(b"0000755\0");
    block[124..136].copy_from_slice(format!("{size:011o}\0").as_bytes());
    block[156] = flag;
    block[157..157 + target.len()].copy_from_slice(target.as_bytes());
    block[257..265].copy_from_slice(b"ustar\x0000");
    summed(block)
}

fn summed(mut block: Vec<u8>) -> Vec<u8> {
    block[148..156].copy_from_slice(b"        ");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

fn item(name: &str, flag: u8, data: &[u8]) -> Vec<u8> {
    let mut bytes = header(name, flag, data.len(), "");
    bytes.extend(data);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

fn tar(items: &[Vec<u8>]) -> Vec<u8> {
    [items.concat(), vec![0; 1024]].concat()
}

fn limits() -> Limits {
    Limits { entries: 20, entry_bytes: 10_000, total: TotalCap::Bytes(20_000), ..Limits::pack() }
}

fn read(bytes: &[u8]) -> Result<Vec<(TarEntry, Vec<u8>)>, ArchiveError> {
    let mut tar = Tar::new(bytes, limits(), 0);
    let mut all = Vec::new();
    while let Some(entry) = tar.next_entry()? {
        let mut data = Vec::new();
        tar.read_to_end(&mut data)?;
        all.push((entry, data));
    }
    Ok(all)
}

#[test]
fn files_folders_and_links_are_read() {
    let bytes = tar(&[
        item("jre/", b'5', b""),
        item("jre/bin/java", b'0', &[7; 700]),
        header("jre/legal/b", b'2', 0, "../legal/a"),
        header("jre/bin/same", b'1', 0, "jre/bin/java"),
        item("jre/old", 0, b"x"),
    ]);
    let all = read(&bytes).unwrap();
    let kinds: Vec<_> = all.iter().map(|(entry, _)| entry.kind.clone()).collect();
    let link = TarKind::Link { target: "../legal/a".to_owned() };
    let same = TarKind::Same { name: "jre/bin/java".to_owned() };
    assert_eq!(kinds, [TarKind::Folder, TarKind::File, link, same, TarKind::File]);
    assert!(all[1].0.is_executable && all[1].1 == [7; 700]);
    assert_eq!(all[4].1, b"x");
}

#[test]
fn what_is_not_read_of_an_entry_is_left_out() {
    let bytes = tar(&[item("a", b'0', &[1; 1500]), item("b", b'0', b"end")]);
    let mut tar = Tar::new(&bytes[..], limits(), 0);
    tar.next_entry().unwrap();
    tar.read_exact(&mut [0; 10]).unwrap();
    assert_eq!(tar.next_entry().unwrap().unwrap().name, "b");
    let mut text = String::new();
    tar.read_to_string(&mut text).unwrap();
    assert_eq!((text.as_str(), tar.next_entry().unwrap()), ("end", None));
}

#[test]
fn long_names_of_both_kinds_and_the_prefix_are_put_together() {
    let long = "d/".repeat(80) + "file";
    let record = |key: &str, value: &str| {
        let rest = format!(" {key}={value}\n");
        let length = (1..9)
            .map(|digits| rest.len() + digits)
            .find(|length| length.to_string().len() + rest.len() == *length);
        format!("{}{rest}", length.unwrap())
    };
    let pax = record("mtime", "1.5") + &record("path", &long) + &record("linkpath", "there");
    let mut prefixed = header("file", b'0', 0, "");
    prefixed[345..348].copy_from_slice(b"a/b");
    let bytes = tar(&[
        item("././@LongLink", b'L', format!("{long}\0").as_bytes()),
        header("cut", b'0', 0, ""),
        item("pax", b'x', pax.as_bytes()),
        header("cut", b'2', 0, "cut"),
        item("all", b'g', b"9 k=abcd\n"),
        summed(prefixed),
    ]);
    let all = read(&bytes).unwrap();
    assert_eq!(
        all.iter().map(|(entry, _)| entry.name.as_str()).collect::<Vec<_>>(),
        [&long, &long, "a/b/file"]
    );
    assert_eq!(all[1].0.kind, TarKind::Link { target: "there".to_owned() });
}

#[test]
fn damage_an_early_end_and_devices_are_refused() {
    let good = tar(&[item("a", b'0', &[1; 600])]);
    let mut flipped = good.clone();
    flipped[5] ^= 1;
    assert!(matches!(read(&flipped), Err(ArchiveError::TarBroken)));
    for cut in [0, 100, 512, 900, 1024, 1600] {
        let said = read(&good[..cut]);
        let told = matches!(&said, Err(ArchiveError::TarCut))
            || matches!(&said, Err(ArchiveError::Io(error)) if error.kind() == std::io::ErrorKind::UnexpectedEof);
        assert!(told, "{cut}: {said:?}");
    }
    for flag in [b'3', b'4', b'6', b'S'] {
        let said = read(&tar(&[header("dev", flag, 0, "")]));
        assert!(matches!(said, Err(ArchiveError::Special { ref entry }) if entry == "dev"), "{said:?}");
    }
}

#[test]
fn caps_hold_whatever_headers_claim() {
    let huge = header("huge", b'0', 1 << 30, "");
    assert!(matches!(read(&tar(&[huge])), Err(ArchiveError::TooLarge { .. })));
    let name = header("name", b'L', 1 << 20, "");
    assert!(matches!(read(&tar(&[name])), Err(ArchiveError::TooLarge { .. })));
    let three: Vec<_> = (0..3).map(|_| item("a", b'0', &[0; 9_000])).collect();
    assert!(matches!(read(&tar(&three)), Err(ArchiveError::TotalTooLarge { .. })));
    let many: Vec<_> = (0..30).map(|_| item("a", b'0', b"")).collect();
    assert!(matches!(read(&tar(&many)), Err(ArchiveError::TooManyEntries { cap: 20, .. })));
    let mut bytes = header("x", b'0', 0, "");
    bytes[124..136].copy_from_slice(&[0xff; 12]);
    assert!(read(&tar(&[summed(bytes)])).is_err());
}

proptest! {
    #[test]
    fn changed_tars_never_panic_nor_pass_the_cap(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8), again in any::<bool>(),
    ) {
        let mut bytes = tar(&[item("a", b'0', &[3; 900]), item("p", b'x', b"12 path=abc\n"), item("b", b'0', b"b")]);
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if again {
            let first = summed(bytes[..512].to_vec());
            bytes.splice(..512, first);
        }
        let total: usize = read(&bytes).map(|all| all.iter().map(|(_, data)| data.len()).sum()).unwrap_or_default();
        prop_assert!(total <= 20_000);
    }
}
