// What the crash page proposes. Each goes to the checklist; nothing is done before the player confirms it.
import { propose } from "../../checklist/write.svelte";
import type { CrashView } from "../../lib/types";

/** The run or the file as the tools take it. */
function of(view: CrashView): Record<string, string> {
  return {
    ...(view.version ? { version_id: view.version } : {}),
    ...(view.file ? { file_id: view.file } : view.run ? { run_id: view.run } : {}),
  };
}

export function fix(view: CrashView, id: string): void {
  propose("apply_crash_fix", { fix_id: id, ...of(view) });
}

export function bundle(view: CrashView): void {
  propose("export_crash_bundle", of(view));
}

export function restore(version: string): void {
  propose("restore_last_good", { version_id: version });
}
