//! A local stand-in of what a launcher installs from: Mojang, Fabric, Quilt, Forge, NeoForge, the mirror BMCLAPI, two vendors
//! of Java, and the platforms Modrinth and CurseForge, over HTTP.
//!
//! The documents are recorded ones (a folder laid out as host and path) or the small set that is built in; every file they name is
//! generated, small, and the same each time, and the documents carry the hashes and sizes of these files. An address that no
//! document names answers 404.
//!
//! ```no_run
//! # fn test() -> anyhow::Result<()> {
//! use nova_testkit::upstream::{Fault, Rule, Upstream, UpstreamSpec};
//!
//! let upstream = Upstream::start(UpstreamSpec::small().assets(50))?;
//! upstream.fault(Rule::on("libraries.minecraft.net/", Fault::Cut(100)).times(2));
//! // ... install with the sources file upstream.sources_json() ...
//! assert!(upstream.requests().iter().all(|asked| asked.status < 500));
//! # Ok(())
//! # }
//! ```
//!
//! | file | makes |
//! |---|---|
//! | `shelf`, `small/` | the documents, as recorded |
//! | `index` | the addresses they name, and how each is made |
//! | `store`, `rewrite` | bytes on demand, and the hashes in documents |
//! | `make/` | jars, natives, client jars, assets |
//! | `installer/` | Forge's and NeoForge's installers, whose processors really run |
//! | `loaders`, `lists` | what meta servers and mirrors answer |
//! | `runtime`, `vendors` | Java runtimes of Mojang, and archives of Adoptium and Azul |
//! | `content/` | the platforms: projects, their releases and jars, and what a request must look like |
//! | `address`, `server`, `wire`, `fault` | HTTP |
//!
//! A jar of an installer's program holds [`crate::game::Programs`]' processor: it writes outputs from its inputs, and refuses a
//! server's steps and missing inputs. A client jar holds the stand-in game and what it has to find when it starts.

mod address;
mod content;
mod digest;
mod fault;
mod index;
mod installer;
mod lists;
mod loaders;
mod make;
mod maven;
mod rewrite;
mod runtime;
mod server;
mod shelf;
mod small;
mod spec;
mod store;
mod vendors;
mod wire;

pub use content::{Build, CURSEFORGE_KEY, Offer};
pub use fault::{Fault, Rule};
pub(crate) use make::lzma;
pub use server::{Asked, Upstream};
pub use spec::UpstreamSpec;
