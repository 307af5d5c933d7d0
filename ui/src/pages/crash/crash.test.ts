import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sheet } from "../../checklist/write.svelte";
import { setLanguage } from "../../i18n/index.svelte";
import { shell } from "../../lib/state.svelte";
import type { CauseRow, CrashList, CrashView, FixOutcome } from "../../lib/types";
import { play } from "../home/play.svelte";
import AfterFixes from "./AfterFixes.svelte";
import { Crashes } from "./crash.svelte";
import Found from "./Found.svelte";
import { place, whole } from "./places";

const call = vi.hoisted(() => vi.fn());
vi.mock("../../lib/ipc", async (real) => ({ ...(await real<object>()), call }));

const EXCERPT = {
  file: "output.log",
  lines: [
    { line: 7, text: "before", hit: false },
    { line: 8, text: "<b>failed</b>", hit: true },
  ],
};

function cause(id: string, more: Partial<CauseRow> = {}): CauseRow {
  const none = { mods: [], details: [], excerpts: [], fixes: [], symptoms: [] };
  return { id, what: `<i>${id}</i> failed`, advice: "Do it.", sure: "sure", help: "help", ...none, ...more };
}

function view(more: Partial<CrashView> = {}): CrashView {
  const none = { file: null, at: null, how: null, clean_since: false, problems: [], causes: [], notes: [] };
  return { version: "v", run: "r-1", files: ["output.log"], ...none, ...more };
}

beforeEach(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  [sheet.proposal, shell.start, play.view] = [null, null, null];
  call.mockReset();
});

test("a fix is only proposed, for the very run that is shown", async () => {
  const fixes = [{ id: "x-1", why: "Switch it off", best: true }];
  render(Found, { view: view({ causes: [cause("f-1", { fixes })] }) });
  expect(screen.getByTestId("cause").textContent).toBe("<i>f-1</i> failed");
  await fireEvent.click(screen.getByLabelText("Put on the checklist: Switch it off"));
  const args = { fix_id: "x-1", version_id: "v", run_id: "r-1" };
  expect(sheet.proposal).toEqual({ tool: "apply_crash_fix", args });
  expect(call).not.toHaveBeenCalled();
});

test("a fix of a report names the file, and what nothing mends is said to be done by hand", async () => {
  const fixes = [{ id: "x-1", why: "Switch it off", best: false }];
  const file = "crash-reports/crash-1.txt";
  render(Found, { view: view({ run: null, file, causes: [cause("f-1", { fixes }), cause("f-2")] }) });
  await fireEvent.click(screen.getByLabelText("Put on the checklist: Switch it off"));
  expect(sheet.proposal?.args).toEqual({ fix_id: "x-1", version_id: "v", file_id: file });
  expect(screen.getAllByText("By hand:").length).toBe(1);
});

test("files from elsewhere offer neither fixes nor a way into a log of the version", () => {
  render(Found, {
    view: view({ version: null, run: null, causes: [cause("f-1", { excerpts: [EXCERPT] })] }),
  });
  expect(screen.queryByText("Export a report")).toBeNull();
  expect(screen.queryByLabelText(/Show in the log/)).toBeNull();
  expect(screen.getByText("<b>failed</b>")).toBeTruthy();
});

test("evidence of the output is a line of the run, and evidence of a log is one of the file", () => {
  expect(place(view(), EXCERPT)).toEqual({ version: "v", run: "r-1", line: 8 });
  const log = { ...EXCERPT, file: "logs/latest.log" };
  expect(place(view(), log)).toEqual({ version: "v", file: "logs/latest.log", line: 8 });
  expect(place(view({ version: null }), log)).toBeNull();
  expect(whole(view({ files: ["logs/latest.log", "output.log"] }))).toEqual({ version: "v", run: "r-1" });
  expect(whole(view({ files: [] }))).toBeNull();
});

test("without a cause the page says so and what to do next", () => {
  render(Found, { view: view() });
  expect(screen.getByText("No cause was found")).toBeTruthy();
  expect(screen.getByText("Read the log")).toBeTruthy();
});

const still: FixOutcome = { change: "c-1", version: "v", what: "It failed", outcome: "still" };

test("a fix that did not help is taken back by one click, and why not is said where that fails", async () => {
  shell.start = { tools: ["undo_change"] } as never;
  const fault = { code: "x", message: "The game is running.", hints: ["Close it first."], retry: true };
  call.mockResolvedValue({ faults: [fault], receipts: [], end: { reason: "answered" } });
  render(AfterFixes, { fixes: [still, { ...still, change: "c-0" }] });
  expect(screen.getAllByTestId("after-fix").length).toBe(1);
  await fireEvent.click(screen.getByLabelText("Take it back: It failed"));
  expect(call).toHaveBeenCalledWith("change_undo", { id: "c-1" }, expect.any(Function));
  expect(await screen.findByText("The game is running. Close it first.")).toBeTruthy();
});

test("what helped has no undo beside it", () => {
  shell.start = { tools: ["undo_change"] } as never;
  render(AfterFixes, { fixes: [{ ...still, outcome: "gone" }] });
  expect(screen.queryByLabelText(/Take it back/)).toBeNull();
});

test("a click counts for its own version only, and a dialog that was closed changes nothing", async () => {
  const list = { version: "v", chosen: "r-1" } as CrashList;
  const crashes = new Crashes();
  crashes.choose("v", "r-2");
  expect([crashes.item(list), crashes.item({ ...list, version: "w" })]).toEqual(["r-2", "r-1"]);
  const shown = view({ version: null });
  call.mockResolvedValueOnce(shown).mockResolvedValueOnce(null).mockRejectedValueOnce(new Error("broke"));
  await crashes.pick("file");
  await crashes.pick("folder");
  expect(crashes.outside).toBe(shown);
  await crashes.pick("folder");
  expect([crashes.fault?.message, crashes.picking]).toEqual(["broke", false]);
});
