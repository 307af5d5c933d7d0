// The settings, set by clicks: each takes effect at once, is kept, and can be taken back.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, assertFits } from "./lib/checks.mjs";
import { test } from "./lib/suite.mjs";
import { Window } from "./lib/window.mjs";

async function open(t, options = {}) {
  const win = await Window.open(t, { lang: "en", ...options });
  await win.go("settings");
  const section = (name) =>
    win.main.getByRole("region", { name: win.label(`settings.${name}`), exact: true });
  return { win, section };
}

const radio = (win, within, key) => within.getByRole("radio", { name: win.label(key), exact: true });

test("theme, text size and language change at once, are kept, and go back", async (t) => {
  const { win, section } = await open(t);
  const look = () => section("look");
  await radio(win, look(), "settings.theme.dark").check({ force: true });
  await win.page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await win.button("settings.undo", { within: look() }).click();
  await win.page.waitForFunction(() => document.documentElement.dataset.theme === "light");

  const size = look().getByRole("slider", { name: win.label("settings.size") });
  await size.focus();
  for (let at = 0; at < 4; at += 1) await win.page.keyboard.press("ArrowRight");
  await win.until(async () => (await win.bridge.call("window_start")).look.font_scale === 120);
  await win.button("settings.size.reset", { within: look() }).click();
  await win.until(async () => (await win.bridge.call("window_start")).look.font_scale === 100);

  await look().getByRole("radio", { name: "繁體中文" }).check({ force: true });
  await win.page.waitForFunction(() => document.documentElement.lang === "zh-TW");
  win.lang = "zh-TW";
  await win.page.reload();
  await win.rail.waitFor();
  await win.go("settings");
  assert.ok(await look().getByRole("radio", { name: "繁體中文" }).isChecked(), "it is kept");
});

test("what Nova may do is one click, and a tool that runs at once is one tick", async (t) => {
  const { win, section } = await open(t);
  const trust = section("trust");
  const step = async () => (await win.bridge.call("trust_read")).step;
  const pick = (name) =>
    trust
      .getByRole("radio", {
        name: new RegExp(`^${win.pattern(`settings.trust.${name}`).source.slice(1, -1)}`),
      })
      .check();
  await pick("read");
  await win.until(async () => (await step()) === "read");
  await pick("chosen");
  assert.equal(await step(), "read", "nothing is saved before a tool is chosen");
  await trust.getByRole("checkbox").first().check();
  await win.until(async () => (await step()) === "chosen");
  assert.equal((await win.bridge.call("trust_read")).tools.length, 1);
  await pick("confirm");
  await win.until(async () => (await step()) === "confirm");
});

test("a key is kept, never shown, and forgotten", async (t) => {
  const { win, section } = await open(t);
  const secret = "sk-browser-suite-9876543210";
  const nova = section("nova");
  await win.bridge.call("model_set", { base: "https://api.example.com/v1", name: "some-model" });
  await win.page.reload();
  await win.rail.waitFor();
  await win.go("settings");
  const field = nova.getByLabel(win.label("settings.key"), { exact: true });
  await field.fill(secret);
  await win.button("settings.key.keep", { within: nova }).click();
  await win.button("settings.key.forget", { within: nova }).waitFor();
  assert.equal(await field.inputValue(), "");
  assert.ok(!(await win.page.content()).includes(secret));
  assert.ok(!readFileSync(join(win.bridge.data, "settings.json"), "utf8").includes(secret));
  await win.button("settings.key.forget", { within: nova }).click();
  await win.button("settings.key.forget", { within: nova }).waitFor({ state: "detached" });
});

test("a folder that the player chooses is on the list once it is confirmed", async (t) => {
  const { win, section } = await open(t);
  const folder = join(win.bridge.folder, "another", ".minecraft");
  mkdirSync(folder, { recursive: true });
  await win.bridge.choose(folder);
  await win.button("settings.folders.pick", { within: section("folders") }).click();
  const sheet = win.page.getByRole("dialog", { name: win.label("checklist.name") });
  const confirm = win.button("checklist.confirm.one", { within: sheet, values: { n: 1 } });
  await confirm.waitFor();
  await assertAccessible(win.page, "a sheet");
  await assertFits(win.page, "a sheet");
  await confirm.click();
  await win.button("common.close", { within: sheet }).click();
  await section("folders")
    .getByText(/another/)
    .first()
    .waitFor();
  const rows = (await win.bridge.call("folder_list")).rows;
  assert.ok(rows.some((row) => row.path === folder));
});
