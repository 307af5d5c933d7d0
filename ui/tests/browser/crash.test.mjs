// The crash page: a game that dies by a mod, by a missing dependency, by memory or by Java itself says why; the fix goes through the
// checklist, the next launch tells whether it helped, and undo brings everything back.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertAccessible, assertFits, assertNoChinese, assertStops, tabThrough } from "./lib/checks.mjs";
import { crashed, ended, VERSION } from "./lib/crashes.mjs";
import { run, testkitProgram } from "./lib/programs.mjs";
import { EMPTY, SAMPLE } from "./lib/samples.mjs";
import { servers } from "./lib/servers.mjs";
import { test } from "./lib/suite.mjs";
import { Bridge, Window } from "./lib/window.mjs";

const JAR = "rusty-mill-1.2.jar";
const PROGRAMS = join(tmpdir(), "nova-standin-programs");

/** A window on Fabric 1.20.1 whose game ends in this way, with the mod that fails. */
async function dying(t, way, { lang = "en", before = async () => {}, env = {} } = {}) {
  const source = await servers(t, { game: true });
  const bridge = await Bridge.start({
    lang,
    spec: EMPTY,
    servers: source,
    env: { STANDIN_CRASH: way, ...env },
  });
  await bridge.write("add_offline_account", { name: "Alex" });
  await bridge.write("install_version", { game_version: "1.20.1", loader: "fabric" });
  const { javas } = await bridge.call("game_settings_read");
  if (javas.length === 0) t.skip("there is no Java on this computer");
  const mods = join(bridge.game, "mods");
  mkdirSync(mods, { recursive: true });
  run(testkitProgram(), ["mill", PROGRAMS, join(mods, JAR)]);
  await before(bridge);
  const win = await Window.open(t, { bridge, lang });
  t.after(() => bridge.stop());
  return win;
}

/** Starts the game on the start page, and goes from its end to the crash page. */
async function dies(win) {
  await win.page.getByTestId("play").click();
  await win.button("crash.why", { within: win.main }).click({ timeout: 60_000 });
  return await cause(win);
}

async function cause(win) {
  const heading = win.main.getByTestId("cause");
  await heading.waitFor({ timeout: 20_000 });
  return await heading.innerText();
}

const fixButton = (win, about = win.pattern("crash.fix-of")) =>
  win.main.getByRole("button", { name: about }).first();
const outcome = (win, what) =>
  win.main.locator(`[data-testid=after-fix][data-outcome=${what}]`).waitFor({ timeout: 60_000 });

test("a mod's exception: the mod by name and file, the fix, a clean run, and back again", async (t) => {
  // A run that was left sooner has shown too little to be gone back to.
  const win = await dying(t, `mod-exception:${JAR}`, { env: { STANDIN_SECONDS: "6" } });
  const jar = join(win.bridge.game, "mods", JAR);
  const said = await dies(win);
  assert.ok(said.includes("Rusty Mill") && said.includes(JAR), said);
  await win.main
    .getByText(/harrow\.rustymill|RustyMill/)
    .first()
    .waitFor();
  await assertAccessible(win.page, "a crash");
  await assertFits(win.page, "a crash");
  await assertNoChinese(win.page, "a crash");

  // Nothing is done without the word.
  await fixButton(win).click();
  await win.button("checklist.decline", { within: win.page.getByTestId("sheet") }).click();
  assert.ok(existsSync(jar));
  await fixButton(win).click();
  await win.confirmed();
  assert.ok(!existsSync(jar) && existsSync(`${jar}.disabled`));

  await outcome(win, "waiting");
  await win.button("play.go", { within: win.main }).click();
  await outcome(win, "gone");
  await win.main.getByText(win.label("crash.clean-since")).waitFor();
  await win.go("home");
  await outcome(win, "gone");

  // What was changed since the good run is told, and the way back is a checklist too.
  await win.bridge.write("set_memory", { version_id: VERSION, max_mb: 3072 });
  await win.go("crash");
  await win.main
    .getByText(/3072 MB/)
    .first()
    .waitFor();
  await win.button("crash.restore", { within: win.main }).click();
  await win.confirmed();
  await win.main.getByText(win.label("crash.since-same")).waitFor();

  // The change that mended it is taken back: the game dies as before.
  await win.go("changes");
  const undo = win.main
    .getByRole("button", { name: /Rusty Mill/ })
    .filter({ hasText: win.label("changes.undo") });
  await undo.first().click();
  await win.until(async () => existsSync(jar), 20_000);
  await win.go("home");
  assert.ok((await dies(win)).includes(JAR));
});

test("a fix that did not help is told after the launch, and undo is offered", async (t) => {
  const win = await dying(t, `mod-exception:${JAR}`, { lang: "zh-CN" });
  const jar = join(win.bridge.game, "mods", JAR);
  await dies(win);
  await fixButton(win).click();
  await win.confirmed();
  // Somebody puts it back by hand.
  run(testkitProgram(), ["mill", PROGRAMS, jar]);
  await win.button("play.go", { within: win.main }).click();
  await outcome(win, "still");
  await win.main.getByRole("button", { name: win.pattern("crash.after.back-of") }).waitFor();
});

for (const [way, words, mends, before] of [
  [`missing-dependency:${JAR}`, /millstones/, /checklist: .*Rusty Mill/],
  [
    "oom-below:700",
    /memory/i,
    /checklist: .* MB/,
    (bridge) => bridge.write("set_memory", { max_mb: 512, version_id: VERSION }),
  ],
  [
    "hs_err-with:-XX:+UseSerialGC",
    /Java/,
    /checklist: .*argument/,
    (bridge) => bridge.write("set_jvm_args", { args: "-XX:+UseSerialGC", version_id: VERSION }),
  ],
]) {
  test(`${way.split(":")[0]} says why, and what mends it`, async (t) => {
    const win = await dying(t, way, { before });
    const said = await dies(win);
    assert.match(said, words);
    await fixButton(win, mends).click();
    await win.confirmed();
    await outcome(win, "waiting");
    await win.button("play.go", { within: win.main }).click();
    await outcome(win, "gone");
  });
}

for (const lang of ["zh-CN", "zh-TW", "en"]) {
  test(`several runs in ${lang}: what is known of each, by keyboard, and nothing cut off`, async (t) => {
    const win = await Window.open(t, { lang, spec: SAMPLE, width: 1440, height: 900 });
    crashed(win.bridge);
    await win.go("crash");
    assert.match(await cause(win), /OptiFabric.*optifabric\.jar/);
    await assertAccessible(win.page, "causes");
    assertStops(await tabThrough(win.page), "causes");
    if (lang === "en") await assertNoChinese(win.page, "causes");
    const items = win.main.getByRole("navigation", { name: win.label("crash.items") }).getByRole("button");
    assert.equal(await items.count(), 4);
    await items.nth(2).press("Enter");
    await win.main.getByText(win.label("crash.unknown"), { exact: true }).waitFor();
    await assertAccessible(win.page, "no cause");
    await items.nth(3).press("Enter");
    await win.main.getByRole("alert").waitFor();
    await items.nth(0).press("Enter");
    await cause(win);
    await win.page.setViewportSize({ width: 900, height: 600 });
    for (const font_scale of [100, 200]) {
      await win.bridge.write("set_appearance", { font_scale });
      await win.settled();
      await cause(win);
      await assertFits(win.page, `causes at ${font_scale} %`);
    }
  });
}

test("the line of the evidence opens in the log, and the text for helpers is shown before it is copied", async (t) => {
  const win = await Window.open(t, { lang: "en", spec: SAMPLE });
  await win.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  crashed(win.bridge);
  await win.go("crash");
  await win.main
    .getByRole("button", { name: win.pattern("crash.jump") })
    .first()
    .click();
  const log = win.page.getByRole("dialog", { name: win.label("crash.console"), exact: true });
  await log
    .getByText(/Could not execute entrypoint/)
    .first()
    .waitFor();
  await win.page.keyboard.press("Escape");
  await log.waitFor({ state: "hidden" });
  await win.button("crash.help", { within: win.main }).click();
  const help = win.page.getByRole("dialog", { name: win.label("crash.help-title"), exact: true });
  const text = await help.getByLabel(win.label("crash.help-title")).last().innerText();
  assert.match(text, /optifabric/i);
  await assertAccessible(win.page, "the text for helpers");
  await win.button("crash.copy", { within: help }).click();
  await help.getByText(win.label("crash.copied"), { exact: true }).waitFor();
  assert.equal((await win.page.evaluate(() => navigator.clipboard.readText())).trim(), text.trim());
});

test("a report is exported through the checklist", async (t) => {
  const win = await Window.open(t, { lang: "en", spec: SAMPLE });
  crashed(win.bridge);
  await win.go("crash");
  await win.button("crash.export", { within: win.main }).click();
  await win.confirmed();
  assert.ok(existsSync(join(win.bridge.data, "exports", `crash-${VERSION}-r-aaaaaaaa.zip`)));
});

test("Nova opens the page at a run, and files from elsewhere are looked at", async (t) => {
  const calls = [{ name: "play_history", args: {} }];
  const open = [{ name: "open_page", args: { page: "crash", argument: "r-bbbbbbbb" } }];
  const script = { steps: [{ calls }, { calls: open }, { say: "There.", repeat: true }] };
  const win = await Window.open(t, { lang: "en", spec: SAMPLE, script });
  crashed(win.bridge);
  await win.page.getByTestId("input").fill("show me the crash before");
  await win.page.keyboard.press("Enter");
  assert.match(await cause(win), /memory/i);

  const log = join(win.bridge.folder, "latest.log");
  ended(win.bridge, { id: "r-eeeeeeee", ago: 1, said: null });
  writeFileSync(log, "java.lang.OutOfMemoryError: Java heap space\n");
  await win.bridge.choose(log);
  await win.button("crash.open", { within: win.main }).click();
  await win.main.getByText(win.label("crash.outside-text")).waitFor();
  assert.match(await cause(win), /memory/i);
  await win.button("crash.back", { within: win.main }).click();
  await win.main.getByRole("heading", { level: 1, name: win.label("nav.crash") }).waitFor();
});
