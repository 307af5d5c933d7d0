//! What must not leave the machine or enter a log, taken out of text: tokens, keys, passwords, the names in paths, addresses of
//! machines and of mail.
//!
//! Two sources: what the host knows of this player ([`Known`]) and the forms such things have ([`rules`]). Each hit becomes a
//! mark such as `<token>`; everything else stays byte for byte, and redacting twice changes nothing more. Work is linear in the
//! length of the text (no backtracking) and goes line by line, so a log may be fed in lines.

mod address;
mod encoded;
mod known;
mod people;
mod rules;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use regex::{Captures, Regex};
use serde_json::Value;

use crate::Secret;

pub use people::without_people;

/// What this machine's player is known by; everything else is found by its form.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Names of the account on this machine, and of players. Names of one or two letters and common words (`user`, `java`)
    /// are left out, since they would take half a log with them.
    pub user_names: Vec<String>,
    /// Home folders, as the system writes them.
    pub home_dirs: Vec<String>,
    /// Tokens and keys in use; those under six characters are left out.
    pub secrets: Vec<Secret>,
}

/// Takes secrets out of text.
#[derive(Debug)]
pub struct Redactor {
    /// `None` when a pattern could not be built: then everything is hidden, rather than anything shown.
    parts: Option<Parts>,
    /// Names by the mark that stands for them; only those where no other name has the same mark.
    names: Vec<(&'static str, String)>,
}

#[derive(Debug)]
struct Parts {
    rules: Vec<Rule>,
    /// Names of JSON fields that hold secrets.
    field: Regex,
}

/// A pattern whose group `x` is replaced by a mark.
#[derive(Debug)]
struct Rule {
    pattern: Regex,
    mark: &'static str,
    accepts: fn(&Hit<'_>) -> bool,
}

/// A pattern before it is built.
struct Draft {
    pattern: String,
    mark: &'static str,
    accepts: fn(&Hit<'_>) -> bool,
}

/// A candidate, with what stands around it on its line.
struct Hit<'a> {
    /// What would be replaced.
    text: &'a str,
    /// The line up to where the pattern begins to match.
    before_match: &'a str,
    /// The line up to the candidate.
    before: &'a str,
    /// The line behind it.
    after: &'a str,
}

/// How often the rules are applied to a line; two rounds are the rule.
const ROUNDS: usize = 5;

/// Stands for a whole text when the patterns could not be built.
const EVERYTHING: &str = "<redacted>";

impl Redactor {
    /// A redactor that also knows these names and secrets.
    pub fn new(known: &Known) -> Self {
        let alone = |mark, names: &[String]| match names {
            [name] => Some((mark, name.clone())),
            _ => None,
        };
        let names = [alone(rules::HOME, &known.home_dirs), alone(rules::USER, &known.user_names)];
        let hider = Self { parts: Parts::build(known).ok(), names: Vec::new() };
        let names = names.into_iter().flatten().filter(|(mark, name)| hider.redact(name) == *mark).collect();
        Self { names, ..hider }
    }

    /// The text with the names in it again: a path or a world that a model was shown with a mark, and names in a call. A mark
    /// that may stand for several names stays, and so do the marks of secrets and addresses.
    pub fn restore(&self, text: &str) -> String {
        self.names.iter().fold(text.to_owned(), |text, (mark, name)| text.replace(mark, name))
    }

    /// The text without secrets; everything else byte for byte.
    pub fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let Some(parts) = &self.parts else { return Cow::Borrowed(EVERYTHING) };
        if !parts.is_hit(text) {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.split_inclusive('\n').map(|line| parts.line(line)).collect())
    }

    /// A JSON value without secrets: every string and every name in it is redacted, and what stands in a field such as
    /// `accessToken` goes whole.
    pub fn redact_value(&self, value: &mut Value) {
        // A list of what is left to do instead of recursion: the value may come from anywhere.
        let mut left = vec![(value, Holds::Anything)];
        while let Some((value, holds)) = left.pop() {
            match value {
                Value::String(text) => *text = self.field_text(text, holds),
                Value::Number(_) if holds == Holds::Secret => *value = Value::from(rules::SECRET),
                Value::Array(items) => left.extend(items.iter_mut().map(|item| (item, holds))),
                Value::Object(fields) => {
                    self.redact_names(fields);
                    left.extend(fields.iter_mut().map(|(name, value)| (value, self.holds(name))));
                }
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
    }

    fn field_text(&self, text: &str, holds: Holds) -> String {
        let whole = match holds {
            Holds::Anything => false,
            Holds::Secret => rules::is_value(text),
            Holds::PerhapsSecret => rules::looks_random(text),
        };
        if whole { rules::SECRET.to_owned() } else { self.redact(text).into_owned() }
    }

    fn holds(&self, name: &str) -> Holds {
        match &self.parts {
            Some(parts) if parts.field.is_match(name) => Holds::Secret,
            Some(_) if rules::is_weak_name(name) => Holds::PerhapsSecret,
            _ => Holds::Anything,
        }
    }

    /// Names of fields can be paths. Two that become the same leave one.
    fn redact_names(&self, fields: &mut serde_json::Map<String, Value>) {
        let changed = |name: &String| matches!(self.redact(name), Cow::Owned(redacted) if redacted != *name);
        if fields.keys().any(changed) {
            let old = std::mem::take(fields);
            fields.extend(old.into_iter().map(|(name, value)| (self.redact(&name).into_owned(), value)));
        }
    }
}

/// What a JSON field's name says about its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Anything,
    Secret,
    PerhapsSecret,
}

impl Parts {
    fn build(known: &Known) -> Result<Self, regex::Error> {
        let drafts = known::secrets(known).into_iter().chain(rules::all()).chain(known::names(known));
        let rules = drafts.map(|draft| Rule::build(&draft)).collect::<Result<_, _>>()?;
        Ok(Self { rules, field: Regex::new(&rules::secret_field())? })
    }

    fn is_hit(&self, text: &str) -> bool {
        self.rules.iter().any(|rule| rule.pattern.is_match(text))
    }

    /// Applies the rules until nothing changes: a mark ends a word, so that what touched it can be a hit of its own.
    fn line<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let mut redacted = Cow::Borrowed(line);
        for _ in 0..ROUNDS {
            let next = self.rules.iter().fold(redacted.clone(), |line, rule| rule.apply(line));
            let stable = next == redacted;
            redacted = next;
            if stable {
                break;
            }
        }
        redacted
    }
}

impl Rule {
    fn build(draft: &Draft) -> Result<Self, regex::Error> {
        Ok(Self { pattern: Regex::new(&draft.pattern)?, mark: draft.mark, accepts: draft.accepts })
    }

    fn apply<'a>(&self, line: Cow<'a, str>) -> Cow<'a, str> {
        if !self.pattern.is_match(&line) {
            return line;
        }
        let mut done = 0;
        let mut redacted = String::new();
        for captures in self.pattern.captures_iter(&line) {
            let Some((start, end)) = self.span(&captures, &line) else { continue };
            redacted.push_str(line.get(done..start).unwrap_or_default());
            redacted.push_str(self.mark);
            done = end;
        }
        if done == 0 {
            return line;
        }
        redacted.push_str(line.get(done..).unwrap_or_default());
        Cow::Owned(redacted)
    }

    /// Where the candidate lies, if it is one. A full stop at its end belongs to the sentence.
    fn span(&self, captures: &Captures<'_>, line: &str) -> Option<(usize, usize)> {
        let (whole, found) = (captures.get(0)?, captures.name("x")?);
        let text = found.as_str().trim_end_matches('.');
        let (before, rest) = line.split_at_checked(found.start())?;
        let hit =
            Hit { text, before_match: line.get(..whole.start())?, before, after: rest.get(text.len()..)? };
        let fresh = !text.is_empty() && !rules::MARKS.contains(&text);
        (fresh && (self.accepts)(&hit)).then(|| (found.start(), found.start() + text.len()))
    }
}
