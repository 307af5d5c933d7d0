//! `accounts.json` in and out: entry by entry, so that an odd one spoils no other.

use std::path::Path;

use nova_files::{FilesError, KeepOld, Step, read_state, steps_to_write_state};
use nova_model::{Explain, IdKind, Message, Millis, Problem};
use serde_json::{Map, Value, json};
use url::Url;

use super::{Account, AccountKind, Accounts};
use crate::{PlayerId, Profile, services::is_name, web::encrypted};

/// The format this program writes and understands.
const FORMAT: u64 = 1;
/// Thousands of accounts; more is no file of ours.
const CAP: u64 = 1 << 20;

impl Accounts {
    /// The accounts of a data folder. A missing file means none; one that cannot be used is a problem, and is kept aside by
    /// the next change.
    pub fn read(data: &Path) -> Self {
        let file = Self::file(data);
        let problem = |why: Message| Problem::warning(file.display().to_string(), why);
        let spoilt = |why: Message| Self { problems: vec![problem(why)], spoilt: true, ..Self::default() };
        match read_state(&file, CAP) {
            Ok(None) => Self::default(),
            Ok(Some(bytes)) => Self::parse(&bytes, &file).unwrap_or_else(spoilt),
            Err(error) => spoilt(unreadable(&file, &error)),
        }
    }

    fn parse(bytes: &[u8], file: &Path) -> Result<Self, Message> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let Ok(Value::Object(raw)) = serde_json::from_slice(bytes) else {
            return Err(Message::new("account.file.damaged").with("path", file));
        };
        let format = raw.get("format").map_or(Some(FORMAT), Value::as_u64);
        if format.is_none_or(|format| format > FORMAT) {
            return Err(Message::new("account.file.newer").with("path", file));
        }
        Ok(Self::of(raw, file))
    }

    fn of(raw: Map<String, Value>, file: &Path) -> Self {
        let mut accounts = Self::default();
        for (number, entry) in
            (1_usize..).zip(raw.get("accounts").and_then(Value::as_array).into_iter().flatten())
        {
            match read_entry(entry) {
                Some(account) if !accounts.items.iter().any(|known| known.id == account.id) => {
                    accounts.items.push(account);
                }
                _ => {
                    let odd =
                        Message::new("account.file.odd-entry").with("path", file).with("number", number);
                    accounts.problems.push(Problem::warning(file.display().to_string(), odd));
                }
            }
        }
        let active = raw.get("active").and_then(Value::as_str);
        let there = active.filter(|id| accounts.items.iter().any(|account| account.id == **id));
        accounts.active = there.map(str::to_owned);
        accounts.raw = raw;
        accounts
    }

    /// The steps that write the file with another list of entries and another active one.
    pub(super) fn steps(
        &self,
        data: &Path,
        entries: Vec<Value>,
        active: Option<&str>,
        now: Millis,
    ) -> Vec<Step> {
        let mut map = self.raw.clone();
        map.insert("format".to_owned(), Value::from(FORMAT));
        map.insert("active".to_owned(), active.map_or(Value::Null, Value::from));
        map.insert("accounts".to_owned(), Value::Array(entries));
        let mut bytes = serde_json::to_vec_pretty(&map).unwrap_or_default();
        bytes.push(b'\n');
        let old = if self.spoilt { KeepOld::Aside { now } } else { KeepOld::Overwrite };
        steps_to_write_state(&Self::file(data), bytes, old)
    }

    /// The entries of the file as they were read, those that were not understood too.
    pub(super) fn entries(&self) -> Vec<Value> {
        self.raw.get("accounts").and_then(Value::as_array).cloned().unwrap_or_default()
    }
}

/// The entry of an account: over an old one, so that keys that are not understood stay.
pub(super) fn write_entry(account: &Account, old: Option<&Value>) -> Value {
    let mut entry = old.and_then(Value::as_object).cloned().unwrap_or_default();
    let fixed = json!({
        "id": account.id,
        "kind": account.kind.as_str(),
        "name": account.profile.name,
        "uuid": account.profile.id.to_string(),
        "added": account.added,
        "refreshed": account.refreshed,
    });
    entry.extend(fixed.as_object().cloned().unwrap_or_default());
    if let AccountKind::Yggdrasil { server, server_name, login } = &account.kind {
        entry.insert("server".to_owned(), Value::from(server.as_str()));
        entry.insert("server_name".to_owned(), server_name.clone().map_or(Value::Null, Value::from));
        entry.insert("login".to_owned(), Value::from(login.as_str()));
    }
    Value::Object(entry)
}

pub(super) fn id_of(entry: &Value) -> Option<&str> {
    entry.get("id").and_then(Value::as_str)
}

fn read_entry(entry: &Value) -> Option<Account> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let time = |key: &str| entry.get(key).and_then(Value::as_i64);
    let id = text("id").filter(|id| IdKind::of(id) == Some(IdKind::Account))?;
    let kind = match text("kind")? {
        "microsoft" => AccountKind::Microsoft,
        "offline" => AccountKind::Offline,
        "yggdrasil" => AccountKind::Yggdrasil {
            server: Url::parse(text("server")?).ok().filter(|server| encrypted(server).is_ok())?,
            server_name: text("server_name").filter(|name| is_name(name)).map(str::to_owned),
            login: nova_model::clean(text("login").unwrap_or_default(), 200),
        },
        _ => return None,
    };
    let name = text("name").filter(|name| is_name(name))?.to_owned();
    let profile = Profile { id: PlayerId::parse(text("uuid")?)?, name };
    let added = time("added").unwrap_or_default();
    Some(Account { id: id.to_owned(), kind, profile, added, refreshed: time("refreshed").unwrap_or(added) })
}

fn unreadable(file: &Path, error: &FilesError) -> Message {
    Message::new("account.file.unreadable").with("path", file).with("why", error.report().message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEVE: &str = "5627dd98-e6be-3c21-b8a8-e92344183641";

    fn parse(value: &Value) -> Result<Accounts, Message> {
        Accounts::parse(value.to_string().as_bytes(), Path::new("accounts.json"))
    }

    fn entry(id: &str, kind: &str) -> Value {
        json!({"id": id, "kind": kind, "name": "Steve", "uuid": STEVE, "added": 1, "server": "https://s.example/api/", "login": "a@b.c"})
    }

    #[test]
    fn each_kind_is_read() {
        let list = json!([
            entry("a-00000001", "microsoft"),
            entry("a-00000002", "yggdrasil"),
            entry("a-00000003", "offline")
        ]);
        let accounts = parse(&json!({"format": 1, "active": "a-00000002", "accounts": list})).unwrap();
        assert!(accounts.problems.is_empty());
        let kinds: Vec<&str> = accounts.items.iter().map(|account| account.kind.as_str()).collect();
        assert_eq!(kinds, ["microsoft", "yggdrasil", "offline"]);
        assert_eq!(accounts.active().map(|account| account.id.as_str()), Some("a-00000002"));
        assert_eq!(accounts.items[0].refreshed, 1);
    }

    #[test]
    fn an_odd_entry_is_a_problem_and_the_others_count() {
        let plain = json!({"id": "a-00000002", "kind": "yggdrasil", "name": "x", "uuid": STEVE, "server": "http://s.example/"});
        let list = json!([
            7,
            entry("c-00000001", "offline"),
            entry("a-00000001", "steam"),
            plain,
            entry("a-00000003", "offline"),
            entry("a-00000003", "microsoft"),
        ]);
        let accounts = parse(&json!({"accounts": list, "active": "a-00000009"})).unwrap();
        assert_eq!((accounts.items.len(), accounts.problems.len()), (1, 5));
        assert_eq!(accounts.active, None);
        assert!(!accounts.spoilt);
    }

    #[test]
    fn a_newer_or_damaged_file_is_not_guessed_at() {
        assert_eq!(parse(&json!({"format": 2})).unwrap_err().code, "account.file.newer");
        assert_eq!(parse(&json!({"format": "1"})).unwrap_err().code, "account.file.newer");
        assert_eq!(parse(&json!([])).unwrap_err().code, "account.file.damaged");
        let deep = [b"{\"a\":".as_slice(), &b"[".repeat(200_000)].concat();
        assert!(Accounts::parse(&deep, Path::new("x")).is_err());
    }
}
