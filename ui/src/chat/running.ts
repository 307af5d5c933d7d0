// Turns that go on behind a page that was loaded again: they are followed from their beginning, and their cards can be answered.
import { call } from "../lib/ipc";
import type { RunningTurn, Start, TurnEvent, Turned } from "../lib/types";

/** The chat in which a turn ran when the window was opened. */
export function chatAt(start: Start | null): string | null {
  return start?.running.find((turn) => turn.chat !== null)?.chat ?? null;
}

/** What a page had asked for when the window was opened: first what waits for the player. */
export function pageTurnAt(start: Start | null): RunningTurn | null {
  const turns = start?.running.filter((turn) => turn.chat === null) ?? [];
  return turns.find((turn) => turn.pending.length > 0) ?? turns[0] ?? null;
}

/** Hears a turn from its beginning to its end; nothing where it has ended already. */
export async function follow(turn: RunningTurn, on: (event: TurnEvent) => void): Promise<Turned | null> {
  return await call("chat_follow", { chat: turn.follow }, on);
}
