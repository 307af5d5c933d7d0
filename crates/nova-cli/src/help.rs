//! `--help` in the player's language: the English sentences of the command line, replaced by those of `help.zh.toml`.

use std::{collections::BTreeMap, ffi::OsString};

use clap::{Arg, ArgAction, Command, builder::StyledStr};
use nova_core::texts::{Lang, Texts};

/// The Chinese sentences by the English ones.
#[derive(Default)]
struct Sentences(BTreeMap<String, String>);

impl Sentences {
    fn read() -> Self {
        Self(toml::from_str(include_str!("help.zh.toml")).unwrap_or_default())
    }

    fn say(&self, english: &str, texts: &Texts) -> String {
        self.0.get(english).map_or_else(|| english.to_owned(), |chinese| texts.localized(chinese, english))
    }
}

/// The command line with its help in the language of these texts.
pub(crate) fn localized(command: Command, texts: &Texts) -> Command {
    if texts.lang() == Lang::En { command } else { translated(command, &Sentences::read(), texts) }
}

/// The language that is asked for on the command line, before it is parsed.
pub(crate) fn named(words: impl Iterator<Item = OsString>) -> Option<Lang> {
    let words: Vec<_> = words.filter_map(|word| word.into_string().ok()).collect();
    let after = words.iter().position(|word| word == "--lang").and_then(|at| words.get(at.checked_add(1)?));
    let joined = words.iter().find_map(|word| word.strip_prefix("--lang="));
    joined.or(after.map(String::as_str))?.parse().ok()
}

fn translated(command: Command, sentences: &Sentences, texts: &Texts) -> Command {
    let say = |english: &str| sentences.say(english, texts);
    let about = command.get_about().map(StyledStr::to_string).map(|about| say(&about));
    let subcommands: Vec<_> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let template = format!("{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}", say("Usage:"));
    let top = command.get_version().is_some();
    let mut command = command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .subcommand_help_heading(say("Commands"))
        .help_template(template)
        .mut_args(|arg| told(arg, sentences, texts))
        .arg(told(
            Arg::new("help").short('h').long("help").action(ArgAction::Help).help("Print help"),
            sentences,
            texts,
        ));
    if top {
        let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
        command = command.arg(told(version.help("Print version"), sentences, texts));
    }
    if let Some(about) = about {
        command = command.about(about);
    }
    for name in subcommands {
        command = command.mut_subcommand(name, |sub| translated(sub, sentences, texts));
    }
    command
}

fn told(arg: Arg, sentences: &Sentences, texts: &Texts) -> Arg {
    let usual = if arg.is_positional() { "Arguments" } else { "Options" };
    let heading = arg.get_help_heading().unwrap_or(usual).to_owned();
    let takes = arg.get_action().takes_values();
    let values = arg.get_possible_values().into_iter().filter(|_| takes);
    let values: Vec<_> = values.map(|value| value.get_name().to_owned()).collect();
    let help = arg.get_help().map(|help| sentences.say(&help.to_string(), texts));
    let arg = arg.help_heading(sentences.say(&heading, texts));
    match (help, values.is_empty()) {
        (None, _) => arg,
        (Some(help), true) => arg.help(help),
        (Some(help), false) => {
            arg.help(format!("{help}（{}）", values.join("、"))).hide_possible_values(true)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn english(command: &Command, into: &mut Vec<String>) {
        into.extend(command.get_about().map(StyledStr::to_string));
        into.extend(command.get_arguments().filter_map(|arg| arg.get_help().map(StyledStr::to_string)));
        for sub in command.get_subcommands() {
            english(sub, into);
        }
    }

    #[test]
    fn every_sentence_of_the_help_has_a_chinese_one_and_none_is_left_over() {
        let mut said = [
            "Print help",
            "Print version",
            "Commands",
            "Options",
            "Options of every command",
            "Arguments",
            "Usage:",
        ]
        .map(str::to_owned)
        .to_vec();
        english(&crate::args::Cli::command(), &mut said);
        let known = Sentences::read().0;
        let missing: Vec<_> = said.iter().filter(|sentence| !known.contains_key(*sentence)).collect();
        let strays: Vec<_> = known.keys().filter(|sentence| !said.contains(sentence)).collect();
        assert!(missing.is_empty() && strays.is_empty(), "missing: {missing:#?}\nnobody says: {strays:#?}");
    }

    #[test]
    fn the_localized_command_line_still_parses_everything() {
        let texts = Texts::new(Lang::ZhTw, jiff::tz::TimeZone::UTC);
        let command = localized(crate::args::Cli::command(), &texts);
        command.clone().debug_assert();
        let words = ["nova", "mods", "--version", "1.20.1", "disable", "sodium", "--yes"];
        assert!(command.try_get_matches_from(words).is_ok());
    }

    #[test]
    fn the_language_is_found_before_parsing() {
        let of = |words: &[&str]| named(words.iter().map(OsString::from));
        assert_eq!(of(&["nova", "--lang", "zh-TW", "--help"]), Some(Lang::ZhTw));
        assert_eq!(of(&["nova", "--lang=zh-CN"]), Some(Lang::ZhCn));
        assert_eq!(of(&["nova", "--lang"]), None);
    }
}
