//! The one place where sentences for people are made: a catalogue from codes and fields to zh-CN, zh-TW and en.
//!
//! The sentences lie in `texts/<domain>.toml`, one file for the codes of each crate. zh-TW is derived from zh-CN, sentence by
//! sentence and before names are filled in, so that names stay as they are. A domain
//! is parsed when its first sentence is needed.
//!
//! A sentence that names a command of the terminal has another form for a window (`zh-window`, `en-window`), which names the page or
//! the button.

mod check;
mod format;
mod lang;
mod taiwan;
mod template;

use std::{collections::BTreeMap, sync::OnceLock};

use jiff::tz::TimeZone;
use nova_model::{Message, Problem, Report};
use serde::Deserialize;

pub use check::faults;
pub use format::bytes;
pub use lang::Lang;
use taiwan::Taiwan;

/// The catalogue's files by the first part of their codes.
const DOMAINS: &[(&str, &str)] = &[
    ("agent", include_str!("../../texts/agent.toml")),
    ("archive", include_str!("../../texts/archive.toml")),
    ("care", include_str!("../../texts/care.toml")),
    ("lastgood", include_str!("../../texts/lastgood.toml")),
    ("cli", include_str!("../../texts/cli.toml")),
    ("content", include_str!("../../texts/content.toml")),
    ("core", include_str!("../../texts/core.toml")),
    ("crash", include_str!("../../texts/crash.toml")),
    ("desk", include_str!("../../texts/desk.toml")),
    ("desktop", include_str!("../../texts/desktop.toml")),
    ("files", include_str!("../../texts/files.toml")),
    ("fix", include_str!("../../texts/fix.toml")),
    ("game", include_str!("../../texts/game.toml")),
    ("llm", include_str!("../../texts/llm.toml")),
    ("meta", include_str!("../../texts/meta.toml")),
    ("model", include_str!("../../texts/model.toml")),
    ("net", include_str!("../../texts/net.toml")),
    ("version", include_str!("../../texts/version.toml")),
    ("account", include_str!("../../texts/account.toml")),
    ("install", include_str!("../../texts/install.toml")),
    ("import", include_str!("../../texts/import.toml")),
    ("platform", include_str!("../../texts/platform.toml")),
    ("play", include_str!("../../texts/play.toml")),
    ("planner", include_str!("../../texts/planner.toml")),
    ("record", include_str!("../../texts/record.toml")),
    ("tools", include_str!("../../texts/tools.toml")),
];

/// One sentence in its languages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    zh: String,
    en: String,
    tw: Option<String>,
    #[serde(rename = "zh-window")]
    zh_window: Option<String>,
    #[serde(rename = "en-window")]
    en_window: Option<String>,
}

/// Where sentences are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Surface {
    Terminal,
    Window,
}

type Domain = BTreeMap<String, Sentence>;

/// Turns messages into text in one language.
pub struct Texts {
    lang: Lang,
    surface: Surface,
    zone: TimeZone,
    domains: Vec<OnceLock<Domain>>,
    to_taiwan: OnceLock<Taiwan>,
}

impl Texts {
    /// Texts in a language, with moments in a time zone.
    pub fn new(lang: Lang, zone: TimeZone) -> Self {
        let domains = DOMAINS.iter().map(|_| OnceLock::new()).collect();
        Self { lang, surface: Surface::Terminal, zone, domains, to_taiwan: OnceLock::new() }
    }

    /// The same for a window: sentences name its pages instead of commands.
    pub fn for_window(lang: Lang, zone: TimeZone) -> Self {
        Self { surface: Surface::Window, ..Self::new(lang, zone) }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// A message as a sentence. An unknown code is shown as it is, with its fields: never a panic, never silence.
    pub fn say(&self, message: &Message) -> String {
        match self.template(&message.code) {
            Some(template) => template::fill(&template, message, self),
            None => self.bare(message),
        }
    }

    /// Messages as paragraphs.
    pub fn say_all(&self, messages: &[Message]) -> String {
        messages.iter().map(|message| self.say(message)).collect::<Vec<_>>().join("\n")
    }

    /// A report as its sentence followed by its hints.
    pub fn report(&self, report: &Report) -> String {
        let hints = report.hints.iter().map(|hint| self.say(hint));
        let sentences: Vec<_> = std::iter::once(self.say(&report.message)).chain(hints).collect();
        sentences.join(if self.lang == Lang::En { " " } else { "" })
    }

    /// A problem as a sentence.
    pub fn problem(&self, problem: &Problem) -> String {
        self.say(&problem.message)
    }

    /// A piece of zh-CN text in this language's script (for titles that come in zh and en).
    pub fn localized(&self, zh: &str, en: &str) -> String {
        match self.lang {
            Lang::En => en.to_owned(),
            Lang::ZhCn => zh.to_owned(),
            Lang::ZhTw => self.taiwan(zh),
        }
    }

    fn template(&self, code: &str) -> Option<String> {
        let sentence = self.sentence(code)?;
        if self.surface == Surface::Window
            && let (Some(zh), Some(en)) = (&sentence.zh_window, &sentence.en_window)
        {
            return Some(self.localized(zh, en));
        }
        Some(match (self.lang, &sentence.tw) {
            (Lang::En, _) => sentence.en.clone(),
            (Lang::ZhTw, Some(tw)) => tw.clone(),
            _ => self.localized(&sentence.zh, &sentence.en),
        })
    }

    fn sentence(&self, code: &str) -> Option<&Sentence> {
        let prefix = code.split('.').next()?;
        let at = DOMAINS.iter().position(|(name, _)| *name == prefix)?;
        let (_, source) = DOMAINS.get(at)?;
        self.domains.get(at)?.get_or_init(|| toml::from_str(source).unwrap_or_default()).get(code)
    }

    fn taiwan(&self, zh: &str) -> String {
        self.to_taiwan.get_or_init(Taiwan::default).convert(zh)
    }

    fn bare(&self, message: &Message) -> String {
        let fields =
            message.fields.iter().map(|(name, value)| format!("{name}: {}", format::field(value, self)));
        let fields: Vec<_> = fields.collect();
        if fields.is_empty() {
            message.code.to_string()
        } else {
            format!("{} ({})", message.code, fields.join(", "))
        }
    }
}

#[cfg(test)]
mod tests;
