// The log console: logs of any length, what is picked of them, and copying.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, assertFits } from "./lib/checks.mjs";
import { CRASHED, ended, long, VERSION } from "./lib/crashed.mjs";
import { test } from "./lib/suite.mjs";
import { Bridge, Window } from "./lib/window.mjs";

async function crashed(t, lang, more = {}) {
  const bridge = await Bridge.start({ spec: CRASHED, lang });
  ended(bridge, "r-aaaaaaaa", more);
  const win = await Window.open(t, { bridge, lang });
  t.after(() => bridge.stop());
  return win;
}

test("two hundred thousand lines are read, filtered, searched and walked through", async (t) => {
  const win = await crashed(t, "en");
  const log = join(win.bridge.game, "versions", VERSION, "logs/latest.log");
  writeFileSync(log, long(200_000));
  await win.go("crash");
  await win.button("crash.logs").click();
  const dialog = win.page.getByRole("dialog");
  await dialog.getByLabel(win.label("logs.which")).selectOption("logs/latest.log");
  const rows = dialog.getByRole("listbox");
  const option = (words) => rows.getByRole("option").filter({ hasText: words });
  await option("failed at 200000").waitFor();
  assert.ok((await rows.getByRole("option").count()) < 300, "only what is seen is drawn");
  await rows.focus();
  await win.page.keyboard.press("Home");
  await option("line 1 of a long log").waitFor();
  await dialog.getByRole("button", { name: /^Errors/ }).click();
  await dialog.getByText("2,000 of 200,000 lines").waitFor();
  await dialog.getByRole("searchbox").fill("/at 1\\d{5}$/");
  await dialog.getByText("1,000 of 200,000 lines").waitFor();
  await rows.focus();
  await win.page.keyboard.press("End");
  await option("failed at 199900").waitFor();
  // Without the filter the chosen line is still in sight.
  await dialog.getByRole("searchbox").fill("");
  await dialog.getByRole("button", { name: /^Errors/ }).click();
  await option("failed at 199900").waitFor();
  await dialog.getByRole("searchbox").fill("/(/");
  await dialog.getByRole("alert").waitFor();
  await assertAccessible(win.page, "log");
  await assertFits(win.page, "log");
});

test("the output of a run hides chat when it is copied", async (t) => {
  const win = await crashed(t, "en");
  const opened = await win.bridge.call("log_open", { version: null, file: null, run: "r-aaaaaaaa" });
  const pick = { log: opened.log, levels: [], find: "" };
  const text = await win.bridge.call("log_copy", { ...pick, first: 1, last: 6 });
  assert.match(text, /Encountered an unexpected exception/);
  assert.doesNotMatch(text, /coordinates/);
});
