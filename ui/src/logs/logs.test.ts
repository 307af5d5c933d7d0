import { afterEach, expect, test, vi } from "vitest";
import type { LogRow } from "../lib/types";
import { Console } from "./console.svelte";
import { Heights } from "./heights.svelte";
import { pieces } from "./pieces";

const call = vi.hoisted(() => vi.fn());
vi.mock("../lib/ipc", async (real) => ({ ...(await real<object>()), call }));

afterEach(() => call.mockReset());

const row = (number: number, hits: [number, number][] = []): LogRow => ({
  number,
  level: null,
  text: `line ${number}`,
  hits,
});

/** A desk with a log of so many rows. */
function desk(rows: number) {
  const asked: { name: string; args: Record<string, unknown> }[] = [];
  call.mockImplementation((name: string, args: { from: number; count: number }) => {
    asked.push({ name, args: { ...args } });
    const size = Math.max(0, Math.min(args.count, rows - args.from));
    const some = Array.from({ length: size || 0 }, (_, at) => row(args.from + at + 1));
    const answers: Record<string, unknown> = {
      log_open: { log: "log-1", name: "latest.log" },
      log_rows: { total: rows, rows: some, all: rows, counts: [], notes: [] },
      log_place: 3,
      log_find: { place: 7, nth: 1, total: 2 },
    };
    return Promise.resolve(answers[name] ?? {});
  });
  return asked;
}

test("rows that are higher than a line move those below them, and nothing else is remembered", () => {
  const heights = new Heights();
  expect([heights.top(200_000, 20), heights.at(399, 20, 200_000)]).toEqual([4_000_000, 19]);
  heights.measured(20, [
    [9, 20],
    [10, 60],
    [12, 40],
  ]);
  expect([10, 11, 12, 13].map((place) => heights.top(place, 20))).toEqual([200, 260, 280, 320]);
  expect([200, 259, 260, 319, 320].map((y) => heights.at(y, 20, 100))).toEqual([10, 10, 11, 12, 13]);
  expect(heights.at(1e9, 20, 100)).toBe(99);
  expect(heights.at(0, 20, 0)).toBe(0);
  heights.measured(20, [[10, 20]]);
  expect(heights.top(13, 20)).toBe(280);
  heights.clear();
  expect(heights.top(13, 20)).toBe(260);
});

test("a row is cut where the words stand", () => {
  const cut = pieces(
    row(12, [
      [0, 2],
      [5, 7],
    ]),
  );
  expect(cut).toEqual([
    { text: "li", hit: true },
    { text: "ne ", hit: false },
    { text: "12", hit: true },
  ]);
  expect(pieces(row(1))).toEqual([{ text: "line 1", hit: false }]);
  expect(pieces(undefined)).toEqual([]);
});

test("only the pages on the screen are fetched, and each once", async () => {
  const asked = desk(200_000);
  const log = new Console();
  await log.open({ version: "v", file: null, run: null }, null);
  log.need(100_000, 100_040);
  log.need(100_000, 100_040);
  await vi.waitFor(() => expect(log.row(100_000)?.number).toBe(100_001));
  expect(asked.filter((one) => one.name === "log_rows").map((one) => one.args.from)).toEqual([0, 100_000]);
});

test("the way through words is asked with what is shown, and forgotten when other words are looked for", async () => {
  const asked = desk(10);
  const log = new Console();
  await log.open({ version: "v", file: null, run: null }, null);
  expect(await log.seek("next", null)).toBeNull();
  await log.pick({ find: "x", around: true }, null);
  expect(await log.seek("previous", 5)).toEqual({ place: 7, nth: 1, total: 2 });
  const last = asked.at(-1);
  expect(last).toEqual({
    name: "log_find",
    args: { log: "log-1", levels: [], find: "x", around: true, line: 5, way: "previous" },
  });
  expect(log.hit?.nth).toBe(1);
  await log.pick({ levels: ["error"] }, null);
  expect([log.hit, log.find, log.around]).toEqual([null, "x", true]);
});

test("a log whose beginning was dropped while it grew is fetched anew", async () => {
  desk(400);
  const log = new Console();
  await log.open({ version: "v", file: null, run: null }, null);
  log.need(200, 210);
  await vi.waitFor(() => expect(log.row(200)).toBeTruthy());
  call.mockResolvedValueOnce({
    total: 400,
    rows: [row(999)],
    all: 400,
    counts: [],
    notes: ["600 lines left out"],
  });
  vi.useFakeTimers();
  const stop = log.follow(() => {});
  await vi.advanceTimersByTimeAsync(1000);
  stop();
  vi.useRealTimers();
  expect([log.row(0), log.row(200)?.number]).toEqual([undefined, 999]);
});
