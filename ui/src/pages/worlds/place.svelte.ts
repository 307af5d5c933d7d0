// Where the player is on the page of worlds: the tab, the world that is open, what was typed to filter.
import { shell } from "../../lib/state.svelte";
import type { WorldRow } from "../../lib/types";

export const TABS = ["worlds", "backups", "trash"] as const;
export type Tab = (typeof TABS)[number];

/** A world by what tools call it. */
export interface Opened {
  folder: string;
  version: string | null;
}

/** The tab that shows an item: ids of backups and of things in the trash tell themselves, anything else is a world. */
export function tabOf(item: string): Tab {
  if (/^b-[0-9a-z]{8}$/.test(item)) return "backups";
  return /^t-[0-9a-z]{8}$/.test(item) ? "trash" : "worlds";
}

export class Place {
  tab = $state<Tab>("worlds");
  opened = $state<Opened | null>(null);
  /** What was typed to filter the lists. */
  words = $state("");
  /** The item that this page itself put into the shell. */
  private own: string | null = null;

  /** Goes where the shell says, unless it only repeats what was done here. */
  follow(item: string | null): void {
    if (item === this.own) return;
    this.own = item;
    this.words = "";
    const tab = item === null ? null : tabOf(item);
    if (tab) this.tab = tab;
    this.opened = item !== null && tab === "worlds" ? { folder: item, version: shell.version } : null;
  }

  show(tab: Tab): void {
    this.tab = tab;
    this.mean(null);
  }

  open(world: Pick<WorldRow, "folder" | "version">): void {
    this.mean(world.folder);
    this.opened = { folder: world.folder, version: world.version };
  }

  close(): void {
    this.mean(null);
  }

  private mean(item: string | null): void {
    this.opened = null;
    this.own = item;
    shell.item = item;
  }
}

export const place = new Place();
