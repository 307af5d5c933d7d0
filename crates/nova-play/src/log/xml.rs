//! Lines out of log4j's `LegacyXMLLayout`, which the game writes to its standard output when it is started with Mojang's log
//! configuration: `<log4j:Event logger=".." timestamp=".." level=".." thread=".."> <log4j:Message><![CDATA[..]]></log4j:Message>
//! <log4j:Throwable><![CDATA[..]]></log4j:Throwable> </log4j:Event>`, one element a line each, texts over many lines. What is no such
//! event goes through as it is: a Java that does not start says so in plain words.

/// More of one event is cut.
const LONGEST_EVENT: usize = 256 << 10;
/// More of one line is cut.
const LONGEST_LINE: usize = 16 << 10;

const EVENT: &str = "<log4j:Event";
const EVENT_END: &str = "</log4j:Event>";

/// Takes lines in, gives lines out.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    event: Option<String>,
}

impl Lines {
    /// One line of the output, without its end. Gives the lines to keep.
    pub(crate) fn line(&mut self, line: &str, clock: impl Fn(i64) -> String) -> Vec<String> {
        let Some(event) = &mut self.event else {
            if !line.trim_start().starts_with(EVENT) {
                return vec![cut(line, LONGEST_LINE).to_owned()];
            }
            self.event = Some(String::new());
            return self.line(line, clock);
        };
        let room = LONGEST_EVENT.saturating_sub(event.len());
        event.push_str(cut(line, room));
        event.push('\n');
        if !line.contains(EVENT_END) {
            return Vec::new();
        }
        self.event.take().map(|event| plain(&event, clock)).unwrap_or_default()
    }

    /// What was begun when the output ended.
    pub(crate) fn end(&mut self) -> Vec<String> {
        let left = self.event.take().unwrap_or_default();
        left.lines().map(|line| cut(line, LONGEST_LINE).to_owned()).collect()
    }
}

/// An event as the lines that the plain layout makes of it.
fn plain(event: &str, clock: impl Fn(i64) -> String) -> Vec<String> {
    let head = event.split_once('>').map_or(event, |(head, _)| head);
    let (thread, level) = (attribute(head, "thread"), attribute(head, "level"));
    let time = attribute(head, "timestamp").parse().map(clock).unwrap_or_default();
    let mut text = inside(event, "log4j:Message");
    let thrown = inside(event, "log4j:Throwable");
    if !thrown.trim().is_empty() {
        text.push('\n');
        text.push_str(thrown.trim_end());
    }
    let first = format!("[{time}] [{thread}/{level}]: ");
    let mut lines: Vec<String> = text.lines().map(|line| cut(line, LONGEST_LINE).to_owned()).collect();
    match lines.first_mut() {
        Some(line) => line.insert_str(0, &first),
        None => lines.push(first),
    }
    lines
}

/// The value of an attribute, with its five entities.
fn attribute(head: &str, name: &str) -> String {
    let value = head.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
    unescaped(value.map_or("", |(value, _)| value))
}

/// The text of an element: its CDATA pieces, or its plain text. `]]>` within a text is written as two pieces.
fn inside(event: &str, name: &str) -> String {
    let from = event.find(&format!("<{name}>")).map(|at| at.saturating_add(name.len()).saturating_add(2));
    let Some(rest) = from.and_then(|from| event.get(from..)) else { return String::new() };
    let close = format!("</{name}>");
    let mut text = String::new();
    let mut rest = rest;
    loop {
        let end = rest.find(&close).unwrap_or(rest.len());
        let Some(open) = rest.find("<![CDATA[").filter(|open| *open < end) else {
            text.push_str(&unescaped(rest.get(..end).unwrap_or_default()));
            return text.trim_matches('\n').to_owned();
        };
        text.push_str(&unescaped(rest.get(..open).unwrap_or_default()));
        let body = rest.get(open.saturating_add(9)..).unwrap_or_default();
        let (piece, behind) = body.split_once("]]>").unwrap_or((body, ""));
        text.push_str(piece);
        rest = behind;
    }
}

fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    plain.iter().fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

/// At most so many bytes, ending between two characters.
fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut lines = Lines::default();
        let mut out: Vec<String> =
            text.lines().flat_map(|line| lines.line(line, |at| format!("t{at}"))).collect();
        out.extend(lines.end());
        out
    }

    #[test]
    fn an_event_becomes_a_plain_line() {
        let text = r#"<log4j:Event logger="net.minecraft.client.Minecraft" timestamp="17" level="INFO" thread="Render thread">
  <log4j:Message><![CDATA[Setting user: Alex]]></log4j:Message>
</log4j:Event>"#;
        assert_eq!(all(text), ["[t17] [Render thread/INFO]: Setting user: Alex"]);
    }

    #[test]
    fn a_thrown_exception_comes_behind_its_message() {
        let text = r#"<log4j:Event logger="a" timestamp="1" level="ERROR" thread="&lt;main&gt;">
  <log4j:Message><![CDATA[one
two]]></log4j:Message>
  <log4j:Throwable><![CDATA[java.lang.Error: x
	at a.B.c(B.java:1)
]]></log4j:Throwable>
</log4j:Event>
after"#;
        let expected =
            ["[t1] [<main>/ERROR]: one", "two", "java.lang.Error: x", "\tat a.B.c(B.java:1)", "after"];
        assert_eq!(all(text), expected);
    }

    #[test]
    fn a_text_may_hold_the_end_of_a_piece() {
        let text = r#"<log4j:Event timestamp="1" level="INFO" thread="m">
<log4j:Message><![CDATA[a]]>]]&gt;<![CDATA[b</log4j:Message>]]></log4j:Message>
</log4j:Event>"#;
        assert_eq!(all(text), ["[t1] [m/INFO]: a]]>b</log4j:Message>"]);
    }

    #[test]
    fn what_is_no_event_goes_through() {
        assert_eq!(
            all("Error: Could not find or load main class"),
            ["Error: Could not find or load main class"]
        );
        assert_eq!(all("<log4j:Event timestamp=\"1\">\nhalf"), ["<log4j:Event timestamp=\"1\">", "half"]);
        let huge = "界".repeat(LONGEST_LINE);
        assert!(all(&huge).iter().all(|line| line.len() <= LONGEST_LINE));
    }
}
