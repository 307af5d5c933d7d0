//! Everything that can go wrong on the way to a session. No variant holds a token, and neither does what a server said: it is
//! scrubbed before it gets here.

mod report;

use std::time::Duration;

use nova_files::FilesError;
use nova_model::{Message, SecretError};
use nova_net::NetError;

use crate::{NameFault, Ownership, PictureFault, Step, XboxFault};

/// Shorthand.
pub type Result<T> = std::result::Result<T, AccountError>;

/// Why a service did not answer as services do. All of these may pass by themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outage {
    /// It cannot be reached.
    Unreachable {
        /// What the system says.
        said: String,
    },
    /// It was silent for too long.
    TimedOut,
    /// The connection broke before the answer was whole.
    Cut,
    /// It answered with a page, as the sign-in page of a hotel's network does.
    Portal,
    /// It has an error of its own.
    Server {
        /// The HTTP status.
        status: u16,
    },
    /// It takes no more requests for now.
    Busy {
        /// How long it wants to be left alone, where it says so.
        wait: Option<Duration>,
    },
}

/// Why there is no session, no account or no skin.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// No client id is set, without which Microsoft signs nobody in.
    #[error("no client id")]
    NoClientId,
    /// What is set can be no client id.
    #[error("not a client id")]
    BadClientId,
    /// Microsoft does not know the client id, or it may not be used for this.
    #[error("the client id is refused: {said}")]
    ClientRefused {
        /// What the server says.
        said: String,
    },
    /// The client id is not approved for the game's services.
    #[error("the client id is not approved for the game: {said}")]
    NotApproved {
        /// What the server says.
        said: String,
    },
    /// No client could be built.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A service did not answer as it should; it may later.
    #[error("{host} at {step:?}: {outage:?}")]
    Outage {
        /// What was asked for.
        step: Step,
        /// The server.
        host: String,
        /// How it failed.
        outage: Outage,
    },
    /// A service said no.
    #[error("{host} refused at {step:?} with {status}: {said}")]
    Refused {
        /// What was asked for.
        step: Step,
        /// The server.
        host: String,
        /// The HTTP status.
        status: u16,
        /// What the server says.
        said: String,
        /// By how many minutes this computer's clock is ahead of the server's, where that is much.
        clock_off: Option<i64>,
    },
    /// An answer is not what it has to be.
    #[error("{host} at {step:?} answered something else")]
    Garbled {
        /// What was asked for.
        step: Step,
        /// The server.
        host: String,
    },
    /// An answer is larger than any real one.
    #[error("{host} at {step:?} answered too much")]
    TooLarge {
        /// What was asked for.
        step: Step,
        /// The server.
        host: String,
    },
    /// The code was not entered in time.
    #[error("the code has expired")]
    CodeExpired,
    /// The player said no in the browser.
    #[error("the sign-in was declined")]
    CodeDeclined,
    /// Xbox does not let this account in.
    #[error("xbox: {fault:?}")]
    Xbox {
        /// Why.
        fault: XboxFault,
    },
    /// The Microsoft account has no player.
    #[error("no profile; licence: {ownership:?}")]
    NoProfile {
        /// What it owns.
        ownership: Ownership,
    },
    /// What was kept does not sign in any more; the player has to.
    #[error("{name} has to sign in again")]
    SignInAgain {
        /// The player.
        name: String,
    },
    /// The profile belongs to the account no more.
    #[error("{name} is no profile of this account any more")]
    ProfileGone {
        /// The player.
        name: String,
    },
    /// The skin server does not take name and password.
    #[error("{server} does not take the login: {said}")]
    WrongPassword {
        /// The server.
        server: String,
        /// What it says.
        said: String,
    },
    /// A user of a skin server without a profile.
    #[error("no profile on {server}")]
    NoProfiles {
        /// The server.
        server: String,
        /// Where one is made.
        homepage: Option<String>,
    },
    /// The address is none, or not one that is asked.
    #[error("not an address: {address}")]
    BadAddress {
        /// As given.
        address: String,
    },
    /// A password must not go over a line that anybody can read.
    #[error("{address} is not encrypted")]
    PlainHttp {
        /// As given.
        address: String,
    },
    /// The address leads to no such server.
    #[error("{host} is no Yggdrasil server")]
    NotYggdrasil {
        /// The server.
        host: String,
    },
    /// The address leads on and on.
    #[error("{host} redirects without end")]
    TooManyHops {
        /// The server.
        host: String,
    },
    /// The game takes no such name.
    #[error("not a name: {name:?}")]
    BadName {
        /// As given.
        name: String,
        /// Why not.
        fault: NameFault,
    },
    /// Not a picture that can be a skin.
    #[error("not a skin: {fault:?}")]
    BadPicture {
        /// What is wrong with it.
        fault: PictureFault,
    },
    /// An offline player's skin lies nowhere.
    #[error("{name} is an offline player")]
    NoSkins {
        /// The player.
        name: String,
    },
    /// Not the id of a cape.
    #[error("no cape {asked:?}")]
    NoCape {
        /// As given.
        asked: String,
    },
    /// The account's service has nothing like it.
    #[error("the service of {name} has no such thing")]
    NotThere {
        /// The player.
        name: String,
    },
    /// No account has this id.
    #[error("no account {asked:?}")]
    NoAccount {
        /// As given.
        asked: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// Several accounts have this name.
    #[error("{name:?} is {ids:?}")]
    AmbiguousName {
        /// The name.
        name: String,
        /// Their ids.
        ids: Vec<String>,
    },
    /// It is already so.
    #[error("nothing to change: {}", now.code)]
    AlreadySo {
        /// How it is.
        now: Message,
    },
    /// A path that cannot stand in a Java agent's argument.
    #[error("a path with = in it: {path}")]
    BadJarPath {
        /// The path.
        path: String,
    },
    /// The tokens could not be kept or read.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// A rule of the disk refuses it.
    #[error(transparent)]
    Files(#[from] FilesError),
}

impl AccountError {
    /// Whether the service is at fault and not the account: playing offline with the last known profile is fair then.
    pub fn is_outage(&self) -> bool {
        matches!(self, Self::Outage { .. })
    }
}
