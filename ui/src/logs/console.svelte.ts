// One open log: the rows that were fetched, what is picked of it, and the row that is chosen. The desk holds the log; only what is on
// the screen comes here.
import { call, faultOf } from "../lib/ipc";
import type { Fault, LogCount, LogHit, LogRow, LogRows, LogWay } from "../lib/types";

export type LogLevel = LogCount["level"];

/** Rows that are fetched at once. */
export const PAGE = 200;
/** Pages that are kept. */
const KEPT = 30;
/** Between two looks at a log that grows, in milliseconds. */
const LOOK = 1000;

/** What the player chose once goes for every log. */
export const kept = $state({ wrap: false });

/** Which log: what a run said, or a file of a version. */
export interface Which {
  version: string | null;
  file: string | null;
  run: string | null;
}

/** What is picked of a log. */
export interface Picked {
  levels: LogLevel[];
  find: string;
  around: boolean;
}

export class Console {
  /** What it is called by at the desk; none before it is open. */
  log = $state<string | null>(null);
  name = $state("");
  fault = $state<Fault | null>(null);
  total = $state(0);
  all = $state(0);
  counts = $state.raw<LogCount[]>([]);
  notes = $state.raw<string[]>([]);
  levels = $state.raw<LogLevel[]>([]);
  find = $state("");
  /** Rows without the words are shown too. */
  around = $state(false);
  /** The row with the words that was gone to last. */
  hit = $state.raw<LogHit | null>(null);
  /** No row has the words. */
  none = $state(false);
  /** What is wrong with the words that are looked for. */
  wrong = $state<Fault | null>(null);
  loading = $state(false);
  /** Counts up with every page that came. */
  came = $state(0);
  /** Counts up when other rows are picked, or another log is. */
  picks = $state(0);
  private pages = new Map<number, LogRow[]>();
  private asked = new Set<number>();
  /** Everything that was asked before this is about another log or another pick. */
  private round = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Opens a log, and closes the one before. Gives where the line stands that is meant. */
  async open(which: Which, line: number | null): Promise<number | null> {
    const round = this.begin();
    this.close();
    [this.fault, this.loading, this.total] = [null, true, 0];
    [this.levels, this.find, this.around, this.hit, this.none] = [[], "", false, null, false];
    try {
      const opened = await call("log_open", { ...which });
      if (round !== this.round) {
        void call("log_close", { log: opened.log });
        return null;
      }
      [this.log, this.name] = [opened.log, opened.name];
      await this.read(0, false);
      const place = line === null ? null : await this.place(line);
      if (place !== null) await this.read(Math.floor(place / PAGE), false);
      return place;
    } catch (error) {
      if (round === this.round) this.fault = faultOf(error);
      return null;
    } finally {
      if (round === this.round) this.loading = false;
    }
  }

  close(): void {
    clearTimeout(this.timer);
    if (this.log !== null) void call("log_close", { log: this.log }).catch(() => {});
    this.log = null;
  }

  /** Another pick: the rows are others. Gives where the line stands now, or the next one that is picked; undefined where the next
   * pick was quicker. */
  async pick(
    { levels = this.levels, find = this.find, around = this.around }: Partial<Picked>,
    line: number | null,
  ): Promise<number | null | undefined> {
    [this.levels, this.find, this.around] = [levels, find, around];
    [this.hit, this.none] = [null, false];
    const round = this.begin();
    await this.read(0, false);
    const place = line === null || this.wrong ? null : await this.place(line);
    return round === this.round ? place : undefined;
  }

  /** The row at a place, if it was fetched. */
  row(at: number): LogRow | undefined {
    return this.pages.get(Math.floor(at / PAGE))?.[at % PAGE];
  }

  /** Fetches what is missing between two places. */
  need(from: number, to: number): void {
    // A page that came may have taken the place of others.
    void this.came;
    if (this.log === null) return;
    for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page++) {
      if (page * PAGE < this.total && !this.pages.has(page)) void this.read(page, false);
    }
  }

  /** Looks again and again for what was written since; `grown` hears of it. */
  follow(grown: () => void): () => void {
    let over = false;
    const look = async () => {
      const before = this.total;
      await this.read(Math.floor(Math.max(0, this.total - 1) / PAGE), true);
      if (over) return;
      if (this.total !== before) grown();
      this.timer = setTimeout(() => void look(), LOOK);
    };
    this.timer = setTimeout(() => void look(), LOOK);
    return () => {
      over = true;
      clearTimeout(this.timer);
    };
  }

  /** Lines as they may leave the computer, by their numbers. */
  async copy(first: number, last: number): Promise<string> {
    if (this.log === null) return "";
    return await call("log_copy", { ...this.picked(this.log), first, last });
  }

  /** The next row with the words, seen from a line; null where there is none. */
  async seek(way: LogWay, line: number | null): Promise<LogHit | null> {
    if (this.log === null || this.find === "" || this.wrong) return null;
    const round = this.round;
    try {
      const hit = await call("log_find", { ...this.picked(this.log), line, way });
      if (round !== this.round) return null;
      [this.hit, this.none] = [hit, hit === null];
      return hit;
    } catch (error) {
      if (round === this.round) this.wrong = faultOf(error);
      return null;
    }
  }

  private async place(line: number): Promise<number | null> {
    if (this.log === null) return null;
    return await call("log_place", { ...this.picked(this.log), line });
  }

  private picked(log: string) {
    return { log, levels: this.levels, find: this.find, around: this.around };
  }

  private begin(): number {
    this.pages = new Map();
    this.asked = new Set();
    this.picks += 1;
    return ++this.round;
  }

  private async read(page: number, follow: boolean): Promise<void> {
    if (this.log === null || this.asked.has(page)) return;
    const round = this.round;
    this.asked.add(page);
    try {
      const window = { from: page * PAGE, count: PAGE, follow };
      const rows = await call("log_rows", { ...this.picked(this.log), ...window });
      if (round === this.round) this.took(page, rows);
    } catch (error) {
      // Nothing is known of what these words pick.
      if (round === this.round) [this.wrong, this.total] = [faultOf(error), 0];
    } finally {
      if (round === this.round) this.asked.delete(page);
    }
  }

  private took(page: number, view: LogRows): void {
    this.wrong = null;
    // Rows went at the beginning: every row stands elsewhere now.
    if (String(view.notes) !== String(this.notes)) this.pages.clear();
    [this.total, this.all, this.counts, this.notes] = [view.total, view.all, view.counts, view.notes];
    this.pages.delete(page);
    this.pages.set(page, view.rows);
    for (const old of this.pages.keys()) {
      if (this.pages.size <= KEPT) break;
      this.pages.delete(old);
    }
    this.came += 1;
  }
}
