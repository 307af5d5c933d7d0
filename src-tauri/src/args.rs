//! What may be said when the window is started.

use std::path::PathBuf;

use clap::Parser;
use nova_core::texts::Lang;
use nova_host::Named;

/// The Nova window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Parser)]
#[command(name = "nova-desktop", version, disable_help_subcommand = true)]
pub(crate) struct Args {
    /// The game folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) game_dir: Option<PathBuf>,
    /// The data folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// The language, until the settings say otherwise: zh-CN, zh-TW or en.
    #[arg(long, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
    /// Draw without the graphics card, where the window stays blank.
    #[arg(long)]
    pub(crate) safe_graphics: bool,
    /// An empty window, to measure beside.
    #[arg(long, hide = true)]
    pub(crate) blank: bool,
}

impl Args {
    /// What the player named.
    pub(crate) fn named(&self) -> Named {
        Named {
            data_dir: self.data_dir.clone(),
            game_dir: self.game_dir.clone(),
            lang: self.lang,
            ..Named::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_language_are_taken_as_named() {
        let words = ["nova-desktop", "--game-dir", "a", "--data-dir=b", "--lang", "en", "--safe-graphics"];
        let args = Args::try_parse_from(words).unwrap();
        assert_eq!(args.named().game_dir, Some("a".into()));
        assert_eq!(args.named().data_dir, Some("b".into()));
        assert_eq!(args.named().lang, Some(Lang::En));
        assert!(args.safe_graphics && !args.blank);
    }

    #[test]
    fn an_unknown_language_is_refused() {
        assert!(Args::try_parse_from(["nova-desktop", "--lang", "tlh"]).is_err());
    }
}
