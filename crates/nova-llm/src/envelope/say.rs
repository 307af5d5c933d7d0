//! The words of an envelope, while it comes.

/// Takes `say` out of the pieces of an object. Where the object does not begin with it, or words come before the object, which
/// may be quoted then, nothing comes out, and the words are there at the end.
#[derive(Debug, Default)]
pub struct SayStream {
    state: State,
    /// The first half of a pair of escapes.
    high: Option<u32>,
}

#[derive(Debug, Default)]
enum State {
    /// Before the first brace.
    #[default]
    Before,
    /// In the line that opens a fence.
    Fence,
    /// Behind it, before the first key.
    Opened,
    Key(String),
    /// Behind the key, before its colon.
    Named,
    /// Behind the colon.
    Colon,
    Text,
    Escape,
    /// In `\uXXXX`: the digits so far, as a number, and how many.
    Unicode(u32, u8),
    Over,
}

impl SayStream {
    /// What a piece of the object adds to what is said.
    pub fn push(&mut self, piece: &str) -> String {
        let mut said = String::new();
        for c in piece.chars() {
            self.step(c, &mut said);
        }
        said
    }

    fn step(&mut self, c: char, said: &mut String) {
        let state = std::mem::take(&mut self.state);
        self.state = match state {
            State::Before | State::Fence if c == '{' => State::Opened,
            State::Before | State::Fence if c == '`' => State::Fence,
            State::Fence if c.is_ascii_alphabetic() || c == '_' => State::Fence,
            State::Before | State::Fence if c.is_whitespace() => State::Before,
            State::Opened if c == '"' => State::Key(String::new()),
            State::Key(key) if c == '"' => {
                if key == "say" {
                    State::Named
                } else {
                    State::Over
                }
            }
            State::Key(key) if key.len() > 3 => State::Over,
            State::Key(key) => State::Key(key + c.encode_utf8(&mut [0; 4])),
            State::Named if c == ':' => State::Colon,
            State::Colon if c == '"' => State::Text,
            waiting @ (State::Opened | State::Named | State::Colon) if c.is_whitespace() => waiting,
            State::Text => self.text(c, said),
            State::Escape => self.escape(c, said),
            State::Unicode(number, digits) => self.unicode(c, number, digits, said),
            State::Before | State::Fence | State::Opened | State::Named | State::Colon | State::Over => {
                State::Over
            }
        };
    }

    fn text(&mut self, c: char, said: &mut String) -> State {
        match c {
            '\\' => return State::Escape,
            '"' => {
                self.lone(said);
                return State::Over;
            }
            _ => self.put(c, said),
        }
        State::Text
    }

    fn escape(&mut self, c: char, said: &mut String) -> State {
        match c {
            'u' => return State::Unicode(0, 0),
            'n' => self.put('\n', said),
            't' => self.put('\t', said),
            'r' => self.put('\r', said),
            'b' | 'f' => self.put(' ', said),
            _ => self.put(c, said),
        }
        State::Text
    }

    fn unicode(&mut self, c: char, number: u32, digits: u8, said: &mut String) -> State {
        let Some(digit) = c.to_digit(16) else {
            self.put(char::REPLACEMENT_CHARACTER, said);
            return State::Text;
        };
        let number = number * 16 + digit;
        if digits < 3 {
            return State::Unicode(number, digits + 1);
        }
        match (self.high.take(), number) {
            (None, 0xd800..=0xdbff) => self.high = Some(number),
            (Some(high), 0xdc00..=0xdfff) => {
                let pair = 0x1_0000 + ((high - 0xd800) << 10) + (number - 0xdc00);
                said.push(char::from_u32(pair).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (high, _) => {
                self.high = high;
                self.put(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER), said);
            }
        }
        State::Text
    }

    fn put(&mut self, c: char, said: &mut String) {
        self.lone(said);
        said.push(c);
    }

    /// A first half whose second never came.
    fn lone(&mut self, said: &mut String) {
        if self.high.take().is_some() {
            said.push(char::REPLACEMENT_CHARACTER);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(pieces: &[&str]) -> String {
        let mut stream = SayStream::default();
        pieces.iter().map(|piece| stream.push(piece)).collect()
    }

    #[test]
    fn words_come_at_every_split_as_they_are_in_the_end() {
        let text = r#"```json
{ "say" : "看\n\"一下\" \u4e2d\ud83d\ude00\\","calls":[{"name":"x","arguments":{"say":"no"}}]}"#;
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let (first, second) = text.split_at(at);
            assert_eq!(said(&[first, second]), "看\n\"一下\" 中😀\\", "split at {at}");
        }
    }

    #[test]
    fn words_come_while_they_come() {
        let mut stream = SayStream::default();
        assert_eq!(stream.push(r#"{"say":"a"#), "a");
        assert_eq!(stream.push("bc"), "bc");
    }

    #[test]
    fn an_object_that_begins_with_something_else_says_nothing_yet() {
        for text in [
            r#"{"calls":[],"say":"x"}"#,
            r#"{"say":["x"]}"#,
            r#"{"said":"x"}"#,
            "no object",
            "{x",
            r#"{"say" "x"}"#,
            r#"The file says {"say":"x"}"#,
            "```json\nno {\"say\":\"x\"}",
        ] {
            assert_eq!(said(&[text]), "", "{text}");
        }
    }

    #[test]
    fn half_a_pair_is_marked_and_does_not_stop_it() {
        assert_eq!(said(&[r#"{"say":"a\ud83db\uzz"}"#]), "a\u{fffd}b\u{fffd}z");
    }
}
