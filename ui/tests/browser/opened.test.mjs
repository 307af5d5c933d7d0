// What opens on the pages of a folder that somebody plays in: nothing is cut off in large text, and axe finds nothing.
import { test } from "./lib/suite.mjs";
import { assertAccessible, assertFits, each } from "./lib/checks.mjs";
import { live, PAGE_STEPS, WORDS } from "./lib/shown.mjs";
import { LIVED } from "./lib/samples.mjs";
import { Bridge, Window } from "./lib/window.mjs";

const LARGE = 200;
const SETUPS = [
  { lang: "en", theme: "dark", scale: LARGE },
  { lang: "zh-CN", theme: "light", scale: 100 },
];

for (const { lang, theme, scale } of SETUPS) {
  test(`all that opens on a page in ${lang}, ${theme}, at ${scale} %`, async (t) => {
    const bridge = await Bridge.start({ lang, spec: LIVED });
    await live({ bridge });
    if (scale === LARGE) await bridge.call("look_set", { font_scale: scale });
    const win = await Window.open(t, { bridge, lang, theme, width: 900, height: 600 });
    t.after(() => bridge.stop());
    await each(Object.entries(PAGE_STEPS), async ([name, step]) => {
      await step({ win, bridge, words: WORDS[lang] });
      await win.settled();
      await assertFits(win.page, name);
      await assertAccessible(win.page, name);
    });
  });
}
