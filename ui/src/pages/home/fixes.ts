// What a button can do about a finding of the checks before a start. Each leads to where it is set, or proposes the change.
import { propose } from "../../checklist/write.svelte";
import { t } from "../../i18n/index.svelte";
import { shell } from "../../lib/state.svelte";
import type { CheckRow } from "../../lib/types";

export interface Fix {
  label: string;
  go: () => void;
}

/** The fix of a finding; none where there is nothing but what its hint says. */
export function fixOf(check: CheckRow, version: string): Fix | null {
  switch (check.id) {
    case "java":
    case "memory":
      return { label: t("play.fix.version"), go: () => shell.go("versions", version) };
    case "json":
    case "files":
      if (!shell.has("repair_version")) return null;
      return { label: t("versions.repair"), go: () => propose("repair_version", { version_id: version }) };
    case "arguments":
    case "variables":
    case "window":
    case "commands":
      return { label: t("play.fix.settings"), go: () => shell.go("settings", "launch") };
    default:
      return null;
  }
}
