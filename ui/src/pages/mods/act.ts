// The changes that the page proposes. Each goes to the checklist; nothing is done before the player confirms it.
import { propose } from "../../checklist/write.svelte";
import type { FindingRow, ModRow } from "../../lib/types";

/** The version as the tools take it; none where the game folder has no version. */
function of(version: string): { version_id?: string } {
  return version ? { version_id: version } : {};
}

export function flip(version: string, mod: ModRow): void {
  propose(mod.enabled ? "disable_mod" : "enable_mod", { mod: mod.file, ...of(version) });
}

/** Switches a file off, whatever it is. */
export function off(version: string, file: string): void {
  propose("disable_mod", { mod: file, ...of(version) });
}

export function remove(version: string, mod: ModRow): void {
  propose("delete_mod", { mod: mod.file, ...of(version) });
}

export function resolve(version: string, finding: FindingRow): void {
  propose("resolve_mod_conflict", { finding_id: finding.id, ...of(version) });
}
