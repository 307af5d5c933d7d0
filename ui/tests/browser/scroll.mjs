// How smoothly long lists scroll: 400 mods, and a chat of 500 messages. Prints one JSON object; judges nothing.
//   node ui/tests/browser/scroll.mjs
import { Chat } from "./lib/chat.mjs";
import { many, SAMPLE } from "./lib/samples.mjs";
import { Bridge, closeBrowser, Window } from "./lib/window.mjs";

const MODS = 400;
const MESSAGES = 500;

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
await closeBrowser();
process.stdout.write(
  `${JSON.stringify({ mods: { count: MODS, ...mods }, chat: { count: MESSAGES, ...chat } })}\n`,
);
