// How smoothly long lists scroll: 400 mods, a chat of 500 messages, and a log of 200,000 lines. Prints one JSON object; judges nothing.
//   node ui/tests/browser/scroll.mjs
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chat } from "./lib/chat.mjs";
import { CRASHED, ended, long, VERSION } from "./lib/crashed.mjs";
import { many, SAMPLE } from "./lib/samples.mjs";
import { Bridge, closeBrowser, Window } from "./lib/window.mjs";

const MODS = 400;
const MESSAGES = 500;
const LINES = 200_000;

/** Runs in the page: scrolls something from one end to the other and back, and times each frame. */
async function scrolled(selector) {
  const all = [...document.querySelectorAll(`${selector}, ${selector} *`)];
  const scrolls = (one) =>
    one.scrollHeight > one.clientHeight + 50 && /auto|scroll/.test(getComputedStyle(one).overflowY);
  const list = all.filter(scrolls).sort((a, b) => b.scrollHeight - a.scrollHeight)[0];
  if (!list) throw new Error(`nothing scrolls in ${selector}`);
  const frame = () => new Promise((painted) => requestAnimationFrame(painted));
  const times = [];
  const steps = 240;
  let last = await frame();
  for (let at = 0; at <= steps; at += 1) {
    const way = at <= steps / 2 ? at / (steps / 2) : 2 - at / (steps / 2);
    list.scrollTop = way * (list.scrollHeight - list.clientHeight);
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const of = (share) =>
    Math.round(10 * sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]) / 10;
  return {
    frames: times.length,
    median: of(0.5),
    p95: of(0.95),
    max: of(1),
    elements: all.length,
    height: list.scrollHeight,
  };
}

/** The page is told of a chat as it would be after many long evenings; making one by turns would take minutes. */
async function longChat(win) {
  const say =
    "It goes **well**. A list:\n\n- one `mod`\n- two mods\n\nand a sentence that is a little longer than the others.";
  const items = Array.from({ length: MESSAGES }, (_, at) =>
    at % 2 === 0 ? { kind: "player", text: `Message ${at}: how is it going?` } : { kind: "nova", text: say },
  );
  const { id } = await win.bridge.call("chat_open", { id: null });
  const result = { id, title: "Long", items, running: null };
  await win.page.route("**/ipc/chat_open", (route) =>
    route.fulfill({ body: `${JSON.stringify({ result })}\n` }),
  );
  await win.page.reload();
  await new Chat(win).shows(`Message ${MESSAGES - 2}`);
}

/** Opens a long log; how long its first rows, a filter and a search took stands in `took`, in milliseconds. */
async function longLog(win, took, wrap) {
  ended(win.bridge, "r-aaaaaaaa", {});
  writeFileSync(join(win.bridge.game, "versions", VERSION, "logs/latest.log"), long(LINES));
  await win.go("crash");
  await win.button("crash.logs").click();
  const dialog = win.page.getByRole("dialog");
  const timed = async (name, act, words) => {
    const begun = performance.now();
    await act();
    await dialog.getByText(words).first().waitFor();
    took[name] = Math.round(performance.now() - begun);
  };
  const which = dialog.getByLabel(win.label("logs.which"));
  await timed("open", () => which.selectOption("logs/latest.log"), `failed at ${LINES}`);
  const box = dialog.getByRole("searchbox");
  await timed("common word", () => box.fill("line"), "198,000 of 200,000 lines");
  await timed("expression", () => box.fill("/at 1\\d{5}$/"), "1,000 of 200,000 lines");
  await timed("all again", () => box.fill(""), "200,000 of 200,000 lines");
  if (wrap) await dialog.getByRole("button", { name: win.label("logs.wrap") }).click();
}

async function measured(spec, show, selector) {
  const bridge = await Bridge.start({ lang: "en", spec });
  const win = new Window(bridge, { lang: "en" });
  try {
    await win.show({ width: 1440, height: 900 });
    await show(win);
    await win.settled();
    return await win.page.evaluate(scrolled, selector);
  } finally {
    await win.context?.close();
    await bridge.stop();
  }
}

const mods = await measured(many(MODS), (win) => win.go("mods"), "main");
const chat = await measured(SAMPLE, longChat, "aside");
const took = {};
const log = await measured(CRASHED, (win) => longLog(win, took, false), "dialog");
const wrapped = await measured(CRASHED, (win) => longLog(win, {}, true), "dialog");
await closeBrowser();
process.stdout.write(
  `${JSON.stringify({ mods: { count: MODS, ...mods }, chat: { count: MESSAGES, ...chat }, log: { count: LINES, took, ...log }, wrapped })}\n`,
);
