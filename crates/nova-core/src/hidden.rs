//! What must not be shown, which grows while the program runs: a key counts from the moment it is read.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nova_model::{Known, Redactor, Secret};

/// What is known, and the redactor for it.
pub(crate) struct Hidden(Mutex<State>);

struct State {
    known: Known,
    /// Built when it is first needed: compiling its patterns takes longer than most commands.
    redactor: Option<Arc<Redactor>>,
}

impl Hidden {
    /// Hides these.
    pub(crate) fn new(known: Known) -> Self {
        Self(Mutex::new(State { known, redactor: None }))
    }

    /// Takes out what is hidden so far.
    pub(crate) fn redactor(&self) -> Arc<Redactor> {
        let mut state = self.state();
        let State { known, redactor } = &mut *state;
        Arc::clone(redactor.get_or_insert_with(|| Arc::new(Redactor::new(known))))
    }

    /// What is hidden so far.
    pub(crate) fn known(&self) -> Known {
        self.state().known.clone()
    }

    /// Hides one more secret.
    pub(crate) fn learn(&self, secret: &Secret) {
        let mut state = self.state();
        if !state.known.secrets.contains(secret) {
            state.known.secrets.push(secret.clone());
            state.redactor = None;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_hidden_from_the_moment_it_is_known() {
        let hidden = Hidden::new(Known::default());
        let said = "the gate opens with swordfish today";
        assert_eq!(hidden.redactor().redact(said), said);
        hidden.learn(&Secret::new("swordfish"));
        assert!(!hidden.redactor().redact(said).contains("swordfish"));
    }
}
