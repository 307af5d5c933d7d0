// The chat: who answers, what streams, what stops it, what is kept, and what an input method may not do.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "./lib/suite.mjs";
import { assertAccessible, assertFits } from "./lib/checks.mjs";
import { Chat } from "./lib/chat.mjs";
import { Window } from "./lib/window.mjs";

const LONG = "Sodium draws the world faster. ".repeat(40);
const slow = (text, ms = 60) => ({ say: text, fault: { slow: { ms } } });

async function open(t, options = {}) {
  const win = await Window.open(t, { lang: "en", ...options });
  return { win, chat: await new Chat(win).open() };
}

test("an input method composes without sending, and sends when it is done", async (t) => {
  const { win, chat } = await open(t, { lang: "zh-CN" });
  const cdp = await win.context.newCDPSession(win.page);
  await chat.input.focus();
  const compose = (text) =>
    cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  await compose("you na xie mo zu");
  await win.page.keyboard.press("Enter");
  const process = { key: "Process", code: "Enter", windowsVirtualKeyCode: 229 };
  await cdp.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...process });
  await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...process });
  await win.settled();
  assert.equal(await chat.log.getByText("you na xie mo zu").count(), 0, "half a message was sent");
  assert.equal(await chat.log.getAttribute("aria-busy"), "false");

  await chat.input.fill("");
  await compose("有哪些模组");
  await cdp.send("Input.insertText", { text: "有哪些模组" });
  assert.equal(await chat.input.inputValue(), "有哪些模组");
  await win.page.keyboard.press("Enter");
  await chat.idle();
  await chat.shows("sodium.jar");
});

test("Enter sends, Shift+Enter begins a line, and the arrows bring back what was said", async (t) => {
  const { win, chat } = await open(t);
  await chat.input.focus();
  await win.page.keyboard.type("which mods");
  await win.page.keyboard.press("Shift+Enter");
  await win.page.keyboard.type("are installed?");
  assert.equal(await chat.input.inputValue(), "which mods\nare installed?");
  await win.page.keyboard.press("Enter");
  assert.equal(await chat.input.inputValue(), "");
  await chat.idle();
  await chat.say("list the worlds");
  await chat.input.press("ArrowUp");
  assert.equal(await chat.input.inputValue(), "list the worlds");
  await chat.input.press("ArrowUp");
  assert.equal(await chat.input.inputValue(), "which mods\nare installed?");
});

test("words stream in, and Escape stops them at once", async (t) => {
  const { win, chat } = await open(t, { script: { steps: [slow(LONG), { say: "Again.", repeat: true }] } });
  await chat.type("tell me about sodium");
  await chat.shows("Sodium draws");
  await chat.input.focus();
  const asked = Date.now();
  await win.page.keyboard.press("Escape");
  await chat.shows(win.label("chat.stopped"));
  assert.ok(Date.now() - asked < 1500, `${Date.now() - asked} ms`);
  await chat.idle();
  await chat.say("and now?");
  await chat.shows("Again.");
});

test("nothing above moves while words stream in, and the player's place is kept", async (t) => {
  const { win, chat } = await open(t, {
    script: { steps: [{ say: LONG.repeat(3) }, slow(LONG, 25), { say: "x", repeat: true }] },
  });
  await chat.say("first");
  await chat.type("second");
  await chat.log.getByText("second", { exact: true }).waitFor();
  await win.settled();
  await chat.log.evaluate((log) => log.scrollTo(0, 0));
  await win.settled();
  const place = () =>
    chat.log.evaluate((log) => [log.scrollTop, log.firstElementChild.getBoundingClientRect().top]);
  const before = await place();
  const grown = chat.log.evaluate((log) => log.scrollHeight);
  await win.page.waitForFunction(
    ([log, height]) => log.scrollHeight > height || log.getAttribute("aria-busy") === "false",
    [await chat.log.elementHandle(), await grown],
  );
  assert.deepEqual(await place(), before);
  await win.button("chat.newest").press("Enter");
  await chat.idle();
});

test("a tool's line opens to all that it found", async (t) => {
  const { win, chat } = await open(t);
  await chat.say("which mods are installed?");
  const line = chat.log.getByRole("button", { expanded: false }).last();
  await line.press("Enter");
  const table = chat.log.getByRole("table").first();
  await table.waitFor();
  await table.getByText("sodium.jar").first().waitFor();
  await assertAccessible(win.page, "a tool's result");
  await assertFits(win.page, "a tool's result");
});

test("a question is answered by keyboard while the turn waits", async (t) => {
  const questions = [{ text: "Which world?", choices: ["Harbour", "Flat"] }];
  const script = {
    steps: [{ calls: [{ name: "ask_user", args: { questions } }] }, { say: "All right.", repeat: true }],
  };
  const { win, chat } = await open(t, { script });
  await chat.type("back it up");
  const card = chat.log.getByRole("form", { name: win.label("chat.ask") });
  await card.waitFor();
  await assertAccessible(win.page, "a question");
  await card.getByRole("button", { name: "Flat", exact: true }).press("Enter");
  await chat.idle();
  await chat.shows("All right.");
});

test("two chats are kept apart, and a reload shows the one that was open", async (t) => {
  const { win, chat } = await open(t);
  await chat.say("which mods are installed?");
  await win.button("chat.new").click();
  await win.page.getByText(win.label("chat.empty"), { exact: true }).waitFor();
  await chat.say("list the worlds");
  assert.equal(await chat.log.getByText("which mods are installed?").count(), 0);

  await win.page.reload();
  await chat.open();
  await chat.shows("list the worlds");
  await win.button("chat.list").click();
  await chat.panel.getByRole("button", { name: /which mods are installed\?/ }).click();
  await chat.shows("which mods are installed?");
  assert.equal(await chat.log.getByText("list the worlds").count(), 0);
});

test("a reload in the middle of a turn loses neither the chat nor the turn", async (t) => {
  const script = {
    steps: [
      { say: "First answer." },
      slow("Second answer. ".repeat(30), 30),
      { say: "Third answer.", repeat: true },
    ],
  };
  const { win, chat } = await open(t, { script });
  await chat.say("one");
  await chat.type("two");
  await chat.shows("Second answer.");
  await win.page.reload();
  await chat.open();
  await chat.shows("First answer.");
  // The turn goes on without a page; when it is over the chat has it.
  await win.page.waitForTimeout(1500);
  await win.page.reload();
  await chat.open();
  await chat.shows("Second answer.");
  await chat.say("three");
  await chat.shows("Third answer.");
});

test("a chat is renamed, put away and got back", async (t) => {
  const { win, chat } = await open(t);
  await chat.say("which mods are installed?");
  await win.button("chat.list").click();
  await win.button("chat.rename", { within: chat.panel }).first().press("Enter");
  const field = chat.panel.getByRole("textbox", { name: win.label("chat.rename") });
  await field.fill("About mods");
  await field.press("Enter");
  await chat.panel
    .getByRole("button", { name: /About mods/ })
    .first()
    .waitFor();
  await assertAccessible(win.page, "the list of chats");
  await win.button("chat.delete", { within: chat.panel }).first().press("Enter");
  await chat.panel.getByText(win.label("chat.away", { title: "About mods" })).waitFor();
  await chat.panel.getByRole("checkbox", { name: win.label("chat.deleted") }).press("Space");
  await win.button("chat.restore", { within: chat.panel }).first().press("Enter");
  await chat.panel.getByRole("checkbox", { name: win.label("chat.deleted") }).press("Space");
  await chat.panel
    .getByRole("button", { name: /About mods/ })
    .first()
    .waitFor();
});

test("a chat that begins while the list is open comes onto it", async (t) => {
  const { win, chat } = await open(t, { script: { steps: [slow(LONG, 25), { say: "x", repeat: true }] } });
  await win.page.getByText(win.label("chat.empty"), { exact: true }).waitFor();
  await chat.type("tell me about sodium");
  await win.button("chat.list").click();
  await chat.panel.getByText(win.label("chat.list.none")).waitFor();
  await chat.panel
    .getByRole("button", { name: /tell me about sodium/ })
    .first()
    .waitFor();
});

test("the panel folds away, fills the window, and comes back, by keyboard", async (t) => {
  const { win, chat } = await open(t);
  await win.button("chat.wide").press("Enter");
  assert.ok(!(await win.main.isVisible()));
  await win.button("chat.narrow").press("Enter");
  assert.ok(await win.main.isVisible());
  await win.button("nova.close").press("Enter");
  assert.ok(!(await chat.input.isVisible()));
  await win.button("nova.open").press("Enter");
  assert.ok(await chat.input.isVisible());
});

test("a model that is gone is told of, and the built-in planner goes on", async (t) => {
  const { win, chat } = await open(t, {
    script: { steps: [{ fault: { status: { code: 401 } }, say: "x", repeat: true }] },
  });
  await chat.say("which mods are installed?");
  await chat.shows("sodium.jar");
  await chat.log
    .getByText(win.pattern("chat.stepped"))
    .or(chat.log.getByText(/goes on/))
    .first()
    .waitFor();
});

test("a file that is attached is what the words are about, and a file alone says enough", async (t) => {
  const { win, chat } = await open(t);
  const log = join(win.bridge.folder, "from a friend.log");
  writeFileSync(log, "[12:00:01] [main/ERROR]: java.lang.OutOfMemoryError: Java heap space\n");
  const attached = win.page.getByRole("list", { name: win.label("chat.attached") });
  const attach = async () => {
    await win.bridge.choose(log);
    await win.page.getByTestId("attach").click();
    await attached.getByText("from a friend.log").waitFor();
  };
  // Nothing is chosen, nothing is attached.
  await win.page.getByTestId("attach").click();
  await win.settled();
  assert.equal(await attached.count(), 0);
  await attach();
  await attach();
  assert.equal(await attached.getByRole("listitem").count(), 1, "one file is attached once");
  await assertAccessible(win.page, "a file beside the words");
  await assertFits(win.page, "a file beside the words");
  await win.button("chat.attached.remove", { values: { name: "from a friend.log" } }).click();
  assert.equal(await attached.count(), 0);

  await attach();
  await win.button("chat.send").click();
  await chat.idle();
  assert.equal(await attached.count(), 0);
  await chat.shows(win.label("chat.attached.words"));
  await chat.shows("ran out of its memory");
  // What is no file is refused with a sentence.
  await win.bridge.choose(win.bridge.game);
  await win.page.getByTestId("attach").click();
  await win.page.getByText("is no file, or is gone").waitFor();
});
