// Reading a page's data: once, again whenever files or settings changed, and again when the player asks.
import { call, faultOf, type Name } from "./ipc";
import { shell } from "./state.svelte";
import type { Commands, Fault } from "./types";

/** What a page reads. It keeps showing what it has while it reads again, so that nothing jumps. */
export class Load<K extends Name> {
  data = $state.raw<Commands[K]["result"] | null>(null);
  fault = $state<Fault | null>(null);
  loading = $state(true);
  private round = 0;

  /** Reads `name` with the arguments of the moment; call it while a component is set up. */
  constructor(name: K, args: () => Commands[K]["args"]) {
    $effect(() => {
      void shell.changed;
      void this.read(name, args());
    });
    this.again = () => this.read(name, args());
  }

  /** Reads once more. */
  again: () => Promise<void>;

  private async read(name: K, args: Commands[K]["args"]): Promise<void> {
    const round = ++this.round;
    this.loading = true;
    try {
      const data = await call(name, args);
      if (round === this.round) [this.data, this.fault] = [data, null];
    } catch (error) {
      if (round === this.round) this.fault = faultOf(error);
    }
    if (round === this.round) this.loading = false;
  }
}
