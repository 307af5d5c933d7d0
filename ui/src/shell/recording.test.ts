import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "../i18n/index.svelte";
import RecordingDot from "./RecordingDot.svelte";
import { clock, recording } from "./recording.svelte";

beforeEach(() => {
  setLanguage("en");
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  recording.heard({ running: null, said: null });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a time that runs shows hours only once there are some", () => {
  expect([7_900, 750_000, 3_723_000, -5].map(clock)).toEqual(["0:07", "12:30", "1:02:03", "0:00"]);
});

test("while something is recorded there is a dot that counts, and a click stops it", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response('{"result":{}}\n'));
  });
  recording.heard({ running: { said: "Recording a.mp4", since: Date.now() - 61_000 }, said: null });
  render(RecordingDot);
  const dot = screen.getByRole("button", { name: "Stop recording" });
  expect(dot.textContent).toContain("1:01");
  await vi.advanceTimersByTimeAsync(2000);
  expect(dot.textContent).toContain("1:03");
  dot.click();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toEqual(["/ipc/recording_stop"]);
});

test("what came of it is said, and goes away by itself", async () => {
  render(RecordingDot);
  recording.heard({ running: null, said: "The recording is kept: a.mp4." });
  await vi.advanceTimersByTimeAsync(10);
  expect(screen.getByRole("status").textContent).toContain("a.mp4");
  expect(screen.queryByRole("button", { name: "Stop recording" })).toBeNull();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(screen.getByRole("status").textContent?.trim()).toBe("");
});
