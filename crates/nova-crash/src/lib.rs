//! Logs to findings: what ended a run of the game, told from the files it left. Pure: readers come in, findings go out.
//!
//! [`Analyst::analyse`] takes the files of one run ([`Source`]) and what the launcher itself knows of it ([`Known`]). `read` cuts
//! them into lines, `scan` goes over them once with the words of all rules (`rules/*.toml`), `structure` keeps exception chains,
//! sections of reports and lists of mods, `judge` weighs what was found: what belongs to the end of the run, which cause explains
//! which, and whose fault it is (`blame`).

mod analyst;
mod blame;
mod codes;
mod finding;
mod judge;
mod known;
mod privacy;
mod read;
mod rules;
mod scan;
mod structure;

pub use analyst::{Analyst, example_faults};
pub use codes::CODES;
pub use finding::{Analysis, Confidence, Ended, Evidence, Finding, FixKind, Severity, Suspect};
pub use known::{Known, NoOwners, Owners};
pub use privacy::Veil;
pub use read::{Kind, Near, Source, around};
pub use rules::{BrokenRules, faults as rule_faults};
