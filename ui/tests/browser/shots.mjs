// Pictures for looking at: every page and every state of a checklist, in two languages, light and dark, small and large.
//   node ui/tests/browser/shots.mjs DIR [ONLY]      ONLY: part of a picture's name
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Chat } from "./lib/chat.mjs";
import { WALKS, WORDS } from "./lib/shown.mjs";
import { Bridge, closeBrowser, Window } from "./lib/window.mjs";

const [folder = process.env.SHOTS, only = ""] = process.argv.slice(2);
if (!folder) throw new Error("usage: node shots.mjs DIR [ONLY]");
mkdirSync(folder, { recursive: true });

const SIZES = [
  [900, 600],
  [1440, 900],
];

/** One picture a theme and size. */
async function shoot(win, name) {
  for (const theme of ["light", "dark"]) {
    await win.page.emulateMedia({ colorScheme: theme });
    for (const [width, height] of SIZES) {
      await win.page.setViewportSize({ width, height });
      await win.settled();
      await win.page.screenshot({ path: join(folder, `${name}-${win.lang}-${theme}-${width}.png`) });
    }
  }
  await win.page.setViewportSize({ width: 900, height: 600 });
}

async function walk({ spec, script, before, scale = 100, steps }, lang) {
  const words = WORDS[lang];
  const bridge = await Bridge.start({ spec, lang, script: script?.(words) ?? null });
  const win = new Window(bridge, { lang });
  let name = "";
  try {
    await before?.({ bridge });
    if (scale !== 100) await bridge.call("look_set", { font_scale: scale });
    await win.show({ width: 900, height: 600 });
    const chat = await new Chat(win).open();
    for (const [now, step] of Object.entries(steps)) {
      name = now;
      await step({ win, chat, bridge, words });
      if (name.includes(only)) await shoot(win, name);
    }
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name} ${lang}: ${error.message}`);
    await win.page?.screenshot({ path: join(folder, `${name}-${lang}-FAILED.png`) });
  } finally {
    await win.context?.close();
    await bridge.stop();
  }
}

for (const one of WALKS.filter(({ steps }) => Object.keys(steps).some((name) => name.includes(only)))) {
  for (const lang of ["zh-CN", "en"]) await walk(one, lang);
}
await closeBrowser();
