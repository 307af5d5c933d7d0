// What the whole window knows: how it looks, where the player is, what was told last. Pages and the chat keep their own state.
import { call } from "./ipc";
import type { Look, Notice, Open, Start } from "./types";
import { recording } from "../shell/recording.svelte";
import { setLanguage } from "../i18n/index.svelte";
import { jobs } from "../tasks/jobs.svelte";

/** The pages of this window, by the names of `open_page`. */
export const PAGES = [
  "home",
  "versions",
  "mods",
  "worlds",
  "crash",
  "downloads",
  "accounts",
  "changes",
  "settings",
] as const;
export type Page = (typeof PAGES)[number];

class Shell {
  /** What the window started from; none until then. */
  start = $state<Start | null>(null);
  look = $state<Look | null>(null);
  page = $state<Page>("home");
  /** The one item that is meant on the page: a version, a mod, a world, a change. */
  item = $state<string | null>(null);
  /** The version that pages show; none for the current one. */
  version = $state<string | null>(null);
  /** Counts up whenever files or settings changed: pages that read it read again. */
  changed = $state(0);
  /** Whether Nova's panel is open beside the page. */
  nova = $state(true);
  /** Whether the panel takes the place of the page. */
  novaWide = $state(false);

  /** Where the player is, for Nova. */
  get open(): Open {
    return { page: this.page, version: this.version, item: this.item };
  }

  /** Whether there is a tool of this name: a button for one that is missing is not shown. */
  has(tool: string): boolean {
    return this.start?.tools.includes(tool) ?? false;
  }

  go(page: Page, item: string | null = null): void {
    this.page = page;
    this.item = item;
    this.novaWide = false;
  }

  heard(notice: Notice): void {
    if (notice.notice === "page") this.show(notice.page, notice.argument);
    if (notice.notice === "look") this.looks(notice.look);
    if (notice.notice === "recording") recording.heard(notice.news);
    if (notice.notice === "changed") {
      this.changed += 1;
      void jobs.look();
      void this.restart();
    }
  }

  looks(look: Look): void {
    this.look = look;
    setLanguage(look.lang);
  }

  /** Another model, another folder or another language changes what the window started from. */
  private async restart(): Promise<void> {
    try {
      this.start = await call("window_start", {});
    } catch {
      // What was read before stays.
    }
  }

  async begin(): Promise<void> {
    const start = await call("window_start", {});
    this.start = start;
    this.looks(start.look);
    recording.running = start.recording;
    void jobs.look();
    void call("window_listen", {}, (notice) => this.heard(notice));
  }

  /** Opens a page by its name; whether this window has it. */
  show(page: string, argument: string | null = null): boolean {
    // The look is a part of the settings.
    if (page === "appearance") this.go("settings", "look");
    // Skins are changed where the accounts are.
    else if (page === "skins") this.go("accounts");
    // Logs are read beside what they show.
    else if (page === "logs") this.go("crash", "logs");
    else if ((PAGES as readonly string[]).includes(page)) this.go(page as Page, argument);
    else return false;
    return true;
  }
}

export const shell = new Shell();
