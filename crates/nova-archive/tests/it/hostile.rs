//! Archives that lie: each is refused for the right reason.

use std::io::Cursor;

use nova_archive::{ArchiveError, DirectoryFault, Disagreement, Limits, Looks, TotalCap, Zip};

use crate::build::{End, Item, item, stored, zip, zip_with};

fn open(bytes: Vec<u8>) -> Result<Zip<Cursor<Vec<u8>>>, ArchiveError> {
    Zip::open(Cursor::new(bytes), &Limits::pack())
}

fn fault(bytes: Vec<u8>) -> DirectoryFault {
    match open(bytes) {
        Err(ArchiveError::Directory(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

fn read_first(bytes: Vec<u8>) -> ArchiveError {
    open(bytes).and_then(|mut zip| zip.read(0, 1 << 20)).unwrap_err()
}

#[test]
fn what_is_no_zip_is_told_by_its_looks() {
    for (bytes, looks) in [
        (b"".to_vec(), Looks::Empty),
        (b"<!doctype html><title>404</title>".to_vec(), Looks::Html),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n".to_vec(), Looks::LfsPointer),
        (zip(&[item("a", &[7; 500])])[..60].to_vec(), Looks::CutZip),
    ] {
        assert!(matches!(open(bytes), Err(ArchiveError::NotZip(found)) if found == looks), "{looks:?}");
    }
}

#[test]
fn a_lying_end_record_is_refused() {
    let items = [item("a", b"data")];
    let lie = |end: End| fault(zip_with(&items, &end));
    assert_eq!(lie(End { count: Some(9), ..End::default() }), DirectoryFault::WrongCount);
    assert_eq!(lie(End { size: Some(1 << 30), ..End::default() }), DirectoryFault::Outside);
    assert_eq!(lie(End { offset: Some(1 << 30), ..End::default() }), DirectoryFault::Outside);
    assert_eq!(lie(End { offset: Some(0), ..End::default() }), DirectoryFault::Prefix);
    assert_eq!(lie(End { size: Some(u32::MAX), ..End::default() }), DirectoryFault::Zip64);
    assert_eq!(lie(End { disk: 3, ..End::default() }), DirectoryFault::MultiDisk);
    assert_eq!(lie(End { size: Some(50), ..End::default() }), DirectoryFault::Outside);
}

#[test]
fn an_archive_with_two_ends_is_refused() {
    let second = zip(&[item("evil", b"x")]);
    let bytes = zip_with(&[item("good", b"x")], &End { comment: second, ..End::default() });
    assert_eq!(fault(bytes), DirectoryFault::Ambiguous);
    let ends = [b"PK\x05\x06".as_slice(), &[0; 18]].concat().repeat(2900);
    assert_eq!(
        fault(zip_with(&[item("a", b"x")], &End { comment: ends, ..End::default() })),
        DirectoryFault::Ambiguous
    );
}

#[test]
fn headers_that_disagree_are_refused() {
    let base = item("a", &[1; 200]);
    let cases = [
        (Item { local_name: Some(b"../a".to_vec()), ..base.clone() }, Disagreement::Name),
        (Item { local_method: Some(0), ..base.clone() }, Disagreement::Method),
        (Item { local_sizes: Some((base.crc, 7, 9)), ..base.clone() }, Disagreement::Sizes),
    ];
    for (item, wanted) in cases {
        let error = read_first(zip(std::slice::from_ref(&item)));
        assert!(matches!(error, ArchiveError::HeadersDisagree { what, .. } if what == wanted), "{wanted:?}");
        assert!(open(zip(&[item])).unwrap().check_headers().is_err());
    }
}

#[test]
fn entries_that_share_bytes_are_refused() {
    let shared = Item { offset: Some(0), ..item("b", b"data") };
    assert!(matches!(open(zip(&[item("a", b"data"), shared])), Err(ArchiveError::Overlap { .. })));
    let past = Item { offset: Some(1 << 30), ..item("a", b"data") };
    assert!(matches!(open(zip(&[past])), Err(ArchiveError::Outside { .. })));
}

#[test]
fn lying_contents_are_refused() {
    let base = item("a", &[1; 200]);
    let read = |item: Item| read_first(zip(&[item]));
    assert!(matches!(read(Item { crc: 1, ..base.clone() }), ArchiveError::Checksum { .. }));
    assert!(matches!(read(Item { size: 10, ..base.clone() }), ArchiveError::WrongSize { .. }));
    assert!(matches!(read(Item { size: 5000, ..base.clone() }), ArchiveError::WrongSize { .. }));
    assert!(matches!(
        read(Item { packed: (200..255).collect(), ..base.clone() }),
        ArchiveError::Corrupt { .. }
    ));
    let cut = base.packed[..base.packed.len() - 2].to_vec();
    assert!(matches!(read(Item { packed: cut, ..base.clone() }), ArchiveError::Corrupt { .. }));
    let longer = [base.packed.clone(), b"more".to_vec()].concat();
    assert!(matches!(read(Item { packed: longer, ..base }), ArchiveError::WrongSize { .. }));
    assert!(matches!(read(Item { size: 9, ..stored("a", b"data") }), ArchiveError::WrongSize { .. }));
}

#[test]
fn what_cannot_be_read_is_refused_before_anything_is() {
    let encrypted = Item { flags: 1, ..item("a", b"x") };
    assert!(
        matches!(open(zip(&[item("b", b"x"), encrypted.clone()])), Err(ArchiveError::Encrypted { entry }) if entry == "a")
    );
    let odd = Item { method: 97, ..item("a", b"x") };
    assert!(matches!(open(zip(&[odd])), Err(ArchiveError::UnknownMethod { method: 97, .. })));
    let mut jar = Zip::open(Cursor::new(zip(&[encrypted, item("b", b"x")])), &Limits::jar()).unwrap();
    assert_eq!(jar.read(1, 1).unwrap(), b"x");
    assert!(matches!(jar.read(0, 1), Err(ArchiveError::Encrypted { .. })));
}

#[test]
fn caps_are_judged_by_claims_and_by_bytes() {
    let bytes = zip(&[item("zeros", &vec![0; 1 << 20])]);
    let mut zip_ = open(bytes.clone()).unwrap();
    assert!(matches!(zip_.read(0, 1000), Err(ArchiveError::TooLarge { cap: 1000, .. })));
    let limits = Limits { total: TotalCap::Ratio { floor: 1000, times: 20 }, ..Limits::pack() };
    assert!(matches!(Zip::open(Cursor::new(bytes), &limits), Err(ArchiveError::TotalTooLarge { .. })));
    let extra =
        [1_u16.to_le_bytes().to_vec(), 8_u16.to_le_bytes().to_vec(), (1_u64 << 62).to_le_bytes().to_vec()]
            .concat();
    let huge = Item { size: u32::MAX, extra, ..item("a", b"x") };
    assert!(matches!(open(zip(std::slice::from_ref(&huge))), Err(ArchiveError::TotalTooLarge { .. })));
    let short = Item { extra: vec![1, 0, 8, 0, 1], ..huge };
    assert_eq!(fault(zip(&[short])), DirectoryFault::Zip64);
}

#[test]
fn more_entries_than_allowed_are_refused() {
    let items: Vec<Item> = (0..20).map(|n| item(&n.to_string(), b"")).collect();
    let limits = Limits { entries: 10, ..Limits::pack() };
    let lied = zip_with(&items, &End { count: Some(3), ..End::default() });
    for bytes in [zip(&items), lied] {
        let opened = Zip::open(Cursor::new(bytes), &limits);
        assert!(matches!(opened, Err(ArchiveError::TooManyEntries { .. })));
    }
}
