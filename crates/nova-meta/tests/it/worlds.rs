//! NBT and what is read from it.

use std::io::Write;

use flate2::{
    Compression,
    write::{GzEncoder, ZlibEncoder},
};
use nova_meta::{
    Difficulty, Edition, GameMode,
    nbt::{NbtError, Order, Tag},
    read_level, read_servers,
};
use proptest::prelude::*;

/// Writes a tree the way the game does.
fn write(tag: &Tag, order: Order) -> Vec<u8> {
    let mut out = vec![10];
    number(&mut out, &0_u16.to_be_bytes(), order);
    payload(&mut out, tag, order);
    out
}

fn number(out: &mut Vec<u8>, bytes: &[u8], order: Order) {
    match order {
        Order::Big => out.extend(bytes),
        Order::Little => out.extend(bytes.iter().rev()),
    }
}

fn kind(tag: &Tag) -> u8 {
    match tag {
        Tag::Int(_) => 4,
        Tag::Float(_) => 6,
        Tag::Array(_) => 7,
        Tag::Text(_) => 8,
        Tag::List(_) => 9,
        Tag::Compound(_) => 10,
    }
}

fn text(out: &mut Vec<u8>, text: &str, order: Order) {
    number(out, &u16::try_from(text.len()).unwrap().to_be_bytes(), order);
    out.extend(text.as_bytes());
}

fn count(out: &mut Vec<u8>, count: usize, order: Order) {
    number(out, &u32::try_from(count).unwrap().to_be_bytes(), order);
}

fn payload(out: &mut Vec<u8>, tag: &Tag, order: Order) {
    match tag {
        Tag::Int(value) => number(out, &value.to_be_bytes(), order),
        Tag::Float(value) => number(out, &value.to_be_bytes(), order),
        Tag::Text(value) => text(out, value, order),
        Tag::Array(len) => {
            count(out, *len, order);
            out.extend(vec![0; *len]);
        }
        Tag::List(items) => {
            out.push(items.first().map_or(0, kind));
            count(out, items.len(), order);
            for item in items {
                payload(out, item, order);
            }
        }
        Tag::Compound(entries) => {
            for (name, entry) in entries {
                out.push(kind(entry));
                text(out, name, order);
                payload(out, entry, order);
            }
            out.push(0);
        }
    }
}

fn compound(entries: &[(&str, Tag)]) -> Tag {
    Tag::Compound(entries.iter().map(|(name, tag)| ((*name).to_owned(), tag.clone())).collect())
}

fn string(text: &str) -> Tag {
    Tag::Text(text.to_owned())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn world() -> Tag {
    compound(&[
        (
            "Data",
            compound(&[
                ("LevelName", string("世界 😀")),
                ("GameType", Tag::Int(1)),
                ("hardcore", Tag::Int(1)),
                ("Difficulty", Tag::Int(3)),
                ("LastPlayed", Tag::Int(1_700_000_000_000)),
                ("DayTime", Tag::Int(6000)),
                ("allowCommands", Tag::Int(1)),
                ("DataVersion", Tag::Int(3465)),
                ("Version", compound(&[("Name", string("1.20.1"))])),
                ("WorldGenSettings", compound(&[("seed", Tag::Int(-42))])),
                ("RandomSeed", Tag::Int(7)),
                (
                    "DataPacks",
                    compound(&[
                        ("Enabled", Tag::List(vec![string("vanilla"), string("file/x.zip")])),
                        ("Disabled", Tag::List(vec![])),
                    ]),
                ),
            ]),
        ),
        (
            "fml",
            compound(&[(
                "LoadingModList",
                Tag::List(vec![compound(&[("ModId", string("jei")), ("ModVersion", string("15.2"))])]),
            )]),
        ),
    ])
}

#[test]
fn a_world_is_read_however_it_is_packed() {
    let plain = write(&world(), Order::Big);
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zlib.write_all(&plain).unwrap();
    for bytes in [gzip(&plain), zlib.finish().unwrap(), plain] {
        let facts = read_level(&bytes).unwrap();
        assert_eq!(
            (facts.name.as_str(), facts.mode, facts.hardcore, facts.difficulty),
            ("世界 😀", Some(GameMode::Creative), true, Some(Difficulty::Hard))
        );
        assert_eq!(
            (facts.seed, facts.last_played, facts.game_version.as_deref(), facts.data_version),
            (Some(-42), Some(1_700_000_000_000), Some("1.20.1"), Some(3465))
        );
        assert_eq!(
            (facts.cheats, facts.modded, facts.data_packs.len(), facts.mods[0].id.as_str()),
            (true, true, 2, "jei")
        );
        assert!(facts.problems.is_empty());
    }
}

#[test]
fn the_old_seed_and_the_new_difficulty_are_found() {
    let old = compound(&[("Data", compound(&[("RandomSeed", Tag::Int(7))]))]);
    assert_eq!(read_level(&write(&old, Order::Big)).unwrap().seed, Some(7));
    let new = compound(&[(
        "Data",
        compound(&[(
            "difficulty_settings",
            compound(&[("difficulty", string("easy")), ("hardcore", Tag::Int(1))]),
        )]),
    )]);
    let facts = read_level(&write(&new, Order::Big)).unwrap();
    assert_eq!((facts.difficulty, facts.hardcore), (Some(Difficulty::Easy), true));
}

#[test]
fn bedrock_is_recognised() {
    let body = write(
        &compound(&[("LevelName", string("Bed")), ("LastPlayed", Tag::Int(1_700_000_000))]),
        Order::Little,
    );
    let header = [10_u32.to_le_bytes(), u32::try_from(body.len()).unwrap().to_le_bytes()].concat();
    for bytes in [[header, body.clone()].concat(), body] {
        let facts = read_level(&bytes).unwrap();
        assert_eq!(
            (facts.edition, facts.name.as_str(), facts.last_played),
            (Edition::Bedrock, "Bed", Some(1_700_000_000_000))
        );
    }
}

#[test]
fn wrong_types_and_missing_parts_are_problems() {
    let facts = read_level(&write(
        &compound(&[(
            "Data",
            compound(&[("LevelName", Tag::Int(1)), ("GameType", string("x")), ("seed", Tag::Int(1))]),
        )]),
        Order::Big,
    ))
    .unwrap();
    assert_eq!((facts.problems.len(), facts.name.as_str()), (2, ""));
    for root in [compound(&[]), compound(&[("Data", Tag::Int(1))])] {
        assert_eq!(read_level(&write(&root, Order::Big)).unwrap().problems.len(), 1);
    }
}

#[test]
fn damaged_packing_with_a_whole_tree_is_read_with_a_warning() {
    let mut bytes = gzip(&write(&world(), Order::Big));
    let last = bytes.len() - 6;
    bytes[last] ^= 0xff;
    let facts = read_level(&bytes).unwrap();
    assert_eq!(
        (facts.name.as_str(), facts.problems[0].message.code.as_ref()),
        ("世界 😀", "meta.level.packing")
    );
}

#[test]
fn hostile_trees_are_refused() {
    assert!(matches!(Tag::read(b""), Err(NbtError::Empty)));
    assert!(matches!(Tag::read(b"\x08\0\0"), Err(NbtError::BadTag { kind: 8, .. })));
    let lists = [b"\x0a\0\0\x09\0\0".to_vec(), b"\x09\0\0\0\x01".repeat(100_000)].concat();
    assert!(matches!(Tag::read(&lists), Err(NbtError::TooDeep { cap: 512 })));
    let claims = |kind: u8| [b"\x0a\0\0\x09\0\0".to_vec(), vec![kind, 0x7f, 0xff, 0xff, 0xff]].concat();
    assert!(matches!(Tag::read(&claims(1)), Err(NbtError::Truncated { .. })));
    assert!(matches!(Tag::read(&claims(0)), Err(NbtError::BadTag { .. })));
    let many =
        [b"\x0a\0\0\x09\0\0\x0a".to_vec(), 2_000_000_u32.to_be_bytes().to_vec(), vec![0; 2_000_001]].concat();
    assert!(matches!(Tag::read(&gzip(&many)), Err(NbtError::TooLarge { .. })));
    assert!(matches!(read_level(&gzip(&vec![0; 70 << 20])), Err(NbtError::Packed(_))));
}

#[test]
fn a_server_list_is_read_in_order() {
    let server =
        |name: &str, ip: Tag| compound(&[("name", string(name)), ("ip", ip), ("hidden", Tag::Int(0))]);
    let root = compound(&[(
        "servers",
        Tag::List(vec![server("A\u{202e}", string("a.example:25566")), server("B", string("b.example"))]),
    )]);
    let list = read_servers(&write(&root, Order::Big)).unwrap();
    let names: Vec<_> =
        list.servers.iter().map(|one| (one.name.as_str(), one.address.as_str(), one.hidden)).collect();
    assert_eq!(names, [("A", "a.example:25566", false), ("B", "b.example", false)]);
}

fn tree() -> impl Strategy<Value = Tag> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Tag::Int),
        (-1e9..1e9_f64).prop_map(Tag::Float),
        "[a-z世\u{0}]{0,6}".prop_map(Tag::Text),
        (0..20_usize).prop_map(Tag::Array)
    ];
    let inner = leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(any::<i64>().prop_map(Tag::Int), 0..5).prop_map(Tag::List),
            prop::collection::vec(("[a-zA-Z]{0,5}", inner), 0..5).prop_map(Tag::Compound),
        ]
    });
    prop::collection::vec(("[a-zA-Z]{0,5}", inner), 0..6).prop_map(Tag::Compound)
}

proptest! {
    #[test]
    fn trees_round_trip_in_both_orders(tree in tree()) {
        for order in [Order::Big, Order::Little] {
            prop_assert_eq!(&Tag::parse(&write(&tree, order), order).unwrap(), &tree);
        }
    }

    #[test]
    fn mutated_trees_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), cut in any::<prop::sample::Index>()) {
        let mut bytes = write(&world(), Order::Big);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = read_level(&bytes);
        let _ = read_level(&bytes[..cut.index(bytes.len())]);
    }
}
