// Every state of a checklist, from what is on the disk to what is on the screen.
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "./lib/suite.mjs";
import { assertAccessible, assertFits } from "./lib/checks.mjs";
import { Chat } from "./lib/chat.mjs";
import { Window } from "./lib/window.mjs";

const MODS = "versions/1.20.1-fabric/mods";

async function open(t, options = {}) {
  const win = await Window.open(t, { lang: "en", ...options });
  const chat = await new Chat(win).open();
  const mods = join(win.bridge.game, MODS);
  return { win, chat, mods, there: (file) => existsSync(join(mods, file)) };
}

test("a line that waits says what happens, how much, and how it is taken back", async (t) => {
  const { win, chat } = await open(t);
  await chat.plan("back up Harbour");
  await chat.line(1).getByText("Harbour").first().waitFor();
  assert.ok(await chat.tick(1).isChecked());
  const details = chat.line(1).getByRole("button", { expanded: false }).first();
  await details.press("Enter");
  await chat.line(1).getByRole("button", { expanded: true }).waitFor();
  await assertAccessible(win.page, "a checklist that waits");
  await assertFits(win.page, "a checklist that waits");
});

test("lines that need each other are ticked and unticked together", async (t) => {
  const { chat } = await open(t);
  await chat.plan("back up Harbour and then delete the world Harbour");
  const ticks = async () => [await chat.tick(1).isChecked(), await chat.tick(2).isChecked()];
  assert.deepEqual(await ticks(), [true, true]);
  await chat.tick(1).press("Space");
  assert.deepEqual(await ticks(), [false, false]);
  assert.ok(await chat.confirm.isDisabled());
  await chat.tick(2).press("Space");
  assert.deepEqual(await ticks(), [true, true]);
  await chat.tick(2).press("Space");
  assert.deepEqual(await ticks(), [true, false]);
  assert.ok(await chat.confirm.isEnabled());
});

test("the confirm button counts, and does only what is ticked", async (t) => {
  const { win, chat, there } = await open(t);
  await chat.plan("switch off sodium and optifabric");
  await win.button("checklist.confirm", { within: chat.checklist, values: { n: 2 } }).waitFor();
  await chat.tick(2).press("Space");
  await win.button("checklist.confirm.one", { within: chat.checklist, values: { n: 1 } }).press("Enter");
  await chat.is(1, "done");
  await chat.is(2, "refused");
  assert.ok(there("sodium.jar.disabled") && there("optifabric.jar"));
});

test("what was declined is not done", async (t) => {
  const { chat, there } = await open(t);
  await chat.plan("disable sodium");
  await chat.decline.press("Enter");
  await chat.is(1, "refused");
  await chat.idle();
  assert.ok(there("sodium.jar") && !there("sodium.jar.disabled"));
});

test("what is lost for good is not ticked, and Enter never confirms it", async (t) => {
  const { win, chat } = await open(t);
  await win.bridge.write("delete_mod", { mod: "sodium" });
  const trash = join(win.bridge.data, "trash");
  const kept = () => readdirSync(trash, { recursive: true }).length;
  const before = kept();
  assert.ok(before > 0);
  await chat.plan("empty the trash");
  assert.ok(!(await chat.tick(1).isChecked()));
  assert.ok(await chat.confirm.isDisabled());
  await assertAccessible(win.page, "a permanent line");

  await chat.tick(1).press("Space");
  assert.ok(await chat.confirm.isDisabled(), "the loss has not been meant yet");
  await chat.sure(1).press("Space");
  assert.ok(await chat.confirm.isEnabled());
  await chat.confirm.focus();
  await win.page.keyboard.press("Enter");
  await win.settled();
  assert.ok(await chat.decline.isVisible(), "it still waits");
  assert.equal(kept(), before);

  await win.page.keyboard.press("Space");
  await chat.is(1, "done");
  assert.ok(kept() < before);
  await chat.idle();
  const undo = await win.button("checklist.undo", { within: chat.line(1) }).count();
  assert.equal(undo, 0, "nothing can be taken back, so nothing offers it");
});

test("a line whose files changed meanwhile is not done", async (t) => {
  const { win, chat, mods, there } = await open(t);
  await chat.plan("disable sodium");
  appendFileSync(join(mods, "sodium.jar"), "changed");
  await chat.confirm.press("Enter");
  const first = chat.checklists.first();
  await first.getByRole("img", { name: win.label("checklist.state.stale"), exact: true }).waitFor();
  await first.getByText(win.label("checklist.stale")).waitFor();
  assert.ok(there("sodium.jar") && !there("sodium.jar.disabled"));
  await assertAccessible(win.page, "a stale line");
});

test("a fresh plan is offered for a line whose files changed", async (t) => {
  const { chat, mods, there } = await open(t);
  await chat.plan("disable sodium");
  appendFileSync(join(mods, "sodium.jar"), "changed");
  await chat.confirm.press("Enter");
  // The new plan waits for a word of its own.
  await chat.checklists.nth(1).waitFor();
  await chat.confirm.press("Enter");
  await chat.is(1, "done");
  assert.ok(there("sodium.jar.disabled"));
});

test("a line that fails says why, and leaves everything as it was", async (t) => {
  const { win, chat, there } = await open(t);
  await chat.plan("delete the mod sodium");
  // No folder can be made where a file is. (A read-only folder would not stop everybody who runs this.)
  const trash = join(win.bridge.data, "trash");
  rmSync(trash, { recursive: true, force: true });
  mkdirSync(win.bridge.data, { recursive: true });
  writeFileSync(trash, "");
  await chat.confirm.press("Enter");
  await chat.is(1, "failed");
  const why = chat.line(1).getByRole("alert");
  await why.waitFor();
  assert.ok(!(await why.textContent()).includes(win.bridge.data), "paths are written below their folder");
  assert.ok(there("sodium.jar"));
  await assertAccessible(win.page, "a line that failed");
});

test("all of it is taken back with one press, and each by itself", async (t) => {
  const { win, chat, there } = await open(t);
  const off = () => [there("sodium.jar.disabled"), there("optifabric.jar.disabled")];
  await chat.plan("switch off sodium and optifabric");
  await chat.confirm.press("Enter");
  await chat.is(2, "done");
  await chat.idle();
  await assertAccessible(win.page, "a checklist that was done");
  assert.deepEqual(off(), [true, true]);
  await win.button("checklist.undo", { within: chat.line(2) }).press("Enter");
  await chat.is(2, "undone");
  assert.deepEqual(off(), [true, false]);
  await win.button("checklist.undo", { within: chat.line(1) }).press("Enter");
  await chat.is(1, "undone");
  assert.deepEqual(off(), [false, false]);

  await chat.plan("switch off sodium and optifabric");
  await chat.confirm.press("Enter");
  await chat.is(2, "done");
  await chat.idle();
  await win.button("checklist.undo.all", { within: chat.checklist }).press("Enter");
  await chat.is(1, "undone");
  await chat.is(2, "undone");
  assert.deepEqual(off(), [false, false]);
});

test("what cannot be taken back says why", async (t) => {
  const { win, chat, mods } = await open(t);
  await chat.plan("disable sodium");
  await chat.confirm.press("Enter");
  await chat.is(1, "done");
  await chat.idle();
  renameSync(join(mods, "sodium.jar.disabled"), join(mods, "elsewhere.jar"));
  await win.button("checklist.undo", { within: chat.line(1) }).press("Enter");
  await chat.line(1).getByRole("alert").waitFor();
  await chat.is(1, "done");
});

test("a checklist that waits still waits after a reload, and does what is confirmed then", async (t) => {
  const { win, chat, there } = await open(t);
  await chat.plan("disable sodium");
  await win.page.reload();
  await chat.open();
  await chat.line(1).getByText("sodium.jar.disabled").first().waitFor();
  await chat.shows("disable sodium");
  assert.equal(await chat.checklists.count(), 1);
  assert.equal(await chat.log.getAttribute("aria-busy"), "true", "its turn still runs");
  assert.ok(there("sodium.jar"));
  await chat.confirm.press("Enter");
  await chat.is(1, "done");
  assert.ok(there("sodium.jar.disabled") && !there("sodium.jar"));
  await chat.idle();
  await win.button("checklist.undo", { within: chat.line(1) }).press("Enter");
  await chat.is(1, "undone");
  assert.ok(there("sodium.jar"));
});

test("a sheet that waits is there again after a reload, and does what is confirmed then", async (t) => {
  const { win, there } = await open(t);
  await win.go("mods");
  const sodium = () => win.main.getByRole("switch", { name: /Sodium/ }).first();
  await sodium().press("Space");
  const sheet = win.page.getByRole("dialog", { name: win.label("checklist.name") });
  await win.button("checklist.decline", { within: sheet }).waitFor();
  await win.page.reload();
  await win.button("checklist.confirm.one", { within: sheet, values: { n: 1 } }).press("Enter");
  await sheet.getByRole("img", { name: win.label("checklist.state.done"), exact: true }).waitFor();
  assert.ok(there("sodium.jar.disabled") && !there("sodium.jar"));
});

test("a chat that is stopped after a reload does nothing of its checklist", async (t) => {
  const { win, chat, there } = await open(t);
  await chat.plan("disable sodium");
  await win.page.reload();
  await chat.open();
  await chat.confirm.waitFor();
  await win.button("chat.stop", { within: chat.panel }).press("Enter");
  await chat.idle();
  assert.ok(there("sodium.jar") && !there("sodium.jar.disabled"));
});
