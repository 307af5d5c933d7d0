//! The lines of a file around some of its lines, for whoever shows evidence where it stands.

use super::{Lines, Source, open, text};
use crate::Veil;

/// Columns of an indent that are kept.
const INDENT: usize = 12;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// Its number, from 1.
    pub line: u32,
    /// Its words: without secrets, printable, not too long; indented as they were.
    pub text: String,
}

/// The lines that are at most `reach` away from one of the wanted, in order. What cannot be read is left out.
pub fn around(source: Source<'_>, wanted: &[u32], reach: u32, veil: &Veil<'_>) -> Vec<Near> {
    let last = wanted.iter().max().copied().unwrap_or_default().saturating_add(reach);
    let Ok(bytes) = open(source.reader) else { return Vec::new() };
    let mut lines = Lines::new(bytes);
    let mut near: Vec<Near> = Vec::new();
    while let Some(piece) = lines.next_piece() {
        if piece.number > last {
            break;
        }
        let is_near = wanted.iter().any(|line| line.abs_diff(piece.number) <= reach);
        // A line that is too long comes in pieces; its beginning is enough.
        if is_near && near.last().is_none_or(|before| before.line != piece.number) {
            near.push(Near { line: piece.number, text: shown(&text(piece.bytes), veil) });
        }
    }
    near
}

fn shown(line: &str, veil: &Veil<'_>) -> String {
    let columns = line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 });
    let indent = " ".repeat(columns.sum::<usize>().min(INDENT));
    indent + veil.line(line).trim()
}

#[cfg(test)]
mod tests {
    use nova_model::Known;

    use super::*;

    fn near(bytes: &[u8], wanted: &[u32]) -> Vec<(u32, String)> {
        let known = Known { user_names: vec!["Hanako".to_owned()], ..Known::default() };
        let found = around(Source::new("a.log", bytes), wanted, 1, &Veil::new(&known));
        found.into_iter().map(|near| (near.line, near.text)).collect()
    }

    #[test]
    fn lines_around_two_places_are_told_once_and_indented() {
        let text = b"one\ntwo\n\tat three\nfour\nfive\nsix\nseven\n";
        let got = near(text, &[2, 3]);
        let want = [(1, "one"), (2, "two"), (3, "    at three"), (4, "four")];
        assert_eq!(got, want.map(|(line, text)| (line, text.to_owned())));
        assert_eq!(near(text, &[99]), []);
        assert_eq!(near(b"", &[1]), []);
    }

    #[test]
    fn what_stands_beside_the_evidence_is_redacted_too() {
        let got = near(b"token: Bearer abcdefghijklmnopqrstuv0123456789\nfailed\nHanako left\n", &[2]);
        let all: String = got.into_iter().map(|(_, text)| text).collect();
        assert!(!all.contains("Hanako") && !all.contains("abcdefghijkl"), "{all}");
    }

    #[test]
    fn a_line_without_end_is_shown_by_its_beginning() {
        let long = [vec![b'x'; 300_000], b"\nend\n".to_vec()].concat();
        let got = near(&long, &[2]);
        assert_eq!(got.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2]);
        assert!(got[0].1.len() < 2_000);
    }
}
