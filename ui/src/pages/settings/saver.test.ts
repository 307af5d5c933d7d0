import { expect, test, vi } from "vitest";
import { call, Refused } from "../../lib/ipc";
import { Saver } from "./saver.svelte";

vi.mock("../../lib/ipc", async (real) => ({ ...(await real<object>()), call: vi.fn() }));

const fault = (code: string) => new Refused({ code, message: code, hints: [], retry: false });
const turned = (receipts: unknown[], faults: unknown[]) => ({ receipts, faults });

test("what was saved can be taken back once", async () => {
  const saver = new Saver();
  vi.mocked(call).mockResolvedValueOnce({ said: "done", change: "c-1" } as never);
  expect(await saver.save("look_set", { theme: "dark" })).toBe(true);
  expect(saver.saved?.change).toBe("c-1");
  vi.mocked(call).mockResolvedValueOnce(turned([{}], []) as never);
  await saver.undo();
  expect(vi.mocked(call).mock.lastCall?.slice(0, 2)).toEqual(["change_undo", { id: "c-1" }]);
  expect([saver.saved, saver.undone]).toEqual([null, true]);
});

test("an undo that did not come about says why and can be tried again", async () => {
  const saver = new Saver();
  saver.saved = { said: "done", change: "c-1" };
  vi.mocked(call).mockResolvedValueOnce(turned([], [{ code: "files.busy" }]) as never);
  await saver.undo();
  expect([saver.fault?.code, saver.saved?.change, saver.undone]).toEqual(["files.busy", "c-1", false]);
});

test("what is so already is no fault, what is refused is", async () => {
  const saver = new Saver();
  vi.mocked(call).mockRejectedValueOnce(fault("game.already"));
  expect(await saver.save("look_set", { theme: "dark" })).toBe(true);
  expect(saver.fault).toBeNull();
  vi.mocked(call).mockRejectedValueOnce(fault("game.appearance.colour"));
  expect(await saver.save("look_set", { accent: "mud" })).toBe(false);
  expect([saver.fault?.code, saver.busy]).toEqual(["game.appearance.colour", false]);
});
