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

/** A chat as a player would have it after a long evening: what was said is kept, and opened again. */
async function longChat(bridge) {
  const { id } = await bridge.call("chat_open", { id: null });
  let chat = id;
  for (let at = 0; at < MESSAGES / 2; at += 1) {
    const turned = await bridge.call("chat_send", {
      chat,
      words: `Message ${at}: how is it going?`,
      open: null,
    });
    chat = turned.chat ?? chat;
  }
}

async function measured(options, before, selector) {
  const bridge = await Bridge.start({ lang: "en", ...options });
  const win = new Window(bridge, { lang: "en" });
  try {
    await before.bridge?.(bridge);
    await win.show({ width: 1440, height: 900 });
    await before.page?.(win);
    await win.settled();
    return await win.page.evaluate(scrolled, selector);
  } finally {
    await win.context?.close();
    await bridge.stop();
  }
}

const say =
  "It goes **well**. A list:\n\n- one `mod`\n- two mods\n\nand a sentence that is a little longer than the others.";
const mods = await measured({ spec: many(MODS) }, { page: (win) => win.go("mods") }, "main");
const chat = await measured(
  { spec: SAMPLE, script: { steps: [{ say, repeat: true }] } },
  { bridge: longChat, page: async (win) => await new Chat(win).shows("Message") },
  "aside",
);
await closeBrowser();
process.stdout.write(
  `${JSON.stringify({ mods: { count: MODS, ...mods }, chat: { count: MESSAGES, ...chat } })}\n`,
);
