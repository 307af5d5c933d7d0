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
  const [room, whole] = [await rows.boundingBox(), await dialog.boundingBox()];
  assert.ok(room.height > whole.height * 0.4, "the rows have the room that there is");
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

/** The console with a log of its own, and its parts. */
async function withLog(t, text) {
  const win = await crashed(t, "en");
  writeFileSync(join(win.bridge.game, "versions", VERSION, "logs/latest.log"), text);
  await win.go("crash");
  await win.button("crash.logs").click();
  const dialog = win.page.getByRole("dialog");
  await dialog.getByLabel(win.label("logs.which")).selectOption("logs/latest.log");
  const rows = dialog.getByRole("listbox");
  return { win, dialog, rows, option: (words) => rows.getByRole("option").filter({ hasText: words }) };
}

test("words are gone through with the other rows around them, by buttons and by keys", async (t) => {
  const { win, dialog, rows, option } = await withLog(t, long(200_000));
  await option("failed at 200000").waitFor();
  await dialog.getByRole("searchbox").fill("failed at 15");
  await dialog.getByText("111 of 200,000 lines").waitFor();
  // A row that was chosen among those found is the one among all of them.
  await rows.focus();
  await win.page.keyboard.press("Home");
  await win.page.keyboard.press("ArrowDown");
  await option("failed at 15000").first().waitFor();
  await dialog.getByRole("button", { name: win.label("logs.only") }).click();
  await dialog.getByText("200,000 of 200,000 lines").waitFor();
  await dialog.getByText("2 of 111", { exact: true }).waitFor();
  await option("line 15001 of").waitFor();
  await dialog.getByRole("button", { name: win.label("logs.previous") }).click();
  await option("failed at 1500").waitFor();
  await option("line 1501 of").waitFor();
  assert.equal(await rows.locator("mark").first().textContent(), "failed at 15");
  await dialog.getByText("1 of 111", { exact: true }).waitFor();
  await dialog.getByRole("searchbox").press("Enter");
  await option("failed at 15000").waitFor();
  await dialog.getByText("2 of 111", { exact: true }).waitFor();
  await rows.press("F3");
  await option("failed at 15100").waitFor();
  await rows.press("Shift+F3");
  await dialog.getByText("2 of 111", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: win.label("logs.previous") }).click();
  await dialog.getByText("1 of 111", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: win.label("logs.previous") }).click();
  await dialog.getByText("111 of 111", { exact: true }).waitFor();
  await option("failed at 159900").waitFor();
  await rows.press("Control+f");
  assert.ok(await dialog.getByRole("searchbox").evaluate((box) => box === document.activeElement));
  await dialog.getByRole("searchbox").fill("nowhere to be found");
  await dialog.getByText(win.label("logs.no-hit"), { exact: true }).waitFor();
  await assertAccessible(win.page, "words in a log");
  await assertFits(win.page, "words in a log");
});

test("long lines are wrapped, and the end, a place and single lines stay where they are meant", async (t) => {
  const words = "many words that go on and on ".repeat(30);
  const text = Array.from(
    { length: 5_000 },
    (_, at) => `[12:00:00] [main/INFO]: ${at + 1} ${at % 3 ? "" : words}end${at + 1}`,
  );
  const { win, dialog, rows, option } = await withLog(t, `${text.join("\n")}\n`);
  await option("end5000").waitFor();
  await dialog.getByRole("button", { name: win.label("logs.wrap") }).click();
  await rows.focus();
  await win.page.keyboard.press("End");
  /** Rows stand below each other and none over another; gives those that are seen. */
  const seen = () =>
    rows.evaluate((box) => {
      const frame = box.getBoundingClientRect();
      const all = [...box.querySelectorAll("[role=option]")].map((one) => one.getBoundingClientRect());
      for (let at = 1; at < all.length; at += 1) {
        if (Math.abs(all[at].top - all[at - 1].bottom) > 1) throw new Error(`a gap before row ${at}`);
      }
      const inside = (one) => one.bottom > frame.top + 1 && one.top < frame.bottom - 1;
      const texts = [...box.querySelectorAll("[role=option]")].filter((one) =>
        inside(one.getBoundingClientRect()),
      );
      return { texts: texts.map((one) => one.textContent), wide: box.scrollWidth > box.clientWidth + 1 };
    });
  const last = async () => (await seen()).texts.at(-1);
  await until(async () => (await last())?.endsWith("end5000"));
  assert.equal((await seen()).wide, false, "nothing stands beside the screen");
  await win.page.keyboard.press("Home");
  await until(async () => (await seen()).texts[0]?.endsWith("end1"));
  await dialog.getByRole("searchbox").fill("/end250[1-3]$/");
  await dialog.getByText("3 of 5,000 lines").waitFor();
  await dialog.getByRole("button", { name: win.label("logs.only") }).click();
  await option("end2501").waitFor();
  await until(async () => (await seen()).texts.some((one) => one.endsWith("end2501")));
  await dialog.getByRole("button", { name: win.label("logs.wrap") }).click();
  await until(async () => (await seen()).wide);
});

async function until(holds) {
  const begun = Date.now();
  while (!(await holds())) {
    if (Date.now() - begun > 10_000) throw new Error(`it never came: ${holds}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}

test("the output of a run hides chat when it is copied", async (t) => {
  const win = await crashed(t);
  const opened = await win.bridge.call("log_open", { version: null, file: null, run: "r-aaaaaaaa" });
  const pick = { log: opened.log, levels: [], find: "" };
  const text = await win.bridge.call("log_copy", { ...pick, first: 1, last: 3 });
  assert.match(text, /Encountered an unexpected exception/);
  assert.doesNotMatch(text, /coordinates/);
});
