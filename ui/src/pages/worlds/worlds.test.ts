import { beforeEach, expect, test, vi } from "vitest";
import { sheet } from "../../checklist/write.svelte";
import { setLanguage } from "../../i18n/index.svelte";
import { call, Refused } from "../../lib/ipc";
import { shell } from "../../lib/state.svelte";
import type { BackupCheck, BackupRow } from "../../lib/types";
import { backUp, moveTo, putBack } from "./act";
import { Checks } from "./checks.svelte";
import { Place, tabOf } from "./place.svelte";
import { backupFits, fits, holds, mode, why } from "./words";

vi.mock("../../lib/ipc", async (original) => ({
  ...(await original<typeof import("../../lib/ipc")>()),
  call: vi.fn(),
}));
const asked = vi.mocked(call);

const BACKUP: BackupRow = {
  id: "b-abcd2345",
  at: 0,
  version: "1.20.1-fabric",
  worlds: ["新的世界"],
  includes: ["config"],
  bytes: 1,
  why: "before-move",
};

beforeEach(() => {
  asked.mockReset();
  setLanguage("en");
  [shell.item, shell.version, sheet.proposal] = [null, null, null];
});

test("an item tells the tab that shows it", () => {
  expect(tabOf("b-abcd2345")).toBe("backups");
  expect(tabOf("t-abcd2345")).toBe("trash");
  expect(tabOf("新的世界")).toBe("worlds");
  expect(tabOf("b-side")).toBe("worlds");
});

test("the shell's item opens its place, and leaving the item closes the world", () => {
  const place = new Place();
  place.words = "x";
  place.follow("Survival");
  expect([place.tab, place.opened?.folder, place.words]).toEqual(["worlds", "Survival", ""]);
  place.follow("b-abcd2345");
  expect([place.tab, place.opened]).toEqual(["backups", null]);
  place.follow(null);
  expect([place.tab, place.opened]).toEqual(["backups", null]);
});

test("a world that is opened here is told to the shell and keeps its version", () => {
  const place = new Place();
  place.open({ folder: "Survival", version: "1.21.4" });
  place.follow(shell.item);
  expect([shell.item, place.opened]).toEqual(["Survival", { folder: "Survival", version: "1.21.4" }]);
  place.show("trash");
  expect([shell.item, place.tab, place.opened]).toEqual([null, "trash", null]);
});

test("words of a filter may stand in different columns", () => {
  expect(fits("", ["a"])).toBe(true);
  expect(fits("surv FABRIC", ["Survival", "1.20.1-fabric", null])).toBe(true);
  expect(fits("surv forge", ["Survival", "1.20.1-fabric"])).toBe(false);
  expect(backupFits("新的 config")(BACKUP)).toBe(true);
  expect(backupFits("moving")(BACKUP)).toBe(true);
});

test("what a backup holds and why it was made is said, unknown words as they are", () => {
  expect(holds(BACKUP)).toContain("新的世界");
  expect(holds({ worlds: [], includes: [] })).toBe("Empty backup");
  expect(why(BACKUP)).toBe("Before moving");
  expect(why({ ...BACKUP, why: "nightly" })).toBe("nightly");
  expect(mode({ mode: "survival", hardcore: true })).toBe("Hardcore");
  expect(mode({ mode: null, hardcore: false })).toBeNull();
});

test("actions name a version only where there is one", () => {
  backUp({ folder: "W", version: null });
  expect(sheet.proposal).toEqual({ tool: "backup_version", args: { save: "W" } });
  moveTo({ folder: "W", version: "a" }, "b");
  expect(sheet.proposal).toEqual({
    tool: "move_save",
    args: { save: "W", to_version: "b", from_version: "a" },
  });
});

test("a backup in the trash comes back with its two files", () => {
  putBack({ ids: ["t-1"], change: "c-1" });
  expect(sheet.proposal).toEqual({ tool: "restore_trash", args: { trash_id: "t-1" } });
  putBack({ ids: ["t-1", "t-2"], change: "c-1" });
  expect(sheet.proposal).toEqual({ tool: "undo_change", args: { change_id: "c-1" } });
});

test("a backup is checked once, and again when asked to", async () => {
  const whole: BackupCheck = { whole: true, entries: [], problems: [] };
  const checks = new Checks();
  asked.mockResolvedValue(whole);
  await Promise.all([checks.look("b-1"), checks.look("b-1")]);
  await checks.look("b-1");
  expect(asked).toHaveBeenCalledTimes(1);
  expect(checks.of("b-1")).toEqual({ busy: false, found: whole, fault: null });
  const fault = { code: "content.backups.none", message: "gone", hints: [], retry: false };
  asked.mockRejectedValue(new Refused(fault));
  await checks.look("b-1", true);
  expect(checks.of("b-1")).toEqual({ busy: false, found: null, fault });
});
