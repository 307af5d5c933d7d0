import { expect, test } from "vitest";
import type { Fault, PastChange } from "../../lib/types";
import { behind, days, step, stepOfTurn, turns } from "./groups";

const FAULT: Fault = { code: "files.moved-on", message: "it changed since", hints: [], retry: false };

function change(id: string, more: Partial<PastChange> = {}): PastChange {
  return {
    id,
    turn: null,
    at: 0,
    tool: "disable_mod",
    tool_title: "Switch a mod off",
    title: id,
    version: null,
    role: "change",
    of: null,
    state: "done",
    undone_by: null,
    fixed: null,
    problems: [],
    ...more,
  };
}

const ids = (changes: PastChange[]) => changes.map((one) => one.id);

test("changes of one turn stand together, changes without a turn alone", () => {
  const list = [change("d"), change("c"), change("b", { turn: "u-1" }), change("a", { turn: "u-1" })];
  expect(turns(list).map((turn) => ids(turn.changes))).toEqual([["d"], ["c"], ["b", "a"]]);
});

test("a turn that reaches over the end of a part is one turn again", () => {
  const newer = [change("c", { turn: "u-2" }), change("b", { turn: "u-1" })];
  const older = [change("b", { turn: "u-1" }), change("a", { turn: "u-1" })];
  const all = behind(newer, older);
  expect(ids(all)).toEqual(["c", "b", "a"]);
  expect(turns(all).map((turn) => turn.key)).toEqual(["c", "b"]);
});

test("turns stand under the day of the player's clock", () => {
  const noon = new Date(2026, 0, 2, 12).getTime();
  const late = new Date(2026, 0, 1, 23, 59).getTime();
  const list = turns([
    change("c", { at: noon }),
    change("b", { at: late }),
    change("a", { at: late - 1000 }),
  ]);
  expect(days(list).map((day) => day.turns.length)).toEqual([1, 2]);
});

test("what stands can be undone, an undo and what is undone can be done again", () => {
  expect(step(change("a"))).toEqual({ kind: "undo", id: "a" });
  expect(step(change("b", { role: "undo", of: "a" }))).toEqual({ kind: "redo", id: "b" });
  expect(step(change("c", { role: "redo", of: "a" }))).toEqual({ kind: "undo", id: "c" });
  expect(step(change("a", { state: "undone", undone_by: "b" }))).toEqual({ kind: "redo", id: "b" });
});

test("what cannot be taken back has no button", () => {
  expect(step(change("a", { fixed: FAULT }))).toBeNull();
  expect(step(change("a", { state: "rolled_back" }))).toBeNull();
  expect(step(change("a", { state: "unfinished" }))).toBeNull();
});

test("a turn is undone as a whole where its newest change can be", () => {
  const newest = change("b", { turn: "u-1" });
  const waits = change("a", { turn: "u-1", fixed: FAULT });
  const [turn] = turns([newest, waits]);
  expect(turn && stepOfTurn(turn, [])).toEqual({ kind: "undo", id: "u-1" });
  const [stuck] = turns([{ ...newest, fixed: FAULT }, waits]);
  expect(stuck && stepOfTurn(stuck, [])).toBeNull();
  const [one] = turns([newest]);
  expect(one && stepOfTurn(one, [])).toBeNull();
});

test("a turn that was undone in one go is done again in one go", () => {
  const undos = ["d", "c"].map((id) => change(id, { turn: "u-2", role: "undo" }));
  const undone = [
    change("b", { turn: "u-1", state: "undone", undone_by: "c" }),
    change("a", { turn: "u-1", state: "undone", undone_by: "d" }),
  ];
  const [undoing, turn] = turns([...undos, ...undone]);
  expect(undoing && stepOfTurn(undoing, [...undos, ...undone])).toEqual({ kind: "redo", id: "u-2" });
  expect(turn && stepOfTurn(turn, [...undos, ...undone])).toEqual({ kind: "redo", id: "u-2" });
  expect(turn && stepOfTurn(turn, undone)).toBeNull();
});
