//! Where secrets are kept, as a trait: the hosts bring the system's key chain, tests a map.

use std::fmt;

use crate::{Explain, Message, Report, Retry};

/// A token, key or password. It never prints itself and is not serialisable; [`expose`](Secret::expose) is the one way to
/// its text, so that each use can be found.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for the request that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// Why a secret could not be read or kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    /// This machine has no store at all.
    #[error("no secret store on this machine for {name}")]
    Missing {
        /// The secret's name.
        name: String,
    },
    /// There is a store, and it is locked or does not answer.
    #[error("no secret store for {name}: {reason}")]
    Unavailable {
        /// The secret's name.
        name: String,
        /// What the system says.
        reason: String,
    },
    /// The store is there and refused.
    #[error("the secret store refused {name}: {reason}")]
    Refused {
        /// The secret's name.
        name: String,
        /// What the system says.
        reason: String,
    },
    /// The file that stands in for a store cannot be used.
    #[error("the file of {name} cannot be used: {}", report.code())]
    File {
        /// The secret's name.
        name: String,
        /// What is wrong with it.
        report: Box<Report>,
    },
}

impl Explain for SecretError {
    fn report(&self) -> Report {
        let (code, retry, name, reason) = match self {
            Self::Missing { name } => {
                return Report::new(Message::new("model.secret.missing").with("name", name.as_str()));
            }
            Self::File { report, .. } => return (**report).clone(),
            Self::Unavailable { name, reason } => ("model.secret.unavailable", Retry::Later, name, reason),
            Self::Refused { name, reason } => ("model.secret.refused", Retry::No, name, reason),
        };
        let message = Message::new(code).with("name", name.as_str()).with("reason", reason.as_str());
        Report { retry, ..Report::new(message) }
    }
}

/// Keeps secrets by name (`llm.key`, `account.<uuid>.refresh`).
pub trait SecretStore: Send + Sync {
    /// The secret of this name; `None` when none is kept.
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError>;
    /// Keeps a secret, in place of an earlier one.
    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError>;
    /// Forgets a secret; a name that is not kept is no error.
    fn delete(&self, name: &str) -> Result<(), SecretError>;
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Mutex};

    use super::*;

    #[derive(Default)]
    struct Kept(Mutex<BTreeMap<String, Secret>>);

    impl SecretStore for Kept {
        fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
            Ok(self.0.lock().unwrap().get(name).cloned())
        }

        fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
            self.0.lock().unwrap().insert(name.to_owned(), secret.clone());
            Ok(())
        }

        fn delete(&self, name: &str) -> Result<(), SecretError> {
            self.0.lock().unwrap().remove(name);
            Ok(())
        }
    }

    #[test]
    fn a_secret_never_prints_itself() {
        let secret = Secret::new("hunter2");
        for printed in [format!("{secret}"), format!("{secret:?}"), format!("{:#?}", Some(&secret))] {
            assert!(!printed.contains("hunter"), "{printed}");
        }
        assert_eq!(secret.expose(), "hunter2");
    }

    #[test]
    fn a_store_can_be_lent_as_a_trait_object() {
        let store: &dyn SecretStore = &Kept::default();
        store.set("llm.key", &Secret::new("k")).unwrap();
        assert_eq!(store.get("llm.key").unwrap().as_ref().map(Secret::expose), Some("k"));
        store.delete("llm.key").unwrap();
        store.delete("llm.key").unwrap();
        assert_eq!(store.get("llm.key").unwrap(), None);
    }

    #[test]
    fn a_locked_store_may_open_later_and_a_refusal_stays() {
        let [name, reason] = ["llm.key", "locked"].map(str::to_owned);
        let unavailable = SecretError::Unavailable { name: name.clone(), reason: reason.clone() }.report();
        assert_eq!(
            (unavailable.code().as_ref(), unavailable.retry),
            ("model.secret.unavailable", Retry::Later)
        );
        let refused = SecretError::Refused { name, reason }.report();
        assert_eq!((refused.code().as_ref(), refused.retry), ("model.secret.refused", Retry::No));
    }
}
