//! Both notations against tables of cases and against naive models.

use std::cmp::Ordering;

use proptest::prelude::*;

use super::*;
use crate::Explain as _;

fn fabric(range: &str, version: &str) -> bool {
    FabricRange::parse(range).unwrap().contains(&FabricVersion::parse(version))
}

fn maven(range: &str, version: &str) -> bool {
    MavenRange::parse(range).unwrap().contains(&MavenVersion::parse(version))
}

fn quilt(range: &str, version: &str) -> bool {
    QuiltRange::parse(range).unwrap().contains(&FabricVersion::parse(version))
}

#[test]
fn fabric_predicates_hold_as_in_the_loader() {
    let table = [
        ("*", "anything at all", true),
        ("", "1.0", true),
        ("1.20.1", "1.20.1", true),
        ("=1.20.1", "1.20.1+build.5", true),
        ("1.20", "1.20.0", true),
        ("1.20", "1.20.1", false),
        (">=1.20 <1.21", "1.20.6", true),
        (">=1.20 <1.21", "1.21-beta.1", true),
        (">=1.20 <1.21-", "1.21-beta.1", false),
        (">=1.20 <1.21-", "1.21-alpha.24.18.a", false),
        (">=1.20-", "1.20-alpha.23.13.a", true),
        (">=1.20", "1.20-rc.1", false),
        (">1.20", "1.20", false),
        ("<=1.20", "1.20", true),
        ("~1.20.2", "1.20.4", true),
        ("~1.20.2", "1.20.1", false),
        ("~1.20.2", "1.21", false),
        ("~1", "1.0.7", true),
        ("~1", "1.1", false),
        ("^1.2", "1.9.4.3", true),
        ("^1.2", "2.0-beta", false),
        ("1.20.x", "1.20", true),
        ("1.20.x", "1.20.9", true),
        ("1.20.x", "1.20-rc.1", true),
        ("1.20.X", "1.21", false),
        ("1.x", "1.99", true),
        ("1.x.x", "1.7", true),
        ("1.*", "2.0", false),
        ("1.2.3.x", "1.2.9", true),
        ("${version}", "${version}", true),
        (">=mc1.20", "mc1.20", true),
        (">=mc1.20", "mc1.21", false),
        ("1.x.2", "1.x.2", true),
        (">=0.3.0-alpha.2", "0.3.0-alpha.10", true),
        (">=1.0", "v2", false),
        ("  >=1.0   <3  ", "2", true),
    ];
    for (range, version, expected) in table {
        assert_eq!(fabric(range, version), expected, "{range} contains {version}");
    }
}

#[test]
fn fabric_refuses_what_its_loader_refuses() {
    for range in [">=", ">= 1.0", "<build-7", ">mc1.20", ">=1.x", "~1.20.x", "<1.*"] {
        let error = FabricRange::parse(range).unwrap_err();
        assert_eq!(error, RangeError::Unreadable { range: range.to_owned() });
        assert_eq!(error.report().code(), "model.range.unreadable");
    }
}

#[test]
fn fabric_versions_are_semantic_or_plain_text() {
    for text in ["1", "1.2.3.4", "0.3.5-alpha.6+build.120", "1.0.0-0.3.7", "1.0-", "2147483647.0", "1+ä ö"]
    {
        assert!(FabricVersion::parse(text).is_semantic(), "{text}");
    }
    let not = [
        "",
        "0.0.-1",
        "2147483648.0",
        "a.0",
        "2.x",
        "1.2.3-123.",
        "2.3.4-.1",
        "1..2",
        "1.",
        ".1",
        "1.0-a_b",
        "1.20-中",
    ];
    for text in not {
        assert!(!FabricVersion::parse(text).is_semantic(), "{text}");
    }
}

#[test]
fn quilt_reads_a_bare_version_as_compatible_with_it() {
    let table = [
        ("1.2.0", "1.9.0", true),
        ("1.2.0", "2.0.0", false),
        ("=1.2.0", "1.9.0", false),
        ("~1.2.0", "1.2.5", true),
        (">=1.2.0", "2.0.0", true),
        ("*", "x", true),
        ("1.20.x", "1.20.4", true),
        ("rev-7", "rev-7", true),
    ];
    for (range, version, expected) in table {
        assert_eq!(quilt(range, version), expected, "{range} contains {version}");
    }
}

#[test]
fn maven_versions_are_in_mavens_order() {
    let ordered = [
        "1-alpha",
        "1-alpha2",
        "1-beta",
        "1.0-m3",
        "1-rc1",
        "1-SNAPSHOT",
        "1.0",
        "1-sp",
        "1-hotfix",
        "1-1",
        "1.0.1",
        "1.1-beta",
        "1.1",
        "1.12.2",
        "1.12.2-14.23.5.2847",
        "1.12.2-14.23.5.2860",
        "1.20-pre1",
        "1.20.1",
        "47.1.3",
        "47.1.106",
        "99999999999999999999999",
        "100000000000000000000000",
    ];
    for (place, a) in ordered.iter().enumerate() {
        for (other, b) in ordered.iter().enumerate() {
            let order = MavenVersion::parse(a).cmp(&MavenVersion::parse(b));
            assert_eq!(order, place.cmp(&other), "{a} and {b}");
        }
    }
}

#[test]
fn maven_versions_that_say_the_same_are_equal() {
    for (a, b) in
        [("1", "1.0.0"), ("1-ga", "1.0-Final"), ("1.0-RC1", "1-cr1"), ("1a1", "1-alpha-1"), ("01.02", "1.2")]
    {
        assert_eq!(MavenVersion::parse(a), MavenVersion::parse(b));
    }
}

#[test]
fn maven_ranges_hold_as_in_forge() {
    let table = [
        ("[1.0,2.0)", "1.0", true),
        ("[1.0,2.0)", "2.0", false),
        ("[1.0,2.0)", "2.0-beta", true),
        ("(1.0,2.0]", "1.0.0", false),
        ("(,1.0]", "0.1", true),
        ("[1.20,)", "1.21.1", true),
        ("[1.20, 1.21)", "1.20.4", true),
        ("[1.0]", "1.0.0", true),
        ("[1.0]", "1.0.1", false),
        ("[1.0,1.1],[1.3,)", "1.2", false),
        ("(,1.0],[1.2,)", "1.2", true),
        ("[14.23.5.2847,)", "14.23.5.2860", true),
        ("[47,)", "47.1.3", true),
        ("(,)", "1", true),
        ("1.0", "0.1", true),
        ("*", "5", true),
        ("", "5", true),
        ("[1.0,1.0]", "1.0", true),
    ];
    for (range, version, expected) in table {
        assert_eq!(maven(range, version), expected, "{range} contains {version}");
    }
}

#[test]
fn maven_refuses_what_is_no_range() {
    for range in [
        "[1.0",
        "(1.0)",
        "[2.0,1.0]",
        "[1.0,2.0],[1.5,3.0]",
        "1.0,[2.0]",
        "[1.0],2.0",
        "[]",
        "[1,2,3]",
        "[[1,2]",
    ] {
        assert_eq!(
            MavenRange::parse(range),
            Err(RangeError::Unreadable { range: range.to_owned() }),
            "{range}"
        );
    }
}

#[test]
fn ranges_longer_than_the_limit_are_refused() {
    let long = "1".repeat(LONGEST + 1);
    assert_eq!(FabricRange::parse(&long), Err(RangeError::TooLong { length: LONGEST + 1 }));
    assert_eq!(MavenRange::parse(&long), Err(RangeError::TooLong { length: LONGEST + 1 }));
    assert_eq!(QuiltRange::parse(&long), Err(RangeError::TooLong { length: LONGEST + 1 }));
    assert!(!FabricVersion::parse(&long).is_semantic());
    assert!(FabricRange::parse(&"中".repeat(LONGEST)).is_ok());
}

#[test]
fn deep_maven_chains_are_compared_without_recursion() {
    let [a, b] = ["a1".repeat(500), "a1".repeat(499) + "a2"].map(|text| MavenVersion::parse(&text));
    assert!(a < b);
}

type Triple = (u32, u32, u32);

fn triple() -> impl Strategy<Value = Triple> {
    (0_u32..4, 0_u32..4, 0_u32..4)
}

fn written((a, b, c): Triple) -> String {
    format!("{a}.{b}.{c}")
}

fn odd_version() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-2]{1,2}(\\.[0-2]){0,3}(-(alpha|beta|rc|x|0|1)?(\\.[0-2])?)?(\\+b)?",
        "([0-2]|alpha|beta|rc|sp|foo|ga|a|b){1}([.-]?([0-2]|alpha|rc|sp|foo|final|m)){0,4}",
        "\\PC{0,8}",
    ]
}

fn laws<T: Ord + std::fmt::Debug>(a: &T, b: &T, c: &T) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.cmp(b), b.cmp(a).reverse());
    prop_assert_eq!(a == b, a.cmp(b) == Ordering::Equal);
    if a <= b && b <= c {
        prop_assert!(a <= c, "{:?} {:?} {:?}", a, b, c);
    }
    if a == b {
        prop_assert_eq!(a.cmp(c), b.cmp(c));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn fabric_order_is_total(a in odd_version(), b in odd_version(), c in odd_version()) {
        laws(&FabricVersion::parse(&a), &FabricVersion::parse(&b), &FabricVersion::parse(&c))?;
    }

    #[test]
    fn maven_order_is_total(a in odd_version(), b in odd_version(), c in odd_version()) {
        laws(&MavenVersion::parse(&a), &MavenVersion::parse(&b), &MavenVersion::parse(&c))?;
    }

    #[test]
    fn fabric_comparisons_agree_with_numbers(bound in triple(), version in triple()) {
        let is = |sign: &str| fabric(&format!("{sign}{}", written(bound)), &written(version));
        prop_assert_eq!(is(">="), version >= bound);
        prop_assert_eq!(is("<="), version <= bound);
        prop_assert_eq!(is(">"), version > bound);
        prop_assert_eq!(is("<"), version < bound);
        prop_assert_eq!(is("="), version == bound);
        prop_assert_eq!(is("^"), version >= bound && version.0 == bound.0);
        prop_assert_eq!(is("~"), version >= bound && (version.0, version.1) == (bound.0, bound.1));
        let wild = format!("{}.{}.x", bound.0, bound.1);
        prop_assert_eq!(fabric(&wild, &written(version)), (version.0, version.1) == (bound.0, bound.1));
    }

    #[test]
    fn maven_intervals_agree_with_numbers(lower in triple(), upper in triple(), version in triple()) {
        let (lower, upper) = (lower.min(upper), lower.max(upper));
        let is = |open: char, close: char| maven(&format!("{open}{},{}{close}", written(lower), written(upper)), &written(version));
        prop_assert_eq!(is('[', ']'), lower <= version && version <= upper);
        prop_assert_eq!(is('(', ')'), lower < version && version < upper);
        prop_assert_eq!(is('[', ')'), lower <= version && version < upper);
    }

    #[test]
    fn any_text_is_a_version_and_is_kept(text in "\\PC{0,40}") {
        prop_assert_eq!(FabricVersion::parse(&text).to_string(), text.clone());
        prop_assert_eq!(MavenVersion::parse(&text).to_string(), text);
    }

    #[test]
    fn no_range_text_panics_and_good_ones_are_kept(text in "[-\\[\\]()0-9.,x*<>=~^+ a中]{0,24}") {
        let version = FabricVersion::parse(&text);
        if let Ok(range) = FabricRange::parse(&text) {
            let _ = range.contains(&version);
            prop_assert_eq!(range.to_string(), text.clone());
        }
        if let Ok(range) = MavenRange::parse(&text) {
            let _ = range.contains(&MavenVersion::parse(&text));
            prop_assert_eq!(range.as_str(), text.as_str());
        }
        let _ = QuiltRange::parse(&text).map(|range| range.contains(&version));
    }
}
