//! Exception chains: heads, causes and frames, also where a logger put a prefix before each line, where indentation or `at` is
//! gone, or where the text is cut.

use super::frame::{Frame, is_frame, parse};

/// How a link hangs in its chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkKind {
    Head,
    Cause,
    Suppressed,
}

/// One exception of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) kind: LinkKind,
    /// Its class, with the package.
    pub(crate) class: String,
    /// What it says, several lines joined with a blank.
    pub(crate) message: String,
    /// The line it begins on.
    pub(crate) line: u32,
    /// Its frames as they stand in the log.
    pub(crate) lines: Vec<Box<str>>,
}

/// A chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trace {
    /// The source it stands in.
    pub(crate) file: usize,
    /// First and last line.
    pub(crate) line: u32,
    pub(crate) last: u32,
    /// The words of the line that announced it, where they are not the exception itself.
    pub(crate) said: String,
    pub(crate) links: Vec<Link>,
    /// A logger wrote it for developers only.
    pub(crate) quiet: bool,
}

/// Frames kept of one exception; an endless recursion has more.
const FRAMES: usize = 90;
const LINKS: usize = 24;
/// Bytes kept of a frame's line.
const LINE: usize = 1_000;
const MESSAGE: usize = 1_200;

/// The parts of a line that begins an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head<'a> {
    pub(crate) kind: LinkKind,
    pub(crate) class: &'a str,
    pub(crate) message: &'a str,
    /// The words before it on its line.
    pub(crate) said: &'a str,
}

/// Whether words are the head of an exception, alone or behind other words.
pub(crate) fn head(text: &str) -> Option<Head<'_>> {
    let trimmed = text.trim_start();
    for (word, kind) in [("Caused by: ", LinkKind::Cause), ("Suppressed: ", LinkKind::Suppressed)] {
        if let Some(rest) = trimmed.strip_prefix(word) {
            let (class, message) = split(rest);
            return is_class(class).then_some(Head { kind, class, message, said: "" });
        }
    }
    let rest = match trimmed.strip_prefix("Exception in thread \"") {
        Some(quoted) => quoted.split_once("\" ").map_or(trimmed, |(_, rest)| rest),
        None => trimmed,
    };
    let (class, message) = split(rest);
    if is_exception(class) {
        return Some(Head { kind: LinkKind::Head, class, message, said: "" });
    }
    behind(trimmed)
}

/// An exception behind other words: `Could not load x: java.io.IOException: why`.
fn behind(text: &str) -> Option<Head<'_>> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find([' ', '[', '(', '=']) {
        let start = from + at + 1;
        let (class, message) = split(text.get(start..)?);
        if class.contains('.') && is_exception(class) {
            let said = text.get(..start).unwrap_or_default();
            return Some(Head { kind: LinkKind::Head, class, message, said });
        }
        from = start;
    }
    None
}

/// Class and message.
fn split(text: &str) -> (&str, &str) {
    let end = text.find([':', ' ', ',', ')', ']', '(', '\t', '/', '"']).unwrap_or(text.len());
    let (class, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    (class, rest.trim_start_matches([':', ' ']))
}

fn is_class(class: &str) -> bool {
    !class.is_empty()
        && class.len() < 300
        && class.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && class.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'))
}

/// A class that is named like an exception.
fn is_exception(class: &str) -> bool {
    let last = class.rsplit(['.', '$']).next().unwrap_or(class);
    let named = ["Exception", "Error", "Throwable", "ExceptionModCrash", "Failure", "Crash"]
        .iter()
        .any(|end| last.ends_with(end));
    named && is_class(class) && (class.contains('.') || last.len() > 9)
}

/// Gathers traces from lines.
#[derive(Debug, Default)]
pub(crate) struct Tracer {
    open: Option<Trace>,
    quiet: u32,
    /// The last line that a logger wrote was for developers only.
    pub(crate) debug: bool,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It begins an exception.
    Head,
    /// It goes on with one.
    Within,
    /// It is none of it.
    No,
}

/// Whether a line has words that name exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    OfExceptions,
    Others,
}

/// Lines of a message that are read without a frame.
const QUIET: u32 = 60;

impl Tracer {
    /// Whether lines may still belong to a trace.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Looks at a line. A finished trace goes to `done`.
    pub(crate) fn line(
        &mut self,
        at: (usize, u32),
        text: &str,
        logged: bool,
        words: Words,
        done: &mut Vec<Trace>,
    ) -> Taken {
        let (file, number) = at;
        if is_frame(text) {
            return self.frame(at, text);
        }
        let trimmed = text.trim_start();
        if trimmed.starts_with("... ") && trimmed.ends_with(" more") {
            self.touch(number);
            return Taken::Within;
        }
        let found = if words == Words::OfExceptions { head(text) } else { None };
        if let Some(head) = found {
            return self.head((file, number), &head, logged, done);
        }
        let goes_on = !logged
            && self.quiet < QUIET
            && !trimmed.starts_with("-- ")
            && !trimmed.starts_with("A detailed walkthrough");
        if self.open.is_some() && goes_on {
            self.message(trimmed, number);
            return Taken::Within;
        }
        self.close(done);
        Taken::No
    }

    /// Ends what is open.
    pub(crate) fn close(&mut self, done: &mut Vec<Trace>) {
        if let Some(trace) = self.open.take() {
            done.push(trace);
        }
        self.quiet = 0;
    }

    fn touch(&mut self, number: u32) {
        if let Some(trace) = &mut self.open {
            trace.last = number;
        }
        self.quiet = 0;
    }

    fn frame(&mut self, (file, number): (usize, u32), text: &str) -> Taken {
        let trace = self.open.get_or_insert_with(|| Trace {
            file,
            line: number,
            last: number,
            said: String::new(),
            links: vec![Link {
                kind: LinkKind::Head,
                class: String::new(),
                message: String::new(),
                line: number,
                lines: Vec::new(),
            }],
            quiet: false,
        });
        if let Some(link) = trace.links.last_mut().filter(|link| link.lines.len() < FRAMES) {
            link.lines.push(near(text).into());
        }
        self.touch(number);
        Taken::Within
    }

    fn head(
        &mut self,
        (file, number): (usize, u32),
        head: &Head<'_>,
        logged: bool,
        done: &mut Vec<Trace>,
    ) -> Taken {
        let fresh = head.kind == LinkKind::Head;
        let in_message = fresh && !logged && !head.said.is_empty() && self.quiet > 0 && self.open.is_some();
        if in_message {
            self.message(head.said, number);
            return Taken::Within;
        }
        if fresh {
            self.close(done);
        }
        let link = Link {
            kind: head.kind,
            class: head.class.to_owned(),
            message: head.message.chars().take(MESSAGE).collect(),
            line: number,
            lines: Vec::new(),
        };
        match &mut self.open {
            Some(trace) if trace.links.len() < LINKS => trace.links.push(link),
            Some(_) => {}
            None => {
                let said = head.said.chars().take(200).collect();
                self.open = Some(Trace {
                    file,
                    line: number,
                    last: number,
                    said,
                    links: vec![link],
                    quiet: self.debug,
                });
            }
        }
        self.touch(number);
        Taken::Head
    }

    fn message(&mut self, text: &str, number: u32) {
        self.quiet += 1;
        let Some(trace) = &mut self.open else { return };
        trace.last = number;
        let Some(link) = trace.links.last_mut().filter(|link| link.lines.is_empty()) else { return };
        if link.message.len() + text.len() < MESSAGE {
            link.message.push(' ');
            link.message.push_str(text);
        }
    }
}

/// The part of a frame's line that is kept.
fn near(text: &str) -> &str {
    let end = (0..=text.len().min(LINE)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.get(..end).unwrap_or(text)
}

impl Link {
    /// Its frames, the innermost first.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Frame> {
        self.lines.iter().filter_map(|line| parse(line))
    }
}

impl Trace {
    /// The exception at the bottom: the last cause that is not a suppressed one.
    pub(crate) fn root(&self) -> Option<&Link> {
        self.links.iter().rev().find(|link| link.kind != LinkKind::Suppressed)
    }

    /// The links from the bottom up, without suppressed ones.
    pub(crate) fn upwards(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().rev().filter(|link| link.kind != LinkKind::Suppressed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traces(text: &str) -> Vec<Trace> {
        let (mut tracer, mut done) = (Tracer::default(), Vec::new());
        for (index, line) in text.lines().enumerate() {
            let number = u32::try_from(index).unwrap() + 1;
            tracer.line((0, number), line, line.starts_with('['), Words::OfExceptions, &mut done);
        }
        tracer.close(&mut done);
        done
    }

    #[test]
    fn a_chain_has_its_links_and_its_root() {
        let text = "java.lang.RuntimeException: outer\n\tat a.B.c(B.java:1)\nCaused by: java.io.IOException: inner\nmore words\n\tat d.E.f(E.java:2)\n\t... 3 more\n[x] after";
        let traces = traces(text);
        assert_eq!(traces.len(), 1);
        assert_eq!(traces[0].links.len(), 2);
        let root = traces[0].root().unwrap();
        assert_eq!(
            (root.class.as_str(), root.message.as_str(), root.line),
            ("java.io.IOException", "inner more words", 3)
        );
        assert_eq!(root.frames().count(), 1);
        assert_eq!(traces[0].last, 6);
    }

    #[test]
    fn heads_stand_behind_words_and_words_are_no_heads() {
        let found = head("Could not load config: com.x.ParsingException: bad").unwrap();
        assert_eq!(
            (found.class, found.message, found.said),
            ("com.x.ParsingException", "bad", "Could not load config: ")
        );
        assert_eq!(head("Caused by: aaz: lost").unwrap().class, "aaz");
        assert_eq!(head("Exception in thread \"main\" java.lang.Error: x").unwrap().class, "java.lang.Error");
        assert!(head("An Error occurred").is_none());
        assert!(head("Loading Exception handlers").is_none());
    }
}
