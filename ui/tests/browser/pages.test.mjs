// Every page opens: in three languages, on a full, an empty and a large game folder, without a complaint of the browser.
import assert from "node:assert/strict";
import { test } from "./lib/suite.mjs";
import { assertFits, assertNoChinese, each } from "./lib/checks.mjs";
import { label, LANGS } from "./lib/labels.mjs";
import { EMPTY, many } from "./lib/samples.mjs";
import { Bridge, PAGES, Window } from "./lib/window.mjs";

for (const lang of LANGS) {
  test(`every page opens in ${lang}`, async (t) => {
    const win = await Window.open(t, { lang });
    assert.equal(await win.page.evaluate(() => document.documentElement.lang), lang);
    await each(PAGES, async (page) => {
      await win.go(page);
      const current = win.rail.locator("[aria-current=page]");
      assert.equal((await current.innerText()).trim(), label(`nav.${page}`, lang));
      await win.main.getByRole("heading", { level: 1 }).first().waitFor();
      await assertFits(win.page, `${page} in ${lang}`);
      if (lang === "en") await assertNoChinese(win.page, page);
    });
  });
}

test("every page of an empty game folder says what to do", async (t) => {
  const win = await Window.open(t, { lang: "en", spec: EMPTY });
  await each(PAGES, async (page) => {
    await win.go(page);
    assert.notEqual((await win.main.innerText()).trim(), "", page);
    await assertFits(win.page, page);
  });
});

test("four hundred mods are listed without holding a row for each", async (t) => {
  const win = await Window.open(t, { lang: "en", spec: many(400) });
  await win.go("mods");
  await win.main.getByText("Mod number 0", { exact: true }).first().waitFor();
  const elements = await win.main.evaluate((main) => main.querySelectorAll("*").length);
  assert.ok(elements < 6000, `${elements} elements`);
});

test("an address without the token says that it cannot be used", async (t) => {
  const bridge = await Bridge.start({ lang: "en" });
  t.after(() => bridge.stop());
  const win = await Window.open(t, { bridge, lang: "en", wait: false });
  await win.page.goto("about:blank");
  await win.page.goto(`${bridge.origin}/#token=0`);
  await win.page.getByRole("alert").waitFor();
  // The browser itself tells of the refused call.
  win.complaints = win.complaints.filter((told) => !told.includes("403"));
});
