//! Which files a plan changes, as paths that can be compared.

use std::path::{Path, PathBuf};

use nova_model::{Change, ChangeKind, Plan};

/// The files and folders that a plan changes, or zips: a deletion needs the backup that the player asked for before it. A change names them below its game root, so the full path is looked up among
/// the plan's stamps. Settings are not among them: two settings in one file do not depend on each other.
pub(super) fn changed(plan: &Plan) -> Vec<PathBuf> {
    let files = plan.changes.iter().filter(|change| change.kind != ChangeKind::Set);
    files.flat_map(|change| of_change(change, plan)).collect()
}

/// The files whose stamps another line may find changed once this plan is done: those it changes, and all it was planned on
/// where a change does not name a file. What is only zipped stays as it is.
pub(super) fn touched(plan: &Plan) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for change in plan.changes.iter().filter(|change| change.kind != ChangeKind::Backup) {
        let found = of_change(change, plan);
        if found.is_empty() {
            paths.extend(plan.stamps.iter().map(|stamp| stamp.path.clone()));
        }
        paths.extend(found);
    }
    paths
}

/// Whether any path of one list is, holds, or lies in one of the other.
pub(super) fn meet(some: &[PathBuf], others: &[PathBuf]) -> bool {
    some.iter().any(|path| others.iter().any(|other| overlap(path, other)))
}

fn overlap(a: &Path, b: &Path) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

fn of_change(change: &Change, plan: &Plan) -> Vec<PathBuf> {
    let names = std::iter::once(&change.what).chain(&change.to).filter(|name| !name.is_empty());
    names.flat_map(|name| full(Path::new(name), plan)).collect()
}

fn full(name: &Path, plan: &Plan) -> Vec<PathBuf> {
    if name.is_absolute() {
        return vec![name.to_owned()];
    }
    plan.stamps.iter().map(|stamp| &stamp.path).filter(|path| path.ends_with(name)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use nova_model::{Message, Stamp, StampKind, Undo};

    use super::*;

    fn plan(changes: &[(ChangeKind, &str, Option<&str>)], stamps: &[&str]) -> Plan {
        let change = |(kind, what, to): &(ChangeKind, &str, Option<&str>)| Change {
            kind: *kind,
            what: (*what).to_owned(),
            to: to.map(str::to_owned),
            bytes: None,
        };
        Plan {
            title: Message::new("t"),
            changes: changes.iter().map(change).collect(),
            bytes_written: 0,
            bytes_downloaded: 0,
            undo: Undo::Reversible(Message::new("u")),
            warnings: vec![],
            stamps: stamps.iter().map(|path| Stamp { path: path.into(), kind: StampKind::Missing }).collect(),
            needs: vec![],
            makes: vec![],
        }
    }

    #[test]
    fn a_name_below_the_root_is_found_among_the_stamps() {
        let plan = plan(
            &[(ChangeKind::Rename, "mods/a.jar", Some("mods/a.jar.disabled"))],
            &["/g/mods/a.jar", "/g/mods/a.jar.disabled", "/g/mods/aa.jar", "/g/mods"],
        );
        assert_eq!(changed(&plan), ["/g/mods/a.jar", "/g/mods/a.jar.disabled"].map(PathBuf::from));
        assert_eq!(touched(&plan), changed(&plan));
    }

    #[test]
    fn a_setting_touches_the_file_it_stands_in_but_changes_no_file() {
        let plan = plan(&[(ChangeKind::Set, "max_mb", Some("4096"))], &["/d/settings.json"]);
        assert_eq!(changed(&plan), Vec::<PathBuf>::new());
        assert_eq!(touched(&plan), ["/d/settings.json"].map(PathBuf::from));
    }

    #[test]
    fn what_is_zipped_counts_for_the_order_of_lines_and_keeps_its_stamp() {
        let plan = plan(&[(ChangeKind::Backup, "saves/w", None)], &["/g/saves/w"]);
        assert_eq!(changed(&plan), ["/g/saves/w"].map(PathBuf::from));
        assert_eq!(touched(&plan), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_folder_meets_what_lies_in_it_and_not_its_namesakes() {
        let paths = |list: &[&str]| list.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert!(meet(&paths(&["/g/saves/a"]), &paths(&["/g/saves/a/level.dat"])));
        assert!(meet(&paths(&["/g/saves/a/level.dat"]), &paths(&["/g/saves/a"])));
        assert!(!meet(&paths(&["/g/saves/a"]), &paths(&["/g/saves/ab"])));
        assert!(!meet(&[], &paths(&["/g"])));
    }
}
