//! Verified downloads.
//!
//! A [`Fetcher`] takes a list of [`Wanted`] files and brings each into a [`Landing`], which keeps it under its final name only
//! once its size and hash were right. What it does on the way:
//!
//! - `run` lets many hands work at a list; `flights` lets a file that two want be fetched once; `tally` tells how far it is.
//! - `file` fetches one file: `tries` says which source is asked when, `hosts` which ones rest or are full, `ask` puts the
//!   question and judges redirects by the file's [`Policy`], `flow` takes the body off the line and watches its speed, `sink`
//!   unpacks, hashes and writes it on threads that may block. A large file that broke off is gone on with where the server can
//!   prove that it still has the same bytes (`head`).
//! - `read` does the same for small files in memory, `probe` for the question how a source is doing.
//! - `error` says what each failure means for the next try, and says it to people.

mod ask;
mod digest;
mod encoding;
mod error;
mod fault;
mod fetcher;
mod file;
mod flights;
mod flow;
mod head;
mod hosts;
mod keyed;
mod landing;
mod options;
mod policy;
mod probe;
mod read;
mod run;
mod sink;
mod tally;
mod tries;
mod wanted;

pub use digest::{Digest, DigestKind, Hasher};
pub use error::FetchError;
pub use fetcher::Fetcher;
pub use file::Fetched;
pub use head::Validators;
pub use keyed::HostKey;
pub use landing::{Landed, Landing, LandingError, LandingFile, Memory};
pub use options::{Choose, FetchOptions, Times, Tries};
pub use policy::{Hosts, Policy, Refusal};
pub use probe::{Probe, Probed, Reached};
pub use read::{Answered, Fresh};
pub use run::{FetchReport, Outcome};
pub use tally::{Amounts, Progress};
pub use wanted::Wanted;
