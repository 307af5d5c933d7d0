// A wish from its sentence to the disk and back, through the page's own way to the desk: real permissions, real streams.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { model, open, place } from "./rig/app.mjs";
import { begin, call, told } from "./rig/desk.mjs";
import { until } from "./rig/driver.mjs";
import { tree } from "./rig/tree.mjs";

const CONFLICT = "sodium 和 optifabric 冲突了，帮我处理";
const mod = (window, name) => path.join(window.game, "versions/1.20.1-fabric/mods", name);

/** Opens a chat and says something in it; what is told is kept in the page. */
async function say(window, words) {
  const { result } = await call(window, "chat_open", { id: null });
  await begin(window, "turn", "chat_send", { chat: result.id, words, open: null });
}

/** The first event of a kind, waited for. */
const heard = (window, kind) =>
  until(
    `the event ${kind}`,
    async () => {
      const { events, fault } = await told(window, "turn");
      if (fault) throw new Error(JSON.stringify(fault));
      return events.find(({ event }) => event === kind);
    },
    30_000,
  );

const ended = (window) =>
  until("the end of the turn", async () => (await told(window, "turn")).result, 30_000);

test("a conflict is found, put on a checklist, done, and taken back to the last byte", async (t) => {
  const window = await open(t);
  const before = tree(window.game);
  await say(window, CONFLICT);

  const { checklist } = await heard(window, "confirm");
  const { events } = await told(window, "turn");
  const tools = events.filter(({ event }) => event === "tool_finished");
  assert.ok(tools.length >= 3, "each look is a line of its own");
  assert.equal(checklist.lines.length, 1);
  assert.equal(checklist.lines[0].ticked, true);
  assert.deepEqual(tree(window.game), before, "nothing is changed before the word");

  await call(window, "checklist_confirm", { id: checklist.id, yes: [1] });
  const { receipts } = await ended(window);
  assert.equal(receipts.length, 1);
  assert.ok(!existsSync(mod(window, "sodium.jar")) && existsSync(mod(window, "sodium.jar.disabled")));

  const { result } = await call(window, "change_undo", { id: receipts[0].change });
  assert.equal(result.receipts.length, 1, JSON.stringify(result));
  assert.deepEqual(tree(window.game), before);
});

test("a checklist works once, and its id cannot be made up", async (t) => {
  const window = await open(t);
  const before = tree(window.game);
  await say(window, CONFLICT);
  const { checklist } = await heard(window, "confirm");
  const guess = await call(window, "checklist_confirm", { id: "AAAAAAAAAAAAAAAAAAAAAAAAAA", yes: [1] });
  assert.equal(guess.refused.code, "desk.ask.gone");
  await call(window, "checklist_confirm", { id: checklist.id, yes: [] });
  await ended(window);
  const again = await call(window, "checklist_confirm", { id: checklist.id, yes: [1] });
  assert.equal(again.refused.code, "desk.ask.gone");
  assert.deepEqual(tree(window.game), before);
});

test("a model's words come as they are said", async (t) => {
  const at = place(t);
  const long = Array.from({ length: 40 }, (_, n) => `第${n}句。`).join("");
  const { env } = await model(t, at, { steps: [{ say: long, fault: { slow: { ms: 25 } } }] });
  const window = await open(t, { at, env });
  await say(window, "你好");
  const pieces = await until("pieces of an unfinished text", async () => {
    const { events, result } = await told(window, "turn");
    const text = events.filter(({ event }) => event === "text");
    return text.length > 2 && { few: text.length, over: result !== undefined };
  });
  assert.equal(pieces.over, false, "the first pieces were there before the last");
  const { who } = await ended(window);
  assert.equal(who.model, "scripted");
  const { events } = await told(window, "turn");
  const whole = events.filter(({ event }) => event === "text").map(({ text }) => text);
  assert.equal(whole.join(""), long);
});

test("a large result comes through whole", async (t) => {
  const at = place(t);
  const long = "整".repeat(60_000);
  const { env } = await model(t, at, { steps: [{ say: long }] });
  const window = await open(t, { at, env });
  await say(window, "你好");
  await ended(window);
  const { events } = await told(window, "turn");
  const whole = events.filter(({ event }) => event === "text").map(({ text }) => text);
  assert.equal(whole.join("").length, long.length);
});

test("a model that dies between two answers: another one goes on, and it is said why", async (t) => {
  const at = place(t);
  const silence = { say: "我看看。", fault: { stall: { after: "headers", ms: 60_000 } } };
  const server = await model(t, at, { steps: [{ calls: [{ name: "list_mods" }] }, silence] });
  const window = await open(t, { at, env: server.env });
  await say(window, "有哪些模组？");
  await heard(window, "tool_finished");
  server.end("SIGKILL");
  const { who } = await heard(window, "stepped_down");
  assert.equal(who.rung, "planner");
  assert.ok(who.why, "the reason is there");
  const result = await ended(window);
  assert.equal(result.who.rung, "planner");
});

test("a model that dies in the middle of its words: what is there stays, and it is said", async (t) => {
  const at = place(t);
  const script = { steps: [{ say: "我看看。".repeat(60), fault: { slow: { ms: 60 } } }] };
  const server = await model(t, at, script);
  const window = await open(t, { at, env: server.env });
  await say(window, "有哪些模组？");
  await heard(window, "text");
  server.end("SIGKILL");
  const { notices } = await ended(window);
  assert.match(notices.join(""), /scripted.*断/);
});

test("a turn that is stopped ends at once and changes nothing", async (t) => {
  const at = place(t);
  const { env } = await model(t, at, {
    steps: [{ say: "慢慢说。".repeat(200), fault: { slow: { ms: 100 } } }],
  });
  const window = await open(t, { at, env });
  const { result } = await call(window, "chat_open", { id: null });
  await begin(window, "turn", "chat_send", { chat: result.id, words: "你好", open: null });
  await heard(window, "text");
  await call(window, "chat_stop", { chat: result.id });
  await ended(window);
});
