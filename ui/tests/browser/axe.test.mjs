// axe finds nothing to complain about: every page, two languages, light and dark.
import { test } from "./lib/suite.mjs";
import { assertAccessible, each } from "./lib/checks.mjs";
import { EMPTY, SAMPLE } from "./lib/samples.mjs";
import { PAGES, Window } from "./lib/window.mjs";

for (const lang of ["zh-CN", "en"]) {
  for (const theme of ["light", "dark"]) {
    test(`every page in ${lang}, ${theme}`, async (t) => {
      const win = await Window.open(t, { lang, theme, spec: SAMPLE });
      await each(PAGES, async (page) => {
        await win.go(page);
        await assertAccessible(win.page, `${page} ${lang} ${theme}`);
      });
    });
  }
}

test("every page of an empty game folder", async (t) => {
  const win = await Window.open(t, { lang: "en", spec: EMPTY });
  await each(PAGES, async (page) => {
    await win.go(page);
    await assertAccessible(win.page, page);
  });
});
