//! The planner's data: word classes, values, kinds of names, tools with their sentences. Read from TOML, compiled once.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;

use super::{
    fold::Fold,
    pattern::{self, Element, Flat, PatternError},
    spelling::Spelling,
    text::{Text, Token},
};

/// Why the planner's data could not be used.
#[derive(Debug, thiserror::Error)]
pub enum LexiconError {
    /// A file is not what it should be.
    #[error("{file}: {source}")]
    Toml {
        /// The file.
        file: String,
        /// What the reader said.
        source: Box<toml::de::Error>,
    },
    /// A template is not well-formed.
    #[error("{tool}: {source}")]
    Pattern {
        /// The tool it belongs to.
        tool: String,
        /// What is wrong.
        source: PatternError,
    },
    /// A template names a word class or kind that no file defines.
    #[error("{tool}: nothing defines `{name}`")]
    Unknown {
        /// The tool it belongs to.
        tool: String,
        /// The name.
        name: String,
    },
}

/// One data file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    soft: Vec<String>,
    #[serde(default)]
    light: Vec<String>,
    #[serde(default)]
    opposites: Vec<(String, String)>,
    #[serde(default)]
    words: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    replace: BTreeMap<String, String>,
    #[serde(default)]
    values: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    alias: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    kind: Vec<NameKind>,
    #[serde(default)]
    tool: Vec<ToolDef>,
    #[serde(default)]
    test: Vec<Sample>,
}

/// A kind of name that a read tool lists.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NameKind {
    /// The kind, as templates name it.
    pub(crate) name: String,
    /// The tool that lists them.
    pub(crate) tool: String,
    /// The key of the list in its data.
    pub(crate) list: String,
    /// Belongs to a container (a mod to a version); the container's argument of the tool.
    #[serde(default)]
    pub(crate) within: Option<String>,
    /// Chosen by a moment ("yesterday's"), too.
    #[serde(default)]
    pub(crate) timed: bool,
    /// Entries in which this is false cannot be chosen by a moment.
    #[serde(default)]
    pub(crate) only: Option<String>,
    /// Values of this kind are well-known names of such things.
    #[serde(default)]
    pub(crate) titles: Option<String>,
    /// One read without the container lists all of them.
    #[serde(default)]
    pub(crate) whole: bool,
    /// Described by values of these kinds, which are facts of the entry in these fields.
    #[serde(default)]
    pub(crate) described: BTreeMap<String, Vec<String>>,
    /// The value that means that the fact is missing.
    #[serde(default)]
    pub(crate) absent: String,
    /// Only what an earlier turn listed is meant ("the first one").
    #[serde(default)]
    pub(crate) earlier: bool,
}

/// What one tool is to the planner.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolDef {
    /// The tool's name.
    pub(crate) name: String,
    /// Whether it changes something, where the registry does not have it.
    #[serde(default)]
    pub(crate) write: bool,
    /// Argument to slot kind; a `?` after the kind means that it may be missing.
    #[serde(default)]
    pub(crate) slots: BTreeMap<String, String>,
    /// Arguments that are always the same.
    #[serde(default)]
    pub(crate) fixed: BTreeMap<String, Value>,
    /// The sentences.
    #[serde(default)]
    pub(crate) say: Vec<String>,
    /// Sentences that mean the tool but never fill all its slots: always a question.
    #[serde(default)]
    pub(crate) ask: Vec<String>,
    /// Reads that the player needs when a slot is missing.
    #[serde(default)]
    pub(crate) missing: Vec<String>,
    /// The slot that may be filled several times, one call each.
    #[serde(default)]
    pub(crate) each: Option<String>,
    /// The argument for the container of the things named, where it is not the list's own.
    #[serde(default)]
    pub(crate) scope: Option<String>,
    /// A rule beyond slots.
    #[serde(default)]
    pub(crate) rule: Rule,
    /// The argument for a file that the player attached, where it may be about one.
    #[serde(default)]
    pub(crate) attached: Option<String>,
    /// Reads made beside it, when registered.
    #[serde(default)]
    pub(crate) beside: Vec<String>,
    /// Instead of it, when it is not registered (reads only).
    #[serde(default)]
    pub(crate) instead: Vec<String>,
    /// The moment that is meant where none is said.
    #[serde(default)]
    pub(crate) moment: Option<String>,
    /// A loss: "without asking" in the sentence makes it a question.
    #[serde(default)]
    pub(crate) grave: bool,
    /// Also fits a question of the kind "how do I …".
    #[serde(default)]
    pub(crate) howto: bool,
    /// The read that a rule makes first.
    #[serde(default)]
    pub(crate) first: String,
    /// The argument that the rule fills from that read.
    #[serde(default)]
    pub(crate) pick: String,
    /// Another tool and argument for a hit of this kind: `modpack = ["install_modpack", "source"]`.
    #[serde(default)]
    pub(crate) by_kind: BTreeMap<String, (String, String)>,
    /// The sentence to say, for rules that only speak.
    #[serde(default)]
    pub(crate) code: String,
    /// Word classes that must not be left over beside it: "restore" never becomes a backup.
    #[serde(default)]
    pub(crate) never_with: Vec<String>,
    /// Where a condition ("if it is not enough") is compared: a read and the field in its data.
    #[serde(default)]
    pub(crate) compare: Option<(String, String)>,
    /// The tool that does the opposite: one sentence never does both to one thing.
    #[serde(default)]
    pub(crate) opposite: Option<String>,
    /// The parameter that takes the id of what this tool makes, once it is planned.
    #[serde(default)]
    pub(crate) makes: Option<String>,
    /// A read that has to show the value before it is set ("if there is a 21, use it").
    #[serde(default)]
    pub(crate) ahead: Option<String>,
    /// What that read has to show instead ("if nothing depends on it, turn it off").
    #[serde(default)]
    pub(crate) condition: Option<Condition>,
    /// What to offer with a question, in the player's language (`zh`, `en`).
    #[serde(default)]
    pub(crate) offers: BTreeMap<String, Vec<String>>,
    /// Subtracted from the score, for templates that should only win when nothing else does.
    #[serde(default)]
    pub(crate) weak: f64,
}

/// What a read has to show before an act that depends on it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Condition {
    /// The field of the read's data.
    pub(crate) field: String,
    /// What has to be in it.
    pub(crate) is: Amount,
    /// Words that say the same where there is only text.
    pub(crate) words: Vec<String>,
}

/// Nothing or something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Amount {
    /// Nothing.
    Empty,
    /// Something.
    Filled,
}

/// What has to happen around a call beyond filling its slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rule {
    /// Nothing.
    #[default]
    None,
    /// Search first; take the hit that bears the name.
    Search,
    /// Check first; take the finding that names the things named.
    Finding,
    /// Check first; act on what the check names, if it names anything.
    Named,
    /// A refusal, in words.
    Refuse,
    /// Plain words: nothing to call.
    Chat,
    /// Permanent or sweeping: always list and ask.
    Sweep,
    /// Takes every entry of the list that it picks from.
    Every,
    /// A wish without an act: asks what is meant, with offers.
    Wish,
    /// Asks a read for the value first, and takes what it advises.
    Advised,
}

/// A test sentence beside the templates.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// What the player says.
    pub say: String,
    /// The calls that are wanted, in order: `tool key=value …`; reads beside them are fine. Empty: none.
    #[serde(default)]
    pub calls: Vec<String>,
    /// Whether the planner has to ask.
    #[serde(default)]
    pub asks: bool,
    /// Nothing may be changed; reads, words and questions are all fine.
    #[serde(default)]
    pub quiet: bool,
}

/// One reading of one sentence of one tool.
#[derive(Debug)]
pub(crate) struct Template {
    /// Index of the tool.
    pub(crate) tool: usize,
    /// The parts.
    pub(crate) flat: Flat,
    /// How far it goes.
    pub(crate) form: Form,
    /// For every element of every part, the kinds of which one has to be there; none for free text.
    pub(crate) kinds: Vec<Vec<Vec<String>>>,
}

impl Template {
    fn new(tool: usize, flat: Flat, form: Form) -> Self {
        let kinds = flat.iter().map(|part| part.iter().map(element_kinds).collect()).collect();
        Self { tool, flat, form, kinds }
    }
}

/// Under which kinds the tags for an element are; none for free text.
fn element_kinds(element: &Element) -> Vec<String> {
    match element {
        Element::Literal(phrases) => vec![literal_kind(phrases)],
        Element::Class(class) => vec![class.clone()],
        Element::Slot { kind, .. } if free_text(kind) => Vec::new(),
        Element::Slot { kind, .. } => slot_kinds(kind),
    }
}

/// Under which kinds the values of a slot are.
pub(crate) fn slot_kinds(kind: &str) -> Vec<String> {
    match kind {
        "memory" => vec!["memory".into(), "bare memory".into()],
        "path" => vec!["path".into(), "quote".into()],
        _ => vec![kind.to_owned()],
    }
}

/// Slots that take the player's own words.
pub(crate) fn free_text(kind: &str) -> bool {
    kind == "rest" || kind == "latin"
}

/// How far a sentence goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As written.
    Whole,
    /// With the needed slots left out.
    Bare,
    /// Always a question.
    Ask,
}

/// A phrase and what it means.
#[derive(Clone, Debug)]
pub(crate) struct Phrase {
    pub(crate) tokens: Vec<Token>,
    pub(crate) kind: String,
    pub(crate) value: Option<String>,
}

/// The compiled data.
pub struct Lexicon {
    pub(crate) fold: Fold,
    pub(crate) spelling: Spelling,
    /// Word classes that cost nothing when they are left over.
    pub(crate) soft: Vec<String>,
    /// Word classes that cost little when they are left over.
    pub(crate) light: Vec<String>,
    pub(crate) replace: Vec<(Vec<Token>, Vec<Token>)>,
    pub(crate) phrases: HashMap<String, Vec<Phrase>>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) kinds: Vec<NameKind>,
    pub(crate) tools: Vec<ToolDef>,
    pub(crate) templates: Vec<Template>,
    samples: Vec<Sample>,
}

/// Other names of one thing.
#[derive(Clone, Debug)]
pub(crate) struct Alias {
    pub(crate) kind: String,
    pub(crate) canonical: String,
    pub(crate) names: Vec<Vec<Token>>,
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lexicon")
            .field("tools", &self.tools.len())
            .field("templates", &self.templates.len())
            .finish_non_exhaustive()
    }
}

impl Lexicon {
    /// Reads and compiles the data files, given as (file name, text).
    pub fn load(files: &[(&str, &str)]) -> Result<Self, LexiconError> {
        let mut all = File::default();
        for (name, text) in files {
            let file: File = toml::from_str(text).map_err(|source| LexiconError::Toml {
                file: (*name).to_owned(),
                source: Box::new(source),
            })?;
            all.absorb(file);
        }
        Self::compile(all)
    }

    /// The test sentences beside the templates.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Reads a sentence: tokens, folded, known misspellings put right.
    pub(crate) fn read(&self, words: &str) -> Text {
        let mut text = Text::read(words, &self.fold);
        text.replace(&self.replace);
        for token in &mut text.tokens {
            token.guess = self.spelling.guess(token);
        }
        text
    }

    /// The kind of names called `name`.
    pub(crate) fn kind(&self, name: &str) -> Option<&NameKind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// Whether the choices of a question are requests of their own, not names.
    pub(crate) fn offers_requests(&self, question: &nova_model::Question) -> bool {
        let wishes = self.tools.iter().filter(|tool| tool.rule == Rule::Wish);
        wishes.map(|tool| tool.code.as_str()).any(|code| question.text.code == code)
    }

    fn compile(all: File) -> Result<Self, LexiconError> {
        let fold = Fold::default();
        let read = |words: &str| Text::read(words, &fold).tokens;
        let replace = all.replace.iter().map(|(from, to)| (read(from), read(to))).collect();
        let mut phrases = Phrases::default();
        phrases.add_words(&all.words, &read);
        phrases.add_values(&all.values, &read);
        let mut templates = Vec::new();
        for (at, tool) in all.tool.iter().enumerate() {
            templates.extend(templates_of(at, tool, &all.kind)?);
        }
        for template in &templates {
            let tool = all.tool.get(template.tool).map_or("", |tool| tool.name.as_str());
            check(template, tool, &all)?;
            phrases.add_literals(template, &read);
        }
        let aliases = aliases_of(&all.alias, &read);
        let spelling = spelling_of(&all, &phrases, &aliases, &read);
        Ok(Self {
            spelling,
            soft: all.soft,
            light: all.light,
            replace,
            phrases: phrases.by_first,
            aliases,
            kinds: all.kind,
            tools: all.tool,
            templates,
            samples: all.test,
            fold,
        })
    }
}

/// Words of classes and templates may be guessed; names, values of titles and ordinary words are right as they are.
fn spelling_of(
    all: &File,
    phrases: &Phrases,
    aliases: &[Alias],
    read: &impl Fn(&str) -> Vec<Token>,
) -> Spelling {
    let mut spelling = Spelling::new(all.opposites.clone());
    for phrase in phrases.by_first.values().flatten() {
        if NAMES.contains(&phrase.kind.as_str()) {
            spelling.accept(&phrase.tokens);
        } else {
            spelling.learn(&phrase.tokens);
        }
    }
    for alias in aliases {
        spelling.accept(&read(&alias.canonical));
        alias.names.iter().for_each(|name| spelling.accept(name));
    }
    spelling
}

impl File {
    fn absorb(&mut self, other: Self) {
        for (class, phrases) in other.words {
            self.words.entry(class).or_default().extend(phrases);
        }
        self.replace.extend(other.replace);
        self.soft.extend(other.soft);
        self.opposites.extend(other.opposites);
        self.light.extend(other.light);
        for (kind, values) in other.values {
            self.values.entry(kind).or_default().extend(values);
        }
        for (kind, names) in other.alias {
            self.alias.entry(kind).or_default().extend(names);
        }
        self.kind.extend(other.kind);
        self.tool.extend(other.tool);
        self.test.extend(other.test);
    }
}

fn templates_of(at: usize, tool: &ToolDef, kinds: &[NameKind]) -> Result<Vec<Template>, LexiconError> {
    let wrong = |source| LexiconError::Pattern { tool: tool.name.clone(), source };
    let mut out = Vec::new();
    for (sentences, form) in [(&tool.say, Form::Whole), (&tool.ask, Form::Ask)] {
        for sentence in sentences {
            let readings = pattern::readings(sentence).map_err(wrong)?;
            out.extend(readings.into_iter().map(|flat| Template::new(at, flat, form)));
        }
    }
    let bare: Vec<Flat> =
        out.iter().filter_map(|template| without_slots(&template.flat, tool, kinds)).collect();
    for flat in bare {
        if !out.iter().any(|template| template.flat == flat) {
            out.push(Template::new(at, flat, Form::Bare));
        }
    }
    Ok(out)
}

/// The same sentence with names and what is needed left out, so that "disable it" is understood as far as it goes.
fn without_slots(flat: &Flat, tool: &ToolDef, kinds: &[NameKind]) -> Option<Flat> {
    let needed = |element: &Element| match element {
        Element::Slot { name, kind } => {
            kinds.iter().any(|known| known.name == *kind)
                || tool.slots.get(name).is_some_and(|kind| !kind.ends_with('?'))
        }
        _ => false,
    };
    let part =
        |part: &Vec<Element>| part.iter().filter(|element| !needed(element)).cloned().collect::<Vec<_>>();
    let bare: Flat = flat.iter().map(part).filter(|part| !part.is_empty()).collect();
    let speaks = bare.iter().flatten().any(|element| !matches!(element, Element::Slot { .. }));
    (bare != *flat && speaks).then_some(bare)
}

/// Kinds whose words are names of things or of no use, and are never guessed.
const NAMES: [&str; 3] = ["title", "pack-title", "ordinary"];

/// Kinds that the engine finds by itself.
const BUILT_IN: [&str; 12] = [
    "memory", "number", "game", "rest", "quote", "path", "address", "code", "latin", "flags", "variable",
    "assigned",
];

fn check(template: &Template, tool: &str, all: &File) -> Result<(), LexiconError> {
    let unknown = |name: &str| LexiconError::Unknown { tool: tool.to_owned(), name: name.to_owned() };
    for element in template.flat.iter().flatten() {
        match element {
            Element::Class(class) if !all.words.contains_key(class) => return Err(unknown(class)),
            Element::Slot { kind, .. } if !known_kind(kind, all) => return Err(unknown(kind)),
            _ => {}
        }
    }
    Ok(())
}

fn known_kind(kind: &str, all: &File) -> bool {
    BUILT_IN.contains(&kind)
        || all.values.contains_key(kind)
        || all.alias.contains_key(kind)
        || all.kind.iter().any(|known| known.name == kind)
}

#[derive(Default)]
struct Phrases {
    by_first: HashMap<String, Vec<Phrase>>,
}

impl Phrases {
    fn add(&mut self, tokens: Vec<Token>, kind: &str, value: Option<&str>) {
        let Some(first) = tokens.first().map(|token| token.norm.clone()) else { return };
        let known = self.by_first.entry(first).or_default();
        if !known.iter().any(|phrase| phrase.kind == kind && phrase.tokens == tokens) {
            known.push(Phrase { tokens, kind: kind.to_owned(), value: value.map(str::to_owned) });
        }
    }

    fn add_words(&mut self, words: &BTreeMap<String, Vec<String>>, read: &impl Fn(&str) -> Vec<Token>) {
        for (class, phrases) in words {
            for phrase in phrases {
                self.add(read(phrase), class, None);
            }
        }
    }

    fn add_values(
        &mut self,
        values: &BTreeMap<String, BTreeMap<String, Vec<String>>>,
        read: &impl Fn(&str) -> Vec<Token>,
    ) {
        for (kind, values) in values {
            for (value, phrases) in values {
                for phrase in phrases {
                    self.add(read(phrase), kind, Some(value));
                }
            }
        }
    }

    fn add_literals(&mut self, template: &Template, read: &impl Fn(&str) -> Vec<Token>) {
        for element in template.flat.iter().flatten() {
            if let Element::Literal(phrases) = element {
                let kind = literal_kind(phrases);
                for phrase in phrases {
                    self.add(read(phrase), &kind, None);
                }
            }
        }
    }
}

/// The kind under which words that stand in a template are tagged.
pub(crate) fn literal_kind(phrases: &[String]) -> String {
    format!("'{}", phrases.join("|"))
}

fn aliases_of(
    all: &BTreeMap<String, BTreeMap<String, Vec<String>>>,
    read: &impl Fn(&str) -> Vec<Token>,
) -> Vec<Alias> {
    all.iter()
        .flat_map(|(kind, names)| names.iter().map(move |(canonical, names)| (kind, canonical, names)))
        .map(|(kind, canonical, names)| Alias {
            kind: kind.clone(),
            canonical: canonical.clone(),
            names: names.iter().map(|name| read(name)).collect(),
        })
        .collect()
}
