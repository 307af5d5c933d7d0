// The page as a player uses it: with words, clicks and keys, in the real window.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { model, open, place } from "./rig/app.mjs";
import { until } from "./rig/driver.mjs";
import { needs } from "./rig/there.mjs";
import { tree } from "./rig/tree.mjs";

const ENTER = "\uE007";
const mod = (window, name) => path.join(window.game, "versions/1.20.1-fabric/mods", name);

async function say(window, words) {
  const input = await window.find('[data-testid="input"]');
  await input.type(words + ENTER);
}

const click = async (window, css) => (await window.find(css)).click();

test("a conflict is settled and taken back with four clicks", needs("chat"), async (t) => {
  const window = await open(t);
  const before = tree(window.game);
  await say(window, "sodium 和 optifabric 冲突了，帮我处理");
  const list = await window.find('[data-testid="checklist"]');
  assert.match(await list.text(), /sodium\.jar → sodium\.jar\.disabled/);
  await window.sees("检查模组冲突");
  assert.deepEqual(tree(window.game), before);

  await click(window, '[data-testid="confirm"]');
  await window.find('[data-testid="checklist"] li[data-state="done"]');
  assert.ok(existsSync(mod(window, "sodium.jar.disabled")));

  await click(window, '[data-testid="undo"]');
  await until("the tree as it was", () => existsSync(mod(window, "sodium.jar")));
  await window.sees("已撤销");
  assert.deepEqual(tree(window.game), before);
});

test("a page is opened by a word", needs("chat"), async (t) => {
  const window = await open(t);
  await say(window, "带我去模组页");
  await window.find('nav [aria-current="page"]');
  await until("the page of mods", async () => /模组/.test(await (await window.find("main h1")).text()));
});

test("a mod that Nova points at is the one that is chosen on its page", needs("mods"), async (t) => {
  const at = place(t);
  const calls = [{ name: "list_mods" }, { name: "open_page", args: { page: "mods", argument: "sodium" } }];
  const { env } = await model(t, at, {
    steps: [{ calls: calls.slice(0, 1) }, { calls: calls.slice(1) }, { say: "就是它。", repeat: true }],
  });
  const window = await open(t, { at, env });
  await say(window, "sodium 在哪");
  // A long list draws its rows as they come into view: the row is there before its words are.
  let chosen = "";
  for (let round = 0; round < 40 && !/Sodium/i.test(chosen); round += 1) {
    await new Promise((go) => setTimeout(go, 200));
    chosen = await window
      .find('main [aria-current="true"]')
      .then((row) => row.text())
      .catch(() => "");
  }
  assert.match(chosen, /Sodium/i);
});

test("words stream in, and the one who says them has a name", needs("chat"), async (t) => {
  const at = place(t);
  const long = Array.from({ length: 60 }, (_, n) => `第${n}句。`).join("");
  const { env } = await model(t, at, { steps: [{ say: long, fault: { slow: { ms: 40 } } }] });
  const window = await open(t, { at, env });
  await say(window, "你好");
  await window.sees("第3句");
  assert.ok(!(await window.text()).includes("第59句"), "the beginning is there before the end");
  await window.sees("第59句", 30_000);
  await window.sees("scripted");
});

test("a model that dies: the window says who goes on", needs("chat"), async (t) => {
  const at = place(t);
  const silence = { say: "我看看。", fault: { stall: { after: "headers", ms: 60_000 } } };
  const server = await model(t, at, { steps: [{ calls: [{ name: "list_mods" }] }, silence] });
  const window = await open(t, { at, env: server.env });
  await say(window, "有哪些模组？");
  await window.sees("查看模组");
  server.end("SIGKILL");
  await window.sees("内置", 30_000);
});
