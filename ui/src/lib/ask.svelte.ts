// Words that a page puts into Nova's input, for the player to send. The chat takes them from here.
import { shell } from "./state.svelte";

class Ask {
  /** Words that wait for the input; none once it took them. */
  words = $state<string | null>(null);
}

export const ask = new Ask();

/** Opens Nova with these words in its input. */
export function askNova(words: string): void {
  ask.words = words;
  shell.nova = true;
}
