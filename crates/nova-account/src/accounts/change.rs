//! Changes of the list, as batches. What a change drops from the secret store is named with it, and dropped once it is done.

use std::path::{Path, PathBuf};

use nova_files::{Batch, Files};
use nova_model::{Change, ChangeKind, Message, Millis, Plan, Undo};
use serde_json::Value;

use super::{
    Account, AccountKind, Accounts,
    file::{id_of, write_entry},
};
use crate::{AccountError, Profile, Result, check_name};

/// What a change would do. The caller stamps `watch`, shows the rest, and gives `batch` to `nova_files::Files::apply`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountChange {
    /// The steps.
    pub batch: Batch,
    /// One sentence with real names.
    pub title: Message,
    /// What changes in the list.
    pub changes: Vec<Change>,
    /// How it is taken back.
    pub undo: Undo,
    /// What the player should know first.
    pub warnings: Vec<Message>,
    /// The file it was planned on.
    pub watch: PathBuf,
    /// The account whose tokens are worth nothing once it is done: give it to [`crate::Auth::forget`] then.
    pub forgets: Option<String>,
}

impl AccountChange {
    /// The checklist line for it, stamped with the state of now.
    pub fn plan(&self, files: &Files) -> nova_files::Result<Plan> {
        Ok(Plan {
            title: self.title.clone(),
            changes: self.changes.clone(),
            bytes_written: 0,
            bytes_downloaded: 0,
            undo: self.undo.clone(),
            warnings: self.warnings.clone(),
            stamps: files.stamps(std::slice::from_ref(&self.watch))?,
            needs: Vec::new(),
            makes: Vec::new(),
        })
    }
}

impl Accounts {
    /// Adds an account, which plays from then on. One that is the same player of the same service takes the old one's place:
    /// give it the old one's id (see [`Accounts::same_as`]), since its tokens are kept under that.
    pub fn add(&self, data: &Path, account: &Account, now: Millis) -> AccountChange {
        let mut entries = self.entries();
        let place = entries.iter().position(|entry| id_of(entry) == Some(&account.id));
        let fresh = write_entry(account, place.and_then(|at| entries.get(at)));
        match place.and_then(|at| entries.get_mut(at)) {
            Some(old) => *old = fresh,
            None => entries.push(fresh),
        }
        let code = if place.is_some() { "account.change.again" } else { "account.change.add" };
        let mut change = self.change(data, code, account, (entries, Some(&account.id)), now);
        if matches!(account.kind, AccountKind::Offline) {
            change.warnings.extend(check_name(&account.profile.name).unwrap_or_default());
            change.warnings.push(Message::new("account.warn.offline"));
        }
        change
    }

    /// Lets an account play.
    pub fn select(&self, data: &Path, asked: &str, now: Millis) -> Result<AccountChange> {
        let account = self.find(asked)?;
        if self.active.as_ref() == Some(&account.id) {
            let now = Message::new("account.now.active").with("name", account.profile.name.as_str());
            return Err(AccountError::AlreadySo { now });
        }
        Ok(self.change(data, "account.change.select", account, (self.entries(), Some(&account.id)), now))
    }

    /// Takes an account off the list. Where it was the one that plays, the first of the others does.
    pub fn remove(&self, data: &Path, asked: &str, now: Millis) -> Result<AccountChange> {
        let account = self.find(asked)?;
        let entries = self.entries().into_iter().filter(|entry| id_of(entry) != Some(&account.id)).collect();
        let others = || self.items.iter().filter(|other| other.id != account.id);
        let active = self.active.as_ref().filter(|id| **id != account.id);
        let active = active.or_else(|| others().next().map(|other| &other.id)).map(String::as_str);
        let mut change = self.change(data, "account.change.remove", account, (entries, active), now);
        if !matches!(account.kind, AccountKind::Offline) {
            change.undo = Undo::Reversible(Message::new("account.undo.sign-in"));
            change.forgets = Some(account.id.clone());
        }
        Ok(change)
    }

    /// What the service calls the player now; none where it is what the list says. It writes the time too, but the time alone
    /// is worth no change.
    pub fn refreshed(
        &self,
        data: &Path,
        id: &str,
        heard: &Profile,
        now: Millis,
    ) -> Result<Option<AccountChange>> {
        let account = self.find(id)?;
        if account.profile == *heard {
            return Ok(None);
        }
        let fresh = Account { profile: heard.clone(), refreshed: now, ..account.clone() };
        let mut entries = self.entries();
        for entry in entries.iter_mut().filter(|entry| id_of(entry) == Some(&account.id)) {
            *entry = write_entry(&fresh, Some(entry));
        }
        let mut change =
            self.change(data, "account.change.renamed", &fresh, (entries, self.active.as_deref()), now);
        change.title = change.title.with("from", account.profile.name.as_str());
        Ok(Some(change))
    }

    fn change(
        &self,
        data: &Path,
        title: &'static str,
        account: &Account,
        (entries, active): (Vec<Value>, Option<&str>),
        now: Millis,
    ) -> AccountChange {
        let name = account.profile.name.as_str();
        let what = Change {
            kind: ChangeKind::Set,
            what: "accounts".into(),
            to: Some(account.to_string()),
            bytes: None,
        };
        AccountChange {
            batch: Batch { root: data.to_owned(), steps: self.steps(data, entries, active, now) },
            title: Message::new(title).with("name", name).with("kind", account.kind.label()),
            changes: vec![what],
            undo: Undo::Reversible(Message::new("account.undo.list")),
            warnings: Vec::new(),
            watch: Self::file(data),
            forgets: None,
        }
    }
}
