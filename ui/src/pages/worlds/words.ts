// Words for what worlds and backups are, and which of them fit what was typed.
import { bytes, language, maybe, t } from "../../i18n/index.svelte";
import type { BackupRow, TrashRow, WorldRow } from "../../lib/types";

/** How a world is played; hardcore before the mode. */
export function mode(world: Pick<WorldRow, "mode" | "hardcore">): string | null {
  if (world.hardcore) return t("worlds.mode.hardcore");
  return world.mode && t(`worlds.mode.${world.mode}`);
}

/** The size of a world, as far as it was counted. */
export function size(world: Pick<WorldRow, "bytes" | "bytes_are_partial">): string {
  const amount = bytes(world.bytes);
  return world.bytes_are_partial ? t("worlds.at-least", { size: amount }) : amount;
}

/** What a backup holds, in one line. */
export function holds(backup: Pick<BackupRow, "worlds" | "includes">): string {
  const includes = backup.includes.map((name) => maybe(`worlds.include.${name}`) ?? name);
  const parts = [...backup.worlds, ...includes];
  if (parts.length === 0) return t("worlds.backup.empty");
  return parts.join(language() === "en" ? ", " : "、");
}

/** Why a backup was made; another launcher's word as it stands. */
export function why(backup: Pick<BackupRow, "why">): string {
  return maybe(`worlds.why.${backup.why}`) ?? backup.why;
}

/** Whether each typed word stands in one of the texts. */
export function fits(words: string, texts: (string | null)[]): boolean {
  const all = texts.map((text) => (text ?? "").toLowerCase());
  const wanted = words.toLowerCase().split(/\s+/);
  return wanted.every((word) => all.some((text) => text.includes(word)));
}

export const worldFits = (words: string) => (world: WorldRow) =>
  fits(words, [world.name, world.folder, world.game_version, ...world.versions]);

export const backupFits = (words: string) => (backup: BackupRow) =>
  fits(words, [backup.id, backup.version, holds(backup), why(backup)]);

export const trashFits = (words: string) => (row: TrashRow) =>
  fits(words, [row.name, row.place, row.why, t(`worlds.kind.${row.kind}`)]);

/** The bytes of all rows. */
export function sum(rows: { bytes: number }[]): number {
  return rows.reduce((all, row) => all + row.bytes, 0);
}
