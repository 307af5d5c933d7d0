// Pictures for looking at: every page and every state of a checklist, in two languages, light and dark, small and large.
//   node ui/tests/browser/shots.mjs DIR [ONLY]      ONLY: part of a picture's name
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chat } from "./lib/chat.mjs";
import { EMPTY, HOSTILE_ROOT, many, SAMPLE } from "./lib/samples.mjs";
import { Bridge, closeBrowser, PAGES, Window } from "./lib/window.mjs";

const [folder = process.env.SHOTS, only = ""] = process.argv.slice(2);
if (!folder) throw new Error("usage: node shots.mjs DIR [ONLY]");
mkdirSync(folder, { recursive: true });

const SIZES = [
  [900, 600],
  [1440, 900],
];
const WORDS = {
  "zh-CN": {
    off: "关掉 sodium 和 optifabric",
    one: "禁用 sodium",
    needs: "先备份 Harbour，再删除存档 Harbour",
    trash: "清空回收站",
    remove: "删除模组 sodium",
    list: "装了哪些模组？",
  },
  en: {
    off: "switch off sodium and optifabric",
    one: "disable sodium",
    needs: "back up Harbour and then delete the world Harbour",
    trash: "empty the trash",
    remove: "delete the mod sodium",
    list: "which mods are installed?",
  },
};

/** What is shown, by name: how to get there from a fresh window. */
const STATES = {
  "chat-answer": async ({ chat, words }) => {
    await chat.say(words.list);
    await chat.log.getByRole("button", { expanded: false }).last().click();
  },
  "list-waiting": async ({ chat, words }) => {
    await chat.plan(words.off);
    await chat.line(1).getByRole("button", { expanded: false }).first().click();
  },
  "list-needs": async ({ chat, words }) => await chat.plan(words.needs),
  "list-permanent": async ({ chat, bridge, words }) => {
    await bridge.write("delete_mod", { mod: "sodium" });
    await chat.plan(words.trash);
    await chat.tick(1).click();
  },
  "list-declined": async ({ chat, words }) => {
    await chat.plan(words.one);
    await chat.decline.click();
    await chat.idle();
  },
  "list-stale": async ({ chat, bridge, words }) => {
    await chat.plan(words.one);
    appendFileSync(join(bridge.game, "versions/1.20.1-fabric/mods/sodium.jar"), "changed");
    await chat.confirm.click();
    await chat.checklists.first().getByRole("img").first().waitFor();
  },
  "list-failed": async ({ chat, bridge, words }) => {
    await chat.plan(words.remove);
    mkdirSync(bridge.data, { recursive: true });
    writeFileSync(join(bridge.data, "trash"), "");
    await chat.confirm.click();
    await chat.is(1, "failed");
    await chat.idle();
  },
  "list-done": async ({ chat, words }) => {
    await chat.plan(words.off);
    await chat.confirm.click();
    await chat.is(2, "done");
    await chat.idle();
  },
  "list-undone": async ({ chat, win, words }) => {
    await chat.plan(words.off);
    await chat.confirm.click();
    await chat.is(2, "done");
    await chat.idle();
    await win.button("checklist.undo", { within: chat.line(2) }).click();
    await chat.is(2, "undone");
  },
  sheet: async ({ win }) => {
    await win.go("mods");
    await win.main.getByRole("switch").first().click();
    await win.page.getByRole("dialog").waitFor();
  },
};

for (const page of PAGES) STATES[`page-${page}`] = async ({ win }) => await win.go(page);
const EMPTIES = Object.fromEntries(
  PAGES.map((page) => [`empty-${page}`, async ({ win }) => await win.go(page)]),
);
const HOSTILES = Object.fromEntries(
  PAGES.map((page) => [`hostile-${page}`, async ({ win }) => await win.go(page)]),
);
const MANY = { "many-mods": async ({ win }) => await win.go("mods") };

async function shoot(name, state, spec, lang) {
  const bridge = await Bridge.start({ spec, lang });
  const win = new Window(bridge, { lang });
  try {
    await win.show({ width: 900, height: 600 });
    const chat = await new Chat(win).open();
    await state({ win, chat, bridge, words: WORDS[lang] });
    for (const theme of ["light", "dark"]) {
      await win.page.emulateMedia({ colorScheme: theme });
      for (const [width, height] of SIZES) {
        await win.page.setViewportSize({ width, height });
        await win.settled();
        await win.page.screenshot({ path: join(folder, `${name}-${lang}-${theme}-${width}.png`) });
      }
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

const ALL = [
  [STATES, SAMPLE],
  [EMPTIES, EMPTY],
  [HOSTILES, HOSTILE_ROOT],
  [MANY, many(400)],
];
for (const [states, spec] of ALL) {
  for (const [name, state] of Object.entries(states).filter(([name]) => name.includes(only))) {
    for (const lang of ["zh-CN", "en"]) await shoot(name, state, spec, lang);
  }
}
await closeBrowser();
