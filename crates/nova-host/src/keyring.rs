//! The computer's key ring: Secret Service, Keychain or Credential Manager.
//!
//! A locked one asks its user and waits for ever, and its library must not block inside of tokio. So each question runs on a
//! thread of its own and is given up after a while; the thread ends with the program.

use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use keyring::{Entry, Error};
use nova_model::{Secret, SecretError, SecretStore, clean};

/// Under this name the key ring shows what is ours.
const SERVICE: &str = "nova-launcher";
/// Reading needs nobody.
const READING: Duration = Duration::from_secs(2);
/// Writing may have to wait for somebody who types the key ring's password.
const WRITING: Duration = Duration::from_secs(10);
/// Characters of what the system says.
const LONGEST: usize = 200;

/// The key ring. Making it asks nobody.
#[derive(Default)]
pub struct Keyring {
    /// It was given up once: it is not waited for again only to read.
    silent: AtomicBool,
}

impl Keyring {
    /// Does something with an entry, on a thread of its own.
    fn with<T: Send + 'static>(
        &self,
        name: &str,
        patience: Duration,
        work: impl FnOnce(&Entry) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, SecretError> {
        let owned = name.to_owned();
        let answer = apart(patience, move || Entry::new(SERVICE, &owned).and_then(|entry| work(&entry)));
        match answer {
            Some(result) => result.map_err(|error| told(name, &error)),
            None => Err(self.given_up(name)),
        }
    }

    fn given_up(&self, name: &str) -> SecretError {
        self.silent.store(true, Ordering::Relaxed);
        SecretError::Unavailable { name: name.to_owned(), reason: "no answer in time".to_owned() }
    }
}

impl SecretStore for Keyring {
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
        if self.silent.load(Ordering::Relaxed) {
            return Err(self.given_up(name));
        }
        self.with(name, READING, |entry| found(entry.get_password().map(Secret::new)))
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
        let secret = secret.clone();
        self.with(name, WRITING, move |entry| entry.set_password(secret.expose()))
    }

    fn delete(&self, name: &str) -> Result<(), SecretError> {
        self.with(name, WRITING, |entry| found(entry.delete_credential()).map(drop))
    }
}

/// What was found; none where nothing is kept under the name.
fn found<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Error::NoEntry) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The answer of a thread; none when it takes longer, or dies.
fn apart<T: Send + 'static>(patience: Duration, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (send, receive) = mpsc::sync_channel(1);
    let spawned = thread::Builder::new().name("key ring".to_owned()).spawn(move || {
        // Whoever gave up does not listen any more.
        let _ = send.send(work());
    });
    spawned.ok()?;
    receive.recv_timeout(patience).ok()
}

/// None of these errors may show what was kept: those that carry bytes of it are named and not printed.
fn told(name: &str, error: &Error) -> SecretError {
    let name = name.to_owned();
    let reason = || clean(&error.to_string(), LONGEST);
    match error {
        Error::NoDefaultStore | Error::NotSupportedByStore(_) => SecretError::Missing { name },
        Error::NoStorageAccess(_) | Error::PlatformFailure(_) => {
            SecretError::Unavailable { name, reason: reason() }
        }
        Error::BadEncoding(_) | Error::BadDataFormat(..) => {
            SecretError::Refused { name, reason: "what is kept there is no text".to_owned() }
        }
        _ => SecretError::Refused { name, reason: reason() },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_key_ring_that_waits_for_ever_is_given_up() {
        let (_hold, wait) = mpsc::channel::<()>();
        let begun = Instant::now();
        assert_eq!(apart(Duration::from_millis(50), move || wait.recv().is_ok()), None);
        assert!(begun.elapsed() < Duration::from_secs(5));
        assert_eq!(apart(Duration::from_mins(1), || 7), Some(7));
    }

    #[test]
    fn a_key_ring_that_panics_is_one_without_an_answer() {
        assert_eq!(apart(Duration::from_mins(1), || -> u8 { panic!("zbus inside of a runtime") }), None);
    }

    #[test]
    fn one_that_was_given_up_is_not_waited_for_again_to_read() {
        let ring = Keyring::default();
        ring.given_up("k");
        let begun = Instant::now();
        assert!(matches!(ring.get("k"), Err(SecretError::Unavailable { .. })));
        assert!(begun.elapsed() < Duration::from_secs(1));
    }

    #[test]
    fn no_error_shows_what_was_kept() {
        let kept = b"hunter2hunter2".to_vec();
        let error = Error::BadDataFormat(kept.clone(), "odd".into());
        for error in [Error::BadEncoding(kept), error] {
            let told = format!("{:?}", told("k", &error));
            assert!(told.contains("no text") && !told.contains("104"), "{told}");
        }
        assert_eq!(told("k", &Error::NoDefaultStore), SecretError::Missing { name: "k".to_owned() });
        let locked = told("k", &Error::NoStorageAccess("locked\u{1b}[31m".into()));
        assert!(matches!(&locked, SecretError::Unavailable { reason, .. } if reason.contains("locked")));
        assert!(!format!("{locked:?}").contains("\\u{1b}"));
    }
}
