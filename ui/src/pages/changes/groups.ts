// The journal as it is shown: turns of changes that were made together, by day; and what of it can be taken back.
import type { PastChange } from "../../lib/types";

/** What was done in one turn, newest first. A change without a turn stands alone. */
export interface Turn {
  key: string;
  /** Undoes all of it; none for a change without a turn. */
  turn: string | null;
  at: number;
  changes: PastChange[];
}

/** The turns of one day. */
export interface Day {
  /** Midnight at its beginning. */
  at: number;
  turns: Turn[];
}

/** Changes that follow each other and belong to one turn, together. */
export function turns(changes: PastChange[]): Turn[] {
  const all: Turn[] = [];
  for (const change of changes) {
    const last = all.at(-1);
    if (last?.turn != null && last.turn === change.turn) last.changes.push(change);
    else all.push({ key: change.id, turn: change.turn, at: change.at, changes: [change] });
  }
  return all;
}

/** The turns by the days of the player's clock. */
export function days(all: Turn[]): Day[] {
  const found: Day[] = [];
  for (const turn of all) {
    const at = new Date(turn.at).setHours(0, 0, 0, 0);
    const last = found.at(-1);
    if (last?.at === at) last.turns.push(turn);
    else found.push({ at, turns: [turn] });
  }
  return found;
}

/** Older changes behind the ones there are; what both have stands once. */
export function behind(newer: PastChange[], older: PastChange[]): PastChange[] {
  const known = new Set(newer.map((change) => change.id));
  return [...newer, ...older.filter((change) => !known.has(change.id))];
}

/** What a click on a change does: takes it back, or does it again. */
export interface Step {
  kind: "undo" | "redo";
  /** What is taken back for that. */
  id: string;
}

/** None where nothing can be done about it. */
export function step(change: PastChange): Step | null {
  if (change.state === "undone" && change.undone_by) return { kind: "redo", id: change.undone_by };
  if (change.state !== "done" || change.fixed) return null;
  return { kind: change.role === "undo" ? "redo" : "undo", id: change.id };
}

/** For all that a turn did. Of what still stands the newest change decides: the older ones may only wait for that. */
export function stepOfTurn(turn: Turn, all: PastChange[]): Step | null {
  if (turn.turn === null || turn.changes.length < 2) return null;
  const standing = turn.changes.filter((change) => change.state === "done");
  const [newest] = standing;
  if (!newest) return again(turn.changes, all);
  if (standing.length < 2 || newest.fixed) return null;
  const kind = standing.every((change) => change.role === "undo") ? "redo" : "undo";
  return { kind, id: turn.turn };
}

/** What was taken back in one turn is done again by taking that turn back. */
function again(undone: PastChange[], all: PastChange[]): Step | null {
  const undoing = new Map(all.map((change) => [change.id, change.turn]));
  const by = new Set(undone.map((change) => undoing.get(change.undone_by ?? "") ?? null));
  const [id] = by;
  return by.size === 1 && id ? { kind: "redo", id } : null;
}
