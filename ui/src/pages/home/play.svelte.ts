// Playing: what runs, how the last game ended, who plays. It is asked after every other second while the start page is open.
import { call, faultOf } from "../../lib/ipc";
import { shell } from "../../lib/state.svelte";
import type { Fault, GameRow, PlayView, Turned } from "../../lib/types";

const [BUSY, IDLE] = [1500, 5000];

class Play {
  view = $state.raw<PlayView | null>(null);
  /** When it was read: the time that a game runs is counted on from there. */
  readAt = $state(0);
  /** The version that is being started. */
  starting = $state<string | null>(null);
  fault = $state<Fault | null>(null);
  /** The ended run that the player has put aside. */
  hushed = $state<string | null>(null);
  /** The version whose play time is shown. */
  private version: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private round = 0;

  get games(): GameRow[] {
    return this.view?.games ?? [];
  }

  /** The game of a version that runs. */
  game(version: string): GameRow | undefined {
    return this.games.find((game) => game.version === version);
  }

  /** Looks again and again until the returned function is called. */
  follow(version: string | null): () => void {
    this.version = version;
    void this.look();
    return () => {
      this.round += 1;
      clearTimeout(this.timer);
    };
  }

  async look(): Promise<void> {
    const round = ++this.round;
    clearTimeout(this.timer);
    try {
      const view = await call("play_read", { version: this.version });
      if (round !== this.round) return;
      const ended = this.games.length > view.games.length;
      [this.view, this.readAt] = [view, Date.now()];
      // Its marks stand on every page.
      if (ended) shell.changed += 1;
    } catch {
      // What was read before stays, and the next look may work.
    }
    if (round !== this.round) return;
    this.timer = setTimeout(() => void this.look(), this.games.length > 0 ? BUSY : IDLE);
  }

  /** Starts a version: the click was the word. */
  async start(version: string): Promise<void> {
    if (this.starting !== null) return;
    this.starting = version;
    await this.turn(() => call("game_start", { version }));
    await this.look();
    this.starting = null;
  }

  /** Makes a version the current one. */
  async choose(version: string): Promise<boolean> {
    return await this.turn(() => call("version_choose", { version }));
  }

  /** The version that was just installed becomes the current one and is started. */
  async first(version: string): Promise<void> {
    if (shell.start?.current !== version) await this.choose(version);
    await this.start(version);
  }

  async ask(run: string): Promise<void> {
    await this.plain(() => call("game_ask_to_stop", { run }));
  }

  async kill(run: string): Promise<void> {
    await this.plain(() => call("game_kill", { run }));
  }

  private async turn(work: () => Promise<Turned>): Promise<boolean> {
    this.fault = null;
    try {
      const turned = await work();
      const failed = turned.end.reason === "failed" ? turned.end.fault : null;
      this.fault = turned.faults[0] ?? failed;
    } catch (error) {
      this.fault = faultOf(error);
    }
    return this.fault === null;
  }

  private async plain(work: () => Promise<unknown>): Promise<void> {
    this.fault = null;
    try {
      await work();
    } catch (error) {
      this.fault = faultOf(error);
    }
    await this.look();
  }
}

export const play = new Play();
