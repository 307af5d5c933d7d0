import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sheet } from "../../checklist/write.svelte";
import { setLanguage } from "../../i18n/index.svelte";
import { ask } from "../../lib/ask.svelte";
import { shell } from "../../lib/state.svelte";
import type { CheckRow, GameRow, PlayView, Start } from "../../lib/types";
import AccountChip from "./AccountChip.svelte";
import { fixOf } from "./fixes";
import LastEnd from "./LastEnd.svelte";
import { play } from "./play.svelte";
import PlayButton from "./PlayButton.svelte";
import RunningGames from "./RunningGames.svelte";

const call = vi.hoisted(() => vi.fn());
vi.mock("../../lib/ipc", async (real) => ({ ...(await real<object>()), call }));

const GAME: GameRow = {
  id: "r-1",
  version: "1.20.1",
  played: 65_000,
  memory: 1 << 30,
  progress: "ready",
  last_line: "<b>hello</b>",
  stopping: false,
};
const PLAYER = { id: "a-1", name: "Alex", kind: "offline player" };

function view(games: GameRow[], more: Partial<PlayView> = {}): PlayView {
  const played = { times: 0, total: 0, last: null };
  return { games, played, player: PLAYER, can_start: true, ...more };
}

beforeEach(() => {
  setLanguage("en");
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
  call.mockReset().mockResolvedValue(view([]));
});
afterEach(() => {
  cleanup();
  play.follow(null)();
  [play.view, play.fault, play.hushed] = [null, null, null];
  [shell.start, shell.item, shell.page] = [null, null, "home"];
  [ask.words, sheet.proposal] = [null, null];
});

test("one click starts the version, and says why where it does not start", async () => {
  play.view = view([]);
  render(PlayButton, { version: "1.20.1", running: false, blocked: false });
  const fault = { code: "core.play.no-account", message: "There is no account.", hints: [], retry: false };
  call.mockImplementation(async (name: string) =>
    name === "game_start" ? { faults: [fault], receipts: [], end: { reason: "answered" } } : view([]),
  );
  await fireEvent.click(screen.getByText("Play"));
  await tick();
  expect(call).toHaveBeenCalledWith("game_start", { version: "1.20.1" });
  await vi.waitFor(() => expect(play.fault?.message).toBe("There is no account."));
});

test("a version that runs is not started twice", () => {
  play.view = view([GAME]);
  render(PlayButton, { version: "1.20.1", running: false, blocked: false });
  expect(screen.getByTestId<HTMLButtonElement>("play").disabled).toBe(true);
});

test("a game is asked first; ending it by force takes a second word", async () => {
  [play.view, play.readAt] = [view([GAME]), Date.now()];
  render(RunningGames);
  expect(screen.getByText("<b>hello</b>")).toBeTruthy();
  expect(screen.getByText(/running for 1:0\d/)).toBeTruthy();
  call.mockResolvedValue(view([{ ...GAME, stopping: true }]));
  await fireEvent.click(screen.getByLabelText("Stop: 1.20.1"));
  expect(call).toHaveBeenCalledWith("game_ask_to_stop", { run: "r-1" });
  await fireEvent.click(await screen.findByLabelText("Force quit: 1.20.1"));
  expect(call).not.toHaveBeenCalledWith("game_kill", expect.anything());
  expect(screen.getByText(/not saved yet is lost/)).toBeTruthy();
  await fireEvent.click(screen.getByText("Force quit", { selector: "dialog button" }));
  expect(call).toHaveBeenCalledWith("game_kill", { run: "r-1" });
});

test("a bad end can be put aside, and Nova is asked in words that the player sends", async () => {
  const bad = {
    id: "r-2",
    version: "v",
    at: 0,
    how: "crashed",
    bad: true,
    last_line: null,
    report: "crash-1.txt",
  };
  render(LastEnd, { run: bad });
  expect(screen.getByText("Crash report: crash-1.txt")).toBeTruthy();
  await fireEvent.click(screen.getByText("Ask Nova why"));
  expect(ask.words).toContain("v");
  await fireEvent.click(screen.getByLabelText("Put this aside"));
  expect(play.hushed).toBe("r-2");
});

test("findings lead to where they are mended, and only where there is a way", () => {
  const check = (id: string): CheckRow => ({ id, verdict: "error", message: "m", hint: null });
  expect(["path", "disk", "files"].map((id) => fixOf(check(id), "v"))).toEqual([null, null, null]);
  fixOf(check("java"), "v")?.go();
  expect([shell.page, shell.item]).toEqual(["versions", "v"]);
  fixOf(check("commands"), "v")?.go();
  expect([shell.page, shell.item]).toEqual(["settings", "launch"]);
  shell.start = { tools: ["repair_version"] } as unknown as Start;
  fixOf(check("files"), "v")?.go();
  expect(sheet.proposal).toEqual({ tool: "repair_version", args: { version_id: "v" } });
});

test("without an account the chip says so and leads to one", async () => {
  render(AccountChip, { player: null });
  await fireEvent.click(screen.getByText("No account"));
  expect(shell.page === ("accounts" as string) || ask.words !== null).toBe(true);
});
