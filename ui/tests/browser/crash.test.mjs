// The page of crashes: the cause with its proof, the fix over the checklist, the text for others, and logs of any length.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, assertFits, assertNoChinese } from "./lib/checks.mjs";
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

test("a crash is told in a sentence with the mod and its file, and the fix goes over the checklist", async (t) => {
  const win = await crashed(t, "en");
  await win.button("play.cause").click();
  const cause = win.main.getByRole("article").first();
  await cause.getByRole("heading", { level: 2 }).waitFor();
  const said = await cause.innerText();
  assert.match(said, /Rusty Mill/);
  assert.match(said, /rusty-mill-1\.2\.jar/);
  assert.match(said, /The mill has no stones/);
  await assertFits(win.page, "crash");
  await assertNoChinese(win.page, "crash");
  await assertAccessible(win.page, "crash");

  await cause
    .getByRole("button", { name: /Switch.*off|Disable/i })
    .first()
    .click();
  const sheet = win.page.getByTestId("sheet");
  await sheet.getByText("rusty-mill-1.2.jar.disabled").first().waitFor();
  const jar = join(win.bridge.game, "versions", VERSION, "mods", "rusty-mill-1.2.jar");
  assert.ok(existsSync(jar), "nothing is done before the word");
  await win.button("checklist.confirm.one", { within: sheet, values: { n: 1 } }).click();
  await win.until(() => !existsSync(jar));
  await sheet.getByRole("button", { name: win.label("common.close"), exact: true }).click();
  // It was not played since: nobody knows yet whether it helped.
  await win.main
    .getByText(/not been played|not played/i)
    .first()
    .waitFor();
});

test("a line that shows the cause is opened in its log", async (t) => {
  const win = await crashed(t, "en");
  await win.go("crash");
  const proof = win.main.getByTestId("proof").first();
  const [, line] = /line (\d+) of/.exec(await proof.getAttribute("title"));
  await proof.click();
  const chosen = win.main.getByTestId("rows").getByRole("option", { selected: true });
  await chosen.waitFor();
  assert.match(await chosen.innerText(), new RegExp(`^\\s*${line}\\D`));
  await assertAccessible(win.page, "log");
});

test("the text for others holds nothing private", async (t) => {
  const win = await crashed(t, "en");
  await win.go("crash");
  await win.button("crash.help.text").click();
  const text = win.page.getByRole("dialog").locator("pre");
  await text.waitFor();
  const said = await text.innerText();
  assert.match(said, /Rusty Mill/);
  assert.doesNotMatch(said, /coordinates|nova-window-/);
});

test("a version that never crashed says so", async (t) => {
  const win = await crashed(t, "zh-CN");
  await win.go("crash");
  await win.main.getByLabel(win.label("crash.version")).selectOption("1.21.1");
  await win.main.getByText(win.label("crash.none")).waitFor();
  await assertFits(win.page, "no crash");
});

test("two hundred thousand lines are read, filtered, searched and walked through", async (t) => {
  const win = await crashed(t, "en");
  const log = join(win.bridge.game, "versions", VERSION, "logs/latest.log");
  writeFileSync(log, long(200_000));
  await win.go("crash");
  await win.button("crash.tab.logs").click();
  await win.main.getByLabel(win.label("logs.which")).selectOption("logs/latest.log");
  const rows = win.main.getByRole("listbox");
  const option = (words) => rows.getByRole("option").filter({ hasText: words });
  await option("failed at 200000").waitFor();
  assert.ok((await rows.getByRole("option").count()) < 300, "only what is seen is drawn");
  await rows.focus();
  await win.page.keyboard.press("Home");
  await option("line 1 of a long log").waitFor();
  await win.main.getByRole("button", { name: /^Errors/ }).click();
  await win.main.getByText("2,000 of 200,000 lines").waitFor();
  await win.main.getByRole("searchbox").fill("/at 1\\d{5}$/");
  await win.main.getByText("1,000 of 200,000 lines").waitFor();
  await rows.focus();
  await win.page.keyboard.press("End");
  await option("failed at 199900").waitFor();
  // Without the filter the chosen line is still in sight.
  await win.main.getByRole("searchbox").fill("");
  await win.main.getByRole("button", { name: /^Errors/ }).click();
  await option("failed at 199900").waitFor();
  await win.main.getByRole("searchbox").fill("/(/");
  await win.main.getByRole("alert").waitFor();
});

test("the output of a run hides chat when it is copied", async (t) => {
  const win = await crashed(t, "en");
  const opened = await win.bridge.call("log_open", { version: null, file: null, run: "r-aaaaaaaa" });
  const pick = { log: opened.log, levels: [], find: "" };
  const text = await win.bridge.call("log_copy", { ...pick, first: 1, last: 6 });
  assert.match(text, /Encountered an unexpected exception/);
  assert.doesNotMatch(text, /coordinates/);
});
