//! What players paste: flags of a program (`-XX:+UseZGC -Dx=1`), and a variable with its value (`MESA_DEBUG=1`).

use super::{
    tag::{Meaning, Tag},
    text::{Kind, Text},
};

/// More tokens than the name of a variable has.
const LONGEST_NAME: usize = 64;

/// Flags from here on, several of them as one; or a variable and what it is set to, as two. `ends` says for each token where its run
/// without spaces ends.
pub(super) fn tags(text: &Text, ends: &[usize], from: usize) -> Option<Vec<Tag>> {
    let to = *ends.get(from)?;
    let said = |from: usize, to: usize, kind: &str, spelling: &str| Tag {
        from,
        to,
        kind: kind.to_owned(),
        meaning: Meaning::Spelling(spelling.to_owned()),
    };
    if let Some(end) = flags_end(text, ends, from) {
        return Some(vec![said(from, end, "flags", text.slice(from, end))]);
    }
    let equals = assignment(text, from, to)?;
    let end = plain_end(text, equals + 1, to);
    let name = text.slice(from, equals);
    Some(vec![
        said(from, equals + 1, "variable", name),
        said(equals + 1, end, "assigned", text.slice(equals + 1, end)),
    ])
}

/// Where the last of the flags that follow one another ends.
fn flags_end(text: &Text, ends: &[usize], from: usize) -> Option<usize> {
    let to = *ends.get(from)?;
    let norm = |at: usize| text.tokens.get(at).map_or("", |token| token.norm.as_str());
    let letters = |at: usize| {
        text.tokens.get(at).is_some_and(|token| token.kind == Kind::Word && token.norm.is_ascii())
    };
    let dashed = norm(from) == "-" && from + 1 < to;
    let flag = dashed && (letters(from + 1) || (norm(from + 1) == "-" && letters(from + 2)));
    if !flag || glued(text, from) {
        return None;
    }
    let end = plain_end(text, from, to);
    let next = (end < text.tokens.len()).then(|| flags_end(text, ends, end)).flatten();
    Some(next.unwrap_or(end))
}

/// The place of the sign between a name in letters, digits and underscores and its value.
fn assignment(text: &Text, from: usize, to: usize) -> Option<usize> {
    let tokens = text.tokens.get(from..to.min(from + LONGEST_NAME))?;
    let equals = tokens.iter().position(|token| token.norm == "=").filter(|at| *at > 0)?;
    let name = text.slice(from, from + equals);
    let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let starts = !name.starts_with(|letter: char| letter.is_ascii_digit());
    let valued = from + equals + 1 < plain_end(text, from + equals + 1, to);
    (plain && starts && valued && !glued(text, from)).then_some(from + equals)
}

/// Whether the token before is a part of the same word.
fn glued(text: &Text, from: usize) -> bool {
    let before = from.checked_sub(1).and_then(|at| text.tokens.get(at));
    before
        .zip(text.tokens.get(from))
        .is_some_and(|(before, token)| before.end == token.start && before.kind != Kind::Han)
}

/// The run up to the first Chinese character or mark.
fn plain_end(text: &Text, from: usize, to: usize) -> usize {
    let original = |at: usize| text.slice(at, at + 1).is_ascii();
    (from..to).find(|at| !original(*at)).unwrap_or(to)
}

#[cfg(test)]
mod tests {
    use super::super::{chunk::ends, fold::Fold};
    use super::*;

    fn found(words: &str) -> Vec<(String, String)> {
        let text = Text::read(words, &Fold::default());
        let ends = ends(&text.tokens);
        let all = (0..text.tokens.len()).find_map(|from| tags(&text, &ends, from));
        let spelling = |tag: Tag| match tag.meaning {
            Meaning::Spelling(spelling) => (tag.kind, spelling),
            other => panic!("{other:?}"),
        };
        all.unwrap_or_default().into_iter().map(spelling).collect()
    }

    fn pair(kind: &str, spelling: &str) -> (String, String) {
        (kind.to_owned(), spelling.to_owned())
    }

    #[test]
    fn flags_are_taken_as_they_were_typed() {
        for (said, flags) in [
            ("加上 -XX:+UseZGC 参数", "-XX:+UseZGC"),
            ("加参数-XX:+UseG1GC -Dfile.encoding=UTF-8，谢谢", "-XX:+UseG1GC -Dfile.encoding=UTF-8"),
            ("use --add-modules=a.b please", "--add-modules=a.b"),
        ] {
            assert_eq!(found(said), [pair("flags", flags)], "{said}");
        }
        for said in ["1.20.1-fabric", "fabric-api", "关掉 - 那个", "a - b"] {
            assert!(found(said).is_empty(), "{said}");
        }
    }

    #[test]
    fn a_variable_and_its_value_are_told_apart() {
        let both = [pair("variable", "MESA_GL_VERSION"), pair("assigned", "4.5")];
        assert_eq!(found("环境变量 MESA_GL_VERSION=4.5 加上"), both);
        assert!(found("1=2").is_empty() && found("a = b").is_empty() && found("a=").is_empty());
    }
}
