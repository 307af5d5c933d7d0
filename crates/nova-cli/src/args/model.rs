//! What can be typed about models and trust.

use clap::{Args, Subcommand, ValueEnum};
use nova_game::{Money, Price, Setting};

/// A subcommand of `nova model`.
#[derive(Debug, Subcommand)]
pub(crate) enum Model {
    /// What is set, and where the key is kept.
    Show,
    /// Sets the model. In a terminal the key is asked for, unseen.
    Set(SetModel),
    /// Asks the model's server whether address, key and name are right.
    Test,
    /// Forgets address, name and key.
    Forget,
    /// The providers that Nova knows, with their addresses.
    Providers,
    /// Whether a model server found on this computer may be asked.
    Local {
        /// Yes, no, or ask the first time.
        #[arg(value_enum)]
        consent: Consent,
    },
    /// Sets the limits of a turn and of a day.
    Limit(Limits),
}

/// What `nova model set` takes.
#[derive(Debug, Default, Args)]
pub(crate) struct SetModel {
    /// A provider from `nova model providers`: its address is used.
    #[arg(long, value_name = "ID")]
    pub(crate) provider: Option<String>,
    /// The address of any OpenAI-compatible server.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,
    /// The model's name, as the server knows it.
    #[arg(long, value_name = "MODEL")]
    pub(crate) name: Option<String>,
    /// Reads the key from standard input.
    #[arg(long)]
    pub(crate) key_stdin: bool,
    /// A key on the command line is refused with a sentence, not taken.
    #[arg(long, hide = true, num_args = 0..=1, value_name = "KEY", allow_hyphen_values = true)]
    pub(crate) key: Option<Vec<String>>,
    /// What a million tokens cost, read and written, for example `2,8`; `none` forgets it.
    #[arg(long, value_name = "IN,OUT", value_parser = price)]
    pub(crate) price: Option<Setting<Price>>,
    /// Tokens the model can read at once; `none` forgets it.
    #[arg(long, value_name = "TOKENS", value_parser = number::<u64>)]
    pub(crate) context: Option<Setting<u64>>,
    /// Where requests go through: an address, `direct`, or `system`.
    #[arg(long, value_name = "URL|direct|system")]
    pub(crate) proxy: Option<String>,
}

/// What `nova model limit` takes.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct Limits {
    /// Money in a day, in the unit of the price; `none` for no limit.
    #[arg(long, value_name = "AMOUNT", value_parser = number::<Money>)]
    pub(crate) money_per_day: Option<Setting<Money>>,
    /// Tokens in a turn; `none` for the usual limit.
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    pub(crate) tokens: Option<Setting<u64>>,
    /// Requests to the model in a turn; `none` for the usual limit.
    #[arg(long, value_name = "N", value_parser = number::<u32>)]
    pub(crate) rounds: Option<Setting<u32>>,
    /// Identical calls in a turn; `none` for the usual limit.
    #[arg(long, value_name = "N", value_parser = number::<u32>)]
    pub(crate) repeats: Option<Setting<u32>>,
}

/// Whether a model on this computer may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Consent {
    Yes,
    No,
    Ask,
}

/// How much Nova may do by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    Chat,
    Read,
    Confirm,
    Chosen,
}

/// A number, or the word for none.
fn number<T: std::str::FromStr>(text: &str) -> Result<Setting<T>, &'static str> {
    if text == "none" {
        return Ok(Setting::Clear);
    }
    text.parse().map(Setting::To).map_err(|_| "a plain number, or none")
}

fn price(text: &str) -> Result<Setting<Price>, &'static str> {
    const WANTED: &str = "two amounts such as 2,8, or none";
    if text == "none" {
        return Ok(Setting::Clear);
    }
    let (input, output) = text.split_once(',').ok_or(WANTED)?;
    let amount = |text: &str| text.trim().parse::<Money>().map_err(|_| WANTED);
    Ok(Setting::To(Price { input: amount(input)?, output: amount(output)? }))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use crate::args::{Cli, Command};

    use super::*;

    fn parsed(words: &str) -> Option<Command> {
        Cli::try_parse_from(words.split(' ')).ok().map(|cli| cli.command)
    }

    #[test]
    fn limits_are_numbers_or_none_and_at_least_one_is_given() {
        let Some(Command::Model(Model::Limit(limits))) =
            parsed("nova model limit --money-per-day 2.5 --rounds none")
        else {
            panic!("not parsed")
        };
        assert_eq!(limits.money_per_day, Some(Setting::To(Money::of_micros(2_500_000))));
        assert_eq!((limits.rounds, limits.tokens), (Some(Setting::Clear), None));
        for bad in
            ["nova model limit", "nova model limit --tokens -1", "nova model limit --money-per-day 1e9"]
        {
            assert!(parsed(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_key_on_the_command_line_is_parsed_only_to_be_refused() {
        for words in ["nova model set --key sk-1", "nova model set --key=sk-1", "nova model set --key"] {
            let Some(Command::Model(Model::Set(set))) = parsed(words) else { panic!("not parsed") };
            assert!(set.key.is_some(), "{words}");
        }
    }
}
