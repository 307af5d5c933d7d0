//! `read_backup`: what is in a backup, and whether all of it reads back.

use std::sync::Arc;

use nova_content::backups::{self, Filter};
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, moment, said_list, size, value, with_problems},
        params::OneBackup,
    },
};

/// What is in a backup, and whether all of it reads back.
pub(super) struct ReadBackup(pub(super) Arc<Launcher>);

impl Read for ReadBackup {
    type Params = OneBackup;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneBackup::IDS,
            ..draft_read(
                "read_backup",
                Title { zh: "查看备份内容", en: "Read backup" },
                "Looks into a backup and checks every entry against its checksum.\n\
                 Use before restoring or when in doubt; list_backups for all of them.\n\
                 The backup id comes from list_backups.",
            )
        }
    }

    fn run(&self, params: OneBackup, _call: &Call) -> Result<Answer, ToolError> {
        let backup = backups::find(&self.0.files, &params.backup_id, &Filter::default())?;
        let contents = backups::read(&self.0.files, &backup)?;
        let state = if contents.problems.is_empty() { "whole" } else { "DAMAGED" };
        let mut lines =
            vec![format!("{}: {state}, {}, {}", backup.id, moment(backup.at), size(backup.bytes))];
        lines.extend(
            contents
                .entries
                .iter()
                .map(|entry| format!("{}: {} files, {}", entry.name, entry.files, size(entry.bytes))),
        );
        let head = if contents.problems.is_empty() { "core.backup.whole" } else { "core.backup.damaged" };
        let head = Message::new(head).with("id", backup.id.as_str()).with("at", Field::Time(backup.at));
        let said = said_list(head, &contents.entries, |entry| {
            Message::new("core.backup.entry")
                .with("name", entry.name.as_str())
                .with("n", entry.files)
                .with("size", Field::Bytes(entry.bytes))
        });
        let problems = contents.problems.clone();
        let mut data = value(&contents);
        if let Some(fields) = data.as_object_mut() {
            fields.insert("id".into(), backup.id.as_str().into());
        }
        Ok(with_problems(answer(&lines, None, data, said), problems))
    }
}
