//! The built-in planner's words: templates, names, aliases, compiled from the files in `planner/`.

use nova_agent::planner::{Lexicon, LexiconError};

/// The planner's data files, by name.
const FILES: &[(&str, &str)] = &[
    ("words.toml", include_str!("../planner/words.toml")),
    ("names.toml", include_str!("../planner/names.toml")),
    ("versions.toml", include_str!("../planner/versions.toml")),
    ("settings.toml", include_str!("../planner/settings.toml")),
    ("mods.toml", include_str!("../planner/mods.toml")),
    ("worlds.toml", include_str!("../planner/worlds.toml")),
    ("accounts.toml", include_str!("../planner/accounts.toml")),
    ("crashes.toml", include_str!("../planner/crashes.toml")),
    ("play.toml", include_str!("../planner/play.toml")),
];

/// The compiled lexicon. An error is a fault of this build.
pub(crate) fn lexicon() -> Result<Lexicon, LexiconError> {
    Lexicon::load(FILES)
}
