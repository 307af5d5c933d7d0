// Runs that ended badly, as a watcher of games kept them: for pages that look at them.
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const VERSION = "1.20.1-fabric";

const OPTIFABRIC = `[12:00:00] [main/INFO]: Loading Minecraft 1.20.1 with Fabric Loader 0.15.11
[12:00:01] [main/INFO]: Loading 4 mods:
\t- fabric-api 0.92.0
\t- optifabric 1.13.24
\t- sodium 0.5.3
[12:00:02] [Render thread/WARN]: Missing sound for event: minecraft:item.goat_horn.play
[12:00:03] [main/ERROR]: Minecraft has crashed!
net.fabricmc.loader.impl.FormattedException: java.lang.RuntimeException: Could not execute entrypoint stage 'main' due to errors, provided by 'optifabric' at 'me.modmuss50.optifabric.Mod'!
\tat net.fabricmc.loader.impl.FabricLoaderImpl.lambda$invokeEntrypoints$2(FabricLoaderImpl.java:388)
\tat net.fabricmc.loader.impl.util.ExceptionUtil.gatherExceptions(ExceptionUtil.java:33)
Caused by: java.lang.IllegalStateException: cannot patch net.minecraft.class_310
\tat me.modmuss50.optifabric.Mod.onInitialize(Mod.java:10)
`;
const MEMORY = `[11:00:00] [Render thread/INFO]: Loaded 2100 recipes
[11:00:05] [Render thread/ERROR]: Reported exception thrown!
java.lang.OutOfMemoryError: Java heap space
\tat java.base/java.util.Arrays.copyOf(Arrays.java:3745)
\tat java.base/java.util.ArrayList.grow(ArrayList.java:237)
`;
const NOTHING = `[10:00:00] [main/INFO]: Hello
[10:00:01] [main/INFO]: Loading
`;

const MINUTE = 60_000;

/** A run that is over, so many minutes ago. */
export function ended(bridge, { id, ago, said, ending = { how: "failed", code: 1 }, played = 95_000 }) {
  const folder = join(bridge.data, "runs", id);
  mkdirSync(folder, { recursive: true });
  const at = Date.now() - ago * MINUTE;
  const root = realpathSync(bridge.game);
  const begun = { version: VERSION, root, folder: join(root, "versions", VERSION), java: "/java", at };
  writeFileSync(join(folder, "run.json"), JSON.stringify({ ...begun, process: null }));
  writeFileSync(
    join(folder, "end.json"),
    JSON.stringify({ at: at + played, ending, progress: "started", last_line: "Minecraft has crashed!" }),
  );
  if (said !== null) writeFileSync(join(folder, "output.log"), said);
}

/** A mod that failed, no memory, a run without a known cause, and one that left nothing. */
export function crashed(bridge) {
  ended(bridge, { id: "r-aaaaaaaa", ago: 3, said: OPTIFABRIC });
  ended(bridge, { id: "r-bbbbbbbb", ago: 300, said: MEMORY, ending: { how: "out_of_memory" } });
  ended(bridge, { id: "r-cccccccc", ago: 3000, said: NOTHING, ending: { how: "crash_report", file: "/x" } });
  ended(bridge, { id: "r-dddddddd", ago: 9000, said: null, ending: { how: "killed", signal: 9 } });
}
