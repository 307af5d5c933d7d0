//! A chat as a text to give away: Markdown to read, JSON to keep.

use nova_agent::store::LoadedChat;
use nova_model::{Field, Message, clean};
use nova_tools::Registry;

use super::{Shown, shown};
use crate::texts::Texts;

/// The form of an exported chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// To read.
    Markdown,
    /// Every entry as it was kept.
    Json,
}

/// The chat as a text.
pub(super) fn text(chat: &LoadedChat, format: ExportFormat, registry: &Registry, texts: &Texts) -> String {
    match format {
        ExportFormat::Json => {
            let mut json = serde_json::to_string_pretty(chat).unwrap_or_default();
            json.push('\n');
            json
        }
        ExportFormat::Markdown => Page { texts, found: Vec::new(), parts: Vec::new() }.write(chat, registry),
    }
}

/// A page of Markdown: the talk first, what tools found at its end.
struct Page<'a> {
    texts: &'a Texts,
    parts: Vec<String>,
    found: Vec<String>,
}

impl Page<'_> {
    fn write(mut self, chat: &LoadedChat, registry: &Registry) -> String {
        self.head(chat);
        for one in shown::all(chat, registry, self.texts) {
            self.part(&one);
        }
        if !self.found.is_empty() {
            self.parts.push(format!("## {}", self.say("core.chat.found")));
            self.parts.append(&mut self.found);
        }
        self.parts.join("\n\n") + "\n"
    }

    fn say(&self, code: &'static str) -> String {
        self.texts.say(&Message::new(code))
    }

    fn head(&mut self, chat: &LoadedChat) {
        let title =
            if chat.info.title.is_empty() { self.say("core.chat.untitled") } else { chat.info.title.clone() };
        self.parts.push(format!("# {}", tame(&title)));
        let turns = usize::try_from(chat.info.turns).unwrap_or(usize::MAX);
        let head = Message::new("core.chat.head")
            .with("begun", Field::Time(chat.info.created))
            .with("id", chat.info.id.as_str())
            .with("turns", turns);
        self.parts.push(self.texts.say(&head));
        if chat.left_out > 0 {
            let n = usize::try_from(chat.left_out).unwrap_or(usize::MAX);
            self.parts.push(self.texts.say(&Message::new("core.chat.left-out").with("n", n)));
        }
    }

    fn part(&mut self, one: &Shown) {
        let who = match one.kind {
            "player" => self.say("core.chat.you"),
            "settled" => self.say("core.chat.settled"),
            "result" => return self.result(one),
            "stepped_down" => {
                self.parts.push(format!("_{}_", tame(&one.text)));
                return;
            }
            _ => "Nova".to_owned(),
        };
        self.parts.push(format!("## {who}"));
        self.parts.push(if one.kind == "player" { quoted(&one.text) } else { tame(&one.text) });
    }

    /// Folded: one line in the talk, all of it at the end.
    fn result(&mut self, one: &Shown) {
        let (number, tool) = (self.found.len().saturating_add(1), one.tool.clone().unwrap_or_default());
        let line = Message::new("core.chat.looked").with("tool", tame(&tool)).with("n", number);
        self.parts.push(format!("- {}", self.texts.say(&line)));
        self.found.push(format!("### {number}. {}\n\n{}", tame(&tool), fenced(&one.text)));
    }
}

/// Text of others as Markdown that is only text and its plain marks: no HTML, nothing that is loaded, no heading above ours.
fn tame(text: &str) -> String {
    let mut in_code = false;
    let lines = text.lines().map(|line| {
        let line = clean(line, usize::MAX);
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        if in_code || fence {
            return line;
        }
        let line = line.replace("![", "!\\[").replace('<', "\\<");
        if line.starts_with('#') { format!("##{line}") } else { line }
    });
    let mut lines: Vec<String> = lines.collect();
    if in_code {
        lines.push("```".to_owned());
    }
    lines.join("\n")
}

fn quoted(text: &str) -> String {
    tame(text).lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
}

/// In a fence that is longer than any in the text.
fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.saturating_add(1).max(3));
    let lines: Vec<_> = text.lines().map(|line| clean(line, usize::MAX)).collect();
    format!("{fence}\n{}\n{fence}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_stays_text() {
        assert_eq!(tame("# Big\n<script>![x](http://e)"), "### Big\n\\<script>!\\[x](http://e)");
        assert_eq!(tame("```\n<kept>\n```\n<b"), "```\n<kept>\n```\n\\<b");
        assert_eq!(tame("```\nopen"), "```\nopen\n```");
        assert_eq!(fenced("a ```` b\n\u{1b}[0m"), "`````\na ```` b\n\n`````");
        assert_eq!(quoted("a\n\nb"), "> a\n> \n> b");
    }
}
