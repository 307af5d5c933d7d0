//! Healthy archives read as they were written.

use std::io::{Cursor, Read, Write};

use nova_archive::{EntryKind, Limits, Zip};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::build::{End, Item, item, stored, zip, zip_with};

fn open(bytes: Vec<u8>) -> Zip<Cursor<Vec<u8>>> {
    Zip::open(Cursor::new(bytes), &Limits::pack()).unwrap()
}

#[test]
fn archives_of_the_zip_crate_read_back() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let big: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    writer.add_directory("模组", SimpleFileOptions::default()).unwrap();
    for (name, data, method) in [
        ("模组/a.txt", b"hello".as_slice(), CompressionMethod::Stored),
        ("b.bin", &big, CompressionMethod::Deflated),
        ("empty", b"", CompressionMethod::Deflated),
    ] {
        writer
            .start_file(name, SimpleFileOptions::default().compression_method(method).unix_permissions(0o600))
            .unwrap();
        writer.write_all(data).unwrap();
    }
    writer.add_symlink("link", "b.bin", SimpleFileOptions::default()).unwrap();
    let mut zip = open(writer.finish().unwrap().into_inner());
    let kinds: Vec<_> = zip.entries().map(|entry| (entry.name().into_owned(), entry.kind())).collect();
    assert_eq!(kinds[0], ("模组/".to_owned(), EntryKind::Folder));
    assert_eq!(kinds[4], ("link".to_owned(), EntryKind::Link));
    assert_eq!(zip.read_name("模组/a.txt", 5).unwrap().unwrap(), b"hello");
    assert_eq!(zip.read_name("b.bin", 1 << 21).unwrap().unwrap(), big);
    assert_eq!(zip.read_name("empty", 0).unwrap().unwrap(), b"");
    assert_eq!(zip.read_name("none", 9).unwrap(), None);
    zip.check_headers().unwrap();
}

#[test]
fn sixty_four_bit_archives_read_back() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("a", SimpleFileOptions::default().large_file(true)).unwrap();
    writer.write_all(b"sixty-four").unwrap();
    let mut zip = open(writer.finish().unwrap().into_inner());
    assert_eq!(zip.read(0, 100).unwrap(), b"sixty-four");
}

#[test]
fn sixty_four_bit_end_records_read_back() {
    let plain = zip(&[item("a", b"data")]);
    let (body, end) = plain.split_at(plain.len() - 22);
    let (size, offset) = (
        u32::from_le_bytes(end[12..16].try_into().unwrap()),
        u32::from_le_bytes(end[16..20].try_into().unwrap()),
    );
    let mut bytes = body.to_vec();
    let start = bytes.len() as u64;
    bytes.extend(b"PK\x06\x06");
    bytes.extend(44_u64.to_le_bytes());
    bytes.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for long in [1, 1, u64::from(size), u64::from(offset)] {
        bytes.extend(long.to_le_bytes());
    }
    bytes.extend(b"PK\x06\x07\0\0\0\0");
    bytes.extend(start.to_le_bytes());
    bytes.extend([1, 0, 0, 0]);
    bytes.extend(b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0");
    let mut zip = open(bytes.clone());
    assert_eq!(zip.read(0, 100).unwrap(), b"data");
    // Behind a prefix the locator points beside the record.
    let shifted = [vec![b'#'; 40], bytes].concat();
    let mut zip = Zip::open(Cursor::new(shifted), &Limits::jar()).unwrap();
    assert_eq!(zip.read(0, 100).unwrap(), b"data");
}

#[test]
fn names_in_gbk_are_read() {
    let gbk = Item { name: b"\xc4\xa3\xd7\xe9/a.txt".to_vec(), ..item("", b"x") };
    let zip = open(zip(&[gbk]));
    assert_eq!(zip.entry(0).unwrap().name(), "模组/a.txt");
}

#[test]
fn a_stored_jar_in_a_jar_is_read_in_place() {
    let inner = zip(&[item("fabric.mod.json", b"{}")]);
    let outer = zip(&[stored("inner.jar", &inner), item("packed.jar", &inner)]);
    let mut outer = open(outer);
    assert!(outer.section(1).unwrap().is_none());
    let section = outer.section(0).unwrap().unwrap();
    let mut inner = Zip::open(section, &Limits::jar()).unwrap();
    assert_eq!(inner.read_name("fabric.mod.json", 10).unwrap().unwrap(), b"{}");
}

#[test]
fn jars_may_have_something_before_and_behind() {
    let good = zip(&[item("a", b"data")]);
    for bytes in [[vec![b'#'; 300], good.clone()].concat(), [good.clone(), vec![0; 1000]].concat()] {
        assert!(Zip::open(Cursor::new(bytes.clone()), &Limits::pack()).is_err());
        let mut jar = Zip::open(Cursor::new(bytes), &Limits::jar()).unwrap();
        assert_eq!(jar.read(0, 4).unwrap(), b"data");
    }
}

#[test]
fn jars_may_miscount_themselves() {
    let bytes = zip_with(&[item("a", b"1"), item("b", b"2")], &End { count: Some(1), ..End::default() });
    assert!(Zip::open(Cursor::new(bytes.clone()), &Limits::pack()).is_err());
    assert_eq!(Zip::open(Cursor::new(bytes), &Limits::jar()).unwrap().len(), 2);
}

#[test]
fn the_last_of_two_equal_names_counts() {
    let mut jar = open(zip(&[item("a", b"old"), item("a", b"new")]));
    assert_eq!(jar.read_name("a", 3).unwrap().unwrap(), b"new");
}

#[test]
fn a_reader_can_be_read_in_small_steps() {
    let mut zip = open(zip(&[item("a", b"0123456789")]));
    let mut reader = zip.open_entry(0, 10).unwrap();
    let mut text = Vec::new();
    let mut one = [0];
    while reader.read(&mut one).unwrap() == 1 {
        text.push(one[0]);
    }
    assert_eq!(text, b"0123456789");
}

#[test]
fn what_the_directory_does_not_tell_is_in_a_data_descriptor() {
    let late = Item { flags: 8, local_sizes: Some((0, 0, 0)), ..item("a", b"data") };
    assert_eq!(open(zip(&[late])).read(0, 4).unwrap(), b"data");
}
