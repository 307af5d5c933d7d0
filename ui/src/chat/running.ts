// Turns that go on behind a page that was loaded again: they are followed from their beginning, and their cards can be answered.
import { call } from "../lib/ipc";
import type { TurnEvent, Turned } from "../lib/types";

export interface RunningTurn {
  /** What it is followed and stopped by. */
  follow: string;
  /** The chat it runs in; none for what was asked for on a page. */
  chat: string | null;
  /** The player's words. */
  words: string | null;
  /** The cards that wait for the player. */
  pending: TurnEvent[];
}

/** The turns that ran when the window was opened. */
export function runningAt(start: object | null): RunningTurn[] {
  return (start as { running?: RunningTurn[] } | null)?.running ?? [];
}

/** The turn that runs in a chat. */
export function runningIn(view: object): RunningTurn | null {
  return (view as { running?: RunningTurn | null }).running ?? null;
}

/** Hears a turn from its beginning to its end; nothing where it has ended already. */
export async function follow(turn: RunningTurn, on: (event: TurnEvent) => void): Promise<Turned | null> {
  return await call("chat_follow" as never, { chat: turn.follow } as never, on as never);
}
