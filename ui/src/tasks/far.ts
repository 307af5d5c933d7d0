// How far a job is, as a share and in words.
import { bytes, duration, t } from "../i18n/index.svelte";
import type { FarView, JobRow } from "../lib/types";

/** What is done, from 0 to 1; none where nobody can say. */
export function share(far: FarView | null): number | null {
  if (!far || far.total <= 0) return null;
  if (far.phase !== "fetching" && far.phase !== "processing") return null;
  return Math.max(0, Math.min(1, far.done / far.total));
}

/** Amounts, files, speed and time left, as far as they are known. */
export function amounts(far: FarView | null): string[] {
  if (!far) return [];
  if (far.phase === "processing" && far.total > 0) {
    return [t("tasks.step", { n: Math.min(far.done + 1, far.total), all: far.total })];
  }
  if (far.phase !== "fetching") return [];
  const known = [
    far.total > 0 ? t("tasks.bytes", { done: bytes(far.done), total: bytes(far.total) }) : null,
    far.files_total > 0 ? t("tasks.files", { n: far.files, all: far.files_total }) : null,
    far.speed > 0 ? t("tasks.speed", { size: bytes(far.speed) }) : null,
    far.left !== null && far.speed > 0 ? t("tasks.time-left", { time: duration(far.left) }) : null,
  ];
  return known.filter((word) => word !== null);
}

/** The job that a line of a checklist became: it has the line's title once it is known, and until then it is the only one. */
export function jobOf(title: string, running: JobRow[]): JobRow | null {
  return running.find((job) => job.title === title) ?? (running.length === 1 ? (running[0] ?? null) : null);
}

/** All of them together, for the rail; none where nobody can say. */
export function together(running: JobRow[]): number | null {
  const shares = running.map((job) => share(job.far)).filter((one) => one !== null);
  return shares.length === 0 ? null : shares.reduce((sum, one) => sum + one, 0) / shares.length;
}
