// What can be done with worlds, backups and the trash. All of it goes through the checklist.
import { propose } from "../../checklist/write.svelte";
import type { BackupRow, TrashRow, WorldRow } from "../../lib/types";

type World = Pick<WorldRow, "folder" | "version">;

/** A world as tools call it. */
function save(world: World): Record<string, unknown> {
  return world.version ? { save: world.folder, version_id: world.version } : { save: world.folder };
}

export const backUp = (world: World) => propose("backup_version", save(world));

export const backUpAll = (version: string) => propose("backup_version", { version_id: version });

export const remove = (world: World) => propose("delete_save", save(world));

export function moveTo(world: World, to: string): void {
  const from = world.version ? { from_version: world.version } : {};
  propose("move_save", { save: world.folder, to_version: to, ...from });
}

export const restore = (backup: Pick<BackupRow, "id">) => propose("restore_backup", { backup_id: backup.id });

export const removeBackup = (backup: Pick<BackupRow, "id">) =>
  propose("delete_backup", { backup_id: backup.id });

/** A backup lies in the trash as two files, which only the undo of its change brings back together. */
export function putBack(row: Pick<TrashRow, "ids" | "change">): void {
  if (row.ids.length > 1 && row.change) propose("undo_change", { change_id: row.change });
  else propose("restore_trash", { trash_id: row.ids[0] });
}

export const purge = (row: Pick<TrashRow, "ids">) => propose("empty_trash", { trash_ids: row.ids });

export const empty = () => propose("empty_trash", {});

export const emptyOld = (days: number) => propose("empty_trash", { older_than: days });
