//! Where secrets lie: in the computer's key ring where there is one, else in a file of the data folder, and which of the two
//! holds one is always told.

use std::sync::Arc;

use nova_files::SecretFile;
use nova_model::{Problem, Secret, SecretError, SecretStore};
use serde::Serialize;

/// Which of the two holds a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Keeps {
    /// The computer's key ring.
    Ring,
    /// The file in the data folder.
    File,
}

/// A secret that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Which of the two has it.
    pub by: Keeps,
    /// Why the key ring has not; none where it has.
    pub why: Option<SecretError>,
}

/// Both places together.
#[derive(Clone)]
pub struct Secrets {
    ring: Option<Arc<dyn SecretStore>>,
    file: SecretFile,
}

impl Secrets {
    /// `ring` is what the host knows of the computer's key ring; none where it knows nothing of one.
    pub fn new(ring: Option<Arc<dyn SecretStore>>, file: SecretFile) -> Self {
        Self { ring, file }
    }

    /// The secret of this name and who holds it. The file is asked first: a secret is in it only where the key ring could
    /// not take it, so what the key ring may have of that name is older.
    pub fn get(&self, name: &str) -> Result<Option<(Secret, Keeps)>, SecretError> {
        if let Some(secret) = self.file.get(name)? {
            return Ok(Some((secret, Keeps::File)));
        }
        match self.ring(name).and_then(|ring| ring.get(name)) {
            Ok(secret) => Ok(secret.map(|secret| (secret, Keeps::Ring))),
            Err(SecretError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Keeps a secret in the key ring; where that cannot be, in the file.
    pub fn set(&self, name: &str, secret: &Secret) -> Result<Kept, SecretError> {
        match self.ring(name).and_then(|ring| ring.set(name, secret)) {
            Ok(()) => {
                self.file.delete(name)?;
                Ok(Kept { by: Keeps::Ring, why: None })
            }
            Err(why) => {
                self.file.set(name, secret)?;
                Ok(Kept { by: Keeps::File, why: Some(why) })
            }
        }
    }

    /// Forgets a secret in both places. A key ring that is there and cannot be asked is an error: it may still have it.
    pub fn delete(&self, name: &str) -> Result<(), SecretError> {
        self.file.delete(name)?;
        match self.ring(name).and_then(|ring| ring.delete(name)) {
            Err(SecretError::Missing { .. }) => Ok(()),
            other => other,
        }
    }

    /// The file.
    pub fn file(&self) -> &SecretFile {
        &self.file
    }

    /// What was found wrong with the file and put right since the last call.
    pub fn take_problems(&self) -> Vec<Problem> {
        self.file.take_problems()
    }

    fn ring(&self, name: &str) -> Result<&dyn SecretStore, SecretError> {
        self.ring.as_deref().ok_or_else(|| SecretError::Missing { name: name.to_owned() })
    }
}

/// For crates that only know a store.
impl SecretStore for Secrets {
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
        Ok(Self::get(self, name)?.map(|(secret, _)| secret))
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
        Self::set(self, name, secret).map(drop)
    }

    fn delete(&self, name: &str) -> Result<(), SecretError> {
        Self::delete(self, name)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::BTreeMap,
        sync::{Mutex, PoisonError},
    };

    use tempfile::TempDir;

    use super::*;

    /// A key ring that is open, or refuses with this.
    #[derive(Default)]
    struct Ring {
        kept: Mutex<BTreeMap<String, Secret>>,
        closed: Mutex<Option<SecretError>>,
    }

    impl Ring {
        fn close(&self, why: Option<SecretError>) {
            *self.closed.lock().unwrap() = why;
        }

        fn open(&self) -> Result<std::sync::MutexGuard<'_, BTreeMap<String, Secret>>, SecretError> {
            let closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner).clone();
            closed.map_or_else(|| Ok(self.kept.lock().unwrap_or_else(PoisonError::into_inner)), Err)
        }
    }

    impl SecretStore for Ring {
        fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
            Ok(self.open()?.get(name).cloned())
        }

        fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
            self.open()?.insert(name.to_owned(), secret.clone());
            Ok(())
        }

        fn delete(&self, name: &str) -> Result<(), SecretError> {
            self.open()?.remove(name);
            Ok(())
        }
    }

    fn locked() -> SecretError {
        SecretError::Unavailable { name: "k".to_owned(), reason: "locked".to_owned() }
    }

    fn absent() -> SecretError {
        SecretError::Missing { name: "k".to_owned() }
    }

    fn desk() -> (TempDir, Arc<Ring>, Secrets) {
        let temp = tempfile::tempdir().unwrap();
        let ring = Arc::new(Ring::default());
        let secrets = Secrets::new(Some(Arc::clone(&ring) as _), SecretFile::of(temp.path()));
        (temp, ring, secrets)
    }

    fn found(secrets: &Secrets) -> Option<(String, Keeps)> {
        secrets.get("k").unwrap().map(|(secret, by)| (secret.expose().to_owned(), by))
    }

    #[test]
    fn an_open_key_ring_keeps_the_secret_and_no_file_is_made() {
        let (_temp, _ring, secrets) = desk();
        assert_eq!(secrets.set("k", &Secret::new("one")).unwrap(), Kept { by: Keeps::Ring, why: None });
        assert_eq!(found(&secrets), Some(("one".to_owned(), Keeps::Ring)));
        assert!(!secrets.file().path().exists());
    }

    #[test]
    fn without_a_key_ring_the_file_keeps_it_and_the_reason_is_told() {
        for why in [absent(), locked()] {
            let (_temp, ring, secrets) = desk();
            ring.close(Some(why.clone()));
            assert_eq!(
                secrets.set("k", &Secret::new("one")).unwrap(),
                Kept { by: Keeps::File, why: Some(why) }
            );
            assert_eq!(found(&secrets), Some(("one".to_owned(), Keeps::File)));
        }
    }

    #[test]
    fn an_older_secret_in_a_key_ring_that_was_locked_does_not_come_back() {
        let (_temp, ring, secrets) = desk();
        secrets.set("k", &Secret::new("old")).unwrap();
        ring.close(Some(locked()));
        secrets.set("k", &Secret::new("new")).unwrap();
        ring.close(None);
        assert_eq!(found(&secrets), Some(("new".to_owned(), Keeps::File)));
        secrets.set("k", &Secret::new("newer")).unwrap();
        assert_eq!(found(&secrets), Some(("newer".to_owned(), Keeps::Ring)));
        assert!(!secrets.file().path().exists());
    }

    #[test]
    fn a_locked_key_ring_is_an_error_only_where_it_could_have_the_secret() {
        let (_temp, ring, secrets) = desk();
        ring.close(Some(locked()));
        assert_eq!(secrets.get("k"), Err(locked()));
        assert_eq!(secrets.delete("k"), Err(locked()));
        ring.close(Some(absent()));
        assert_eq!(secrets.get("k"), Ok(None));
        assert_eq!(secrets.delete("k"), Ok(()));
    }

    #[test]
    fn forgetting_takes_it_out_of_both() {
        let (_temp, ring, secrets) = desk();
        ring.close(Some(absent()));
        secrets.set("k", &Secret::new("filed")).unwrap();
        ring.close(None);
        ring.set("k", &Secret::new("ringed")).unwrap();
        secrets.delete("k").unwrap();
        assert_eq!(found(&secrets), None);
    }
}
