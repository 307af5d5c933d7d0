//! What can be typed about accounts.

use clap::{Args, Subcommand};

/// A subcommand of `nova account`.
#[derive(Debug, Subcommand)]
pub(crate) enum Account {
    /// Every account, and which one plays.
    List,
    /// Adds a player by name, without signing in.
    AddOffline {
        /// The player's name.
        name: String,
    },
    /// Signs in with Microsoft: shows a code to type in a browser, and waits.
    Login,
    /// Signs in at a skin server (Yggdrasil, authlib-injector). The password is asked for, unseen.
    LoginServer(LoginServer),
    /// Lets another account play.
    Select {
        /// Its id or name.
        account: String,
    },
    /// Takes an account off the list and drops its tokens.
    Remove {
        /// Its id or name.
        account: String,
    },
    /// Renews the sign-in of an account.
    Refresh {
        /// Its id or name.
        account: String,
    },
    /// Shows or sets the client id of Microsoft's sign-in; docs/accounts.md says how to get one.
    ClientId {
        /// The client id, or `none`.
        id: Option<String>,
    },
}

/// What `nova account login-server` takes.
#[derive(Debug, Args)]
pub(crate) struct LoginServer {
    /// The server's address.
    pub(crate) address: String,
    /// What you sign in with there, often an e-mail address.
    #[arg(long, value_name = "NAME")]
    pub(crate) login: Option<String>,
    /// The player, where there are several.
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// Reads the password from standard input.
    #[arg(long)]
    pub(crate) password_stdin: bool,
}
