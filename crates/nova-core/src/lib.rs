//! The launcher as an assistant can use it: services wrapped as tools, the registry's explicit list, the texts in every
//! language, the planner's lexicon, and [`App`], through which each host drives the whole.

mod accounts;
mod app;
mod attached;
mod care;
mod cleaning;
mod codes;
mod contents;
pub mod crashes;
mod hidden;
mod imports;
mod installs;
mod lastgood;
mod launcher;
mod lexicon;
mod offers;
pub mod places;
mod play;
mod playing;
pub mod present;
mod prompt;
mod secrets;
mod stable;
pub mod texts;
mod tools;

pub use app::{
    Admitted, App, Asking, Beside, Chats, Checkup, DryLaunch, ExportFormat, Finding, KeyPlace, Listed,
    MicrosoftLogin, ModelView, Moved, OpenChat, Overrides, PlayerChoice, ReadJar, Request, Resolved, Rungs,
    Said, Setup, Shown, SkinLogin, Suggestion, Tested, Turned, WhoNow, key_name, key_server, language,
    model_host, needs_key,
};
pub use attached::AttachedFile;
pub use care::GoOn;
pub use care::codes::CODES as CARE_CODES;
pub use codes::CODES;
pub use crashes::codes::CODES as FIX_CODES;
pub use lastgood::codes::CODES as LASTGOOD_CODES;
pub use lastgood::{Difference, Since, ended as run_ended};
pub use launcher::Launcher;
pub use nova_account::{Account, AccountKind, Accounts, DeviceCode, Profile, YggdrasilServer};
pub use nova_install::{Far, Goal, Job, JobState, LoaderWish, Phase, Wish};
pub use nova_llm::{KeyUse, LocalPorts, Preset, is_plain};
pub use nova_net::Rewrites;
pub use nova_play::{Ending, Progress, Run};
pub use nova_version::loaders::manifest::GameEntry;
pub use offers::{Build, Games};
pub use play::WatcherProgram;
pub use playing::{PlayerNow, Playing, ending};
pub use present::rung_name;
pub use secrets::{Keeps, Kept, Secrets};

/// Every crate's codes with the domain of their sentences, for the catalogue's own test.
#[cfg(test)]
fn code_lists() -> Vec<(&'static str, &'static [nova_model::CodeDef])> {
    vec![
        ("core", CODES),
        ("care", CARE_CODES),
        ("lastgood", LASTGOOD_CODES),
        ("fix", FIX_CODES),
        ("model", nova_model::CODES),
        ("archive", nova_archive::CODES),
        ("meta", nova_meta::CODES),
        ("crash", nova_crash::CODES),
        ("files", nova_files::CODES),
        ("game", nova_game::CODES),
        ("content", nova_content::CODES),
        ("tools", nova_tools::CODES),
        ("net", nova_net::CODES),
        ("version", nova_version::CODES),
        ("account", nova_account::CODES),
        ("install", nova_install::CODES),
        ("platform", nova_platform::CODES),
        ("play", nova_play::CODES),
        ("import", nova_import::CODES),
        ("llm", nova_llm::CODES),
        ("agent", nova_agent::CODES),
        ("planner", nova_agent::planner::CODES),
    ]
}
