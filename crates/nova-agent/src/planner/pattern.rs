//! Sentence templates: `<delete>; {mod}`, `move {save} (to|into) {to:version}`, `[the] <list> of {rest}`.
//!
//! Parts between `;` may come in any order; the elements of a part keep theirs. `(a|b)` are alternatives, `[x]` may be
//! missing, `<word>` is a word class of the lexicon, `{slot}` or `{slot:kind}` is a value.

/// One element of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// Words as they stand, any one of these phrases.
    Literal(Vec<String>),
    /// A word class.
    Class(String),
    /// A value of a kind.
    Slot {
        /// The slot's name in the tool's arguments.
        name: String,
        /// What may stand there.
        kind: String,
    },
}

/// A template without alternatives: parts in any order, elements in theirs.
pub(crate) type Flat = Vec<Vec<Element>>;

/// Why a template could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// A bracket is missing.
    #[error("`{pattern}`: bracket not closed")]
    Open {
        /// The template.
        pattern: String,
    },
    /// More than 200 readings.
    #[error("`{pattern}`: too many alternatives")]
    Wide {
        /// The template.
        pattern: String,
    },
}

const MAX_READINGS: usize = 200;

/// Every reading of a template.
pub(crate) fn readings(pattern: &str) -> Result<Vec<Flat>, PatternError> {
    let mut flats: Vec<Flat> = vec![Vec::new()];
    for part in pattern.split(';') {
        let choices = sequence(part, pattern)?;
        flats = cross(&flats, &choices, |flat, choice| {
            let mut flat = flat.clone();
            if !choice.is_empty() {
                flat.push(choice.clone());
            }
            flat
        });
        if flats.len() > MAX_READINGS {
            return Err(PatternError::Wide { pattern: pattern.to_owned() });
        }
    }
    Ok(flats.into_iter().map(|flat| flat.into_iter().map(join_literals).collect()).collect())
}

fn cross<A, B, C>(left: &[A], right: &[B], join: impl Fn(&A, &B) -> C) -> Vec<C> {
    left.iter().flat_map(|a| right.iter().map(|b| join(a, b)).collect::<Vec<_>>()).collect()
}

/// The readings of one part.
fn sequence(text: &str, pattern: &str) -> Result<Vec<Vec<Element>>, PatternError> {
    let mut out: Vec<Vec<Element>> = vec![Vec::new()];
    let mut rest = text;
    while let Some((choices, after)) = next(rest, pattern)? {
        out = cross(&out, &choices, |before: &Vec<Element>, choice: &Vec<Element>| {
            before.iter().chain(choice).cloned().collect()
        });
        if out.len() > MAX_READINGS {
            return Err(PatternError::Wide { pattern: pattern.to_owned() });
        }
        rest = after;
    }
    Ok(out)
}

type Step<'a> = (Vec<Vec<Element>>, &'a str);

/// The readings of the first element of `text`, and what follows it.
fn next<'a>(text: &'a str, pattern: &str) -> Result<Option<Step<'a>>, PatternError> {
    let text = text.trim_start();
    let Some(first) = text.chars().next() else { return Ok(None) };
    let step = match first {
        '(' => {
            let (inside, after) = bracket(text, '(', ')', pattern)?;
            (alternatives(inside, pattern)?, after)
        }
        '[' => {
            let (inside, after) = bracket(text, '[', ']', pattern)?;
            let mut choices = alternatives(inside, pattern)?;
            choices.push(Vec::new());
            (choices, after)
        }
        '<' => {
            let (inside, after) = bracket(text, '<', '>', pattern)?;
            (vec![vec![Element::Class(inside.to_owned())]], after)
        }
        '{' => {
            let (inside, after) = bracket(text, '{', '}', pattern)?;
            (vec![vec![slot(inside)]], after)
        }
        _ => {
            let end = text.find(|c: char| c.is_whitespace() || "([<{".contains(c)).unwrap_or(text.len());
            let (word, after) = text.split_at(end);
            (vec![vec![Element::Literal(vec![word.to_owned()])]], after)
        }
    };
    Ok(Some(step))
}

fn slot(inside: &str) -> Element {
    let (name, kind) = inside.split_once(':').unwrap_or((inside, inside));
    Element::Slot { name: name.to_owned(), kind: kind.to_owned() }
}

/// What stands between an opening bracket at the start and the one that closes it.
fn bracket<'a>(
    text: &'a str,
    open: char,
    close: char,
    pattern: &str,
) -> Result<(&'a str, &'a str), PatternError> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        if letter == open {
            depth += 1;
        } else if letter == close {
            depth -= 1;
            if depth == 0 {
                let inside = text.get(open.len_utf8()..at).unwrap_or_default();
                return Ok((inside, text.get(at + close.len_utf8()..).unwrap_or_default()));
            }
        }
    }
    Err(PatternError::Open { pattern: pattern.to_owned() })
}

/// The readings of `a|b c|d`, brackets inside respected.
fn alternatives(inside: &str, pattern: &str) -> Result<Vec<Vec<Element>>, PatternError> {
    if !inside.contains(['(', '[', '<', '{']) {
        let phrases = inside.split('|').map(|phrase| phrase.trim().to_owned());
        return Ok(vec![vec![Element::Literal(phrases.filter(|phrase| !phrase.is_empty()).collect())]]);
    }
    let mut depth = 0_i32;
    let mut from = 0;
    let mut out = Vec::new();
    for (at, letter) in inside.char_indices() {
        match letter {
            '(' | '[' | '<' | '{' => depth += 1,
            ')' | ']' | '>' | '}' => depth -= 1,
            '|' if depth == 0 => {
                out.extend(sequence(inside.get(from..at).unwrap_or_default(), pattern)?);
                from = at + 1;
            }
            _ => {}
        }
    }
    out.extend(sequence(inside.get(from..).unwrap_or_default(), pattern)?);
    Ok(out)
}

/// Neighbouring literals are one phrase.
fn join_literals(part: Vec<Element>) -> Vec<Element> {
    let mut out: Vec<Element> = Vec::new();
    for element in part {
        match (out.last_mut(), element) {
            (Some(Element::Literal(before)), Element::Literal(word))
                if before.len() == 1 && word.len() == 1 =>
            {
                let joined = before.iter().chain(&word).map(String::as_str).collect::<Vec<_>>().join(" ");
                *before = vec![joined];
            }
            (_, element) => out.push(element),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_and_options_multiply() {
        assert_eq!(readings("[the] (a|b <c>) <x>").expect("reads").len(), 4);
    }

    #[test]
    fn plain_alternatives_stay_one_element() {
        let flats = readings("(a|b c) d").expect("reads");
        let literal =
            |phrases: &[&str]| Element::Literal(phrases.iter().map(|&phrase| phrase.into()).collect());
        assert_eq!(flats, vec![vec![vec![literal(&["a", "b c"]), literal(&["d"])]]]);
    }

    #[test]
    fn parts_stay_apart_and_slots_have_a_kind() {
        let flats = readings("<move> {save}; to {to:version}").expect("reads");
        assert_eq!(
            flats,
            vec![vec![
                vec![
                    Element::Class("move".into()),
                    Element::Slot { name: "save".into(), kind: "save".into() }
                ],
                vec![
                    Element::Literal(vec!["to".into()]),
                    Element::Slot { name: "to".into(), kind: "version".into() }
                ],
            ]]
        );
    }

    #[test]
    fn a_missing_bracket_is_an_error() {
        assert!(matches!(readings("(a|b"), Err(PatternError::Open { .. })));
    }
}
