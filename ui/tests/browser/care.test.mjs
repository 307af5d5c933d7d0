// Looking after what is installed: a version's files held against their hashes and mended, and how the download servers answer. With
// `SHOTS` each state is kept as pictures in that folder.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, assertFits, assertNoChinese } from "./lib/checks.mjs";
import { EMPTY } from "./lib/samples.mjs";
import { servers } from "./lib/servers.mjs";
import { test } from "./lib/suite.mjs";
import { Bridge, Window } from "./lib/window.mjs";

/** The page of the version that was installed. */
async function chosen(win) {
  await win.go("versions");
  await win.main.getByRole("button", { name: /^1\.20\.1/ }).click();
  await win.button("versions.check", { within: win.main }).waitFor({ timeout: 20_000 });
}

/** Pictures of a state in both themes and in a narrow and a wide window. */
async function shoot(win, name, locator) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const theme of ["light", "dark"]) {
    await win.page.emulateMedia({ colorScheme: theme });
    for (const [width, height] of [
      [900, 600],
      [1440, 900],
    ]) {
      await win.page.setViewportSize({ width, height });
      await locator.scrollIntoViewIfNeeded();
      await win.page.screenshot({ path: join(folder, `${name}-${win.lang}-${theme}-${width}.png`) });
    }
  }
}

for (const lang of ["en", "zh-CN"]) {
  test(`broken files are named on the version's page, mended, and right again (${lang})`, async (t) => {
    const bridge = await Bridge.start({ lang, spec: EMPTY, servers: await servers(t) });
    await bridge.write("install_version", { game_version: "1.20.1" });
    const win = await Window.open(t, { bridge, lang });
    t.after(() => bridge.stop());
    await chosen(win);
    const check = win.button("versions.check", { within: win.main });
    const good = win.main.getByText(win.pattern("versions.files-good"));
    await check.press("Enter");
    await good.waitFor();
    await shoot(win, "files-good", good);

    const jar = join(bridge.game, "versions/1.20.1/1.20.1.jar");
    const bytes = readFileSync(jar);
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(jar, bytes);
    rmSync(join(bridge.game, "libraries/com/mojang/brigadier"), { recursive: true });
    await check.click();
    const bad = win.main.getByText(win.label("versions.files-bad", { n: 2 }));
    await bad.waitFor();
    assert.equal(await good.count(), 0, "what was found before is gone");
    const row = (path) => win.main.getByRole("listitem").filter({ hasText: path });
    assert.match(await row("1.20.1.jar").innerText(), new RegExp(win.label("versions.file.hash")));
    assert.match(await row("brigadier").innerText(), new RegExp(win.label("versions.file.missing")));
    await assertFits(win.page, "broken files");
    await assertAccessible(win.page, "broken files");
    if (lang === "en") await assertNoChinese(win.page, "broken files");
    await shoot(win, "files-bad", bad);

    await win.button("versions.repair", { within: win.main }).click();
    await win.confirmed();
    await bad.waitFor({ state: "detached" });
    await check.click();
    await good.waitFor();
  });
}

test("a check ends when it is stopped, and the next one is a new one", async (t) => {
  const bridge = await Bridge.start({ lang: "en", spec: EMPTY, servers: await servers(t) });
  await bridge.write("install_version", { game_version: "1.20.1" });
  const win = await Window.open(t, { bridge, lang: "en" });
  t.after(() => bridge.stop());
  await chosen(win);
  let asked = 0;
  // The first answer is kept back until the page has stopped waiting for it.
  let release;
  const stopped = new Promise((done) => (release = done));
  await win.page.route("**/ipc/version_check", async (route) => {
    asked += 1;
    if (asked === 1) await stopped;
    await route.continue();
  });
  await win.button("versions.check", { within: win.main }).click();
  await win.main.getByText(win.label("versions.checking")).waitFor();
  const told = win.page.waitForRequest("**/ipc/version_check_stop");
  await win.button("versions.check-stop", { within: win.main }).click();
  await told;
  release();
  const good = win.main.getByText(win.pattern("versions.files-good"));
  await win.button("versions.check", { within: win.main }).waitFor();
  await win.settled();
  assert.equal(await good.count(), 0, "nobody waits for the first one any more");
  await win.button("versions.check", { within: win.main }).click();
  await good.waitFor();
  assert.equal(asked, 2);
});

for (const lang of ["en", "zh-CN"]) {
  test(`download servers are asked from the settings, and one that is gone is told of (${lang})`, async (t) => {
    const upstream = await servers(t);
    const win = await Window.open(t, { lang, servers: upstream });
    await win.go("settings");
    const section = win.main.getByRole("region", { name: win.label("settings.game"), exact: true });
    const go = win.button("settings.source.test.go", { within: section });
    const rows = section.getByRole("status").getByRole("listitem");
    await go.click();
    await rows.first().waitFor({ timeout: 40_000 });
    const before = await rows.count();
    assert.ok(before > 1, "each server has its line");
    for (const said of await rows.allInnerTexts())
      assert.match(said, lang === "en" ? /\d+ ms$/ : /\d+ 毫秒$/);
    await assertFits(win.page, "download servers");
    await assertAccessible(win.page, "download servers");
    await shoot(win, "sources", rows.first());

    await upstream.stop();
    await go.click();
    const gone = lang === "en" ? /not reached/ : /连不上/;
    await win.until(async () => {
      const said = await rows.allInnerTexts();
      return said.length === before && said.every((line) => gone.test(line));
    }, 40_000);
    await shoot(win, "sources-gone", rows.first());
  });
}
