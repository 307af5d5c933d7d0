//! The pass over one file.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    io::Read,
};

use aho_corasick::{AhoCorasick, Anchored, Input};

use super::{FileSeen, Run};
use crate::{
    read::{Kind, Level, Lines, Source, Stripped, XmlEvent, in_english, kind_by_name, open, strip, text},
    rules::{Follow, Line, Rules, Size},
    structure::{Sections, Taken, Tracer, Words, Zone},
};

/// Bytes after which a faster automaton is worth building, and then the fastest.
const MIDDLE: u64 = 512 << 10;
const LARGE: u64 = 8 << 20;
/// Lines that are looked at behind one that begins a list.
const LIST: u32 = 400;
/// Frames that are remembered.
const KNOWN: usize = 50_000;
/// Words of a piece of a line that are looked at closely.
const CLOSE: usize = 16 << 10;

/// Reads one source into the run.
pub(crate) fn scan(source: Source<'_>, rules: &Rules, run: &mut Run) {
    let file = run.files.len();
    let kind = if source.kind == Kind::Unknown { kind_by_name(&source.name) } else { source.kind };
    run.files.push(FileSeen { name: source.name, kind, ..FileSeen::default() });
    let Ok(reader) = open(source.reader) else { return };
    let mut lines = Lines::new(reader);
    let mut pass = Pass::new(file, rules);
    loop {
        pass.pass_quiet(&mut lines);
        let Some(piece) = lines.next_piece() else { break };
        pass.piece(piece.number, piece.bytes, run);
    }
    pass.end(run);
}

/// The state of a pass.
struct Pass<'r> {
    file: usize,
    rules: &'r Rules,
    fast: Option<AhoCorasick>,
    bytes: u64,
    tracer: Tracer,
    sections: Sections,
    event: XmlEvent,
    waiting: Vec<Follow>,
    /// Lines of a list of mods that may follow.
    list: u32,
    named: Vec<u16>,
    /// Frames that were looked at.
    frames: HashSet<u64>,
    number: u32,
    last_quiet: u32,
    last_words: u32,
    /// Bytes whose lines have to be decoded each.
    one_by_one: usize,
}

impl<'r> Pass<'r> {
    fn new(file: usize, rules: &'r Rules) -> Self {
        Self {
            file,
            rules,
            fast: None,
            bytes: 0,
            tracer: Tracer::default(),
            sections: Sections::default(),
            event: XmlEvent::default(),
            waiting: Vec::new(),
            list: 0,
            named: Vec::new(),
            frames: HashSet::new(),
            number: 0,
            last_quiet: 0,
            last_words: 0,
            one_by_one: 0,
        }
    }

    /// Passes over lines without any words, many at a time.
    fn pass_quiet<R: Read>(&mut self, lines: &mut Lines<R>) {
        if self.is_hot() || self.one_by_one > 0 {
            return;
        }
        let Some(block) = lines.block() else { return };
        let hit = self.first_word(block).unwrap_or(block.len());
        let quiet = memchr::memrchr(b'\n', block.get(..hit).unwrap_or_default()).map_or(0, |at| at + 1);
        let quiet = block.get(..quiet).unwrap_or_default();
        // Lines of another encoding are decoded one by one.
        if std::str::from_utf8(quiet).is_err() {
            self.one_by_one = quiet.len();
            return;
        }
        let count = u32::try_from(memchr::memchr_iter(b'\n', quiet).count()).unwrap_or(u32::MAX);
        let (bytes, first) = (quiet.len(), lines_before(quiet));
        lines.pass(bytes, count);
        if count > 0 {
            self.number = lines.number().saturating_sub(1);
            self.last_words = self.number;
            self.last_quiet = first.map_or(self.last_quiet, |back| self.number.saturating_sub(back));
            self.count(bytes);
        }
    }

    /// Where the first word of a rule ends.
    fn first_word(&self, bytes: &[u8]) -> Option<usize> {
        let automaton = self.fast.as_ref().unwrap_or(self.rules.automaton());
        let found = automaton.find(Input::new(bytes).anchored(Anchored::No).earliest(true))?;
        found.end().checked_sub(1)
    }

    fn piece(&mut self, number: u32, bytes: &[u8], run: &mut Run) {
        self.number = number;
        self.one_by_one = self.one_by_one.saturating_sub(bytes.len() + 1);
        if bytes.is_empty() {
            return;
        }
        self.last_words = number;
        self.count(bytes.len());
        if bytes.is_ascii() {
            self.ascii(bytes, run);
        } else {
            let line = text(bytes);
            self.ascii_or_not(&line, run);
        }
    }

    fn ascii(&mut self, bytes: &[u8], run: &mut Run) {
        if self.is_hot() || self.has_words(bytes) {
            if let Ok(line) = std::str::from_utf8(bytes) {
                self.close_look(line, run);
            }
        } else {
            self.cold(bytes);
        }
    }

    fn ascii_or_not(&mut self, line: &str, run: &mut Run) {
        if self.is_hot() || self.has_words(line.as_bytes()) {
            self.close_look(line, run);
        } else {
            self.cold(line.as_bytes());
        }
    }

    /// A line of no interest, as far as one can see.
    fn cold(&mut self, bytes: &[u8]) {
        if bytes.first() == Some(&b'[') {
            self.last_quiet = self.number;
        }
    }

    fn count(&mut self, bytes: usize) {
        let before = self.bytes;
        self.bytes += bytes as u64;
        let passes = |size: u64| before <= size && self.bytes > size;
        if passes(MIDDLE) {
            self.fast = self.rules.faster(Size::Middle);
        } else if passes(LARGE) {
            self.fast = self.rules.faster(Size::Large);
        }
    }

    fn has_words(&self, bytes: &[u8]) -> bool {
        self.first_word(bytes).is_some()
    }

    fn is_hot(&self) -> bool {
        self.tracer.is_open() || self.sections.is_open() || !self.waiting.is_empty() || self.list > 0
    }

    fn close_look(&mut self, line: &str, run: &mut Run) {
        if line.len() <= CLOSE {
            self.part(line, run);
            return;
        }
        // A long line is looked at in parts that overlap a little.
        let mut from = 0;
        while from < line.len() {
            let to = boundary(line, from + CLOSE);
            self.part(line.get(from..to).unwrap_or_default(), run);
            let next = boundary(line, to.saturating_sub(512));
            from = if next > from && to < line.len() { next } else { to };
        }
    }

    fn part(&mut self, line: &str, run: &mut Run) {
        let mut event = std::mem::take(&mut self.event);
        let stripped = strip(line, &mut event);
        self.event = event;
        if stripped.is_chat() {
            self.words(&stripped, "", run);
            return;
        }
        let english = in_english(line, &stripped.text);
        self.words(&stripped, english.as_deref().unwrap_or(&stripped.text), run);
    }

    /// `text` are the words that rules look at.
    fn words(&mut self, stripped: &Stripped<'_>, text: &str, run: &mut Run) {
        let quiet = matches!(stripped.level, Some(Level::Info | Level::Debug)) && !stripped.relayed;
        let plain = stripped.logged && !stripped.relayed;
        run.follow(self.rules, (self.number, text, &stripped.text), &mut self.waiting);
        let mut named = std::mem::take(&mut self.named);
        let exceptions = if self.is_known_frame(text) {
            named.clear();
            false
        } else {
            self.named_in(text, &mut named)
        };
        let zone = self.sections.line((self.file, self.number), text, plain, &mut run.details);
        self.seen_report(zone, run);
        if stripped.logged && !stripped.relayed {
            self.tracer.debug = stripped.level == Some(Level::Debug);
        }
        let mut done = Vec::new();
        let taken = if matches!(zone, Zone::HsErr | Zone::HsTables) {
            Taken::No
        } else {
            let words = if exceptions { Words::OfExceptions } else { Words::Others };
            self.tracer.line((self.file, self.number), text, plain, words, &mut done)
        };
        run.keep(&mut done);
        if quiet && taken == Taken::No {
            self.last_quiet = self.number;
        }
        self.mods(text, zone, stripped.logged, run);
        let line = Line {
            file: self.file,
            number: self.number,
            text,
            said: &stripped.text,
            level: stripped.level,
            zone,
            is_head: taken == Taken::Head,
            is_frame: taken == Taken::Within && text.contains('('),
        };
        run.line(self.rules, &named, &line, &mut self.waiting);
        self.named = named;
    }

    fn named_in(&self, text: &str, named: &mut Vec<u16>) -> bool {
        let automaton = self.fast.as_ref().unwrap_or(self.rules.automaton());
        self.rules.named_in(automaton, text, named)
    }

    /// Whether a frame of a trace was met before: the same exception again, which says nothing new.
    fn is_known_frame(&mut self, text: &str) -> bool {
        if !text.starts_with("\tat ") || !self.waiting.is_empty() {
            return false;
        }
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        if self.frames.len() >= KNOWN {
            self.frames.clear();
        }
        !self.frames.insert(hasher.finish())
    }

    fn seen_report(&self, zone: Zone, run: &mut Run) {
        if zone != Zone::Log
            && let Some(seen) = run.files.get_mut(self.file)
        {
            seen.report.get_or_insert(self.number);
        }
    }

    /// Lists of mods.
    fn mods(&mut self, text: &str, zone: Zone, logged: bool, run: &mut Run) {
        if zone == Zone::System {
            run.mods.line(text);
            return;
        }
        let begins =
            text.strip_prefix("Loading ").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(rest) = begins.filter(|rest| rest.contains(" mods")) {
            self.list = LIST;
            if let Some((_, list)) = rest.split_once(": ") {
                run.mods.inline(list);
            }
        } else if text.starts_with('|') && (text.contains("| State") || text.contains("| Index")) {
            self.list = LIST;
        } else if self.list > 0 {
            self.list = if logged && !text.trim_start().starts_with('|') { 0 } else { self.list - 1 };
            if self.list > 0 {
                run.mods.line(text);
            }
        }
    }

    fn end(mut self, run: &mut Run) {
        let mut done = Vec::new();
        self.tracer.close(&mut done);
        run.keep(&mut done);
        for wait in std::mem::take(&mut self.waiting) {
            run.settle(self.rules, &wait);
        }
        if let Some(seen) = run.files.get_mut(self.file) {
            seen.lines = self.number;
            seen.last_quiet = self.last_quiet;
            seen.last_words = self.last_words;
        }
    }
}

/// How many lines from the end the last line stands that a logger wrote.
fn lines_before(quiet: &[u8]) -> Option<u32> {
    let lines = quiet.strip_suffix(b"\n").unwrap_or(quiet).rsplit(|byte| *byte == b'\n');
    lines.take(60).position(|line| line.first() == Some(&b'[')).and_then(|back| u32::try_from(back).ok())
}

/// The next place at which a text may be cut.
fn boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}
