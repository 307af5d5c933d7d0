//! What was said and shown before this turn, as far as a follow-up may mean it.

use nova_model::Question;

use super::{
    lexicon::{Lexicon, NameKind},
    name,
    tag::{self, Meaning, Tag, Target},
    text::{Kind, Text},
    timed,
    words::Words,
    world::{Named, entries},
};
use crate::{Conversation, Entry, Say};

/// Words that point at what is chosen beside the chat.
const POINTS: [&str; 9] = [
    "这个模组",
    "這個模組",
    "该模组",
    "这个存档",
    "這個存檔",
    "該模組",
    "this mod",
    "this world",
    "this save",
];

/// The chat before the turn, and what starts the turn.
pub(crate) struct Past<'a> {
    /// What the player said now.
    pub(crate) said: String,
    /// That is a name Nova gave to choose from: it completes the request before it, and is never an act.
    pub(crate) named: bool,
    before: &'a [Entry],
}

impl<'a> Past<'a> {
    pub(crate) fn new(conversation: &'a Conversation) -> Self {
        let at = conversation.entries.iter().rposition(|entry| matches!(entry, Entry::Player(_)));
        let said = at.and_then(|at| match conversation.entries.get(at) {
            Some(Entry::Player(said)) => Some(said.clone()),
            _ => None,
        });
        let mut before = conversation.entries.get(..at.unwrap_or(0)).unwrap_or_default();
        while let [earlier @ .., Entry::Situation(_)] = before {
            before = earlier;
        }
        Self { said: said.unwrap_or_default(), named: false, before }
    }

    /// The same where "this mod" means the one that is chosen beside the chat.
    pub(crate) fn pointing(self, item: Option<&str>) -> Self {
        let Some(item) = item else { return self };
        let lower = self.said.to_lowercase();
        // Lowering may move where a word stands; then nothing is put in.
        let same = lower.len() == self.said.len();
        let found = POINTS.iter().filter(|_| same).find_map(|words| Some((lower.find(words)?, words.len())));
        let said = found.and_then(|(at, len)| {
            let (before, after) = (self.said.get(..at)?, self.said.get(at.saturating_add(len)..)?);
            Some(format!("{before} {item} {after}"))
        });
        Self { said: said.unwrap_or(self.said), ..self }
    }

    /// The same where the words answer Nova's question: "the second one" and "yes" stand for the choice that is meant.
    pub(crate) fn answered(self, lexicon: &Lexicon) -> Self {
        let Some((question, choices)) = self.choices() else { return self };
        let text = lexicon.read(&self.said);
        let tags = tag::tags(&text, lexicon);
        let number = tags.iter().filter(|tag| tag.kind == "ordinal").find_map(|tag| nth(choices, tag));
        let only = choices.first().filter(|_| choices.len() == 1 && all_of(&text, &tags, &["yes"], lexicon));
        match number.or(only) {
            Some(choice) => {
                Self { said: choice.clone(), named: !lexicon.offers_requests(question), before: self.before }
            }
            None => self,
        }
    }

    /// The choices of the question that the turn before ended with.
    fn choices(&self) -> Option<(&'a Question, &'a [String])> {
        let Some(Entry::Asked(questions)) = self.before.last() else { return None };
        let question = questions.iter().rfind(|question| !question.choices.is_empty())?;
        Some((question, question.choices.as_slice()))
    }

    /// Earlier words that may complete the present ones: Nova's last question, what it said before it, then the player's
    /// last two sentences. A bare yes answers Nova only.
    pub(crate) fn contexts(&self, lexicon: &Lexicon) -> Vec<&'a str> {
        let yes = self.says_yes(lexicon);
        let asked = matches!(self.before.last(), Some(Entry::Asked(_)));
        let players = self.before.iter().rev().filter_map(|entry| match entry {
            Entry::Player(said) => Some(said.as_str()),
            _ => None,
        });
        let players = players.take(if yes && !asked { 0 } else { 2 });
        let offer = self.last_words().filter(|_| yes && self.last_question().is_some());
        self.last_question().into_iter().chain(offer).chain(players).collect()
    }

    /// Whether this is a bare yes.
    fn says_yes(&self, lexicon: &Lexicon) -> bool {
        let text = lexicon.read(&self.said);
        all_of(&text, &tag::tags(&text, lexicon), &["yes", "it"], lexicon)
    }

    /// Whether this is a bare yes to what Nova asked in words.
    pub(crate) fn agrees(&self, lexicon: &Lexicon) -> bool {
        self.last_question().is_some() && self.says_yes(lexicon)
    }

    /// Nova's last words.
    fn last_words(&self) -> Option<&'a str> {
        self.before.iter().rev().find_map(|entry| match entry {
            Entry::Nova { say: Say::Text(words), .. } if !words.is_empty() => Some(words.as_str()),
            _ => None,
        })
    }

    /// The last sentence of Nova's last words, where that is a question.
    fn last_question(&self) -> Option<&'a str> {
        let question = self.last_words()?.trim_end().strip_suffix(['?', '？'])?;
        question.rsplit(['。', '.', '!', '！', '?', '？', '\n', '，']).next()
    }

    /// Tags for what an earlier list showed: by number ("the second") or by name.
    pub(crate) fn earlier(&self, words: &Words, lexicon: &Lexicon) -> Vec<Tag> {
        let Some((kind, shown)) = self.last_list(lexicon) else { return Vec::new() };
        let mut out = if kind.earlier {
            name::mentions(kind, &shown, &words.text, &words.tags, lexicon)
        } else {
            Vec::new()
        };
        if kind.timed && !names_a_list(&words.tags) {
            out.extend(words.tags.iter().filter_map(|tag| by_moment(kind, &shown, tag)));
        }
        for tag in words.tags.iter().filter(|tag| tag.kind == "ordinal") {
            if let Some(thing) = nth(&shown, tag) {
                let target = Target { id: thing.id.clone(), scope: thing.scope.clone() };
                let meaning = Meaning::Targets(vec![target]);
                out.push(Tag { from: tag.from, to: tag.to, kind: kind.name.clone(), meaning });
            }
        }
        out
    }

    fn last_list<'l>(&self, lexicon: &'l Lexicon) -> Option<(&'l NameKind, Vec<Named>)> {
        self.before.iter().rev().find_map(|entry| match entry {
            Entry::Result { tool, outcome, .. } => {
                let kind = lexicon.kinds.iter().find(|kind| kind.tool == *tool)?;
                let shown = entries(outcome, &kind.list, kind.within.as_deref(), None);
                (!shown.is_empty()).then_some((kind, shown))
            }
            _ => None,
        })
    }

    /// The thing of this kind that was named last.
    pub(crate) fn last_mentioned(
        &self,
        kind: &NameKind,
        things: &[Named],
        lexicon: &Lexicon,
    ) -> Option<Meaning> {
        self.before.iter().rev().find_map(|entry| {
            let Entry::Player(said) = entry else { return None };
            let text = lexicon.read(said);
            let tags = tag::tags(&text, lexicon);
            let found = name::mentions(kind, things, &text, &tags, lexicon);
            found.into_iter().max_by_key(|tag| tag.to).map(|tag| tag.meaning)
        })
    }
}

/// Whether words of these classes are there, and nothing else but small words.
fn all_of(text: &Text, tags: &[Tag], kinds: &[&str], lexicon: &Lexicon) -> bool {
    let of = |at: usize, fits: &dyn Fn(&Tag) -> bool| {
        tags.iter().any(|tag| tag.from <= at && at < tag.to && fits(tag))
    };
    let wanted = |tag: &Tag| kinds.contains(&tag.kind.as_str());
    let small = |tag: &Tag| wanted(tag) || lexicon.soft.contains(&tag.kind);
    let mark = |at: usize| text.tokens.get(at).is_none_or(|token| token.kind == Kind::Mark);
    tags.iter().any(wanted) && (0..text.tokens.len()).all(|at| mark(at) || of(at, &small))
}

/// Whether the words say themselves what kind of thing they are about.
fn names_a_list(tags: &[Tag]) -> bool {
    let named = ["backups", "saves", "trash", "changes", "versions", "mods", "code"];
    tags.iter().any(|tag| named.contains(&tag.kind.as_str()))
}

/// "The newest one": of the entries that were shown last.
fn by_moment(kind: &NameKind, shown: &[Named], tag: &Tag) -> Option<Tag> {
    let Meaning::Value(moment) = &tag.meaning else { return None };
    let thing = timed::at_an_end(shown, moment).filter(|_| tag.kind == "moment")?;
    let target = Target { id: thing.id.clone(), scope: thing.scope.clone() };
    let meaning = Meaning::Targets(vec![target]);
    Some(Tag { from: tag.from, to: tag.to, kind: kind.name.clone(), meaning })
}

fn nth<'n, T>(shown: &'n [T], tag: &Tag) -> Option<&'n T> {
    let Meaning::Value(value) = &tag.meaning else { return None };
    match value.parse::<i64>().ok()? {
        back if back < 0 => {
            shown.len().checked_sub(usize::try_from(-back).ok()?).and_then(|at| shown.get(at))
        }
        at => shown.get(usize::try_from(at).ok()?.checked_sub(1)?),
    }
}

/// Choices of a question, cut to what a card can show.
pub(crate) fn question(text: nova_model::Message, choices: Vec<String>) -> Question {
    Question { text, choices: choices.into_iter().take(12).collect() }
}
