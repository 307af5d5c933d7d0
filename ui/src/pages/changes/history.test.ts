import { afterEach, expect, test, vi } from "vitest";
import { setLanguage } from "../../i18n/index.svelte";
import { call, Refused } from "../../lib/ipc";
import { shell } from "../../lib/state.svelte";
import type { Fault, Turned } from "../../lib/types";
import { History, outcome, PART } from "./history.svelte";

vi.mock("../../lib/ipc", async (original) => ({
  ...(await original<typeof import("../../lib/ipc")>()),
  call: vi.fn(),
}));
const asked = vi.mocked(call);

const FAULT: Fault = { code: "files.moved-on", message: "it changed since", hints: ["look"], retry: false };
const page = (ids: string[], more: boolean) => ({
  changes: ids.map((id) => ({ id, turn: null })),
  more,
  versions: [],
  problems: [],
});
const turned = (more: Partial<Turned>): Turned => ({
  turn: "u-1",
  chat: null,
  who: { rung: null, model: null, label: "", why: null },
  receipts: [],
  asked: [],
  notices: [],
  faults: [],
  end: { reason: "answered" },
  ...more,
});

afterEach(() => {
  asked.mockReset();
  shell.item = null;
});

test("older changes come behind the newest of them, and a second reading takes as many as are shown", async () => {
  const history = new History();
  const first = Array.from({ length: PART }, (_, at) => `c${at}`);
  asked.mockResolvedValueOnce(page(first, true));
  await history.read();
  asked.mockResolvedValueOnce(page(["old"], false));
  await history.older();
  expect(asked).toHaveBeenLastCalledWith(
    "changes_list",
    expect.objectContaining({ after: `c${PART - 1}`, limit: PART }),
  );
  expect([history.changes?.length, history.more]).toEqual([PART + 1, false]);
  asked.mockResolvedValueOnce(page([...first, "old"], false));
  await history.read();
  expect(asked).toHaveBeenLastCalledWith(
    "changes_list",
    expect.objectContaining({ after: null, limit: PART + 1 }),
  );
});

test("the part reaches as far as the change that is meant", async () => {
  shell.item = "c-00000009";
  asked.mockResolvedValueOnce(page(["a"], false));
  await new History().read();
  expect(asked).toHaveBeenCalledWith("changes_list", expect.objectContaining({ through: "c-00000009" }));
});

test("an answer that a newer question has overtaken is not shown", async () => {
  const history = new History();
  let late: (page: unknown) => void = () => {};
  asked.mockReturnValueOnce(new Promise((ok) => (late = ok)) as never);
  asked.mockResolvedValueOnce(page(["new"], false));
  const slow = history.read();
  await history.read();
  late(page(["stale"], false));
  await slow;
  expect(history.changes?.map((change) => change.id)).toEqual(["new"]);
});

test("a journal that cannot be read is said, and what was there stays", async () => {
  const history = new History();
  asked.mockResolvedValueOnce(page(["a"], false));
  await history.read();
  asked.mockRejectedValueOnce(new Refused(FAULT));
  await history.read();
  expect([history.fault, history.changes?.length]).toEqual([FAULT, 1]);
});

test("an undo says what was done, why not, or that nothing had to be done", () => {
  setLanguage("en");
  const said = turned({ receipts: [{ line: 1, said: "Done.", change: "c-1" }] });
  expect(outcome(said, null)).toEqual({ busy: false, said: "Done.", fault: null });
  expect(outcome(turned({}), FAULT)).toEqual({ busy: false, said: "", fault: FAULT });
  expect(outcome(turned({ faults: [FAULT] }), null)).toEqual({ busy: false, said: "", fault: FAULT });
  expect(outcome(turned({ end: { reason: "failed", fault: FAULT } }), null)).toMatchObject({ fault: FAULT });
  expect(outcome(turned({}), null)).toEqual({ busy: false, said: "Nothing was changed.", fault: null });
});

test("a second click on an undo that runs does nothing", async () => {
  const history = new History();
  asked.mockResolvedValue(turned({ receipts: [{ line: 1, said: "Done.", change: "c-2" }] }));
  const step = { kind: "undo", id: "c-1" } as const;
  await Promise.all([history.take("row", step), history.take("row", step)]);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(history.outcome("row")).toMatchObject({ said: "Done." });
});
