import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "../i18n/index.svelte";
import { call, Refused } from "../lib/ipc";
import type { LineState, TurnEvent, Turned } from "../lib/types";
import { change } from "./rows";
import WriteSheet from "./WriteSheet.svelte";
import { propose } from "./write.svelte";
import { fault, line, PERMANENT, rowIn, turned } from "../../tests/shown/things";
import { shown } from "../../tests/shown/card.svelte";

vi.mock("../lib/ipc", async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock("../tasks/jobs.svelte", () => ({ jobs: { soon: () => {}, look: () => {}, running: [] } }));

const asked = vi.mocked(call) as unknown as ReturnType<typeof vi.fn>;

beforeEach(() => {
  setLanguage("en");
  asked.mockReset().mockResolvedValue({});
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
});
afterEach(cleanup);

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const ticks = () => screen.getAllByRole<HTMLInputElement>("checkbox");

test("the button says how many changes it does, and does those", async () => {
  shown([line(1), line(2, { needs: [1] }), line(3)]);
  expect(button("Do 3 changes")).toBeTruthy();
  await fireEvent.click(ticks()[0]!);
  expect(ticks().map((tick) => tick.checked)).toEqual([false, false, true]);
  await fireEvent.click(button("Do 1 change"));
  expect(asked).toHaveBeenCalledWith("checklist_confirm", { id: "ask1", yes: [3], lost: [] });
});

test("declining does nothing at all", async () => {
  shown([line(1)]);
  await fireEvent.click(button("Do nothing"));
  expect(asked).toHaveBeenCalledWith("checklist_confirm", { id: "ask1", yes: [], lost: [] });
});

test("a word is given once", async () => {
  shown([line(1)]);
  const confirm = button("Do 1 change");
  await fireEvent.click(confirm);
  await fireEvent.click(confirm);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("what cannot be undone is not ticked, says so, and takes a box of its own", async () => {
  shown([line(1, PERMANENT)]);
  expect(ticks()[0]!.checked).toBe(false);
  expect(screen.getByText("Cannot be undone.")).toBeTruthy();
  await fireEvent.click(ticks()[0]!);
  const confirm = button("Do 1 change");
  expect(confirm.hasAttribute("disabled")).toBe(true);
  await fireEvent.click(screen.getByTestId("sure"));
  await fireEvent.click(confirm);
  expect(asked).toHaveBeenCalledWith("checklist_confirm", { id: "ask1", yes: [1], lost: [1] });
});

test("Enter does not confirm what is lost for good", async () => {
  shown([line(1, PERMANENT), line(2)]);
  const enter = () => fireEvent.keyDown(screen.getByTestId("confirm"), { key: "Enter" });
  expect(await enter()).toBe(true);
  await fireEvent.click(ticks()[0]!);
  await fireEvent.click(screen.getByTestId("sure"));
  // The browser makes no click of a key that was taken.
  expect(await enter()).toBe(false);
});

test("a refusal of the desk is shown, and the list still waits", async () => {
  asked.mockRejectedValueOnce(new Refused(fault("line 1 has to be confirmed by itself")));
  shown([line(1)]);
  await fireEvent.click(button("Do 1 change"));
  await screen.findByText("line 1 has to be confirmed by itself");
  expect(button("Do 1 change")).toBeTruthy();
});

test("a row opens to every file", async () => {
  const changes = [1, 2, 3].map((n) => ({
    kind: "rename" as const,
    what: `mods/f${n}.jar`,
    to: `f${n}.jar.disabled`,
    bytes: 10,
  }));
  shown([line(1, { changes })]);
  await fireEvent.click(button("3 files and settings"));
  expect(screen.getAllByText("rename")).toHaveLength(3);
});

test("what may come from others says so", () => {
  shown([line(1, { foreign: true })]);
  expect(screen.getByText(/written by others/)).toBeTruthy();
});

test("each line shows what became of it, and what was done can be taken back alone", async () => {
  const list = shown([line(1), line(2), line(3), line(4)]);
  list.phase = "over";
  list.rows[0]!.state = { state: "done", change: "c-1" };
  list.rows[1]!.state = { state: "failed", fault: fault("no room") };
  list.rows[2]!.state = { state: "stale" };
  list.rows[3]!.state = { state: "skipped" };
  flushSync();
  expect(screen.getByText("no room")).toBeTruthy();
  expect(screen.getByText(/files changed meanwhile/)).toBeTruthy();
  expect(screen.getByRole("img", { name: "Skipped" })).toBeTruthy();
  asked.mockResolvedValueOnce(turned({ receipts: [{ line: 1, said: "back", change: "c-9" }] }));
  await fireEvent.click(button("Undo"));
  expect(asked).toHaveBeenCalledWith("change_undo", { id: "c-1" }, expect.any(Function));
  await waitFor(() => expect(screen.getByRole("img", { name: "Undone" })).toBeTruthy());
});

test("its head says how much was done, taken back, or overtaken", async () => {
  const list = shown([line(1), line(2)]);
  const head = () => screen.getByRole("status").textContent;
  expect(head()).toBe("Please confirm (2)");
  list.phase = "over";
  for (const row of list.rows) row.state = { state: "done", change: `c-${row.number}` };
  flushSync();
  expect(head()).toBe("2 of 2 done");
  list.rows[1]!.undoing = { state: "done", said: "" };
  flushSync();
  expect(head()).toBe("2 of 2 done, 1 undone");
  for (const row of list.rows) [row.state, row.undoing] = [{ state: "stale" }, { state: "no" }];
  flushSync();
  expect(head()).toBe("Out of date");
});

test("all that is seen is taken back, newest first, and nothing that is not seen", async () => {
  const list = shown([line(1), line(2)]);
  list.phase = "over";
  for (const row of list.rows) row.state = { state: "done", change: `c-${row.number}` };
  flushSync();
  for (const change of ["c-8", "c-9"])
    asked.mockResolvedValueOnce(turned({ receipts: [{ line: 1, said: "back", change }] }));
  await fireEvent.click(button("Undo all"));
  await waitFor(() => expect(screen.getAllByRole("img", { name: "Undone" })).toHaveLength(2));
  const ids = asked.mock.calls.slice(-2).map((call) => (call[1] as { id: string }).id);
  expect(ids).toEqual(["c-2", "c-1"]);
});

test("why something cannot be taken back stands in its row", async () => {
  const list = shown([line(1)]);
  list.phase = "over";
  list.rows[0]!.state = { state: "done", change: "c-1" };
  flushSync();
  asked.mockResolvedValueOnce(turned({ faults: [fault("the file is no longer there")] }));
  await fireEvent.click(button("Undo"));
  await screen.findByText("the file is no longer there");
  expect(button("Undo")).toBeTruthy();
});

test("a way back that fails on the way says why too", async () => {
  const list = shown([line(1)]);
  list.phase = "over";
  list.rows[0]!.state = { state: "done", change: "c-1" };
  flushSync();
  asked.mockImplementationOnce(async (_: string, __: object, on: (event: TurnEvent) => void) => {
    on({ event: "line_changed", line: 1, state: { state: "failed", fault: fault("the folder is locked") } });
    return turned();
  });
  await fireEvent.click(button("Undo"));
  await screen.findByText("the folder is locked");
});

/** A desk that plans one line and does it when it is confirmed. */
function desk(script: (say: (event: TurnEvent) => void, confirmed: Promise<number[]>) => Promise<Turned>) {
  let confirm = (_: number[]) => {};
  const confirmed = new Promise<number[]>((resolve) => (confirm = resolve));
  asked.mockImplementation(async (name: string, args: { yes: number[] }, on: (event: TurnEvent) => void) => {
    if (name === "tool_write") return await script(on, confirmed);
    if (name === "checklist_confirm") confirm(args.yes);
    return {};
  });
}

const flow = async (say: (event: TurnEvent) => void, confirmed: Promise<number[]>) => {
  say({ event: "started", turn: "u-1", who: turned().who });
  say({ event: "confirm", checklist: { id: "ask1", again: false, lines: [line(1)] } });
  const yes = await confirmed;
  say({ event: "ask_over", id: "ask1" });
  if (yes.length === 0) {
    say({ event: "line_changed", line: 1, state: { state: "refused" } });
    return turned();
  }
  say({ event: "line_changed", line: 1, state: { state: "done", change: "c-1" } });
  return turned({ receipts: [{ line: 1, said: "Done: Disable mod 1", change: "c-1" }] });
};

test("a page's change is shown, confirmed, done, and can be taken back in the sheet", async () => {
  desk(flow);
  render(WriteSheet);
  propose("disable_mod", { mod: "sodium" });
  const confirm = await screen.findByRole("button", { name: "Do 1 change" });
  await waitFor(() => expect(document.activeElement).toBe(confirm));
  expect(asked).toHaveBeenCalledWith(
    "tool_write",
    { tool: "disable_mod", args: { mod: "sodium" } },
    expect.any(Function),
  );
  await fireEvent.click(confirm);
  await screen.findByRole("button", { name: "Undo" });
  await waitFor(() => expect(document.activeElement).toBe(button("Close")));
});

test("what is lost for good, and what left no change, has no way back", () => {
  const done = (id: string): LineState => ({ state: "done", change: id });
  expect(change(rowIn(done("c-1")))).toBe("c-1");
  expect(change(rowIn(done("c-1"), PERMANENT))).toBeNull();
  expect(change(rowIn(done("")))).toBeNull();
});

test("the sheet closes by itself after a no", async () => {
  desk(flow);
  const { container } = render(WriteSheet);
  propose("disable_mod", {});
  await fireEvent.click(await screen.findByRole("button", { name: "Do nothing" }));
  await waitFor(() => expect(container.querySelector("dialog")!.open).toBe(false));
});

test("closing the sheet is a no", async () => {
  desk(flow);
  const { container } = render(WriteSheet);
  propose("disable_mod", {});
  await screen.findByRole("button", { name: "Do 1 change" });
  container.querySelector("dialog")!.close();
  await waitFor(() =>
    expect(asked).toHaveBeenCalledWith("checklist_confirm", { id: "ask1", yes: [], lost: [] }),
  );
});

test("closing the sheet while it plans is a no as well", async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  desk(async (say, confirmed) => {
    await gate;
    return await flow(say, confirmed);
  });
  const { container } = render(WriteSheet);
  propose("disable_mod", {});
  await screen.findByText("Preparing the checklist…");
  container.querySelector("dialog")!.close();
  go();
  await waitFor(() =>
    expect(asked).toHaveBeenCalledWith("checklist_confirm", { id: "ask1", yes: [], lost: [] }),
  );
});

test("what cannot be planned says why", async () => {
  desk(async () => turned({ faults: [fault("the game is running")] }));
  render(WriteSheet);
  propose("disable_mod", {});
  await screen.findByText("the game is running");
  expect(button("Close")).toBeTruthy();
});

test("a sheet with a permanent line puts the focus on the way out", async () => {
  desk(async (say, confirmed) => {
    say({ event: "confirm", checklist: { id: "ask1", again: false, lines: [line(1, PERMANENT)] } });
    await confirmed;
    return turned();
  });
  render(WriteSheet);
  propose("empty_trash", {});
  const out = await screen.findByRole("button", { name: "Do nothing" });
  await waitFor(() => expect(document.activeElement).toBe(out));
});
