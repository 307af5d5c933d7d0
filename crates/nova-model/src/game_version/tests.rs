//! What ids mean, how they are ordered, and that the order holds over everything Mojang has published.

use proptest::prelude::*;

use super::*;

fn version(id: &str) -> GameVersion {
    GameVersion::parse(id)
}

#[test]
fn ids_say_their_channel_and_the_release_they_lead_to() {
    let table = [
        ("1.20.4", Channel::Release, Some("1.20.4"), Some("1.20")),
        ("1.0", Channel::Release, Some("1.0"), Some("1.0")),
        ("26.1.2", Channel::Release, Some("26.1.2"), Some("26.1")),
        ("24w05a", Channel::Snapshot, Some("1.20.5"), Some("1.20")),
        ("12w34b", Channel::Snapshot, Some("1.4"), Some("1.4")),
        ("1.14 Pre-Release 1", Channel::Snapshot, Some("1.14"), Some("1.14")),
        ("26.2-snapshot-3", Channel::Snapshot, Some("26.2"), Some("26.2")),
        ("1.18_experimental-snapshot-4", Channel::Snapshot, Some("1.18"), Some("1.18")),
        ("1.16_combat-5", Channel::Snapshot, Some("1.16.3"), Some("1.16")),
        ("20w14infinite", Channel::AprilFools, Some("1.16"), Some("1.16")),
        ("3D Shareware v1.34", Channel::AprilFools, Some("1.14"), Some("1.14")),
        ("2.0", Channel::AprilFools, Some("1.6"), Some("1.6")),
        ("27w14pancakes", Channel::AprilFools, None, None),
        ("b1.7.3", Channel::Beta, None, None),
        ("a1.0.17_04", Channel::Alpha, None, None),
        ("inf-20100618", Channel::Alpha, None, None),
        ("c0.30_01c", Channel::Alpha, None, None),
        ("rd-132211", Channel::Alpha, None, None),
        ("1.20.1-fabric", Channel::Unknown, None, None),
        ("我的整合包", Channel::Unknown, None, None),
        ("14.23.5.2860", Channel::Unknown, None, None),
        ("", Channel::Unknown, None, None),
    ];
    for (id, channel, release, family) in table {
        let found = version(id);
        assert_eq!(found.channel(), channel, "{id}");
        assert_eq!(found.release().as_deref(), release, "{id}");
        assert_eq!(found.family().as_deref(), family, "{id}");
    }
}

#[test]
fn the_order_runs_from_the_first_to_the_unknown() {
    let ordered = [
        "rd-132211",
        "rd-20090515",
        "rd-160052",
        "c0.0.11a",
        "c0.30_01c",
        "in-20100223",
        "inf-20100618",
        "a1.0.4",
        "a1.0.17_04",
        "a1.2.2a",
        "b1.0",
        "b1.8-pre1",
        "b1.8",
        "b1.8.1",
        "1.0.0-rc1",
        "1.0",
        "1.1",
        "13w36a",
        "1.7.2",
        "1.9-pre4",
        "1.9",
        "1.RV-Pre1",
        "16w14a",
        "1.9.4",
        "1.10",
        "19w13b",
        "3D Shareware v1.34",
        "19w14a",
        "1.14 Pre-Release 5",
        "1.14",
        "1.14_combat-0",
        "1.15",
        "1.18_experimental-snapshot-1",
        "21w37a",
        "1.18-pre8",
        "1.18-rc1",
        "1.18-rc4",
        "1.18",
        "1.21.9",
        "1.21.10",
        "1.21.11_unobfuscated",
        "26.1-snapshot-9",
        "26.1-snapshot-10",
        "26.1-pre-1",
        "26.1-rc-1",
        "26.1",
        "26.1.1",
        "26w14a",
        "26.1.2",
        "26.2",
        "a modpack",
        "b",
    ];
    let mut sorted: Vec<_> = ordered.iter().copied().map(version).collect();
    sorted.reverse();
    sorted.sort();
    let ids: Vec<_> = sorted.iter().map(GameVersion::as_str).collect();
    assert_eq!(ids, ordered);
    assert!(version("1.20.1").is_at_least(&version("1.20")));
    assert!(!version("1.20-rc1").is_at_least(&version("1.20")));
}

#[test]
fn fabric_sees_semantic_versions() {
    let table = [
        ("1.20.1", "1.20.1"),
        ("23w13a", "1.20-alpha.23.13.a"),
        ("1.20-pre1", "1.20-beta.1"),
        ("1.20-rc1", "1.20-rc.1"),
        ("1.14 Pre-Release 3", "1.14-rc.3"),
        ("1.16-pre8", "1.16-rc.8"),
        ("1.16-rc1", "1.16-rc.9"),
        ("1.16.2-pre1", "1.16.2-beta.1"),
        ("26.1-snapshot-4", "26.1-alpha.4"),
        ("26.1-pre-2", "26.1-pre.2"),
        ("26.1-rc-1", "26.1-rc.1"),
        ("b1.7.3", "1.0.0-beta.7.3"),
        ("b1.3b", "1.0.0-beta.3.0.b"),
        ("a1.2.2a", "1.0.0-alpha.2.2.a"),
        ("a1.0.17_04", "1.0.0-alpha.0.17.4"),
        ("inf-20100618", "0.31.20100618"),
        ("rd-20090515", "0.0.0-rd.150000"),
        ("c0.0.13a_03", "0.13.3"),
        ("c0.30_01c", "0.30.1-c"),
        ("1.21.11-pre2_unobfuscated", "1.21.11-beta.2+unobfuscated"),
        ("24w14potato_original", "1.20.5-alpha.24.12.potato+original"),
        ("1.19_deep_dark_experimental_snapshot-1", "1.19-Experimental.1"),
        ("my pack", "my pack"),
    ];
    for (id, expected) in table {
        assert_eq!(version(id).to_fabric(), expected, "{id}");
    }
}

/// A file of the shared recordings, when they are there.
fn recorded(path: &str) -> Option<serde_json::Value> {
    let file = format!("{}/../../../shared/{path}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&file);
    if bytes.is_err() {
        println!("skipped: {path} is not there");
    }
    serde_json::from_slice(&bytes.ok()?).ok()
}

fn text<'a>(value: &'a serde_json::Value, field: &str) -> &'a str {
    value.get(field).and_then(serde_json::Value::as_str).unwrap_or_default()
}

/// Within everything that leads to one release, the order must be the order of the dates.
#[test]
fn the_recorded_manifest_is_in_the_order_of_its_dates_within_each_release() {
    let Some(manifest) = recorded("upstream/piston-meta.mojang.com/mc/game/version_manifest_v2.json") else {
        return;
    };
    let entries = manifest.get("versions").and_then(serde_json::Value::as_array).cloned().unwrap_or_default();
    assert!(entries.len() > 900);
    let mut versions: Vec<_> = entries
        .iter()
        .map(|entry| (version(text(entry, "id")), text(entry, "releaseTime").to_owned()))
        .collect();
    let unread: Vec<_> = versions.iter().filter(|(v, _)| v.channel() == Channel::Unknown).collect();
    assert!(unread.is_empty(), "{unread:?}");
    versions.sort();
    let mut late: Vec<String> = Vec::new();
    for pair in versions.windows(2) {
        let [(a, a_time), (b, b_time)] = pair else { continue };
        let same_branch = a.release() == b.release() && (a.release().is_some() || a.channel() == b.channel());
        if same_branch && a_time > b_time {
            late.push(format!("{a} / {b}"));
        }
    }
    // Both are real: the launcher has c0.0.13a only as a later build with that build's date, and 1.19.1 went back from its
    // first release candidate to pre-releases.
    let known = ["c0.0.13a / c0.0.13a_03", "1.19.1-pre6 / 1.19.1-rc1"];
    assert_eq!(late, known);
}

#[test]
fn mojangs_types_agree_with_our_channels() {
    let Some(manifest) = recorded("upstream/piston-meta.mojang.com/mc/game/version_manifest_v2.json") else {
        return;
    };
    // Put up as releases-to-be and never made the recommended one; the manifest files them under snapshots.
    let never_released = ["1.3", "1.4", "1.4.1", "1.4.3", "1.5", "1.6", "1.6.3", "1.7", "1.7.1"];
    for entry in manifest.get("versions").and_then(serde_json::Value::as_array).into_iter().flatten() {
        let id = text(entry, "id");
        let expected = match text(entry, "type") {
            "release" => [Channel::Release, Channel::Release],
            "snapshot" if never_released.contains(&id) => [Channel::Release, Channel::Release],
            "snapshot" => [Channel::Snapshot, Channel::AprilFools],
            "old_beta" => [Channel::Beta, Channel::Beta],
            _ => [Channel::Alpha, Channel::Alpha],
        };
        assert!(expected.contains(&version(id).channel()), "{id}");
    }
}

#[test]
fn fabric_loaders_own_table_agrees() {
    let Some(table) = recorded("mod-metadata/spec-tests/fabric-loader/minecraft_versions.json") else {
        return;
    };
    let rows = table.as_array().cloned().unwrap_or_default();
    // Builds that only archives keep, under names of their own, are not ids of the launcher.
    let wrong: Vec<_> = rows
        .iter()
        .filter(|row| text(row, "source") != "omniarchive")
        .filter(|row| version(text(row, "id")).to_fabric() != text(row, "normalized"))
        .map(|row| format!("{} → {}", text(row, "id"), version(text(row, "id")).to_fabric()))
        .collect();
    assert!(rows.len() > 1_000);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn any_id() -> impl Strategy<Value = String> {
    prop_oneof![
        "(1|26|2|0)\\.[0-9]{1,2}(\\.[0-9]{1,2})?((-pre|-rc|-snapshot-| Pre-Release |_combat-|-exp)[0-9]{1,2})?",
        "[0-9]{2}w[0-9]{2}([a-e]|potato)(_original)?",
        "(a|b|c|rd-|inf-|in-)[0-9]{1,2}(\\.[0-9]{1,2}){0,2}[a-c]?(_[0-9]{2})?",
        "\\PC{0,12}",
    ]
}

proptest! {
    #[test]
    fn the_order_is_total(a in any_id(), b in any_id(), c in any_id()) {
        let [a, b, c] = [version(&a), version(&b), version(&c)];
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a == b, a.cmp(&b) == Ordering::Equal);
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
    }

    #[test]
    fn any_text_is_kept_as_it_is(id in "\\PC{0,300}") {
        let found = version(&id);
        prop_assert_eq!(found.as_str(), &id);
    }

    #[test]
    fn what_leads_to_a_release_comes_before_it_and_after_the_one_before(minor in 1_u32..30, patch in 1_u32..20, n in 1_u32..20) {
        let release = version(&format!("1.{minor}.{patch}"));
        let before = version(&format!("1.{minor}.{}", patch - 1));
        for word in ["-pre", "-rc"] {
            let unfinished = version(&format!("1.{minor}.{patch}{word}{n}"));
            prop_assert!(before < unfinished && unfinished < release);
        }
    }
}
