//! Rules as data: `rules/*.toml`, one file a family, read by the build script. A rule names words that a line must have, and patterns that take fields out
//! of it. All words of all rules are one automaton; a pattern runs only on lines that have its words.

pub(crate) mod check;
pub(crate) mod draft;
mod lint;
mod pattern;

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

pub(crate) use check::{Follow, Line, Match, follow, matches};
pub(crate) use draft::{At, Cause, Sure, Then, Weight};
pub use lint::faults;
pub(crate) use pattern::Pattern;

use crate::finding::FixKind;

/// Causes and rules as the build script read them out of `rules/*.toml`: text of that kind takes longer to read than most logs.
const RULES: &str = include_str!(concat!(env!("OUT_DIR"), "/rules.json"));

/// Words that make a line worth looking at for its structure. The first ones name exceptions.
const STRUCTURE: [&str; 20] = [
    "Exception",
    "Error",
    "Throwable",
    "Failure",
    "ModCrash",
    "Caused by",
    "\tat ",
    ".java:",
    "(SourceFile",
    "---- Minecraft ",
    "-- Head --",
    "-- System Details --",
    "-- Affected ",
    "-- Block entity",
    "-- Entity being",
    "-- Last reload --",
    "Description: ",
    "There is insufficient memory for the Java",
    " mods:",
    "log4j:Event",
];
/// How many of them name exceptions.
const EXCEPTIONS: usize = 6;

/// How much there is to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Middle,
    Large,
}

/// A rule, ready to be used.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Its cause's place in [`Rules::causes`]; none for a fact.
    pub(crate) cause: Option<usize>,
    /// Its place among all rules, for error messages.
    pub(crate) draft: draft::Draft,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) then: Vec<(Then, Pattern)>,
}

/// All rules.
pub(crate) struct Rules {
    pub(crate) causes: Vec<Cause>,
    by_id: HashMap<String, usize>,
    pub(crate) all: Vec<Rule>,
    /// Literals in the order of the automaton.
    words: Vec<String>,
    /// The rules of each literal.
    owners: Vec<Vec<u16>>,
    automaton: AhoCorasick,
}

/// Why rules cannot be used. The lint test says which.
#[derive(Debug)]
pub struct BrokenRules(pub(crate) String);

impl std::fmt::Display for BrokenRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the crash rules cannot be read: {}", self.0)
    }
}

impl std::error::Error for BrokenRules {}

impl Rules {
    /// Reads the rules that come with this crate.
    pub(crate) fn read() -> Result<Self, BrokenRules> {
        let draft::All { cause, rule } =
            serde_json::from_str(RULES).map_err(|error| BrokenRules(error.to_string()))?;
        Self::build(cause, rule)
    }

    fn build(causes: Vec<Cause>, drafts: Vec<draft::Draft>) -> Result<Self, BrokenRules> {
        let by_id: HashMap<String, usize> =
            causes.iter().enumerate().map(|(at, cause)| (cause.id.clone(), at)).collect();
        let rules: Vec<Rule> = drafts.into_iter().map(|draft| Rule::new(draft, &by_id)).collect();
        let (words, owners) = words(&rules);
        let automaton = automaton(&words, AhoCorasickKind::NoncontiguousNFA)?;
        Ok(Self { causes, by_id, all: rules, words, owners, automaton })
    }

    /// The cause with an id.
    pub(crate) fn cause(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// Whether a line has any of the words.
    pub(crate) fn automaton(&self) -> &AhoCorasick {
        &self.automaton
    }

    /// A faster automaton, which takes longer to build: worth it for logs of some size.
    pub(crate) fn faster(&self, size: Size) -> Option<AhoCorasick> {
        let kind = match size {
            Size::Middle => AhoCorasickKind::ContiguousNFA,
            Size::Large => AhoCorasickKind::DFA,
        };
        automaton(&self.words, kind).ok()
    }

    /// The rules whose words a line has, each once; tells whether it has words that name exceptions.
    pub(crate) fn named_in(&self, automaton: &AhoCorasick, line: &str, out: &mut Vec<u16>) -> bool {
        out.clear();
        let mut exceptions = false;
        for hit in automaton.find_overlapping_iter(line) {
            let word = hit.pattern().as_usize();
            exceptions |= word < EXCEPTIONS;
            if let Some(owners) = self.owners.get(word) {
                out.extend(owners);
            }
        }
        out.sort_unstable();
        out.dedup();
        exceptions
    }
}

fn automaton(words: &[String], kind: AhoCorasickKind) -> Result<AhoCorasick, BrokenRules> {
    AhoCorasick::builder()
        .kind(Some(kind))
        .dense_depth(1)
        .prefilter(false)
        .build(words)
        .map_err(|error| BrokenRules(error.to_string()))
}

/// Every literal once, with the rules that begin with it.
fn words(rules: &[Rule]) -> (Vec<String>, Vec<Vec<u16>>) {
    let mut at: HashMap<String, usize> = HashMap::new();
    let (mut words, mut owners): (Vec<String>, Vec<Vec<u16>>) = (Vec::new(), Vec::new());
    let mut add = |word: &str, owner: Option<u16>| {
        let place = *at.entry(word.to_owned()).or_insert_with(|| {
            words.push(word.to_owned());
            owners.push(Vec::new());
            words.len() - 1
        });
        if let (Some(owner), Some(list)) = (owner, owners.get_mut(place)) {
            list.push(owner);
        }
    };
    for word in STRUCTURE.into_iter().chain(crate::read::loader_words()) {
        add(word, None);
    }
    for (index, rule) in rules.iter().enumerate() {
        for word in &rule.draft.any {
            add(word, u16::try_from(index).ok());
        }
    }
    (words, owners)
}

impl Rule {
    fn new(draft: draft::Draft, by_id: &HashMap<String, usize>) -> Self {
        let patterns = draft.re.iter().map(|text| Pattern::new(text)).collect();
        let then = draft.then.iter().map(|then| (then.clone(), Pattern::new(&then.re))).collect();
        Self { cause: draft.cause.as_ref().and_then(|id| by_id.get(id).copied()), draft, patterns, then }
    }
}

/// The kinds of mending a cause knows.
pub(crate) fn fixes(cause: &Cause) -> Vec<FixKind> {
    cause.fix.clone()
}
