// Changes from a page: the same checklist as in the chat, in a sheet above the page.
import { call } from "../lib/ipc";
import type { TurnEvent, Turned } from "../lib/types";

/** A change that a page proposes: the sheet shows it and asks. */
export interface Proposal {
  tool: string;
  args: Record<string, unknown>;
  /** Hears what it came to. */
  done?: (turned: Turned) => void;
}

class Sheet {
  /** What is proposed now; none where no sheet is open. */
  proposal = $state<Proposal | null>(null);
  /** Whether the sheet shows something: one thing at a time. */
  open = false;
}

export const sheet = new Sheet();

/** Plans a change and shows its checklist; nothing is done before the player confirms. */
export function propose(tool: string, args: Record<string, unknown>, done?: (turned: Turned) => void): void {
  if (sheet.open) return;
  sheet.proposal = done ? { tool, args, done } : { tool, args };
}

/** Takes back a change or a whole turn, at once: the click on it is the word. `on` hears why a line failed. */
export async function undo(id: string, on: (event: TurnEvent) => void = () => {}): Promise<Turned> {
  return await call("change_undo", { id }, on);
}
