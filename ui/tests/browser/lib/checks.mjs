// What is looked for on a page: focus, names, clipped text, what is left of another language, elements that nobody wrote.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { only } from "./labels.mjs";
import { UI } from "./programs.mjs";

const AXE = readFileSync(join(UI, "node_modules/axe-core/axe.min.js"), "utf8");

/** No violation of any rule that axe knows. */
export async function assertAccessible(page, where) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    const places = (nodes) =>
      nodes.slice(0, 4).map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`);
    return violations.map(
      (one) => `${one.id}: ${one.help} (${one.nodes.length})\n    ${places(one.nodes).join("\n    ")}`,
    );
  });
  assert.deepEqual(found, [], `${where}\n  ${found.join("\n  ")}`);
}

/** Goes through everything that Tab reaches: each with its name, its role and whether one sees that it has the focus. */
export async function tabThrough(page, { most = 150 } = {}) {
  const cdp = await page.context().newCDPSession(page);
  // From the very first: a click before has left its own place to go on from.
  await page.evaluate(() => {
    document.querySelector("a, button").focus();
    window.__seen = new WeakSet([document.activeElement]);
  });
  const stops = [];
  for (let at = 0; at < most; at += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(here);
    if (stop === "body") continue;
    if (stop === "again") break;
    Object.assign(stop, await named(cdp));
    if (!stop.visible) stop.visible = await looksFocused(page);
    stops.push(stop);
  }
  await cdp.detach();
  return stops;
}

/** Runs in the page: the element with the focus. */
function here() {
  const element = document.activeElement;
  if (!element || element === document.body) return "body";
  if (window.__seen.has(element)) return "again";
  window.__seen.add(element);
  const box = element.getBoundingClientRect();
  const ringed = (one) => {
    const style = getComputedStyle(one);
    return (
      (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none"
    );
  };
  const place = ["nav", "main", "aside", "dialog"].find((tag) => element.closest(tag)) ?? "";
  const seen = box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight;
  return {
    place,
    html: element.outerHTML.slice(0, 120),
    inView: seen,
    visible: ringed(element) && box.width > 2,
  };
}

/** The name that a screen reader says. */
async function named(cdp) {
  const { result } = await cdp.send("Runtime.evaluate", { expression: "document.activeElement" });
  const { nodes } = await cdp.send("Accessibility.getPartialAXTree", {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  return { name: nodes[0]?.name?.value ?? "", role: nodes[0]?.role?.value ?? "" };
}

/** Whether the page looks different without the focus: for rings that are drawn around something else. */
async function looksFocused(page) {
  const focused = await page.screenshot();
  await page.evaluate(() => {
    window.__focused = document.activeElement;
    window.__focused.blur();
  });
  const blurred = await page.screenshot();
  await page.evaluate(() => window.__focused.focus({ preventScroll: true, focusVisible: true }));
  return !focused.equals(blurred);
}

/** Every stop has a name, is seen, and shows that it has the focus. */
export function assertStops(stops, where) {
  assert.ok(stops.length > 0, `${where}: Tab reaches nothing`);
  const bad = stops.filter((stop) => !stop.name || !stop.visible || !stop.inView);
  const told = bad.map(
    (stop) => `name "${stop.name}" ring ${stop.visible} in view ${stop.inView}: ${stop.html}`,
  );
  assert.deepEqual(told, [], where);
}

/** Nothing sticks out sideways, and no text is cut without a sign of it. */
export async function assertFits(page, where) {
  const found = await page.evaluate(() => {
    const name = (element) =>
      `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent.trim().slice(0, 50)}`;
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
    const main = document.querySelector("main");
    if (main && main.scrollWidth > main.clientWidth + 1)
      found.push(`main is ${main.scrollWidth} of ${main.clientWidth} wide`);
    for (const element of document.querySelectorAll("body *")) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest("svg, .visually-hidden, option, [data-scrolls]")) continue;
      const style = getComputedStyle(element);
      const cut = (overflow) => overflow === "hidden" || overflow === "clip";
      const wide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const tall = element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 0;
      const marked = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
      const tag = element.tagName;
      // Code and tables scroll by themselves; nothing else does sideways.
      const own =
        tag === "PRE" || tag === "TEXTAREA" || element.querySelector(":scope > table, :scope > pre") !== null;
      const narrow = element.clientWidth < 4 * parseFloat(style.fontSize);
      if (wide && cut(style.overflowX) && !marked) found.push(`cut off sideways: ${name(element)}`);
      if (wide && scrolls(style.overflowX) && !own) found.push(`scrolls sideways: ${name(element)}`);
      if (wide && marked && narrow) found.push(`shortened to nothing: ${name(element)}`);
      if (tall && cut(style.overflowY) && !marked && element !== document.body)
        found.push(`cut off below: ${name(element)}`);
      if (tall && tag === "TEXTAREA" && element.value === "")
        found.push(`cut off below: the hint of ${element.ariaLabel}`);
      if (/^(BUTTON|H1|H2|H3)$/.test(tag) && wide && !marked)
        found.push(`sticks out of itself: ${name(element)}`);
    }
    return found.slice(0, 12);
  });
  assert.deepEqual(found, [], where);
}

/** All texts that a player or a screen reader meets. */
export async function textsOf(page) {
  return await page.evaluate(() => {
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const inside = walk.currentNode.parentElement;
      if (inside && !inside.closest("script, style")) texts.push(walk.currentNode.textContent.trim());
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
      texts.push(
        ...["aria-label", "title", "placeholder", "alt"].map(
          (name) => element.getAttribute(name)?.trim() ?? "",
        ),
      );
    }
    return texts.filter(Boolean);
  });
}

/** The names of languages stand in their own language. */
const NAMES = ["简体中文", "繁體中文", "English"];

/** No label of the language that was spoken before. */
export async function assertNoneLeft(page, before, now, where) {
  const texts = await textsOf(page);
  const patterns = only(before, now).map((source) => new RegExp(source, "u"));
  const told = texts.filter((text) => !NAMES.includes(text));
  const left = told.filter((text) => patterns.some((pattern) => pattern.test(text)));
  assert.deepEqual(left, [], `${where}: ${before} is left where ${now} is spoken`);
}

/** No Chinese character at all, where nothing Chinese was read from outside. */
export async function assertNoChinese(page, where) {
  const texts = await textsOf(page);
  const left = texts.filter((text) => /\p{Script=Han}/u.test(text) && !NAMES.includes(text));
  assert.deepEqual(left, [], `${where}: Chinese where English is spoken`);
}

/** A check that may come true a little later. */
export async function eventually(check, limit = 5000) {
  const end = Date.now() + limit;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((done) => setTimeout(done, 60));
  }
}

/** No element, attribute or address that came out of a text. */
export async function assertOnlyText(page, where) {
  const found = await page.evaluate(() => {
    const found = [];
    if (window.__broken) found.push("a text was run as code");
    const banned =
      "script:not([src^='/assets/']), iframe, object, embed, form[action], base, math, video, audio, meta[http-equiv]";
    const tell = (element) => element.outerHTML.slice(0, 160);
    found.push(...[...document.querySelectorAll(banned)].map(tell));
    for (const element of document.querySelectorAll("body *")) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) found.push(`${name}: ${tell(element)}`);
        const address = ["href", "src", "srcset", "action", "formaction", "xlink:href", "data"].includes(
          name,
        );
        if (address && !/^(#[\w-]*|data:image\/png;base64,[\w+/=]*|blob:.*)$/.test(value))
          found.push(`${name}=${value}`);
      }
    }
    found.push(...[...document.querySelectorAll("body style, body link")].map(tell));
    return found;
  });
  assert.deepEqual(found, [], where);
}

/** No character that turns text around or hides in it. */
export async function assertNoTricks(page, where) {
  const texts = await textsOf(page);
  const left = texts.filter((text) =>
    /[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text),
  );
  const told = left.map((text) => JSON.stringify(text.slice(0, 100)));
  assert.deepEqual(told, [], `${where}: hidden or turning characters`);
}

/** Looks at everything, and tells of all that is wrong with any of it at the end. */
export async function each(things, look) {
  const wrong = [];
  for (const thing of things) {
    try {
      await look(thing);
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error;
      wrong.push(
        Array.isArray(error.actual)
          ? `${error.message.split("\n")[0]}: ${error.actual.join("\n    ")}`
          : error.message,
      );
    }
  }
  if (wrong.length > 0) assert.fail(`\n  ${wrong.join("\n  ")}`);
}
