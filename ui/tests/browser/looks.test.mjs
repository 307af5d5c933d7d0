// Language, theme and text size change while the window is open.
import assert from "node:assert/strict";
import { test } from "./lib/suite.mjs";
import { assertFits, assertNoChinese, assertNoneLeft, each, eventually } from "./lib/checks.mjs";
import { PAGES, Window } from "./lib/window.mjs";

test("another language takes every label along, on every page", async (t) => {
  const win = await Window.open(t, { lang: "zh-CN" });
  const all = PAGES.flatMap((page) => ["zh-TW", "en", "zh-CN"].map((lang) => [page, lang]));
  await each(all, async ([page, lang]) => {
    const before = win.lang;
    if (before === "zh-CN") await win.go(page);
    await win.speak(lang);
    // What carries data is read again: a page with much of it takes its time.
    await eventually(() => assertNoneLeft(win.page, before, lang, page));
    if (lang === "en") await eventually(() => assertNoChinese(win.page, page));
  });
});

test("the theme changes at once, and follows the system where it shall", async (t) => {
  const win = await Window.open(t, { lang: "en", theme: "light" });
  const theme = (wanted) =>
    win.page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, wanted);
  const background = () => win.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await theme("light");
  const light = await background();
  await win.page.emulateMedia({ colorScheme: "dark" });
  await theme("dark");
  assert.notEqual(await background(), light);
  await win.bridge.write("set_appearance", { theme: "light" });
  await theme("light");
  assert.equal(await background(), light);
  await win.bridge.write("set_appearance", { theme: "dark" });
  await theme("dark");
  await win.page.emulateMedia({ colorScheme: "light" });
  await theme("dark");
});

for (const lang of ["zh-CN", "en"]) {
  test(`at 200 % text and 900x600 nothing is cut off in ${lang}`, async (t) => {
    const win = await Window.open(t, { lang, width: 900, height: 600 });
    await win.bridge.write("set_appearance", { font_scale: 200 });
    await win.page.waitForFunction(
      () => parseFloat(getComputedStyle(document.documentElement).fontSize) > 26,
    );
    await each(PAGES, async (page) => {
      await win.go(page);
      await assertFits(win.page, page);
    });
  });
}
