// What the pictures show. A walk is one window on one game folder: its steps are taken one after the other, each from where the one
// before ended, and each is a picture by its name.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crashed } from "./crashes.mjs";
import { EMPTY, HOSTILE_ROOT, LIVED, many, SAMPLE } from "./samples.mjs";
import { PAGES } from "./window.mjs";

export const WORDS = {
  "zh-CN": {
    off: "关掉 sodium 和 optifabric",
    one: "禁用 sodium",
    needs: "先备份 Harbour，再删除存档 Harbour",
    trash: "清空回收站",
    remove: "删除模组 sodium",
    list: "装了哪些模组？",
    ask: "帮我备份",
    question: "备份哪个存档？",
    answer:
      "看过了，**Sodium** 和 **OptiFabric** 不能一起用：[说明](https://docs.example.org/renderers/compatibility)。\n\n1. 停用 `optifabric.jar`\n2. 重新启动游戏\n\n| 模组 | 版本 |\n|---|---|\n| Sodium | 0.5.3 |\n| OptiFabric | 1.13.24 |",
    long: "渲染距离从 12 调到 8，帧数大概能多三成；显卡驱动也该更新了。",
    goods: ["看一下模组", "检查冲突", "备份存档"],
  },
  en: {
    off: "switch off sodium and optifabric",
    one: "disable sodium",
    needs: "back up Harbour and then delete the world Harbour",
    trash: "empty the trash",
    remove: "delete the mod sodium",
    list: "which mods are installed?",
    ask: "make a backup for me",
    question: "Which world should be backed up?",
    answer:
      "I looked: **Sodium** and **OptiFabric** do not go together, see [the manual](https://docs.example.org/renderers/compatibility).\n\n1. Switch `optifabric.jar` off\n2. Start the game again\n\n| Mod | Version |\n|---|---|\n| Sodium | 0.5.3 |\n| OptiFabric | 1.13.24 |",
    long: "Lower the render distance from 12 to 8 and you gain about a third; the graphics driver is old, too.",
    goods: ["Look at the mods", "Check for conflicts", "Back up the world"],
  },
};

const pages = (prefix) =>
  Object.fromEntries(PAGES.map((page) => [`${prefix}-${page}`, ({ win }) => win.go(page)]));

/** Things happen, so that changes, backups and the trash have something to show. */
export async function live({ bridge }) {
  await bridge.write("backup_version", { save: "Harbour" });
  await bridge.write("disable_mod", { mod: "sodium" });
  await bridge.write("enable_mod", { mod: "sodium" });
  await bridge.write("delete_mod", { mod: "litematica" });
  await bridge.write("delete_save", { save: "Flat" });
  await bridge.write("set_memory", { version_id: "1.20.1-fabric", max_mb: 3072 });
}

const section = (name) => async (at) => {
  await at.win.go("settings");
  const nav = at.win.main.getByRole("navigation");
  await nav.getByRole("button", { name: at.win.label(`settings.to.${name}`), exact: true }).click();
};

const within = (at) => ({
  /** Opens the row with this name. */
  row: (name) => at.win.main.getByRole("button", { name }).first().click(),
  tab: (name) =>
    at.win.main.getByRole("tab", { name: new RegExp(at.win.label(`worlds.tab.${name}`)) }).click(),
});

export const PAGE_STEPS = {
  ...pages("page"),
  "page-versions-open": async (at) => {
    await at.win.go("versions");
    await within(at).row(/1\.20\.1-fabric/);
  },
  "page-mods-open": async (at) => {
    await at.win.go("mods");
    await at.win.main.getByRole("searchbox").fill("sodium");
    await within(at).row(/^Sodium/);
  },
  "page-mods-none-fit": async (at) => {
    await at.win.go("home");
    await at.win.go("mods");
    await at.win.main.getByRole("searchbox").fill("xyzzy");
  },
  "page-worlds-backups": async (at) => {
    await at.win.go("worlds");
    await within(at).tab("backups");
    await at.win.main.getByRole("button", { expanded: false }).first().click();
    await at.win.main.getByRole("table").waitFor();
  },
  "page-worlds-trash": async (at) => await within(at).tab("trash"),
  "page-worlds-open": async (at) => {
    await within(at).tab("worlds");
    await within(at).row("Harbour");
  },
  "page-worlds-move": async (at) => await at.win.button("worlds.move", { within: at.win.main }).click(),
  "page-changes-open": async (at) => {
    await at.win.page.keyboard.press("Escape");
    await at.win.go("changes");
    await at.win.main.getByRole("button", { expanded: false }).first().click();
  },
  ...Object.fromEntries(
    ["nova", "trust", "limits", "leaves", "look", "game", "java", "launch", "about"].map((name) => [
      `page-settings-${name}`,
      section(name),
    ]),
  ),
  "nova-folded": async ({ win }) => {
    await win.go("mods");
    await win.button("nova.close").click();
  },
};

const LARGE_STEPS = {
  ...pages("large"),
  "large-sheet": async (at) => await STATES.sheet(at),
  "large-chat": async ({ win, chat, words }) => {
    await win.page.keyboard.press("Escape");
    await chat.plan(words.off);
  },
};

const CHAT_STEPS = {
  "chat-new": async () => {},
  "chat-who": async ({ win, chat }) =>
    await chat.panel.getByRole("button", { name: win.pattern("chat.who") }).click(),
  "chat-attached": async ({ win, bridge }) => {
    await win.page.keyboard.press("Escape");
    for (const name of ["latest.log", "crash-2026-11-30_20.14.05-client.txt"]) {
      writeFileSync(join(bridge.folder, name), "java.lang.OutOfMemoryError: Java heap space\n");
      await bridge.choose(join(bridge.folder, name));
      await win.page.getByTestId("attach").click();
      await win.page.getByText(name).waitFor();
    }
  },
  "chat-question": async ({ chat, words }) => {
    await chat.type(words.ask);
    await chat.log.getByTestId("ask").waitFor();
  },
  "chat-answered": async ({ chat }) => {
    await chat.log.getByRole("button", { name: "Flat lands", exact: true }).click();
    await chat.idle();
  },
  "chat-link": async ({ chat }) => await chat.log.getByRole("link").last().click(),
  "chat-tools": async ({ win, chat, words }) => {
    await win.page.keyboard.press("Escape");
    await chat.type(words.list);
    await chat.idle();
    await chat.log.getByRole("button", { expanded: false }).last().click();
  },
  "chat-list": async ({ win }) => {
    await win.button("chat.new").click();
    await win.button("chat.list").click();
  },
  "chat-wide": async ({ win, chat }) => {
    await chat.panel.locator("li button").first().click();
    await win.button("chat.wide").click();
  },
};

const chatScript = ({ question, answer, goods }) => ({
  steps: [
    {
      say: answer.split("\n")[0],
      calls: [
        {
          name: "write_todo",
          args: { steps: goods.map((text, at) => ({ text, state: ["done", "doing", "open"][at] })) },
        },
        { name: "ask_user", args: { questions: [{ text: question, choices: ["Harbour", "Flat lands"] }] } },
      ],
    },
    { reasoning: question, say: answer },
    {
      calls: [
        { name: "list_mods", args: {} },
        { name: "read_mod_detail", args: { mod: "no-such-mod" } },
      ],
    },
    { say: answer, repeat: true },
  ],
});

/** A chat of many evenings: the page is told of it. */
async function longChat({ win, chat, words }) {
  const items = Array.from({ length: 60 }, (_, at) =>
    at % 2 === 0
      ? { kind: "player", text: words.list }
      : { kind: "nova", text: at % 4 === 1 ? words.answer : words.long },
  );
  const { id } = await win.bridge.call("chat_open", { id: null });
  const result = { id, title: words.list, items, running: null };
  await win.page.route("**/ipc/chat_open", (route) =>
    route.fulfill({ body: `${JSON.stringify({ result })}\n` }),
  );
  await win.page.reload();
  await chat.shows(words.long);
}

/** The states of a checklist, each on files of its own. */
const STATES = {
  "chat-answer": async ({ chat, words }) => {
    await chat.say(words.list);
    await chat.log.getByRole("button", { expanded: false }).last().click();
  },
  "list-waiting": async ({ chat, words }) => {
    await chat.plan(words.off);
    await chat.line(1).getByRole("button", { expanded: false }).first().click();
  },
  "list-partly": async ({ chat, words }) => {
    await chat.plan(words.off);
    await chat.tick(2).click();
  },
  "list-needs": async ({ chat, words }) => await chat.plan(words.needs),
  "list-permanent-unticked": async ({ chat, bridge, words }) => {
    await bridge.write("delete_mod", { mod: "sodium" });
    await chat.plan(words.trash);
  },
  "list-permanent": async ({ chat, bridge, words }) => {
    await bridge.write("delete_mod", { mod: "sodium" });
    await chat.plan(words.trash);
    await chat.tick(1).click();
  },
  "list-permanent-sure": async ({ chat, bridge, words }) => {
    await bridge.write("delete_mod", { mod: "sodium" });
    await chat.plan(words.trash);
    await chat.tick(1).click();
    await chat.sure(1).click();
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
    await win.page.getByRole("dialog").getByRole("checkbox").first().waitFor();
  },
  "sheet-permanent": async (at) => {
    await at.bridge.write("delete_mod", { mod: "sodium" });
    await at.win.go("worlds");
    await within(at).tab("trash");
    await at.win.button("worlds.trash.empty", { within: at.win.main }).click();
    await at.win.page.getByRole("dialog").getByRole("checkbox").first().waitFor();
  },
  "sheet-done": async (at) => {
    await STATES.sheet(at);
    const dialog = at.win.page.getByRole("dialog");
    await dialog.getByTestId("confirm").click();
    await dialog.getByRole("img", { name: at.win.label("checklist.state.done"), exact: true }).waitFor();
  },
};

/** A model that read what others wrote before it planned: its line says so. */
const FOREIGN = {
  steps: [
    {
      calls: [
        { name: "read_mod_detail", args: { mod: "sodium" } },
        { name: "read_log", args: {} },
      ],
    },
    {
      calls: [
        { name: "disable_mod", args: { mod: "sodium" } },
        { name: "delete_save", args: { save: "Harbour" } },
      ],
    },
    { say: "…", repeat: true },
  ],
};

/** A model whose server refuses. */
const REFUSED = { steps: [{ fault: { status: { code: 401 } }, say: "x", repeat: true }] };

/** A game that ended badly, in several ways. */
export const CRASH_STEPS = {
  "crash-home": ({ win }) => win.go("home"),
  "crash-mod": async ({ win }) => {
    await win.go("crash");
    await win.main.getByTestId("cause").waitFor();
  },
  "crash-below": ({ win }) =>
    win.main.getByRole("heading", { name: win.label("crash.since") }).scrollIntoViewIfNeeded(),
  "crash-fix": async ({ win }) => {
    await win
      .button("crash.fix", { within: win.main })
      .or(win.main.getByRole("button", { name: win.pattern("crash.fix-of") }))
      .first()
      .click();
    await win.page.getByTestId("sheet").getByTestId("confirm").waitFor();
  },
  "crash-fixed": async ({ win }) => {
    const sheet = win.page.getByTestId("sheet");
    await sheet.getByTestId("confirm").click();
    await win.button("common.close", { within: sheet }).click();
    await win.main.getByTestId("after-fix").waitFor();
  },
  "crash-help": async ({ win }) => await win.button("crash.help", { within: win.main }).first().click(),
  "crash-unknown": async ({ win }) => {
    await win.page.keyboard.press("Escape");
    await item(win, 2);
    await win.main.getByText(win.label("crash.unknown")).waitFor();
  },
  "crash-logs": async ({ win }) => {
    await win.button("crash.read-log", { within: win.main }).click();
    await win.page.getByTestId("rows").getByRole("option").first().waitFor();
  },
  "crash-no-files": async ({ win }) => {
    await win.page.keyboard.press("Escape");
    await item(win, 3);
    await win.main.getByRole("alert").waitFor();
  },
};

/** A log with long lines, a stack and many rows. */
const LOG_TEXT = [
  "[12:00:00] [main/INFO]: Loading Minecraft 1.20.1 with Fabric Loader 0.15.11",
  `[12:00:01] [main/INFO]: Loading 143 mods: ${Array.from({ length: 40 }, (_, at) => `mod-${at} 1.${at}`).join(", ")}`,
  "[12:00:02] [Render thread/WARN]: Missing sound for event: minecraft:item.goat_horn.play",
  "[12:00:02] [Worker-Main-3/DEBUG]: 正在加载资源包：更好的光影 (file/更好的光影.zip)",
  "[12:00:03] [Render thread/ERROR]: Minecraft has crashed!",
  "java.lang.IllegalStateException: cannot patch net.minecraft.class_310",
  ...Array.from({ length: 6 }, (_, at) => `\tat me.modmuss50.optifabric.Mod.step${at}(Mod.java:${at + 10})`),
];

/** The log console: as it opens, words with rows around them, long lines. */
export const LOG_STEPS = {
  "log-open": async ({ win, bridge }) => {
    const text = Array.from({ length: 40 }, () => LOG_TEXT)
      .flat()
      .join("\n");
    writeFileSync(join(bridge.game, "versions/1.20.1-fabric/logs/latest.log"), `${text}\n`);
    await win.go("crash");
    await win.button("crash.logs").click();
    await logs(win).getByLabel(win.label("logs.which")).selectOption("logs/latest.log");
    await logs(win).getByTestId("rows").getByText("Minecraft has crashed!").last().click();
  },
  "log-words": async ({ win }) => {
    await logs(win).getByRole("searchbox").fill("optifabric");
    await logs(win)
      .getByRole("button", { name: win.label("logs.only") })
      .click();
    await logs(win).locator("mark").first().waitFor();
    await win.button("logs.next", { within: logs(win) }).click();
  },
  "log-wrap": async ({ win }) => {
    await logs(win)
      .getByRole("button", { name: win.label("logs.wrap") })
      .click();
  },
  "log-none": async ({ win }) => {
    await logs(win).getByRole("searchbox").fill("/(/");
    await logs(win).getByRole("alert").waitFor();
  },
};

const logs = (win) => win.page.getByRole("dialog");

/** Chooses a run in the list, which is a field in a window as small as this one. */
const item = (win, index) =>
  win.main.getByLabel(win.label("crash.items")).and(win.main.locator("select")).selectOption({ index });

const afterCrashes = async (at) => {
  await live(at);
  crashed(at.bridge);
};

export const WALKS = [
  { spec: LIVED, before: afterCrashes, steps: CRASH_STEPS },
  {
    spec: LIVED,
    before: afterCrashes,
    scale: 200,
    steps: Object.fromEntries(
      ["crash-mod", "crash-below"].map((name) => [`large-${name}`, CRASH_STEPS[name]]),
    ),
  },
  { spec: LIVED, before: afterCrashes, steps: LOG_STEPS },
  {
    spec: LIVED,
    before: afterCrashes,
    scale: 200,
    steps: Object.fromEntries(["log-open", "log-words"].map((name) => [`large-${name}`, LOG_STEPS[name]])),
  },
  { spec: LIVED, before: live, steps: PAGE_STEPS },
  { spec: LIVED, before: live, scale: 200, steps: LARGE_STEPS },
  { spec: SAMPLE, script: chatScript, steps: CHAT_STEPS },
  { spec: SAMPLE, steps: { "chat-60": longChat } },
  {
    spec: SAMPLE,
    script: () => FOREIGN,
    steps: { "list-foreign": ({ chat, words }) => chat.plan(words.off) },
  },
  {
    spec: SAMPLE,
    script: () => REFUSED,
    steps: {
      "chat-stepped": async ({ chat, words }) => {
        await chat.type(words.list);
        await chat.shows("sodium.jar");
        await chat.idle();
      },
    },
  },
  ...Object.entries(STATES).map(([name, step]) => ({ spec: SAMPLE, steps: { [name]: step } })),
  { spec: null, steps: pages("first") },
  { spec: EMPTY, steps: pages("empty") },
  { spec: HOSTILE_ROOT, steps: pages("hostile") },
  {
    spec: many(400),
    steps: {
      "many-mods": ({ win }) => win.go("mods"),
      "many-mods-open": async (at) => await within(at).row(/^Mod number 3/),
    },
  },
];
