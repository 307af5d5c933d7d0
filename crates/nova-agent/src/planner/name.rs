//! Which real thing a run of words names: exactly, by another name, by its beginning, by its description, nearly, or by
//! its sound. Two things on the same level are ambiguous, and stay two.

use pinyin::ToPinyin;
use serde_json::Value;

use super::{
    fold::Fold,
    lexicon::{Lexicon, NameKind},
    tag::{Meaning, Tag, Target, covered},
    text::{Kind, Text, Token, key},
    world::Named,
};

/// How sure a name is; lower is surer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Exact,
    Alias,
    Described,
    Beginning,
    Near,
    Sound,
}

/// No name is longer than this many tokens.
const WINDOW: usize = 12;

/// One real thing, ready to be compared.
struct Known<'a> {
    target: Target,
    keys: Vec<String>,
    aliases: Vec<String>,
    sounds: Vec<String>,
    facts: &'a Value,
}

struct Found {
    level: Level,
    tag: Tag,
}

/// The tags for every mention of one of `things`. `plain` are the meanings known so far.
pub(crate) fn mentions(
    kind: &NameKind,
    things: &[Named],
    text: &Text,
    plain: &[Tag],
    lexicon: &Lexicon,
) -> Vec<Tag> {
    let known: Vec<Known<'_>> = things.iter().map(|thing| prepare(&kind.name, thing, lexicon)).collect();
    let mut found = described(kind, &known, text, plain);
    let spoken = covered(plain.iter().filter(|tag| speaks(tag)), text.tokens.len());
    for from in 0..text.tokens.len() {
        for to in from + 1..=(from + WINDOW).min(text.tokens.len()) {
            found.extend(window(kind, &known, text, &spoken, from..to));
        }
    }
    found.retain(|found| !contradicted(kind, things, &found.tag, text, plain));
    settle(found)
}

fn prepare<'a>(kind: &str, thing: &'a Named, lexicon: &Lexicon) -> Known<'a> {
    let mut keys: Vec<String> =
        thing.names.iter().map(|name| name_key(name, &lexicon.fold)).filter(|key| !key.is_empty()).collect();
    keys.sort_unstable();
    keys.dedup();
    let aliases = lexicon.aliases.iter().filter(|alias| alias.kind == kind && bears(&keys, &alias.canonical));
    let aliases = aliases.flat_map(|alias| &alias.names).map(|name| key(name)).collect();
    let sounds = keys.iter().filter_map(|key| sound(key)).collect();
    let target = Target { id: thing.id.clone(), scope: thing.scope.clone() };
    Known { target, keys, aliases, sounds, facts: &thing.facts }
}

/// The form in which a name is compared.
pub(crate) fn name_key(name: &str, fold: &Fold) -> String {
    key(&Text::read(name, fold).tokens)
}

/// Whether a thing with these keys is what the alias table calls `canonical` (`xaeros-minimap` is `xaerosminimap`).
fn bears(keys: &[String], canonical: &str) -> bool {
    let canonical: String = canonical.chars().filter(|c| c.is_alphanumeric()).collect();
    keys.iter().any(|key| *key == canonical || (canonical.len() >= 8 && key.starts_with(&canonical)))
}

fn window(
    kind: &NameKind,
    known: &[Known<'_>],
    text: &Text,
    spoken: &[bool],
    range: std::ops::Range<usize>,
) -> Option<Found> {
    let tokens = text.tokens.get(range.clone())?;
    let edges = [tokens.first()?, tokens.last()?];
    if edges.iter().any(|token| token.kind == Kind::Mark) {
        return None;
    }
    let said = key(tokens);
    let words = said.strip_suffix("'s").unwrap_or(&said);
    let free = !spoken.get(range.clone())?.contains(&true);
    let level_of = |thing: &Known<'_>| level(thing, words, tokens, !kind.described.is_empty(), free);
    let best = known.iter().filter_map(level_of).min()?;
    let hits = known.iter().filter(|thing| level_of(thing) == Some(best));
    let meaning = Meaning::Targets(hits.map(|thing| thing.target.clone()).collect());
    let tag = Tag { from: range.start, to: range.end, kind: kind.name.clone(), meaning };
    Some(Found { level: best, tag })
}

/// A tag that keeps loose guesses off its tokens.
fn speaks(tag: &Tag) -> bool {
    !tag.literal() && !["number", "bare memory", "game", "quote", "loader"].contains(&tag.kind.as_str())
}

fn level(thing: &Known<'_>, words: &str, tokens: &[Token], numbers: bool, free: bool) -> Option<Level> {
    if thing.keys.iter().any(|key| key == words) {
        return Some(Level::Exact);
    }
    if thing.aliases.iter().any(|alias| alias == words) {
        return Some(Level::Alias);
    }
    let only_number = tokens.iter().all(|token| token.kind == Kind::Number);
    if !free || (only_number && !numbers) {
        return None;
    }
    if long_enough(words) && thing.keys.iter().any(|key| begins(key, words, only_number)) {
        return Some(Level::Beginning);
    }
    let near = |key: &String| !only_number && nearly(key, words);
    if thing.keys.iter().any(near) {
        return Some(Level::Near);
    }
    sound(words).filter(|heard| thing.sounds.contains(heard)).map(|_| Level::Sound).or_else(|| {
        (words.len() >= 6 && words.is_ascii() && thing.sounds.iter().any(|known| known == words))
            .then_some(Level::Sound)
    })
}

fn long_enough(words: &str) -> bool {
    words.len() >= 3 && words.chars().count() >= 2
}

/// `atm` begins `atm9`, `1.12` begins `1.12.2forge` but not `1.120`; `世界` is in `新的世界`, too.
fn begins(key: &str, words: &str, number: bool) -> bool {
    match key.strip_prefix(words) {
        Some(rest) => !number || rest.starts_with(|c: char| !c.is_ascii_digit()),
        None => words.chars().count() >= 2 && !words.is_ascii() && key.contains(words),
    }
}

/// One edit for four letters.
fn nearly(key: &str, words: &str) -> bool {
    let len = words.chars().count();
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    len >= 4
        && key.chars().count().abs_diff(len) <= len / 4
        && digits(key) == digits(words)
        && strsim::osa_distance(key, words) <= len / 4
}

/// How a Chinese name sounds, without tones.
fn sound(name: &str) -> Option<String> {
    let chars: Vec<char> = name.chars().collect();
    let han = chars.iter().filter(|letter| letter.to_pinyin().is_some()).count();
    (han >= 2).then(|| {
        chars
            .iter()
            .map(|c| c.to_pinyin().map_or_else(|| c.to_string(), |sound| sound.plain().to_owned()))
            .collect()
    })
}

/// `1.20.1 的 fabric 版`: values that stand close together and describe things by their facts.
fn described(kind: &NameKind, known: &[Known<'_>], text: &Text, plain: &[Tag]) -> Vec<Found> {
    let facts: Vec<&Tag> = plain.iter().filter(|tag| kind.described.contains_key(&tag.kind)).collect();
    let mut out: Vec<Found> = facts.iter().filter_map(|tag| described_by(kind, known, &[tag])).collect();
    for first in &facts {
        let near =
            |tag: &&&Tag| tag.kind != first.kind && tag.from >= first.to && soft(text, first.to, tag.from);
        out.extend(
            facts.iter().filter(near).filter_map(|second| described_by(kind, known, &[first, second])),
        );
    }
    out
}

/// Whether a description right beside a mention fits none of the things it means ("1.16.5 forge" is not plain 1.16.5).
fn contradicted(kind: &NameKind, things: &[Named], tag: &Tag, text: &Text, plain: &[Tag]) -> bool {
    let Meaning::Targets(targets) = &tag.meaning else { return false };
    let beside = |fact: &&Tag| {
        kind.described.contains_key(&fact.kind)
            && ((tag.to <= fact.from && soft(text, tag.to, fact.from))
                || (fact.to <= tag.from && soft(text, fact.to, tag.from)))
    };
    let meant = || things.iter().filter(|thing| targets.iter().any(|target| target.id == thing.id));
    plain.iter().filter(beside).any(|fact| !meant().any(|thing| has_fact(kind, &thing.facts, fact)))
}

/// Nothing but small words between two descriptions.
fn soft(text: &Text, from: usize, to: usize) -> bool {
    const SMALL: [&str; 13] =
        ["的", "-", "那", "个", "版", "本", "with", "on", "for", "one", "版本", "(", "+"];
    let small = |token: &Token| SMALL.contains(&token.norm.as_str());
    to - from <= 3 && text.tokens.get(from..to).is_some_and(|between| between.iter().all(small))
}

fn described_by(kind: &NameKind, known: &[Known<'_>], facts: &[&Tag]) -> Option<Found> {
    let fits = |thing: &&Known<'_>| facts.iter().all(|tag| has_fact(kind, thing.facts, tag));
    let mut hits: Vec<&Known<'_>> = known.iter().filter(fits).collect();
    let plainly: Vec<_> = hits.iter().copied().filter(|thing| named_after(thing, facts)).collect();
    if hits.len() > 1 && !plainly.is_empty() {
        hits = plainly;
    }
    let (first, last) = (facts.first()?, facts.last()?);
    let meaning = Meaning::Targets(hits.iter().map(|thing| thing.target.clone()).collect());
    let tag = Tag { from: first.from, to: last.to, kind: kind.name.clone(), meaning };
    (!hits.is_empty()).then_some(Found { level: Level::Described, tag })
}

/// Whether the thing's own name says each of the facts.
fn named_after(thing: &Known<'_>, facts: &[&Tag]) -> bool {
    let says = |key: &String, tag: &Tag| match &tag.meaning {
        Meaning::Value(value) | Meaning::Spelling(value) => key.contains(value.as_str()),
        _ => false,
    };
    thing.keys.iter().any(|key| facts.iter().all(|tag| says(key, tag)))
}

fn has_fact(kind: &NameKind, facts: &Value, tag: &Tag) -> bool {
    let fields = kind.described.get(&tag.kind).map_or(&[][..], Vec::as_slice);
    let has = fields.iter().find_map(|field| facts.get(field)).and_then(fact_text);
    let (Meaning::Spelling(said) | Meaning::Value(said)) = &tag.meaning else { return false };
    match has {
        Some(has) => has.eq_ignore_ascii_case(said),
        None => *said == kind.absent,
    }
}

/// A fact is a word, or an object that has one.
fn fact_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Object(fields) => fields.get("kind").or_else(|| fields.get("name")).and_then(fact_text),
        _ => None,
    }
}

/// Keeps the surest and longest mentions; one token names one thing.
fn settle(mut found: Vec<Found>) -> Vec<Tag> {
    let loose = |found: &Found| found.level > Level::Described;
    found.sort_by_key(|found| (loose(found), std::cmp::Reverse(found.tag.to - found.tag.from), found.level));
    let mut out: Vec<Tag> = Vec::new();
    for Found { tag, .. } in found {
        if !out.iter().any(|kept| kept.overlaps(&tag)) {
            out.push(tag);
        }
    }
    out
}
