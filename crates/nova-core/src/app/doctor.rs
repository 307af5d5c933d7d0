//! A check-up of everything at once: game folders, versions, Java, the data folder, the mods of the current version, the
//! model.

use nova_content::{mods, notes::Notes};
use nova_files::Privacy;
use nova_model::{Field, Message, Problem, Severity};
use serde::Serialize;

use super::{App, KeyPlace, ModelView};
use crate::secrets::Keeps;

/// One thing that was looked at.
#[derive(Clone, Debug, Serialize)]
pub struct Checkup {
    /// What: `roots`, `versions`, `java`, `environment`, `mods`, `data`, `model`.
    pub id: &'static str,
    /// What was found, in one sentence.
    pub message: Message,
    /// What is wrong there.
    pub findings: Vec<Problem>,
}

/// How a check-up ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nothing is wrong.
    Healthy,
    /// Something is worth a look.
    Sick,
}

impl Checkup {
    fn new(id: &'static str, message: Message, findings: Vec<Problem>) -> Self {
        Self { id, message, findings }
    }

    /// Whether something is wrong.
    pub fn finding(&self) -> Finding {
        let sick = self.findings.iter().any(|problem| problem.severity > Severity::Note);
        if sick { Finding::Sick } else { Finding::Healthy }
    }
}

impl App {
    /// Looks at everything; changes nothing.
    pub fn doctor(&self) -> Vec<Checkup> {
        if let Err(error) = self.launcher.game.roots() {
            // Without a game folder versions and mods would only say the same again.
            let nothing = Message::new("core.doctor.roots").with("n", 0_i64);
            let roots = Checkup::new("roots", nothing, told("roots", &error));
            return vec![roots, self.java(), self.data(), self.about_model()];
        }
        vec![
            self.roots(),
            self.versions(),
            self.java(),
            self.environment(),
            self.mods(),
            self.data(),
            self.about_model(),
        ]
    }

    fn roots(&self) -> Checkup {
        match self.launcher.game.roots() {
            Ok(roots) => Checkup::new(
                "roots",
                Message::new("core.doctor.roots").with("n", roots.items.len()),
                roots.problems,
            ),
            Err(error) => failed("roots", &error),
        }
    }

    fn versions(&self) -> Checkup {
        match self.launcher.game.versions() {
            Ok(list) => {
                let message = Message::new("core.doctor.versions").with("n", list.items.len());
                let own = list.items.into_iter().flat_map(|version| version.problems);
                Checkup::new("versions", message, own.chain(list.problems).collect())
            }
            Err(error) => failed("versions", &error),
        }
    }

    fn java(&self) -> Checkup {
        let list = self.launcher.game.java();
        Checkup::new("java", Message::new("core.doctor.java").with("n", list.items.len()), list.problems)
    }

    fn environment(&self) -> Checkup {
        let version = match self.launcher.game.version(None) {
            Ok(version) => version,
            Err(error) => {
                return Checkup::new("environment", nova_model::Explain::report(&error).message, Vec::new());
            }
        };
        let checks = self.launcher.game.environment(&version).into_iter();
        let bad = checks.filter(|check| check.verdict != nova_game::Verdict::Ok);
        let findings: Vec<_> = bad.flat_map(told_of).collect();
        Checkup::new("environment", Message::new("core.doctor.environment").with("id", version.id), findings)
    }

    fn mods(&self) -> Checkup {
        // Why there is no version is said above.
        let Ok(instance) = self.launcher.instance(None) else {
            return Checkup::new("mods", Message::new("core.doctor.mods").with("n", 0_i64), Vec::new());
        };
        let list = match mods::list(&instance) {
            Ok(list) => list,
            Err(error) => return failed("mods", &error),
        };
        let conflicts = mods::conflicts(&instance, &list);
        let message = Message::new("core.doctor.mods").with("n", list.mods.len());
        let own = list.mods.into_iter().flat_map(|found| found.problems);
        let conflicts = conflicts.into_iter().map(|finding| Problem::error(finding.id, finding.message));
        Checkup::new("mods", message, own.chain(list.problems).chain(conflicts).collect())
    }

    fn data(&self) -> Checkup {
        let files = &self.launcher.files;
        let (changes, trash, backups) = (files.changes(), files.trash(), files.backups());
        let message = Message::new("core.doctor.data")
            .with("changes", changes.items.len())
            .with("trash", trash.items.len())
            .with("backups", backups.items.len());
        let settings = self.launcher.game.settings().problems;
        let notes = Notes::read(files.data()).problems;
        let findings = settings
            .into_iter()
            .chain(notes)
            .chain(changes.problems)
            .chain(trash.problems)
            .chain(backups.problems);
        Checkup::new("data", message, findings.collect())
    }

    /// That no model is set is no fault; one that is set and cannot be asked is.
    fn about_model(&self) -> Checkup {
        let mut findings = self.key_file();
        let seen = if findings.is_empty() {
            self.model_view()
        } else {
            // Reading a key closes a file that is open to others, and a check-up changes nothing.
            ModelView::without_key(&self.launcher.game.settings(), self.overrides())
        };
        let why = seen.why.filter(|why| why.code != "core.model.none");
        findings.extend(why.map(warning));
        let Some(host) = seen.host else {
            return Checkup::new("model", Message::new("core.doctor.no-model"), findings);
        };
        let name = seen.name.map_or_else(|| Message::new("game.value.none").into(), Field::Text);
        let message = Message::new("core.doctor.model").with("name", name).with("host", host);
        Checkup::new("model", message.with("key", place(seen.key)), findings)
    }

    fn key_file(&self) -> Vec<Problem> {
        let file = self.secrets().file();
        match file.privacy() {
            Ok(Privacy::Loose) => {
                vec![warning(Message::new("core.doctor.key-loose").with("path", file.path().as_path()))]
            }
            Ok(Privacy::Absent | Privacy::Private) => Vec::new(),
            Err(error) => vec![warning(nova_model::Explain::report(&error).message)],
        }
    }
}

/// What a check found and what to do about it.
fn told_of(check: nova_game::Check) -> impl Iterator<Item = Problem> {
    let hint = check.hint.map(|hint| Problem { severity: Severity::Note, ..Problem::error(check.id, hint) });
    std::iter::once(Problem::warning(check.id, check.message)).chain(hint)
}

fn warning(message: Message) -> Problem {
    Problem::warning("model", message)
}

/// Where a key lies, for people.
fn place(key: Option<KeyPlace>) -> Message {
    Message::new(match key {
        Some(KeyPlace::Nowhere) => "core.doctor.key.none",
        Some(KeyPlace::Environment) => "core.doctor.key.environment",
        Some(KeyPlace::Kept(Keeps::Ring)) => "core.doctor.key.ring",
        Some(KeyPlace::Kept(Keeps::File)) => "core.doctor.key.file",
        None => "core.doctor.key.unread",
    })
}

fn failed(id: &'static str, error: &dyn nova_model::Explain) -> Checkup {
    Checkup::new(id, error.report().message, told(id, error))
}

/// The error and what to do about it.
fn told(id: &'static str, error: &dyn nova_model::Explain) -> Vec<Problem> {
    let report = error.report();
    let hints =
        report.hints.into_iter().map(|hint| Problem { severity: Severity::Note, ..Problem::error(id, hint) });
    std::iter::once(Problem::error(id, report.message)).chain(hints).collect()
}
