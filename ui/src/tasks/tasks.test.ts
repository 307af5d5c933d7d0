import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sheet } from "../checklist/write.svelte";
import { duration, setLanguage } from "../i18n/index.svelte";
import type { FarView, JobRow } from "../lib/types";
import { amounts, jobOf, share, together } from "./far";
import JobItem from "./JobItem.svelte";
import { jobs } from "./jobs.svelte";

const call = vi.hoisted(() => vi.fn());
vi.mock("../lib/ipc", async (real) => ({ ...(await real<object>()), call }));

const FAR: FarView = {
  phase: "fetching",
  done: 1024,
  total: 4096,
  files: 3,
  files_total: 9,
  speed: 512,
  left: 6_000,
};

function job(id: string, more: Partial<JobRow> = {}): JobRow {
  const none = { phase: null, far: null, fault: null, again: null };
  return { id, title: `Install ${id}`, begun: 0, state: "running", ...none, ...more };
}

beforeEach(() => {
  vi.useFakeTimers();
  setLanguage("en");
  call.mockReset().mockResolvedValue([]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  [jobs.list, sheet.proposal] = [null, null];
});

test("how far a job is is said only where somebody can say it", () => {
  expect(share(FAR)).toBe(0.25);
  expect(amounts(FAR)).toEqual(["1 KB of 4 KB", "3 of 9 files", "512 B a second", "6 seconds left"]);
  for (const far of [null, { ...FAR, total: 0 }, { ...FAR, phase: "checking" as const }]) {
    expect(share(far)).toBeNull();
  }
  expect(amounts({ ...FAR, phase: "processing", done: 2, total: 5 })).toEqual(["step 3 of 5"]);
  expect(amounts({ ...FAR, speed: 0 })).toEqual(["1 KB of 4 KB", "3 of 9 files"]);
  expect(together([job("a", { far: FAR }), job("b"), job("c", { far: { ...FAR, done: 3072 } })])).toBe(0.5);
  expect(together([job("a")])).toBeNull();
});

test("a time span is said in one unit", () => {
  expect([900, 59_400, 90_000, 5_400_000].map((span) => duration(span))).toEqual([
    "1 second",
    "59 seconds",
    "2 minutes",
    "1.5 hours",
  ]);
});

test("a line of a checklist finds its job by its title, and the only one before it has one", () => {
  const [one, other] = [job("a"), job("b")];
  expect(jobOf("Install b", [one, other])).toBe(other);
  expect(jobOf("Install c", [one, other])).toBeNull();
  expect(jobOf("Install c", [one])).toBe(one);
});

test("jobs are asked after while one runs, and for a while after the player's word", async () => {
  call.mockResolvedValueOnce([job("a")]).mockResolvedValueOnce([job("a")]);
  await jobs.look();
  expect(jobs.running).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_500);
  expect([call.mock.calls.length, jobs.running.length]).toEqual([3, 0]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(call, "nothing runs: nobody asks").toHaveBeenCalledTimes(3);
  jobs.soon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call.mock.calls.length).toBeGreaterThan(15);
  expect(call.mock.calls.length).toBeLessThan(30);
});

test("a job that was cut off is gone on with by its own change, and thrown away only after a second click", async () => {
  const again = { tool: "install_version", args: { game_version: "1.20.1" } };
  render(JobItem, { job: job("j-1", { state: "left", again }) });
  await fireEvent.click(screen.getByLabelText("Go on…: Install j-1"));
  expect(sheet.proposal).toEqual(again);
  await fireEvent.click(screen.getByLabelText("Throw away: Install j-1"));
  expect(call).not.toHaveBeenCalledWith("job_cancel", expect.anything());
  await fireEvent.click(screen.getByText("Throw away"));
  expect(call).toHaveBeenCalledWith("job_cancel", { id: "j-1" });
});

test("what another program works on offers nothing that this one cannot do", () => {
  render(JobItem, { job: job("j-1", { state: "elsewhere" }) });
  expect(screen.queryAllByRole("button")).toEqual([]);
});
