//! Finding out which real things the words name: the lists that are needed, the containers they are in, what is pointed at.

use std::ops::Range;

use super::{
    grouping::Group,
    lexicon::NameKind,
    matching::bare_kind,
    mind::Mind,
    name,
    past::Past,
    split,
    tag::{self, Meaning, Tag, Target},
    words::{Words, strange},
    world::{List, Named},
};

/// A name that was chosen may fit a reading that looks unlikely without it.
const READINGS_OF_A_CHOICE: usize = 40;
/// As many containers are searched for a name that is not in the expected one.
const CONTAINERS: usize = 16;

/// A kind of names that a reading has a slot for: in a likely one, and in one that cannot do without.
struct Wanted<'a> {
    kind: &'a NameKind,
    best: bool,
    needed: bool,
}

impl Mind<'_> {
    /// Tags the names of real things. False while a list is on its way.
    pub(super) fn add_names(&self, words: &mut Words, groups: &[Group], past: &Past) -> bool {
        let mut kinds = self.kinds_wanted(words, groups);
        kinds.sort_by_key(|wanted| wanted.kind.within.is_some());
        for Wanted { kind, best, needed } in kinds {
            let scope = kind.within.as_ref().and_then(|_| scope_of(kind, words, groups));
            let asked = scope.as_deref().filter(|_| !kind.whole);
            let List::Known(mut things) = self.list(kind, asked) else {
                if self.world.wanted().is_empty() {
                    continue;
                }
                return false;
            };
            if kind.timed {
                for thing in &mut things {
                    thing.names = vec![thing.id.clone()];
                }
            }
            let mut found = name::mentions(kind, &things, &words.text, &words.tags, self.lexicon);
            let everywhere =
                kind.whole || (scope.is_none() && things.iter().any(|thing| thing.scope.is_some()));
            let unknown = found.is_empty() && needed && strange(words);
            let missing = unknown || kind.titles.as_ref().is_some_and(|titles| unmet(words, &found, titles));
            if missing && kind.within.is_some() && best && !everywhere {
                match self.elsewhere(kind, words) {
                    Some(tags) => {
                        let free = |tag: &Tag| !found.iter().any(|known| known.overlaps(tag));
                        let more: Vec<Tag> = tags.into_iter().filter(free).collect();
                        found.extend(more);
                    }
                    None => return false,
                }
            }
            let home = scope.or_else(|| self.current());
            for tag in &mut found {
                prefer(tag, home.as_deref());
            }
            self.point(kind, &things, words, &mut found, past);
            words.tags.extend(found);
            words.tags = tag::longest(std::mem::take(&mut words.tags), &words.text.tokens);
            words.forget();
        }
        words.rule_out();
        true
    }

    pub(crate) fn list(&self, kind: &NameKind, scope: Option<&str>) -> List {
        if kind.earlier { List::Absent } else { self.world.list(kind, scope) }
    }

    /// The kinds of names that the likely readings have slots for, and whether the likeliest has.
    fn kinds_wanted(&self, words: &Words, groups: &[Group]) -> Vec<Wanted<'_>> {
        let whole = 0..words.text.tokens.len();
        let mut ranges: Vec<Range<usize>> = groups.iter().map(|group| group.range.clone()).collect();
        let pieces = split::pieces(&words.text, &words.tags, whole.clone());
        let apart = |range: &Range<usize>| {
            !groups.iter().any(|group| group.range.start < range.end && range.start < group.range.end)
        };
        ranges.extend(pieces.into_iter().map(|piece| piece.range).filter(apart));
        if groups.is_empty() {
            ranges.push(whole);
        }
        let mut names: Vec<(&str, bool, bool)> = Vec::new();
        let (within, most) = if words.named { (f64::MAX, READINGS_OF_A_CHOICE) } else { (2.5, 6) };
        for range in ranges {
            let readings = self.readings(words, &range);
            let best = readings.first().map_or(0.0, |best| best.score);
            for (at, found) in
                readings.iter().filter(|found| found.score > best - within).take(most).enumerate()
            {
                let likely = at == 0 || best - found.score < 1.5;
                let tool = self.lexicon.tools.get(found.tool);
                let slots = tool.into_iter().flat_map(|tool| &tool.slots);
                names.extend(slots.map(|(arg, kind)| {
                    let open = found.left.is_some() && !found.slots.contains_key(arg);
                    (bare_kind(kind), likely, likely && open && !kind.ends_with('?'))
                }));
            }
        }
        let wanted = |kind: &'_ NameKind| {
            let mut of = names.iter().filter(|(name, ..)| *name == kind.name).peekable();
            of.peek()?;
            Some((of.clone().any(|(_, best, _)| *best), of.any(|(.., needed)| *needed)))
        };
        let kinds = self.lexicon.kinds.iter().filter_map(|kind| {
            let (best, needed) = wanted(kind)?;
            Some(Wanted { kind, best, needed })
        });
        let code = words.tags.iter().any(|tag| tag.kind == "code");
        kinds.filter(|wanted| !wanted.kind.timed || wanted.best || code).collect()
    }

    /// Mentions in all other containers. `None` while a list is on its way.
    fn elsewhere(&self, kind: &NameKind, words: &Words) -> Option<Vec<Tag>> {
        let containers = self.lexicon.kinds.iter().find(|kind| !kind.described.is_empty())?;
        let List::Known(versions) = self.world.list(containers, None) else {
            return self.world.wanted().is_empty().then(Vec::new);
        };
        let mut things: Vec<Named> = Vec::new();
        for version in versions.iter().take(CONTAINERS) {
            if let List::Known(more) = self.world.list(kind, Some(&version.id)) {
                things.extend(more);
            }
        }
        if !self.world.wanted().is_empty() {
            return None;
        }
        Some(name::mentions(kind, &things, &words.text, &words.tags, self.lexicon))
    }

    /// "this version", "that one".
    fn point(&self, kind: &NameKind, things: &[Named], words: &mut Words, found: &mut Vec<Tag>, past: &Past) {
        let this = format!("this-{}", kind.name);
        let that = format!("that-{}", kind.name);
        let current = things
            .iter()
            .find(|thing| thing.facts.get("current").and_then(serde_json::Value::as_bool) == Some(true));
        let named = !found.is_empty();
        let follows = words.tags.iter().any(|tag| tag.kind == "follow") && !kind.described.is_empty();
        if follows && !named {
            let said = past.last_mentioned(kind, things, self.lexicon);
            words.home.clone_from(&said.as_ref().and_then(only).map(|target| target.id.clone()));
        }
        for tag in words.tags.iter().filter(|tag| tag.kind == this || tag.kind == that || tag.kind == "it") {
            if named && tag.kind == this {
                continue;
            }
            let before = found.iter().filter(|other| other.to <= tag.from).max_by_key(|other| other.to);
            let meaning = match before {
                Some(before) if tag.kind != this => Some(before.meaning.clone()),
                _ if tag.kind == this => current.map(|thing| Meaning::Targets(vec![target(thing)])),
                _ => past.last_mentioned(kind, things, self.lexicon),
            };
            if let Some(meaning) = meaning {
                found.push(Tag { from: tag.from, to: tag.to, kind: kind.name.clone(), meaning });
            }
        }
    }

    /// The current container's id.
    pub(crate) fn current(&self) -> Option<String> {
        let kind = self.lexicon.kinds.iter().find(|kind| !kind.described.is_empty())?;
        let List::Known(things) = self.world.list(kind, None) else { return None };
        let is =
            |thing: &&Named| thing.facts.get("current").and_then(serde_json::Value::as_bool) == Some(true);
        things.iter().find(is).map(|thing| thing.id.clone())
    }
}

fn target(thing: &Named) -> Target {
    Target { id: thing.id.clone(), scope: thing.scope.clone() }
}

/// Whether a well-known name is said that none of the things here bears.
fn unmet(words: &Words, found: &[Tag], titles: &str) -> bool {
    let named = |title: &Tag| {
        found
            .iter()
            .chain(&words.tags)
            .any(|tag| matches!(tag.meaning, Meaning::Targets(_)) && tag.overlaps(title))
    };
    words.tags.iter().filter(|tag| tag.kind == titles).any(|title| !named(title))
}

/// The container that is named in the sentence, if it is clear.
pub(crate) fn scope(words: &Words) -> Option<String> {
    let containers = words.tags.iter().filter(|tag| tag.kind == "version");
    let mut ids: Vec<String> =
        containers.filter_map(|tag| single(tag).map(|target| target.id.clone())).collect();
    ids.dedup();
    (ids.len() == 1).then(|| ids.remove(0))
}

/// The same for things of a kind: a container that another request of the sentence names says nothing about them.
fn scope_of(kind: &NameKind, words: &Words, groups: &[Group]) -> Option<String> {
    let version = words.tags.iter().find(|tag| tag.kind == "version")?;
    let home = groups.iter().find(|group| group.range.contains(&version.from));
    let other = |group: &Group| group.range.start != home.map_or(0, |home| home.range.start);
    let said = |group: &Group| {
        let about = format!("{}s", kind.name);
        words.tags.iter().any(|tag| tag.kind == about && group.range.contains(&tag.from))
    };
    let elsewhere =
        home.is_some_and(|home| !said(home)) && groups.iter().any(|group| other(group) && said(group));
    if elsewhere { None } else { scope(words) }
}

/// Of several things with one name, the one in the container that is named or current.
fn prefer(tag: &mut Tag, home: Option<&str>) {
    let Meaning::Targets(targets) = &tag.meaning else { return };
    let here: Vec<Target> =
        targets.iter().filter(|target| target.scope.as_deref() == home).cloned().collect();
    if home.is_some() && here.len() == 1 {
        tag.meaning = Meaning::Targets(here);
    }
}

/// The one thing a tag means.
pub(crate) fn single(tag: &Tag) -> Option<&Target> {
    only(&tag.meaning)
}

fn only(meaning: &Meaning) -> Option<&Target> {
    match meaning {
        Meaning::Targets(targets) if targets.len() == 1 => targets.first(),
        _ => None,
    }
}
