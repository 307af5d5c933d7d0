// The keyboard alone: everything is reached, says its name and shows that it has the focus.
import assert from "node:assert/strict";
import { test } from "./lib/suite.mjs";
import { assertStops, each, tabThrough } from "./lib/checks.mjs";
import { PAGES, Window } from "./lib/window.mjs";

test("Tab goes through the rail, the page and Nova, on every page", async (t) => {
  const win = await Window.open(t, { lang: "en" });
  await each(PAGES, async (page) => {
    await win.go(page);
    const stops = await tabThrough(win.page);
    assertStops(stops, page);
    const places = stops.map((stop) => stop.place).filter((place, at, all) => place && place !== all[at - 1]);
    assert.deepEqual(
      places,
      ["nav", "main", "aside"].filter((place) => places.includes(place)),
      page,
    );
    assert.ok(places.includes("nav") && places.includes("aside"), `${page}: ${places}`);
  });
});

test("the first Tab offers to skip the rail, and Enter does it", async (t) => {
  const win = await Window.open(t, { lang: "en" });
  // There has to be something behind the rail to skip to.
  await win.main.getByRole("button").first().waitFor();
  await win.page.keyboard.press("Tab");
  const link = win.page.getByRole("link", { name: win.label("nav.skip") });
  assert.ok(await link.evaluate((link) => link === document.activeElement));
  assert.ok((await link.boundingBox()).y >= 0);
  await win.page.keyboard.press("Enter");
  await win.page.keyboard.press("Tab");
  assert.ok(await win.page.evaluate(() => document.activeElement.closest("main")));
});

test("while Nova fills the window the rail is skipped to Nova", async (t) => {
  const win = await Window.open(t, { lang: "en" });
  await win.button("chat.wide").press("Enter");
  await win.page.getByRole("link", { name: win.label("nav.skip") }).press("Enter");
  await win.page.keyboard.press("Tab");
  assert.ok(await win.page.evaluate(() => document.activeElement.closest("aside")));
});

test("a page is opened by Enter and by Space on the rail", async (t) => {
  const win = await Window.open(t, { lang: "zh-CN" });
  for (const [page, key] of [
    ["mods", "Enter"],
    ["worlds", "Space"],
  ]) {
    const button = win.rail.getByRole("button", { name: win.label(`nav.${page}`), exact: true });
    await button.focus();
    await win.page.keyboard.press(key);
    await win.settled();
    assert.equal(await button.getAttribute("aria-current"), "page");
  }
});
