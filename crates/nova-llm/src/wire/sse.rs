//! Server-sent events, as bytes arrive. One buffer is reused for all of them: an answer has tens of thousands.

use std::borrow::Cow;

use super::Trouble;

/// The most bytes of one line, and of the data of one event.
pub(crate) const LINE: usize = 8 * 1024 * 1024;

/// One event with data.
pub(crate) struct Event<'a> {
    /// Its kind, where it names one.
    pub(crate) name: &'a str,
    /// Its data; the lines of several are joined.
    pub(crate) data: &'a str,
}

/// Reads a stream. Bytes are cut into lines first and decoded line by line, so that a character split over two reads is whole.
#[derive(Default)]
pub(crate) struct Sse {
    /// The start of a line whose end has not come.
    rest: Vec<u8>,
    /// The last byte was the first half of a CRLF, or all of a CR.
    after_cr: bool,
    name: String,
    data: String,
    lines: usize,
    /// Whether any line was one of the format's: a field that it has, or a comment.
    spoken: bool,
}

impl Sse {
    /// More bytes. Events that they complete go to `each`, in order.
    pub(crate) fn push<F>(&mut self, mut bytes: &[u8], each: &mut F) -> Result<(), Trouble>
    where
        F: FnMut(Event<'_>) -> Result<(), Trouble>,
    {
        while let Some(at) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, rest) = bytes.split_at(at);
            let cr = rest.first() == Some(&b'\r');
            bytes = rest.get(1..).unwrap_or_default();
            let second_half = self.after_cr && !cr && line.is_empty() && self.rest.is_empty();
            self.after_cr = cr;
            if !second_half {
                self.line(line, each)?;
            }
        }
        self.keep(bytes)
    }

    /// The stream is over. A last event counts also where no blank line ended it.
    pub(crate) fn finish<F>(&mut self, each: &mut F) -> Result<(), Trouble>
    where
        F: FnMut(Event<'_>) -> Result<(), Trouble>,
    {
        if !self.rest.is_empty() {
            self.line(b"", each)?;
        }
        self.dispatch(each)
    }

    /// Whether the bytes were events or comments at all.
    pub(crate) fn spoken(&self) -> bool {
        self.spoken
    }

    fn keep(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        if self.rest.len().saturating_add(bytes.len()) > LINE {
            return Err(Trouble::TooLarge);
        }
        self.rest.extend_from_slice(bytes);
        Ok(())
    }

    fn line<F>(&mut self, end: &[u8], each: &mut F) -> Result<(), Trouble>
    where
        F: FnMut(Event<'_>) -> Result<(), Trouble>,
    {
        if self.rest.is_empty() {
            return self.field(end, each);
        }
        self.keep(end)?;
        let line = std::mem::take(&mut self.rest);
        let result = self.field(&line, each);
        self.rest = line;
        self.rest.clear();
        result
    }

    fn field<F>(&mut self, line: &[u8], each: &mut F) -> Result<(), Trouble>
    where
        F: FnMut(Event<'_>) -> Result<(), Trouble>,
    {
        if line.is_empty() {
            return self.dispatch(each);
        }
        if let Some(value) = line.strip_prefix(b"data:") {
            return self.data(value, each);
        }
        self.spoken |= line.starts_with(b":");
        if let Some(value) = line.strip_prefix(b"event:") {
            self.spoken = true;
            self.name.clear();
            self.name.push_str(decode(value).trim());
        }
        Ok(())
    }

    fn data<F>(&mut self, value: &[u8], each: &mut F) -> Result<(), Trouble>
    where
        F: FnMut(Event<'_>) -> Result<(), Trouble>,
    {
        self.spoken = true;
        let value = decode(value.strip_prefix(b" ").unwrap_or(value));
        if self.lines > 0 && stands_alone(&self.data, &value) {
            self.dispatch(each)?;
        }
        if self.data.len().saturating_add(value.len()) > LINE {
            return Err(Trouble::TooLarge);
        }
        if self.lines > 0 {
            self.data.push('\n');
        }
        self.lines += 1;
        self.data.push_str(&value);
        Ok(())
    }

    fn dispatch<F>(&mut self, each: &mut F) -> Result<(), Trouble>
    where
        F: FnMut(Event<'_>) -> Result<(), Trouble>,
    {
        let result = match self.lines {
            0 => Ok(()),
            _ => each(Event { name: &self.name, data: &self.data }),
        };
        self.lines = 0;
        self.data.clear();
        self.name.clear();
        result
    }
}

/// Whether a line of data starts a new event although no blank line came between: some servers leave it out.
fn stands_alone(before: &str, next: &str) -> bool {
    let opens = next.starts_with('{') || next.trim_end() == "[DONE]";
    opens && before.ends_with('}')
}

fn decode(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(reads: &[&[u8]]) -> Vec<(String, String)> {
        let (mut sse, mut found) = (Sse::default(), Vec::new());
        let mut each = |event: Event<'_>| {
            found.push((event.name.to_owned(), event.data.to_owned()));
            Ok(())
        };
        for read in reads {
            sse.push(read, &mut each).unwrap();
        }
        sse.finish(&mut each).unwrap();
        found
    }

    fn data(text: &str) -> Vec<String> {
        events(&[text.as_bytes()]).into_iter().map(|(_, data)| data).collect()
    }

    #[test]
    fn every_kind_of_line_break_ends_a_line() {
        for stream in ["data: a\n\ndata: b\n\n", "data: a\r\n\r\ndata: b\r\n\r\n", "data: a\r\rdata: b\r\r"] {
            assert_eq!(data(stream), ["a", "b"], "{stream:?}");
        }
    }

    #[test]
    fn one_blank_after_the_colon_may_be_there() {
        assert_eq!(data("data:a\n\ndata: b\n\ndata:  c\n\n"), ["a", "b", " c"]);
    }

    #[test]
    fn comments_and_other_fields_are_no_data() {
        assert_eq!(data(": alive\n\nid: 4\nretry: 9\n\ndata: a\n\n:\n\n"), ["a"]);
    }

    #[test]
    fn several_lines_of_data_are_one_event() {
        assert_eq!(data("data: {\ndata: \"a\":1\ndata: }\n\n"), ["{\n\"a\":1\n}"]);
    }

    #[test]
    fn a_missing_blank_line_between_two_objects_does_not_join_them() {
        assert_eq!(
            data("data: {\"a\":1}\ndata: {\"b\":2}\ndata: [DONE]\n"),
            ["{\"a\":1}", "{\"b\":2}", "[DONE]"]
        );
    }

    #[test]
    fn a_last_event_counts_without_its_blank_line() {
        assert_eq!(data("data: a"), ["a"]);
        assert_eq!(data("data: a\r"), ["a"]);
    }

    #[test]
    fn an_event_keeps_its_kind_and_the_next_has_none() {
        let found = events(&[b"event: error\ndata: x\n\ndata: y\n\n"]);
        assert_eq!(found, [("error".to_owned(), "x".to_owned()), (String::new(), "y".to_owned())]);
    }

    #[test]
    fn a_character_split_over_two_reads_is_whole() {
        let bytes = "data:中\r\n\r\n".as_bytes();
        for at in 0..bytes.len() {
            let (first, second) = bytes.split_at(at);
            assert_eq!(events(&[first, second]), [(String::new(), "中".to_owned())], "split at {at}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_marked_and_do_not_stop_it() {
        assert_eq!(events(&[b"data: a\xff\n\n"])[0].1, "a\u{fffd}");
    }

    #[test]
    fn a_line_without_end_stops_at_the_limit() {
        let mut sse = Sse::default();
        let mut each = |_: Event<'_>| Ok(());
        let piece = vec![b'x'; 1024 * 1024];
        let last = (0..9).map(|_| sse.push(&piece, &mut each)).find(Result::is_err);
        assert!(matches!(last, Some(Err(Trouble::TooLarge))));
    }

    #[test]
    fn other_text_is_not_taken_for_events() {
        let mut sse = Sse::default();
        sse.push(b"<html>\n<body>\n", &mut |_: Event<'_>| Ok(())).unwrap();
        assert!(!sse.spoken());
        sse.push(b": alive\n", &mut |_: Event<'_>| Ok(())).unwrap();
        assert!(sse.spoken());
    }
}
