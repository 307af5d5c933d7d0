//! Every code that the sources make a message with is listed, and every listed one is made.

use std::collections::BTreeSet;
use std::path::Path;

fn literals(text: &str) -> impl Iterator<Item = String> {
    text.split('"').filter(|part| part.starts_with("content.") && !part.contains(' ')).map(str::to_owned)
}

#[test]
fn the_list_of_codes_is_whole() {
    let sources = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let files =
        walkdir::WalkDir::new(sources).into_iter().flatten().filter(|entry| entry.file_type().is_file());
    let others = files.filter(|entry| entry.file_name() != "codes.rs");
    let used: BTreeSet<String> = others
        .flat_map(|entry| literals(&std::fs::read_to_string(entry.path()).unwrap()).collect::<Vec<_>>())
        .collect();
    let listed: BTreeSet<String> = nova_content::CODES.iter().map(|(code, _)| (*code).to_owned()).collect();
    assert_eq!(used, listed);
}
