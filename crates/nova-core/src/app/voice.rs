//! What a model is told in sentences, and what it must not be told.

use std::sync::Arc;

use nova_agent::Voice;
use nova_model::{Message, Report};

use crate::{launcher::Launcher, texts::Texts};

/// English out of the catalogue, without the player's secrets.
pub(super) struct English {
    texts: Texts,
    launcher: Arc<Launcher>,
}

impl English {
    /// These texts, which are English.
    pub(super) fn new(launcher: Arc<Launcher>, texts: Texts) -> Self {
        Self { texts, launcher }
    }
}

impl Voice for English {
    fn message(&self, message: &Message) -> String {
        self.texts.say(message)
    }

    fn report(&self, report: &Report) -> String {
        self.texts.report(report)
    }

    fn redact(&self, text: &str) -> String {
        self.launcher.redactor().redact(text).into_owned()
    }

    fn restore(&self, text: &str) -> String {
        self.launcher.redactor().restore(text)
    }
}
