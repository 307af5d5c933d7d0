// The main thing: a sentence, a checklist, a word, a change on the disk, and back again. By keyboard alone, in three languages.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "./lib/suite.mjs";
import { Chat } from "./lib/chat.mjs";
import { Window } from "./lib/window.mjs";

const SENTENCES = {
  "zh-CN": "sodium 和 optifabric 冲突了，帮我处理",
  "zh-TW": "sodium 跟 optifabric 衝突了，幫我處理",
  en: "sodium and optifabric clash, please fix it",
};
const MODS = "versions/1.20.1-fabric/mods";

for (const [lang, words] of Object.entries(SENTENCES)) {
  test(`the conflict sentence in ${lang}, confirmed and taken back by keyboard`, async (t) => {
    const win = await Window.open(t, { lang });
    const chat = await new Chat(win).open();
    const there = (file) => existsSync(join(win.bridge.game, MODS, file));
    await chat.tabTo(chat.input);
    await win.page.keyboard.type(words);
    await win.page.keyboard.press("Enter");
    await chat.decline.waitFor();
    assert.ok(there("sodium.jar"), "nothing is done before the player's word");
    await chat.line(1).getByText("sodium.jar.disabled").first().waitFor();

    await chat.tabTo(chat.confirm, { key: "Shift+Tab" });
    await win.page.keyboard.press("Enter");
    await chat.is(1, "done");
    assert.ok(there("sodium.jar.disabled") && !there("sodium.jar"));
    assert.ok(there("optifabric.jar"));

    await chat.idle();
    const undo = win.button("checklist.undo", { within: chat.line(1) });
    await chat.tabTo(undo, { key: "Shift+Tab" });
    await win.page.keyboard.press("Enter");
    await chat.is(1, "undone");
    assert.ok(there("sodium.jar") && !there("sodium.jar.disabled"));
  });
}

test("a page that shows the files reads again when they changed", async (t) => {
  const win = await Window.open(t, { lang: "en" });
  const chat = await new Chat(win).open();
  await win.go("mods");
  const sodium = win.main.getByRole("switch", { name: /Sodium/ }).first();
  await sodium.waitFor();
  assert.ok(await sodium.isChecked());
  await chat.plan(SENTENCES.en);
  await chat.confirm.click();
  await chat.is(1, "done");
  await win.until(async () => !(await sodium.isChecked()));
});

test("a switch on the page shows the same checklist in a sheet, and does what is confirmed", async (t) => {
  const win = await Window.open(t, { lang: "en" });
  await win.go("mods");
  const sodium = win.main.getByRole("switch", { name: /Sodium/ }).first();
  await sodium.focus();
  await win.page.keyboard.press("Space");
  const sheet = win.page.getByRole("dialog", { name: win.label("checklist.name") });
  await sheet.waitFor();
  const confirm = win.button("checklist.confirm.one", { within: sheet, values: { n: 1 } });
  await confirm.waitFor();
  assert.ok(
    await confirm.evaluate((button) => button === document.activeElement),
    "the sheet takes the focus",
  );
  await win.page.keyboard.press("Enter");
  const done = sheet.getByRole("img", { name: win.label("checklist.state.done"), exact: true });
  await done.waitFor();
  assert.ok(existsSync(join(win.bridge.game, MODS, "sodium.jar.disabled")));
  await win.button("common.close", { within: sheet }).press("Enter");
  await sheet.waitFor({ state: "hidden" });
  const back = await win.page.evaluate(() => document.activeElement.outerHTML.slice(0, 200));
  assert.doesNotMatch(back, /^<body/, "the focus goes back to where it was");
});

test("Escape closes the sheet and nothing is done", async (t) => {
  const win = await Window.open(t, { lang: "en" });
  await win.go("mods");
  await win.main
    .getByRole("switch", { name: /Sodium/ })
    .first()
    .press("Space");
  const sheet = win.page.getByRole("dialog", { name: win.label("checklist.name") });
  await win.button("checklist.decline", { within: sheet }).waitFor();
  await win.page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  assert.ok(existsSync(join(win.bridge.game, MODS, "sodium.jar")));
  // The desk is free again: the same change is offered once more.
  await win.main
    .getByRole("switch", { name: /Sodium/ })
    .first()
    .press("Space");
  await win.button("checklist.decline", { within: sheet }).click();
});
