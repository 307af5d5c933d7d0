import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sheet } from "../checklist/write.svelte";
import { setLanguage } from "../i18n/index.svelte";
import { ask } from "../lib/ask.svelte";
import { shell } from "../lib/state.svelte";
import type { FindingRow, RecentChange, VersionRow } from "../lib/types";
import RecentChanges from "./home/RecentChanges.svelte";
import Findings from "./mods/Findings.svelte";
import MemoryChoice from "./versions/MemoryChoice.svelte";
import VersionPicker from "./versions/VersionPicker.svelte";
import VersionsList from "./versions/VersionsList.svelte";

const call = vi.hoisted(() => vi.fn());
vi.mock("../lib/ipc", async (real) => ({ ...(await real<object>()), call }));

/** jsdom lays nothing out. */
class Still {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", Still);
  setLanguage("en");
});
afterEach(() => {
  cleanup();
  [sheet.proposal, ask.words, shell.version, shell.item] = [null, null, null, null];
  call.mockReset();
});

function finding(id: string, cure: FindingRow["cure"]): FindingRow {
  return { id, kind: "incompatible", message: `<b>${id}</b> clashes`, files: [`${id}.jar`], cure };
}

function version(id: string, more: Partial<VersionRow> = {}): VersionRow {
  const none = { game_version: null, channel: null, loaders: [], last_played: null, problems: [] };
  const counts = { folder: 0, mods_on: 0, mods_off: 0, worlds: 0 };
  return { id, meant: true, isolated: false, current: false, running: false, ...none, ...counts, ...more };
}

test("resolving a finding only proposes it, and Nova is asked in words that the player sends", async () => {
  const open = vi.fn();
  render(Findings, {
    findings: [finding("f-a", "switch_off"), { ...finding("f-b", null), kind: "missing_dependency" }],
    version: "v",
    open,
  });
  expect(screen.getByText("<b>f-a</b> clashes")).toBeTruthy();
  await fireEvent.click(screen.getByLabelText("Resolve: <b>f-a</b> clashes"));
  const args = { finding_id: "f-a", version_id: "v" };
  expect(sheet.proposal).toEqual({ tool: "resolve_mod_conflict", args });
  await fireEvent.click(screen.getByLabelText("Ask Nova: <b>f-b</b> clashes"));
  expect(ask.words).toContain("f-b");
  await fireEvent.click(screen.getByText("Show the mod"));
  expect(open).toHaveBeenCalledWith("f-b.jar");
});

test("of two that clash and neither of which is the wrong one, the player chooses", async () => {
  const clash = { ...finding("f-a", null), files: ["a.jar", "b.jar"] };
  render(Findings, { findings: [clash], version: "", open: () => {} });
  await fireEvent.click(screen.getByText("Switch b.jar off"));
  expect(sheet.proposal).toEqual({ tool: "disable_mod", args: { mod: "b.jar" } });
});

test("many findings fold", async () => {
  const findings = ["f-1", "f-2", "f-3", "f-4"].map((id) => finding(id, null));
  render(Findings, { findings, version: "", open: () => {} });
  expect(screen.queryByText("<b>f-4</b> clashes")).toBeNull();
  await fireEvent.click(screen.getByText("Show all 4"));
  expect(screen.getByText("<b>f-4</b> clashes")).toBeTruthy();
});

test("the arrows go through the versions of all folders, and one row is in the tab order", async () => {
  const rows = [version("a"), version("b"), version("c", { folder: 1 })];
  const folders = ["x", "y"].map((path) => ({ path, versions: 1 }));
  const open = vi.fn();
  render(VersionsList, { rows, folders, chosen: null, open });
  const button = (key: string) => document.querySelector<HTMLElement>(`[data-key="${key}"]`)!;
  button("0/a").focus();
  await fireEvent.keyDown(button("0/a"), { key: "End" });
  await tick();
  expect(document.activeElement).toBe(button("1/c"));
  expect([...document.querySelectorAll("button")].filter((one) => one.tabIndex === 0)).toEqual([
    button("1/c"),
  ]);
  await fireEvent.click(button("1/c"));
  expect(open).toHaveBeenCalledWith(rows[2]);
});

test("the picker shows the current version, and leaves one that is gone", async () => {
  shell.version = "gone";
  const versions = [version("a", { current: true }), version("b"), version("b", { folder: 1, meant: false })];
  render(VersionPicker, { versions });
  await tick();
  expect(shell.version).toBeNull();
  const select = screen.getByRole<HTMLSelectElement>("combobox");
  expect([select.value, select.options.length]).toEqual(["a", 2]);
  await fireEvent.change(select, { target: { value: "b" } });
  expect(shell.version).toBe("b");
  await fireEvent.change(select, { target: { value: "a" } });
  expect(shell.version, "the current one goes by itself").toBeNull();
});

test("memory is proposed only where it is a sane number", async () => {
  const memory = { own: null, general: 2048, total: 16384 };
  render(MemoryChoice, { memory, version: "v", id: "x" });
  const input = screen.getByRole("spinbutton");
  const button = screen.getByText<HTMLButtonElement>("Change");
  for (const value of ["", "100", "99999999"]) {
    await fireEvent.input(input, { target: { value } });
    expect(button.disabled, value).toBe(true);
  }
  await fireEvent.input(input, { target: { value: "4096" } });
  await fireEvent.click(button);
  await fireEvent.submit(button.form!);
  expect(sheet.proposal).toEqual({ tool: "set_memory", args: { version_id: "v", max_mb: 4096 } });
});

test("an undo that is refused says why beside its change", async () => {
  const change: RecentChange = { id: "c-1", title: "Disabled sodium", at: 0, undone: false, fixed: null };
  const fault = { code: "x", message: "The game is running.", hints: ["Close it first."], retry: true };
  call.mockImplementation((_name, _args, on: (event: unknown) => void) => {
    on({ event: "line_changed", line: 1, state: { state: "failed", fault } });
    return Promise.resolve({ faults: [], receipts: [], end: { reason: "answered" } });
  });
  render(RecentChanges, { changes: [change] });
  await fireEvent.click(screen.getByLabelText("Undo: Disabled sodium"));
  expect(call).toHaveBeenCalledWith("change_undo", { id: "c-1" }, expect.any(Function));
  expect(await screen.findByText("The game is running. Close it first.")).toBeTruthy();
});
