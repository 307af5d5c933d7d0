import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shell } from "../../lib/state.svelte";
import { Size } from "./size.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  const look = { lang: "en", lang_of_system: false, theme: "light", accent: null, font_scale: 100 } as const;
  shell.looks({ ...look });
});
afterEach(() => vi.useRealTimers());

test("many small steps are seen one by one and saved as one", async () => {
  const save = vi.fn(async () => true);
  const size = new Size(save);
  for (const percent of [105, 110, 115]) {
    size.letGo(percent);
    expect(shell.look?.font_scale).toBe(percent);
  }
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([[115]]);
  expect(size.meant).toBeNull();
});

test("what could not be saved goes back to what was", async () => {
  const size = new Size(async () => false);
  size.letGo(150);
  await vi.runAllTimersAsync();
  expect([size.meant, shell.look?.font_scale]).toEqual([null, 100]);
});
