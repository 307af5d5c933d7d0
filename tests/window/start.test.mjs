// The program starts, shows its page, and says in a sentence why where it cannot.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, child, environment, open, place, words } from "./rig/app.mjs";
import { until } from "./rig/driver.mjs";
import { screen } from "./rig/screen.mjs";

test("the window opens on the first page, and it is on the screen", async (t) => {
  const window = await open(t);
  assert.equal(await window.title(), "Nova");
  await window.sees("模组");
  if (!process.env.NOVA_SCREEN) return t.diagnostic("the screen keeps no file: only the page was asked");
  const shown = await until("pictures and words on the screen", () => {
    const seen = screen();
    return seen.colours > 40 && seen;
  });
  assert.ok(shown.commonest < 0.97, JSON.stringify(shown));
});

test("it speaks the language it was started with", async (t) => {
  const window = await open(t, { lang: "en" });
  await window.sees("Mods");
  assert.equal(await window.run("return document.documentElement.lang"), "en");
});

test("a second start on the same data folder ends and leaves the first one there", async (t) => {
  const window = await open(t);
  const again = child(t, DESKTOP, words(window), environment(window));
  assert.equal(await again.ended, 0, again.printed);
  await window.sees("模组");
});

test("another data folder opens a window of its own", async (t) => {
  const first = await open(t);
  const other = await open(t, { lang: "en" });
  await other.sees("Mods");
  await first.sees("模组");
});

test("it starts without a session bus", async (t) => {
  const window = await open(t, { env: { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" } });
  await window.sees("模组");
});

const SCREENS = [
  ["no screen is named", {}, "没有可用的显示器"],
  ["the screen that is named is not there", { DISPLAY: ":9871" }, "连不上显示器（DISPLAY=:9871）"],
];
for (const [when, env, sentence] of SCREENS) {
  test(`${when}: a sentence, and no panic`, async (t) => {
    const at = place(t);
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...without } = environment(at);
    const started = child(t, DESKTOP, words(at), { ...without, ...env });
    assert.equal(await started.ended, 1);
    assert.ok(started.printed.includes(sentence), started.printed);
    assert.doesNotMatch(started.printed, /panick|RUST_BACKTRACE|thread '/);
  });
}

test("safe graphics shows the page too", async (t) => {
  const at = place(t);
  const env = { ...environment(at), NOVA_TIMING: "1" };
  const started = child(t, DESKTOP, [...words(at), "--safe-graphics"], env);
  await until("the page to be painted", () => started.printed.includes("painted_ms"));
});
