//! Every code in the source is declared, and every declared code is used.

use std::{collections::BTreeSet, fs, path::Path};

use nova_platform::CODES;

fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, text);
        } else if !path.ends_with("codes.rs") {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn declared_codes_are_the_ones_in_the_source() {
    let mut text = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut text);
    let used: BTreeSet<&str> = text.split('"').filter(|word| is_code(word)).collect();
    let declared: BTreeSet<&str> = CODES.iter().map(|(code, _)| *code).collect();
    assert_eq!(used, declared);
}

fn is_code(word: &str) -> bool {
    let plain =
        word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte));
    plain && word.starts_with("platform.")
}
