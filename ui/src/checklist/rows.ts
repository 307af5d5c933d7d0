// A checklist as the window holds it: what was planned, what the player ticked, and what became of each line.
import type { Checklist, Fault, Line, LineState, Receipt, SettledLine } from "../lib/types";

/** How far taking something back is. */
export type Undoing =
  { state: "no" | "running" } | { state: "done"; said: string } | { state: "failed"; fault: Fault };

export interface Row {
  number: number;
  title: string;
  /** What was planned; none in a chat that was kept, where only what became of it is known. */
  line: Line | null;
  ticked: boolean;
  /** That the loss for good was confirmed apart. */
  sure: boolean;
  state: LineState;
  /** What was done, in one sentence. */
  said: string | null;
  undoing: Undoing;
}

/** It waits for the player, the player's word was sent and it is being done, or nothing more becomes of it. */
export type Phase = "waiting" | "sent" | "over";

export interface List {
  /** The player's words that it comes from, or the name of what a page proposed. */
  title: string;
  /** Confirms it, once; none for lines that ran at once by the player's own settings. */
  id: string | null;
  phase: Phase;
  /** It was shown before, and its files changed meanwhile: this is what it would do now. */
  again: boolean;
  rows: Row[];
  /** Why the desk did not take the player's word. */
  fault: Fault | null;
  undoing: boolean;
}

export function list(title: string, rows: Row[], phase: Phase): List {
  return { title, id: null, phase, again: false, rows, fault: null, undoing: false };
}

/** A checklist that waits. */
export function waiting(from: Checklist, title: string): List {
  const rows = from.lines.map((line) => row(line, { state: "waiting" }));
  return {
    ...list(title, rows, "waiting"),
    id: from.id,
    again: from.again,
  };
}

/** What became of a checklist of a chat that was kept. */
export function settled(lines: SettledLine[], title: string): List {
  const rows = lines.map((one) => ({
    ...row(null, one.state),
    number: one.line,
    title: one.title,
    said: one.said,
    undoing: one.undone ? ({ state: "done", said: "" } as const) : ({ state: "no" } as const),
  }));
  return list(title, rows, "over");
}

export function row(line: Line | null, state: LineState): Row {
  return {
    number: line?.line ?? 0,
    title: line?.title ?? "",
    line,
    ticked: line?.ticked ?? false,
    sure: false,
    state,
    said: null,
    undoing: { state: "no" },
  };
}

/** Writes what was done into its row. */
export function receive(row: Row, receipt: Receipt): void {
  row.said = receipt.said;
}

/** Whether something still becomes of the list: what runs, and what is ticked and has its turn yet to come. */
export function isBusy(list: List): boolean {
  return (
    list.phase === "sent" &&
    list.rows.some(({ state, ticked }) => state.state === "running" || (state.state === "waiting" && ticked))
  );
}

/** The change that takes a row back; none where nothing was changed, it is lost for good, or it was taken back already. */
export function change(row: Row): string | null {
  if (row.state.state !== "done" || row.undoing.state === "done" || row.line?.undo.permanent) return null;
  return row.state.change === "" ? null : row.state.change;
}
