// A key that is typed in the settings: it lies in the computer's key ring and nowhere else.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { environment, open, place } from "./rig/app.mjs";
import { call } from "./rig/desk.mjs";
import { until } from "./rig/driver.mjs";
import { needs } from "./rig/there.mjs";
import { holding } from "./rig/tree.mjs";

const KEY = "sk-window-4f1c9a7e5b2d8036";

const has = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
const ring = has("gnome-keyring-daemon") && has("secret-tool");
const option = ring ? needs("settings") : { skip: "gnome-keyring and secret-tool are not installed" };

/** Unlocks the key ring of this session, in the home of the test. */
function unlock(at) {
  const env = environment(at);
  const args = ["--unlock", "--components=secrets", "--daemonize"];
  const started = spawnSync("gnome-keyring-daemon", args, { env, input: "pass", timeout: 10_000 });
  assert.equal(started.status, 0, String(started.stderr));
}

/** What the key ring knows, without the secrets' own bytes on this screen. */
const kept = (at) =>
  spawnSync("secret-tool", ["search", "--all", "service", "nova"], {
    env: environment(at),
    encoding: "utf8",
  });

test("a key goes from the settings into the key ring and lies in no file", option, async (t) => {
  const at = place(t);
  unlock(at);
  const window = await open(t, { at });
  const set = await call(window, "model_set", { base: "https://api.example.com/v1", name: "m" });
  assert.ok(set.result, JSON.stringify(set.refused));
  await (await window.named("nav button, nav a", "设置")).click();
  // The part of the settings that is about Nova may be a tab of its own.
  const field = await until("the field of the key", async () => {
    const there = await window.all("#model-key");
    if (there[0]) return there[0];
    for (const tab of await window.all("main nav button, main nav a, main [role=tab]")) {
      if ((await tab.text()).includes("Nova")) await tab.click();
    }
  });
  await field.type(`${KEY}\uE007`);
  await until("the key in the ring", () => kept(at).stdout.includes(KEY));
  assert.equal(await field.property("value"), "", "the field forgets it");
  assert.ok(!(await window.run("return document.documentElement.outerHTML")).includes(KEY));
  await window.close().catch(() => {});
  assert.deepEqual(holding(at.folder, KEY), []);
});

test("the search for a key would find one", async (t) => {
  const at = place(t, { versions: [] });
  const { writeFileSync } = await import("node:fs");
  writeFileSync(`${at.home}/plain`, `x${KEY}y`);
  writeFileSync(`${at.home}/base64`, Buffer.from(`{"key":"${KEY}"}`).toString("base64"));
  writeFileSync(`${at.home}/wide`, Buffer.from(KEY, "utf16le"));
  assert.equal(holding(at.folder, KEY).length, 3);
});
