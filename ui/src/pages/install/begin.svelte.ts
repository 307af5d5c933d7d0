// The way to the install page: it lies on the versions page, and every empty page leads to it.
import { shell } from "../../lib/state.svelte";

class Installing {
  /** Whether the versions page shows it. */
  open = $state(false);
}

export const installing = new Installing();

export function beginInstall(): void {
  installing.open = true;
  shell.go("versions");
}
