//! The codes of the sentences that the window's program makes. Their sentences are in nova-core's `texts/desktop.toml`.

#[cfg(test)]
use nova_model::CodeDef;

/// The codes, held against the catalogue by the test below.
#[cfg(test)]
const CODES: &[CodeDef] = &[
    ("desktop.display.missing", &[]),
    ("desktop.display.terminal", &[]),
    ("desktop.display.unreachable", &["display"]),
    ("desktop.folder.not-opened", &["folder"]),
    ("desktop.link.not-opened", &["link"]),
    ("desktop.link.other-scheme", &["link"]),
    ("desktop.not-started", &["why"]),
    ("desktop.picker.folder", &[]),
];

#[test]
fn every_code_of_the_window_has_its_sentence() {
    let faults = nova_core::texts::faults("desktop", CODES);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
