// Installing and playing: from a computer without any game folder to a game that runs, and to one that ended badly.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, assertFits, assertNoChinese } from "./lib/checks.mjs";
import { servers } from "./lib/servers.mjs";
import { test } from "./lib/suite.mjs";
import { EMPTY } from "./lib/samples.mjs";
import { Bridge, Window } from "./lib/window.mjs";

/** The page of a version that is to be installed, with its list. */
async function opened(win) {
  await win.main.getByRole("heading", { level: 1, name: win.label("install.title") }).waitFor();
  await win.button("install.go", { within: win.main }).waitFor();
}

test("from no game folder at all to an installed version, by keyboard", async (t) => {
  const win = await Window.open(t, { lang: "en", spec: null, servers: await servers(t) });
  await win.button("install.first", { within: win.main }).press("Enter");
  await opened(win);
  await win.main.getByText(win.pattern("install.new-folder")).waitFor();
  await assertFits(win.page, "install");
  await assertNoChinese(win.page, "install");
  await assertAccessible(win.page, "install");

  await win.main.getByRole("searchbox").fill("1.20.1");
  const row = win.main.getByRole("button", { name: /^1\.20\.1/ });
  await row.focus();
  await win.page.keyboard.press("Enter");
  assert.equal(await row.getAttribute("aria-pressed"), "true");
  const fabric = win.main.getByRole("radio", { name: "Fabric", exact: true });
  await fabric.waitFor();
  await fabric.press("Space");
  await win.until(async () => (await win.main.getByPlaceholder("1.20.1-fabric").count()) === 1);
  await win.main.getByRole("textbox", { name: win.label("install.name"), exact: true }).fill("Skyblock");
  const go = win.button("install.go", { within: win.main });
  await win.until(async () => await go.isEnabled());
  await go.press("Enter");
  await win.confirmed();
  await win.main.getByText(win.label("install.done", { id: "Skyblock" })).waitFor();
  assert.ok(existsSync(join(win.bridge.folder, ".minecraft/versions/Skyblock/Skyblock.json")));

  await win.button("install.look", { within: win.main }).click();
  await win.main.getByRole("button", { name: /^Skyblock/ }).waitFor();
});

test("the list moves with the arrows, and holds only the rows that are seen", async (t) => {
  const win = await Window.open(t, { lang: "en", spec: EMPTY, servers: await servers(t) });
  await win.go("versions");
  await win.button("install.open", { within: win.main }).click();
  await opened(win);
  const first = win.main.locator("[data-row='0']");
  await first.focus();
  await win.page.keyboard.press("ArrowDown");
  await win.until(
    async () => (await win.main.locator("[data-row='1']").getAttribute("aria-pressed")) === "true",
  );
  await win.until(() => win.page.evaluate(() => document.activeElement.dataset.row === "1"));
  await win.button("install.back", { within: win.main }).click();
  await win.main.getByRole("heading", { level: 1, name: win.label("nav.versions") }).waitFor();
});

test("without a network the page says so and tries again", async (t) => {
  const gone = await servers(t);
  const win = await Window.open(t, { lang: "en", spec: EMPTY, servers: gone });
  await gone.stop();
  await win.go("versions");
  await win.button("install.open", { within: win.main }).click();
  await win.main.getByRole("alert").waitFor({ timeout: 60_000 });
  await win.button("common.retry", { within: win.main }).waitFor();
});

/** A window whose current version is a game that can be started, with someone to play it. */
async function playable(t, env) {
  const bridge = await Bridge.start({
    lang: "en",
    spec: EMPTY,
    servers: await servers(t, { game: true }),
    env,
  });
  await bridge.write("add_offline_account", { name: "Alex" });
  await bridge.write("install_version", { game_version: "1.20.1" });
  const { javas } = await bridge.call("game_settings_read");
  if (javas.length === 0) t.skip("there is no Java on this computer");
  const win = await Window.open(t, { bridge, lang: "en" });
  // After the window, which would complain.
  t.after(() => bridge.stop());
  return win;
}

test("one click starts the game, it is watched, asked to end, and counted", async (t) => {
  const win = await playable(t, { STANDIN_SECONDS: "forever" });
  const play = win.page.getByTestId("play");
  await play.click();
  await win.main.getByText(win.label("play.state.ready"), { exact: true }).waitFor({ timeout: 60_000 });
  assert.ok(await play.isDisabled(), "it is not started twice");
  await assertAccessible(win.page, "a game that runs");
  const { games } = await win.bridge.call("play_read", { version: null });
  assert.deepEqual([games.length, games[0].version], [1, "1.20.1"]);
  await win.main.getByRole("button", { name: `${win.label("play.stop")}: 1.20.1` }).click();
  await win.until(
    async () => (await win.bridge.call("play_read", { version: null })).games.length === 0,
    40_000,
  );
  await win.until(async () => await play.isEnabled());
  const { played } = await win.bridge.call("play_read", { version: "1.20.1" });
  assert.deepEqual([played.times, played.last.bad], [1, false]);
});

test("a game that crashed says so, shows what it said, and can be put aside", async (t) => {
  const win = await playable(t, { STANDIN_CRASH: "crash-report" });
  await win.page.getByTestId("play").click();
  await win.main.getByText(win.pattern("play.report")).waitFor({ timeout: 60_000 });
  await win.button("play.log", { within: win.main }).click();
  const log = win.page.getByRole("dialog", { name: win.label("play.log.title") });
  await log.getByText(/Game crashed!/).waitFor();
  await assertAccessible(win.page, "the output of a game");
  await win.page.keyboard.press("Escape");
  await win.button("play.hush", { within: win.main }).click();
  await win.main.getByText(win.pattern("play.report")).waitFor({ state: "detached" });
});
