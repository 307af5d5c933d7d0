import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "../../i18n/index.svelte";
import { call, Refused } from "../../lib/ipc";
import { shell } from "../../lib/state.svelte";
import type { Fault, PastChange } from "../../lib/types";
import { History } from "./history.svelte";
import TurnCard from "./TurnCard.svelte";

vi.mock("../../lib/ipc", async (original) => ({
  ...(await original<typeof import("../../lib/ipc")>()),
  call: vi.fn(),
}));
const asked = vi.mocked(call);
const MOVED: Fault = { code: "files.moved-on", message: "sodium.jar changed since", hints: [], retry: false };

function change(id: string, more: Partial<PastChange> = {}): PastChange {
  return {
    id,
    turn: "u-1",
    at: 1_767_225_600_000,
    tool: "disable_mod",
    tool_title: "Switch a mod off",
    title: `Switch ${id} off`,
    version: "1.20.1-fabric",
    role: "change",
    of: null,
    state: "done",
    undone_by: null,
    fixed: null,
    problems: [],
    ...more,
  };
}

const show = (changes: PastChange[]) =>
  render(TurnCard, { turn: { key: "k", turn: "u-1", at: 0, changes }, history: new History() });

afterEach(cleanup);
beforeEach(() => {
  asked.mockReset();
  setLanguage("en");
  shell.item = null;
});

test("why an undo did not work stands in its row", async () => {
  show([change("sodium")]);
  asked.mockRejectedValueOnce(new Refused(MOVED));
  await fireEvent.click(screen.getByLabelText("Undo: Switch sodium off"));
  expect(await screen.findByText("sodium.jar changed since")).toBeTruthy();
  expect(asked).toHaveBeenCalledWith("change_undo", { id: "sodium" }, expect.anything());
});

test("several changes of a turn have one undo for all, which takes back the turn", async () => {
  show([change("sodium"), change("lithium")]);
  asked.mockResolvedValueOnce({});
  await fireEvent.click(screen.getByLabelText("Undo all: 2 changes made together"));
  expect(asked).toHaveBeenCalledWith("change_undo", { id: "u-1" }, expect.anything());
});

test("what cannot be undone says why and has no button", () => {
  show([change("sodium", { fixed: MOVED })]);
  expect(screen.getByText("sodium.jar changed since")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Undo/ })).toBeNull();
});

test("a change that is meant is marked, opened and has the focus", async () => {
  shell.item = "sodium";
  asked.mockResolvedValueOnce([
    { kind: "rename", what: "mods/sodium.jar", to: "sodium.jar.disabled", bytes: null },
  ]);
  show([change("sodium")]);
  expect(await screen.findByText(/mods\/sodium\.jar/)).toBeTruthy();
  expect(document.activeElement?.classList.contains("meant")).toBe(true);
});
