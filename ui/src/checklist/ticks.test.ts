import { expect, test } from "vitest";
import { isBusy } from "./rows";
import { loses, lost, ready, tick, ticked, unsure } from "./ticks";
import { line, PERMANENT, waitingList } from "../../tests/shown/things";

const rows = (...needs: number[][]) => waitingList(needs.map((of, at) => line(at + 1, { needs: of }))).rows;

test("unticking a line unticks all that need it, over several steps", () => {
  const all = rows([], [1], [2], []);
  tick(all, 1, false);
  expect(ticked(all)).toEqual([4]);
});

test("ticking a line ticks all that it needs, over several steps", () => {
  const all = rows([], [1], [2], []);
  for (const row of all) row.ticked = false;
  tick(all, 3, true);
  expect(ticked(all)).toEqual([1, 2, 3]);
});

test("a need outside the list, or in a circle, does no harm", () => {
  const all = rows([9], [3], [2]);
  tick(all, 2, false);
  expect(ticked(all)).toEqual([1]);
  tick(all, 3, true);
  expect(ticked(all)).toEqual([1, 2, 3]);
});

test("what is lost for good is not ticked, and takes a word of its own", () => {
  const all = waitingList([line(1), line(2, PERMANENT)]).rows;
  expect(ticked(all)).toEqual([1]);
  expect(loses(all)).toBe(false);
  tick(all, 2, true);
  expect([unsure(all), ready(all), loses(all), lost(all)]).toEqual([true, false, true, []]);
  all[1]!.sure = true;
  expect([unsure(all), ready(all), lost(all)]).toEqual([false, true, [2]]);
});

test("unticking takes the word back", () => {
  const all = waitingList([line(1, PERMANENT)]).rows;
  tick(all, 1, true);
  all[0]!.sure = true;
  tick(all, 1, false);
  tick(all, 1, true);
  expect(lost(all)).toEqual([]);
});

test("nothing ticked is nothing to do", () => {
  const all = rows([]);
  tick(all, 1, false);
  expect(ready(all)).toBe(false);
});

test("a list is busy while a ticked line runs or has its turn to come", () => {
  const list = waitingList([line(1), line(2)]);
  list.phase = "sent";
  expect(isBusy(list)).toBe(true);
  list.rows[0]!.state = { state: "done", change: "c" };
  list.rows[1]!.state = { state: "refused" };
  expect(isBusy(list)).toBe(false);
});
