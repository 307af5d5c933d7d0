//! Accounts: the Microsoft sign-in from the device code to the profile, Yggdrasil (authlib-injector) servers, offline players, skins.
//!
//! Tokens live in a [`nova_model::SecretStore`] and nowhere else; what is kept in files are names, ids and kinds.

mod codes;

pub use codes::CODES;
