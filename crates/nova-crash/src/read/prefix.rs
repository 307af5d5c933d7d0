//! What stands before the words of a line: time, thread, level, logger, a launcher's tag, the place in `Throwable` that printed a
//! trace. Taken off once, so that rules see only the words.

use std::borrow::Cow;

/// How serious a line says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Debug,
    Info,
    Warn,
    Error,
    Fatal,
}

/// A line without its prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stripped<'a> {
    /// The words.
    pub(crate) text: Cow<'a, str>,
    /// The level, where the line says one.
    pub(crate) level: Option<Level>,
    /// The thread, where the line says it.
    pub(crate) thread: Option<&'a str>,
    /// A logger wrote it: it is no continuation of the line before.
    pub(crate) logged: bool,
    /// It came through the error stream or a printed trace, so its neighbours have prefixes as well.
    pub(crate) relayed: bool,
}

impl Stripped<'_> {
    /// Whether it is what somebody said in the game: words of a stranger, whatever they tell of.
    pub(crate) fn is_chat(&self) -> bool {
        if !self.logged {
            return false;
        }
        let mut words = self.text.trim_start();
        for mark in ["[System] ", "[Not Secure] ", "[Modified] "] {
            words = words.strip_prefix(mark).unwrap_or(words);
        }
        let named = || {
            let name = words.strip_prefix('<')?.split_once("> ")?.0;
            (name.chars().count() <= 40 && !name.contains(['/', '"', '='])).then_some(())
        };
        let quiet = !self.relayed && matches!(self.level, None | Some(Level::Info));
        quiet && (words.starts_with("[CHAT]") || named().is_some())
    }
}

/// What an XML event of log4j said before the line its message stands on.
#[derive(Clone, Debug, Default)]
pub(crate) struct XmlEvent {
    level: Option<Level>,
}

/// Letters of a launcher's name before `> `.
const TAG: usize = 12;
/// How a frame of a trace begins that nothing stands before.
const FRAME: &str = "\tat ";
/// Bracket groups that are looked at.
const GROUPS: usize = 8;

/// Takes the prefix off a line.
pub(crate) fn strip<'a>(line: &'a str, event: &mut XmlEvent) -> Stripped<'a> {
    let line = line.trim_end();
    if is_coloured(line) {
        // Colours of a terminal and of the game stand in the middle of words.
        let plain = colourless(line);
        let inner = strip_plain(&plain, event);
        return Stripped {
            text: Cow::Owned(inner.text.into_owned()),
            thread: None,
            level: inner.level,
            logged: inner.logged,
            relayed: inner.relayed,
        };
    }
    if line.starts_with(FRAME) {
        return Stripped { text: Cow::Borrowed(line), ..Stripped::default() };
    }
    strip_plain(line, event)
}

fn is_coloured(line: &str) -> bool {
    if line.is_ascii() {
        memchr::memchr(0x1b, line.as_bytes()).is_some()
    } else {
        line.contains(['\u{1b}', '§', '\u{fffd}'])
    }
}

fn strip_plain<'a>(line: &'a str, event: &mut XmlEvent) -> Stripped<'a> {
    if line.trim_start().starts_with("<log4j:") {
        return xml(line, event);
    }
    let line = quoted(line);
    brackets(line)
}

/// `> words` of a quotation, `Client> words` of an old launcher.
fn quoted(line: &str) -> &str {
    // A tag is short: a long line is not gone through for one.
    let tag = line.bytes().take(TAG + 1).take_while(u8::is_ascii_alphanumeric).count();
    line.get(tag..).and_then(|rest| rest.strip_prefix("> ")).filter(|_| tag <= TAG).unwrap_or(line)
}

fn colourless(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => {
                if chars.next_if_eq(&'[').is_some() {
                    while chars.next_if(|c| !c.is_ascii_alphabetic()).is_some() {}
                    chars.next();
                }
            }
            // The game's own colours, also where UTF-8 was read as Latin.
            '§' | '\u{fffd}' => {
                if out.ends_with('Â') {
                    out.pop();
                }
                chars.next_if(char::is_ascii_alphanumeric);
            }
            _ => out.push(c),
        }
    }
    out
}

fn xml<'a>(line: &'a str, event: &mut XmlEvent) -> Stripped<'a> {
    if let Some(at) = line.find("level=\"") {
        let rest = line.get(at + 7..).unwrap_or_default();
        event.level = level(rest.split('"').next().unwrap_or_default());
    }
    let text = line.find("<![CDATA[").and_then(|at| line.get(at + 9..)).unwrap_or_default();
    let text = text.split("]]>").next().unwrap_or_default();
    Stripped {
        text: Cow::Borrowed(text),
        level: event.level,
        thread: None,
        logged: !line.contains("log4j:Throwable"),
        relayed: false,
    }
}

fn brackets(line: &str) -> Stripped<'_> {
    let mut out = Stripped::default();
    let mut rest = undated(line, &mut out);
    for _ in 0..GROUPS {
        let Some((group, after)) = group(rest) else { break };
        if !is_prefix(group, &mut out, after) {
            break;
        }
        rest = after.strip_prefix(':').unwrap_or(after);
        if rest.len() < after.len() && !is_relay_next(rest) {
            break;
        }
    }
    let rest =
        if rest.len() < line.len() { named_logger(rest.strip_prefix(' ').unwrap_or(rest)) } else { rest };
    out.text = Cow::Borrowed(rest);
    out
}

/// `(Fabric) words`, as old loaders name themselves.
fn named_logger(rest: &str) -> &str {
    let Some(inner) = rest.strip_prefix('(') else { return rest };
    match inner.split_once(") ") {
        Some((name, words)) if name.len() <= 40 && name.bytes().all(is_name_byte) => words,
        _ => rest,
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/' | b'.' | b' ')
}

/// `2013-08-01 12:00:00 [INFO] words`: a date without brackets.
fn undated<'a>(line: &'a str, out: &mut Stripped<'a>) -> &'a str {
    if !line.starts_with(|c: char| c.is_ascii_digit()) {
        return line;
    }
    let end = line
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '/' | ':' | '.' | ',' | ' ' | 'T' | 'Z')));
    let Some((date, rest)) = end.and_then(|end| line.split_at_checked(end)) else { return line };
    if date.len() < 8 || date.bytes().filter(|b| *b == b':').count() < 2 {
        return line;
    }
    out.logged = true;
    rest
}

/// The next `[...]`, and what stands behind it.
fn group(rest: &str) -> Option<(&str, &str)> {
    let inner = rest.trim_start_matches(' ').strip_prefix('[')?;
    let end = inner.find(']')?;
    (end <= 200).then_some((inner.get(..end)?, inner.get(end + 1..)?))
}

/// Whether a group belongs to the prefix; what it says is kept.
fn is_prefix<'a>(group: &'a str, out: &mut Stripped<'a>, after: &str) -> bool {
    if is_relay(group) {
        out.relayed = true;
        return true;
    }
    let (thread, last) = group.rsplit_once('/').map_or((None, group), |(thread, last)| (Some(thread), last));
    if let Some(level) = level(last.rsplit(' ').next().unwrap_or(last)) {
        out.level = out.level.or(Some(level));
        out.thread = out.thread.or(thread);
        out.logged = true;
        return true;
    }
    // What a launcher says before each line of Java's own report.
    if after.starts_with(" #") && group.bytes().all(is_name_byte) {
        out.relayed = true;
        return true;
    }
    if is_time(group) {
        out.logged = true;
        return true;
    }
    // A thread's or a logger's name stands between others or before the colon.
    out.logged && (after.starts_with([':', '[']) || (out.level.is_none() && after.starts_with(" [")))
}

/// `STDERR`, or the place in the code that printed the line: `java.lang.Throwable:printStackTrace:644`.
fn is_relay(group: &str) -> bool {
    let place = || {
        let (before, line) = group.rsplit_once(':')?;
        let (class, method) = before.rsplit_once(':')?;
        let number = line.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        let named = class.starts_with(|c: char| c.is_alphabetic()) && class.contains('.');
        (number && named && method.len() > 2).then_some(())
    };
    matches!(group, "STDERR" | "STDOUT") || place().is_some()
}

fn is_relay_next(rest: &str) -> bool {
    group(rest).is_some_and(|(group, _)| is_relay(group))
}

fn is_time(group: &str) -> bool {
    group.contains(':')
        && group.bytes().filter(u8::is_ascii_digit).count() >= 4
        && group.len() <= 40
        && !group.contains('\\')
}

fn level(word: &str) -> Option<Level> {
    let word = word.trim_end_matches([':', '*']);
    Some(match word {
        "INFO" | "Info" | "info" => Level::Info,
        "WARN" | "WARNING" | "Warn" | "Warning" | "warn" => Level::Warn,
        "ERROR" | "SEVERE" | "Error" | "error" => Level::Error,
        "FATAL" | "Fatal" => Level::Fatal,
        "DEBUG" | "TRACE" | "FINE" | "FINER" | "FINEST" | "Debug" | "debug" => Level::Debug,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_of_all_kinds_leave_the_words() {
        let table = [
            ("[12:00:00] [main/INFO]: words", "words", Some(Level::Info)),
            ("[12:00:00] [main/WARN]: [Mod] words", "[Mod] words", Some(Level::Warn)),
            ("[12:00:00] [main/ERROR] [FML]: words", "words", Some(Level::Error)),
            ("[12:00:00] [main/INFO] (FabricLoader) words", "words", Some(Level::Info)),
            ("[19Mar2023 12:00:00.123] [main/FATAL] [net.x.Y/CORE]: words", "words", Some(Level::Fatal)),
            ("[12:00:00 ERROR]: words", "words", Some(Level::Error)),
            (
                "2013-08-01 12:00:00 [SEVERE] [ForgeModLoader] words",
                "[ForgeModLoader] words",
                Some(Level::Error),
            ),
            ("2023-01-01 12:00:00,123 main ERROR words", "main ERROR words", None),
            (
                "[12:00:00] [Client thread/INFO] [STDERR]: [java.lang.Throwable:printStackTrace:644]: \tat a.b",
                "\tat a.b",
                Some(Level::Info),
            ),
            ("\u{1b}[31m[12:00:00] [main/INFO]: §ered§r word\u{1b}[0m", "red word", Some(Level::Info)),
            ("[12:00:00][main][INFO] words", "words", Some(Level::Info)),
            ("no prefix [here]", "no prefix [here]", None),
            ("[1, 2, 3] list", "[1, 2, 3] list", None),
        ];
        for (line, text, level) in table {
            let stripped = strip(line, &mut XmlEvent::default());
            let want = stripped.text.trim_start_matches(' ');
            assert_eq!((want, stripped.level), (text, level), "{line}");
        }
    }

    #[test]
    fn an_xml_event_gives_its_level_to_its_message() {
        let mut event = XmlEvent::default();
        strip(r#"<log4j:Event logger="a" level="ERROR" thread="main">"#, &mut event);
        let message = strip("  <log4j:Message><![CDATA[words]]></log4j:Message>", &mut event);
        assert_eq!((message.text.as_ref(), message.level), ("words", Some(Level::Error)));
    }
}
