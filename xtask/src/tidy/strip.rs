//! Rust source without its comments and the contents of its literals: what is left has the same lines.

/// Where the reader is.
enum State {
    Code,
    LineComment,
    /// Block comments nest.
    BlockComment(u32),
    Text,
    /// A raw string and its number of `#`.
    RawText(usize),
}

/// Takes comments away and empties strings and character literals; keeps every line break.
pub(crate) fn strip(source: &str) -> String {
    let mut reader = Reader { rest: source, out: String::with_capacity(source.len()), state: State::Code };
    while let Some(next) = reader.rest.chars().next() {
        reader.step(next);
    }
    reader.out
}

struct Reader<'a> {
    rest: &'a str,
    out: String,
    state: State,
}

impl Reader<'_> {
    fn step(&mut self, next: char) {
        match self.state {
            State::Code => self.code(next),
            State::LineComment => {
                if next == '\n' {
                    self.state = State::Code;
                }
                self.skip(next.len_utf8());
            }
            State::BlockComment(depth) => self.block(depth),
            State::Text => self.text(next),
            State::RawText(hashes) => self.raw(next, hashes),
        }
    }

    fn code(&mut self, next: char) {
        if self.rest.starts_with("//") {
            self.enter(State::LineComment, 2);
        } else if self.rest.starts_with("/*") {
            self.enter(State::BlockComment(1), 2);
        } else if let Some(hashes) = self.raw_start() {
            self.enter(State::RawText(hashes), hashes + 2);
        } else if next == '"' {
            self.enter(State::Text, 1);
        } else if let Some(length) = self.character() {
            self.skip(length);
        } else {
            self.out.push(next);
            self.rest = self.rest.get(next.len_utf8()..).unwrap_or_default();
        }
    }

    fn block(&mut self, depth: u32) {
        if self.rest.starts_with("/*") {
            self.enter(State::BlockComment(depth.saturating_add(1)), 2);
        } else if self.rest.starts_with("*/") {
            let outer = depth.saturating_sub(1);
            self.enter(if outer == 0 { State::Code } else { State::BlockComment(outer) }, 2);
        } else {
            self.skip_one();
        }
    }

    fn text(&mut self, next: char) {
        match next {
            '\\' => {
                self.skip_one();
                self.skip_one();
            }
            '"' => self.enter(State::Code, 1),
            _ => self.skip_one(),
        }
    }

    fn raw(&mut self, next: char, hashes: usize) {
        let closes = next == '"'
            && self.rest.bytes().skip(1).take(hashes).filter(|byte| *byte == b'#').count() == hashes;
        if closes {
            self.enter(State::Code, hashes + 1);
        } else {
            self.skip_one();
        }
    }

    /// The number of `#` where a raw string starts here; the letter before must not go on from a name.
    fn raw_start(&self) -> Option<usize> {
        let after = self.rest.strip_prefix('r')?;
        let named = self
            .out
            .chars()
            .last()
            .is_some_and(|last| (last.is_alphanumeric() && last != 'b') || last == '_');
        let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
        (!named && after.get(hashes..)?.starts_with('"')).then_some(hashes)
    }

    /// The length of a character literal here; none for a lifetime.
    fn character(&self) -> Option<usize> {
        let inner = self.rest.strip_prefix('\'')?;
        if let Some(escaped) = inner.strip_prefix('\\') {
            let first = escaped.chars().next()?.len_utf8();
            return Some(2 + first + escaped.get(first..)?.find('\'')? + 1);
        }
        let first = inner.chars().next()?.len_utf8();
        inner.get(first..)?.starts_with('\'').then_some(first + 2)
    }

    fn enter(&mut self, state: State, length: usize) {
        self.state = state;
        self.skip(length);
    }

    fn skip_one(&mut self) {
        let length = self.rest.chars().next().map_or(0, char::len_utf8);
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        let (gone, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.out.extend(gone.chars().filter(|c| *c == '\n'));
        self.rest = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::strip;

    #[test]
    fn comments_and_literals_go_and_lines_stay() {
        let source = "a // {\nb /* { /* { */\n */ c \"{\\\"\" d r#\"{\"#; '{' e '\\'' f";
        assert_eq!(strip(source), "a \nb \n c  d ;  e  f");
    }

    #[test]
    fn lifetimes_and_names_that_end_in_r_stay() {
        assert_eq!(strip("fn f<'a>(x: &'a str) { for\"x\" }"), "fn f<'a>(x: &'a str) { for }");
    }

    #[test]
    fn unfinished_source_ends() {
        assert_eq!(strip("\"never closed\nx"), "\n");
        assert_eq!(strip("'"), "'");
    }
}
