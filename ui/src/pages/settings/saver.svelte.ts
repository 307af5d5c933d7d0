// One setting's way to the disk: saved at once, told quietly, taken back with one click.
import { call, faultOf, type Name } from "../../lib/ipc";
import { undo } from "../../checklist/write.svelte";
import type { Commands, Fault, Saved } from "../../lib/types";

/** The commands that save a setting. */
export type Saves = { [K in Name]: Commands[K]["result"] extends Saved ? K : never }[Name];

export class Saver {
  busy = $state(false);
  /** What was saved last; none before it, and after it was taken back. */
  saved = $state<Saved | null>(null);
  undone = $state(false);
  fault = $state<Fault | null>(null);

  /** Saves; whether it worked. What is so already is no fault. */
  async save<K extends Saves>(name: K, args: Commands[K]["args"]): Promise<boolean> {
    return await this.run(async () => {
      this.saved = await call(name, args);
      this.undone = false;
    });
  }

  /** Takes back what was saved last. */
  async undo(): Promise<void> {
    const change = this.saved?.change;
    if (!change) return;
    await this.run(async () => {
      const turned = await undo(change);
      this.fault = turned.faults[0] ?? null;
      if (turned.receipts.length === 0) return;
      this.saved = null;
      this.undone = true;
    });
  }

  /** Anything else that may fail. */
  async run(work: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.fault = null;
    try {
      await work();
      return this.fault === null;
    } catch (error) {
      const fault = faultOf(error);
      if (fault.code === "game.already") return true;
      this.fault = fault;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
