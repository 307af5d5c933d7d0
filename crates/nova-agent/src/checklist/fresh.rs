//! Whether the world is still as it was when a line was planned.

use std::{collections::BTreeSet, path::PathBuf};

use nova_model::{Change, ChangeKind, Plan, Report, Stamp, StampKind, Undo};

/// Looks at files as they are now. Implemented with nova-files; called on a blocking thread.
pub trait World: Send + Sync {
    /// One stamp a path, in order.
    fn stamps(&self, paths: &[PathBuf]) -> Result<Vec<Stamp>, Report>;

    /// What any change may write beside what its plan shows, such as a settings file that was not there yet. It makes no line
    /// behind it stale.
    fn beside(&self) -> Vec<PathBuf> {
        Vec::new()
    }
}

/// Whether what is there now is what was there. A hash that one side lacks is not held against it: sizes, times and inodes
/// are on both.
pub(super) fn same_stamp(then: &StampKind, now: &StampKind) -> bool {
    match (then, now) {
        (
            StampKind::File { size, mtime, inode, sha256 },
            StampKind::File { size: size_now, mtime: mtime_now, inode: inode_now, sha256: sha256_now },
        ) => {
            let hashes = sha256.as_ref().zip(sha256_now.as_ref());
            size == size_now
                && mtime == mtime_now
                && inode == inode_now
                && hashes.is_none_or(|(then, now)| then == now)
        }
        (then, now) => then == now,
    }
}

/// Whether a plan made anew is still what the player was shown. Its title and the files it stands on count as well: two
/// backups put back the same world, and `latest` may mean another one by now.
pub(super) fn same_plan(shown: &Plan, fresh: &Plan) -> bool {
    let reversible = |plan: &Plan| matches!(plan.undo, Undo::Reversible(_));
    let stands_on = |plan: &Plan| plan.stamps.iter().map(|stamp| stamp.path.clone()).collect::<BTreeSet<_>>();
    reversible(shown) == reversible(fresh)
        && shown.title == fresh.title
        && stands_on(shown) == stands_on(fresh)
        && shown.changes.len() == fresh.changes.len()
        && shown.changes.iter().zip(&fresh.changes).all(|(then, now)| same_change(then, now))
}

/// The name of a new backup or of a place in the trash carries the moment it is made, so only the others are compared.
fn same_change(then: &Change, now: &Change) -> bool {
    let named_late = matches!(then.kind, ChangeKind::Backup | ChangeKind::Trash);
    then.kind == now.kind && then.what == now.what && (named_late || then.to == now.to)
}

#[cfg(test)]
mod tests {
    use nova_model::Message;

    use super::*;

    fn file(size: u64, mtime: i64, sha256: Option<&str>) -> StampKind {
        StampKind::File { size, mtime, inode: 7, sha256: sha256.map(str::to_owned) }
    }

    fn plan(kind: ChangeKind, what: &str, to: Option<&str>, undo: Undo) -> Plan {
        let to = to.map(str::to_owned);
        Plan {
            title: Message::new("t"),
            changes: vec![Change { kind, what: what.to_owned(), to, bytes: Some(1) }],
            bytes_written: 0,
            bytes_downloaded: 0,
            undo,
            warnings: vec![],
            stamps: vec![],
            needs: vec![],
            makes: vec![],
        }
    }

    #[test]
    fn a_plan_is_another_if_it_changes_other_things_or_can_no_longer_be_undone() {
        let back = || Undo::Reversible(Message::new("u"));
        let shown = plan(ChangeKind::Rename, "a", Some("b"), back());
        assert!(same_plan(&shown, &shown));
        let others = [
            plan(ChangeKind::Rename, "a", Some("c"), back()),
            plan(ChangeKind::Rename, "x", Some("b"), back()),
            plan(ChangeKind::Trash, "a", Some("b"), back()),
            plan(ChangeKind::Rename, "a", Some("b"), Undo::Permanent(Message::new("u"))),
            Plan { changes: vec![], ..shown.clone() },
            Plan { title: Message::new("t").with("id", "b-2"), ..shown.clone() },
            Plan {
                stamps: vec![Stamp { path: "b-2.zip".into(), kind: StampKind::Missing }],
                ..shown.clone()
            },
        ];
        for other in others {
            assert!(!same_plan(&shown, &other), "{other:?}");
        }
        let zipped = |name| plan(ChangeKind::Backup, "w", Some(name), back());
        assert!(same_plan(&zipped("w-12:00.zip"), &zipped("w-12:01.zip")));
    }

    #[test]
    fn any_trace_of_another_content_is_seen() {
        let then = file(1, 1, Some("a"));
        assert!(same_stamp(&then, &file(1, 1, None)));
        for now in [file(2, 1, None), file(1, 2, None), file(1, 1, Some("b")), StampKind::Missing] {
            assert!(!same_stamp(&then, &now), "{now:?}");
        }
        assert!(same_stamp(&StampKind::Missing, &StampKind::Missing));
        let folder = |listing: &str| StampKind::Folder { listing: listing.to_owned() };
        assert!(!same_stamp(&folder("a"), &folder("b")));
    }
}
