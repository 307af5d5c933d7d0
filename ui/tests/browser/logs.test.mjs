// The log console: logs of any length, what is picked of them, and copying.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { assertAccessible, assertFits } from "./lib/checks.mjs";
import { ended, VERSION } from "./lib/crashes.mjs";
import { test } from "./lib/suite.mjs";
import { Window } from "./lib/window.mjs";

const SAID = [
  "[20:13:20] [Render thread/INFO]: Setting user: Steve",
  "[20:14:01] [Render thread/INFO]: [CHAT] <Steve> my coordinates are secret",
  "[20:14:05] [Server thread/ERROR]: Encountered an unexpected exception",
].join("\n");

/** A log of so many lines, with an error every hundredth. */
const long = (count) =>
  Array.from({ length: count }, (_, at) =>
    at % 100 === 99
      ? `[12:00:00] [main/ERROR]: failed at ${at + 1}\n`
      : `[12:00:00] [main/INFO]: line ${at + 1} of a long log\n`,
  ).join("");

/** A window on a version with a run that is over. */
async function crashed(t) {
  const win = await Window.open(t, { lang: "en" });
  ended(win.bridge, { id: "r-aaaaaaaa", ago: 3, said: SAID });
  return win;
}

test("two hundred thousand lines are read, filtered, searched and walked through", async (t) => {
  const win = await crashed(t);
  const log = join(win.bridge.game, "versions", VERSION, "logs/latest.log");
  mkdirSync(dirname(log), { recursive: true });
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
  const win = await crashed(t);
  const opened = await win.bridge.call("log_open", { version: null, file: null, run: "r-aaaaaaaa" });
  const pick = { log: opened.log, levels: [], find: "" };
  const text = await win.bridge.call("log_copy", { ...pick, first: 1, last: 3 });
  assert.match(text, /Encountered an unexpected exception/);
  assert.doesNotMatch(text, /coordinates/);
});
