// Lines, events and answers for tests and for the page that shows every state.
import { list, row, type List, type Row } from "../../src/checklist/rows";
import type { Fault, Line, LineState, Turned } from "../../src/lib/types";

export function line(number: number, more: Partial<Line> = {}): Line {
  return {
    line: number,
    tool: "disable_mod",
    tool_title: "Disable mod",
    title: `Disable mod ${number}`,
    changes: [
      { kind: "rename", what: `versions/a/mods/m${number}.jar`, to: `m${number}.jar.disabled`, bytes: 1234 },
    ],
    bytes_written: 0,
    bytes_downloaded: 0,
    undo: { permanent: false, note: "Renamed, not deleted." },
    warnings: [],
    foreign: false,
    needs: [],
    ticked: true,
    ...more,
  };
}

export const PERMANENT: Partial<Line> = {
  title: "Empty the trash",
  changes: [{ kind: "purge", what: "trash/t-1/sodium.jar", to: null, bytes: 9_000_000 }],
  undo: { permanent: true, note: "Cannot be undone." },
  ticked: false,
};

export const fault = (message: string): Fault => ({
  code: "test",
  message,
  hints: ["Try this."],
  retry: false,
});

export function rowIn(state: LineState, more: Partial<Line> = {}, number = 1): Row {
  return row(line(number, more), state);
}

export function waitingList(lines: Line[], id = "ask1"): List {
  const rows = lines.map((one) => row(one, { state: "waiting" }));
  return { ...list("Sort this out", rows, "waiting"), id };
}

export function turned(more: Partial<Turned> = {}): Turned {
  return {
    turn: "u-1",
    chat: "h-1",
    who: { rung: "planner", model: null, label: "built-in", why: null },
    receipts: [],
    asked: [],
    notices: [],
    faults: [],
    end: { reason: "answered" },
    ...more,
  };
}
