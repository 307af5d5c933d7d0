// A run that ended badly, in the real window: the page says the mod by name and file, the fix goes over the checklist, undo brings it
// back. The runs themselves are in the browser suite.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { open, place } from "./rig/app.mjs";
import { until } from "./rig/driver.mjs";
import { needs } from "./rig/there.mjs";
import { tree } from "./rig/tree.mjs";

const VERSION = "1.20.1-fabric";
const SAID = `[12:00:00] [main/ERROR]: Minecraft has crashed!
net.fabricmc.loader.impl.FormattedException: java.lang.RuntimeException: Could not execute entrypoint stage 'main' due to errors, provided by 'optifabric' at 'me.modmuss50.optifabric.Mod'!
\tat net.fabricmc.loader.impl.FabricLoaderImpl.lambda$invokeEntrypoints$2(FabricLoaderImpl.java:388)
Caused by: java.lang.IllegalStateException: cannot patch
\tat me.modmuss50.optifabric.Mod.onInitialize(Mod.java:10)
`;

/** A run of the version that a mod ended, as the watcher of games writes it down. */
function aBadRun({ game, data }) {
  const folder = path.join(data, "runs/r-00000002");
  mkdirSync(folder, { recursive: true });
  const root = realpathSync(game);
  const begun = {
    version: VERSION,
    root,
    folder: path.join(root, "versions", VERSION),
    java: "/java",
    at: 1000,
    process: null,
  };
  const ended = {
    at: 2000,
    ending: { how: "failed", code: 1 },
    progress: "started",
  };
  writeFileSync(path.join(folder, "run.json"), JSON.stringify(begun));
  writeFileSync(path.join(folder, "end.json"), JSON.stringify(ended));
  writeFileSync(path.join(folder, "output.log"), SAID);
}

test("a crash names its mod, is mended over the checklist and taken back", needs("crash"), async (t) => {
  const at = place(t);
  aBadRun(at);
  const before = tree(at.game);
  const window = await open(t, { at });
  const jar = path.join(at.game, "versions", VERSION, "mods/optifabric.jar");

  await (await window.named("nav button", "崩溃")).click();
  const cause = await (await window.find('[data-testid="cause"]')).text();
  assert.match(cause, /OptiFabric/);
  assert.match(cause, /optifabric\.jar/);
  await window.sees("me.modmuss50.optifabric.Mod");

  await (await window.named("main button", /^放上清单/)).click();
  await (await window.find('[data-testid="sheet"] [data-testid="confirm"]')).click();
  await until("the mod switched off", () => existsSync(`${jar}.disabled`) && !existsSync(jar));
  await (await window.named('[data-testid="sheet"] button', "关闭")).click();

  await (await window.named("nav button", "更改记录")).click();
  await (await window.named("main button", /撤销/)).click();
  await until("the mod as it was", () => existsSync(jar));
  assert.deepEqual(tree(at.game), before);
});
