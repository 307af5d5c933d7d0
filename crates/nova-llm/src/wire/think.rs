//! Reasoning that a server left in the words, between `<think>` and `</think>`.
//!
//! Only at the start of an answer: tags in later words are words. Some templates write the opening tag themselves, so that an
//! answer begins in the middle of its reasoning; then a lone closing tag tells that all before it was reasoning. By then it has
//! been shown. It is taken out of the answer's text, and [`Part::Taken`] says so.

const OPEN: [&str; 2] = ["<think>", "<thinking>"];
const CLOSE: [&str; 2] = ["</think>", "</thinking>"];
/// How every closing tag begins.
const CLOSING: &str = "</think";
/// The most bytes of blanks before a tag; more of them are words.
const BLANKS: usize = 4096;

/// A part of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part<'a> {
    Words(&'a str),
    Reasoning(&'a str),
    /// All words until here were reasoning.
    Taken,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing but blanks so far.
    #[default]
    Start,
    Inside,
    /// Words, and no tag before them: a lone closing tag may come.
    Words,
    /// Words behind a closing tag.
    Behind,
}

/// Takes reasoning out of words, piece by piece.
#[derive(Default)]
pub(crate) struct Think {
    state: State,
    /// The start of what may become a tag.
    held: String,
    /// A block has been folded, so that no lone closing tag is looked for.
    folded: bool,
    /// Backticks seen, so that a tag in code is left alone.
    ticks: usize,
}

impl Think {
    /// More words.
    pub(crate) fn push(&mut self, piece: &str, out: &mut impl FnMut(Part<'_>)) {
        if self.held.is_empty() {
            return self.run(piece, out);
        }
        let mut text = std::mem::take(&mut self.held);
        text.push_str(piece);
        self.run(&text, out);
    }

    /// The words are over: what was held back is what it is.
    pub(crate) fn finish(&mut self, out: &mut impl FnMut(Part<'_>)) {
        let held = std::mem::take(&mut self.held);
        match self.state {
            _ if held.is_empty() => {}
            State::Inside => out(Part::Reasoning(&held)),
            _ => out(Part::Words(&held)),
        }
    }

    /// There is a field for reasoning, so that a lone closing tag is no end of one.
    pub(crate) fn is_apart(&mut self) {
        self.folded = true;
        if self.state == State::Words {
            self.state = State::Behind;
        }
    }

    /// A loop and no recursion: one piece may hold any number of blocks.
    fn run(&mut self, text: &str, out: &mut impl FnMut(Part<'_>)) {
        let mut rest = Some(text);
        while let Some(text) = rest {
            rest = match self.state {
                State::Start => self.start(text),
                State::Inside => self.inside(text, out),
                State::Words => self.words(text, out),
                State::Behind => {
                    words(text, out);
                    None
                }
            };
        }
    }

    /// What is still to be read of the text; none where more has to come first.
    fn start<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let begun = text.trim_start();
        let kept = if self.folded { begun } else { text };
        if let Some(rest) = OPEN.iter().find_map(|tag| begun.strip_prefix(tag)) {
            self.state = State::Inside;
            return Some(rest);
        }
        if kept.len() - begun.len() <= BLANKS && OPEN.iter().any(|tag| tag.starts_with(begun)) {
            self.held.push_str(kept);
            return None;
        }
        self.state = if self.folded { State::Behind } else { State::Words };
        Some(kept)
    }

    fn inside<'t>(&mut self, text: &'t str, out: &mut impl FnMut(Part<'_>)) -> Option<&'t str> {
        if let Some((reasoning, rest)) = cut(text) {
            if !reasoning.is_empty() {
                out(Part::Reasoning(reasoning));
            }
            return Some(self.behind(rest));
        }
        let (sure, maybe) = open_end(text);
        if !sure.is_empty() {
            out(Part::Reasoning(sure));
        }
        self.held.push_str(maybe);
        None
    }

    /// Another block of reasoning may follow the first.
    fn behind<'t>(&mut self, text: &'t str) -> &'t str {
        self.folded = true;
        self.state = State::Start;
        text
    }

    fn words<'t>(&mut self, text: &'t str, out: &mut impl FnMut(Part<'_>)) -> Option<&'t str> {
        let lone = cut(text).filter(|(before, _)| (self.ticks + ticks(before)).is_multiple_of(2));
        if let Some((before, rest)) = lone {
            words(before, out);
            out(Part::Taken);
            return Some(self.behind(rest));
        }
        let (sure, maybe) = open_end(text);
        self.ticks += ticks(sure);
        words(sure, out);
        self.held.push_str(maybe);
        None
    }
}

fn words(text: &str, out: &mut impl FnMut(Part<'_>)) {
    if !text.is_empty() {
        out(Part::Words(text));
    }
}

fn ticks(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'`').count()
}

/// The text before and behind the first closing tag. It looks no further than to that tag, so that many are found in one pass.
fn cut(text: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find(CLOSING)?;
        let tail = text.get(at..)?;
        if let Some(behind) = CLOSE.iter().find_map(|tag| tail.strip_prefix(tag)) {
            return Some((text.get(..at)?, behind));
        }
        from = at + CLOSING.len();
    }
}

/// The text, and its end where that may become a closing tag.
fn open_end(text: &str) -> (&str, &str) {
    let tail = text.rfind('<').filter(|at| {
        let tail = text.get(*at..).unwrap_or_default();
        CLOSE.iter().any(|tag| tag.len() > tail.len() && tag.starts_with(tail))
    });
    text.split_at(tail.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words and reasoning of an answer that comes in these pieces.
    fn folded(pieces: &[&str]) -> (String, String) {
        let (mut think, mut text, mut reasoning) = (Think::default(), String::new(), String::new());
        let mut out = |part: Part<'_>| match part {
            Part::Words(words) => text.push_str(words),
            Part::Reasoning(words) => reasoning.push_str(words),
            Part::Taken => reasoning.push_str(&std::mem::take(&mut text)),
        };
        for piece in pieces {
            think.push(piece, &mut out);
        }
        think.finish(&mut out);
        (text, reasoning)
    }

    /// The same, whole and at every split into two reads.
    fn always(text: &str, expected: (&str, &str)) {
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let (first, second) = text.split_at(at);
            let (words, reasoning) = folded(&[first, second]);
            assert_eq!((words.as_str(), reasoning.as_str()), expected, "{first:?} {second:?}");
        }
    }

    #[test]
    fn a_block_at_the_start_is_reasoning() {
        always("<think>hm</think>好的", ("好的", "hm"));
        always("\n<thinking>hm\n</thinking>\n\n好的", ("好的", "hm\n"));
        always("<think></think>x", ("x", ""));
    }

    #[test]
    fn a_second_block_after_the_first_is_reasoning_too() {
        always("<think>a</think>\n<think>b</think>c", ("c", "ab"));
    }

    #[test]
    fn all_before_a_lone_closing_tag_is_reasoning() {
        always("The player wants\n</think>\n\n好的", ("好的", "The player wants\n"));
    }

    #[test]
    fn a_tag_in_code_is_left_alone() {
        for text in ["Write `</think>` there", "```\n</think>\n```\nok", "use `<think>` and `</think>`"] {
            always(text, (text, ""));
        }
    }

    #[test]
    fn later_tags_are_words() {
        always("a <think>b", ("a <think>b", ""));
        always("<think>a</think>b </think> c", ("b </think> c", "a"));
    }

    #[test]
    fn reasoning_that_never_ends_is_reasoning() {
        always("<think>hm </thin", ("", "hm </thin"));
    }

    #[test]
    fn any_number_of_blocks_in_one_piece_is_read_in_one_pass() {
        let many = 60_000;
        let blocks = "<think>a</think>\n".repeat(many);
        assert_eq!(folded(&[&blocks, "ok"]), ("ok".to_owned(), "a".repeat(many)));
        let nearly = "</thin ".repeat(600_000);
        assert_eq!(folded(&["<think>", &nearly]), (String::new(), nearly));
        let lone = format!("a{}", "</think>".repeat(many));
        assert_eq!(folded(&[&lone]).1, "a");
    }

    #[test]
    fn blanks_without_end_are_words() {
        let (mut think, mut text) = (Think::default(), String::new());
        for _ in 0..1_000_000 {
            think.push("\n", &mut |part| {
                if let Part::Words(words) = part {
                    text.push_str(words);
                }
            });
        }
        think.finish(&mut |_| {});
        assert_eq!(text.len(), 1_000_000);
    }

    #[test]
    fn words_that_look_like_the_start_of_a_tag_come_in_the_end() {
        always("<thin", ("<thin", ""));
        always("a < b </", ("a < b </", ""));
    }
}
