//! The launcher as an assistant can use it: services wrapped as tools, the registry's explicit list, the texts in every
//! language, the planner's lexicon, and [`App`], through which each host drives the whole.

mod app;
mod codes;
mod launcher;
mod lexicon;
pub mod present;
pub mod texts;
mod tools;

pub use app::{App, Checkup, Finding, ReadJar, Request, Said, Setup, language};
pub use codes::CODES;
pub use launcher::Launcher;

/// Every crate's codes, for the catalogue's own test.
#[cfg(test)]
fn code_lists() -> Vec<&'static [nova_model::CodeDef]> {
    vec![
        CODES,
        nova_model::CODES,
        nova_meta::CODES,
        nova_files::CODES,
        nova_game::CODES,
        nova_content::CODES,
        nova_tools::CODES,
        nova_agent::CODES,
        nova_agent::planner::CODES,
    ]
}
