//! What installs: versions, loaders and Javas, as jobs that survive being cut off.
//!
//! # How a version comes to be there
//! A [`Goal`] becomes a [`Recipe`]: the version's files as bytes, every file it needs, and the loader's installer where there is one.
//! A [`Workshop`] looks which of these are right already ([`check`]), fetches the others into a stage beside the game root, runs the
//! installer there ([`run`]), and puts all of it into place as one change of the journal. Until that change the root is as it was.
//!
//! | module | owns |
//! |---|---|
//! | `goal` | what a job is to do |
//! | `catalog` | what can be installed |
//! | `web` | answers of servers, kept |
//! | `recipe` | what an install comes to |
//! | `need` | which file lies where |
//! | `chain` | the version files there are |
//! | `ledger` | what was put in place, for what nobody gives a digest of |
//! | `check` | whether files are what they should be |
//! | `inspect` | a whole installed version, checked |
//! | `links` | links that nothing is put behind |
//! | `run` | programs of installers |
//! | `runtime` | Javas that Nova brings itself |
//! | `job` | doing it, and being cut off |

pub mod catalog;
mod chain;
mod check;
mod codes;
mod error;
mod goal;
mod inspect;
mod job;
mod ledger;
mod links;
mod need;
mod recipe;
mod run;
mod runtime;
mod web;

pub use check::{Depth, Expected, Known, Sha1, State, Watch, check};
pub use codes::CODES;
pub use error::InstallError;
pub use goal::{Goal, LoaderChange, LoaderWish, Mend, ModsFolder, Wish};
pub use inspect::{Gap, Inspection, Looked, Subject, Verdict, inspect};
pub use job::{
    Along, CalledOff, Far, Installing, Javas, Job, JobState, Listener, Made, Phase, Running, Workshop,
    call_off, job, jobs, left_bytes, sweep, throw_away,
};
pub use ledger::{Ledger, maker};
pub use need::{Need, jar_place, json_place, needs};
pub use recipe::{Aim, Api, Document, Installer, Kitchen, Recipe, free_name, usual_names};
use run::without_meta;
pub use run::{Program, Went, environment, main_class, read_entry, run};
pub use runtime::{AskJava, Contents, JAVA_FOLDER, JavaAnswer, JavaRecipe, JavaWish, Vendor, processors};
pub use web::{Ask, Got, Memory, Web};
