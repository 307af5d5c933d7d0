//! Reading zip, tar, gzip and zlib over `Read + Seek`, with caps and header checks. Pure: it opens no file and writes none.
//!
//! Every archive is taken for hostile. [`Zip::open`] reads the central directory once and refuses what readers would
//! disagree about; [`Zip::read`] checks the local header, the real size and the checksum of each entry, and never
//! reserves memory by what a header claims. Names are decoded but not judged by the reader: [`safe_entry_path`] and
//! [`Collisions`] do that for whoever unpacks.

mod codes;
mod collide;
mod directory;
mod end;
mod entry;
mod error;
mod gzip;
mod limits;
mod looks;
mod names;
mod path;
mod read;
mod source;
mod tar;
mod tar_header;

pub use codes::CODES;
pub use collide::{Collision, Collisions, Shape};
pub use directory::Zip;
pub use entry::{Entry, EntryKind, Method};
pub use error::{ArchiveError, DirectoryFault, Disagreement};
pub use gzip::{GzipEnd, GzipReader, Unpacked, gunzip, gunzip_partly, unzlib};
pub use limits::{Leniency, Limits, TotalCap};
pub use looks::Looks;
pub use path::{NameFault, NameRules, safe_entry_path, safe_entry_path_for};
pub use read::EntryReader;
pub use source::{ReadSeek, Section};
pub use tar::{Tar, TarEntry, TarKind};
