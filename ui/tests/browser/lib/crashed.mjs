// Runs of the game that ended badly, as their watcher keeps them, with the logs and reports that they left.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const VERSION = "1.20.1-fabric";

const put = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const STACK = [
  "java.lang.IllegalStateException: The mill has no stones",
  "\tat test.rusty_mill.Main.turn(Main.java:41) ~[rusty-mill-1.2.jar:?]",
  "\tat test.rusty_mill.Main.tick(Main.java:88) ~[rusty-mill-1.2.jar:?]",
  "\tat net.minecraft.class_3218.method_14189(class_3218.java:1122) ~[client-intermediary.jar:?]",
  "\tat net.minecraft.class_310.method_1514(class_310.java:802) ~[client-intermediary.jar:?]",
];

const REPORT = [
  "---- Minecraft Crash Report ----",
  "// Don't do that.",
  "",
  "Time: 2026-11-30 20:14:05",
  "Description: Ticking block entity",
  "",
  ...STACK.map((line) => line.replace(/ ~\[.*/, "")),
  "",
  "A detailed walkthrough of the error, its code path and all known details is as follows:",
  "---------------------------------------------------------------------------------------",
  "",
  "-- System Details --",
  "Details:",
  "\tMinecraft Version: 1.20.1",
  "\tJava Version: 17.0.9, Eclipse Adoptium",
  "",
].join("\n");

const LOG = [
  "[20:13:01] [main/INFO]: Loading Minecraft 1.20.1 with Fabric Loader 0.15.11",
  "[20:13:02] [main/WARN]: Mod rusty-mill has no icon",
  "[20:13:20] [Render thread/INFO]: Setting user: Steve",
  "[20:14:01] [Render thread/INFO]: [CHAT] <Steve> my coordinates are secret",
  "[20:14:05] [Server thread/ERROR]: Encountered an unexpected exception",
  ...STACK,
  "[20:14:05] [Render thread/INFO]: #@!@# Game crashed! Crash report saved to: crash-reports/crash-2026-11-30_20.14.05-client.txt",
  "",
].join("\n");

/** A game folder with a mod that fails. */
export const CRASHED = {
  selected: VERSION,
  versions: [
    {
      id: VERSION,
      game: "1.20.1",
      loader: "fabric",
      isolated: true,
      mods: [
        { id: "rusty-mill", name: "Rusty Mill", version: "1.2", file: "rusty-mill-1.2.jar" },
        "fabric-api",
      ],
    },
    { id: "1.21.1", game: "1.21.1", isolated: true },
  ],
};

/** The files of one run; `at` is how long ago it ended, in milliseconds. */
export function ended(bridge, id, { version = VERSION, ago = 60_000, ending, log = LOG, report = REPORT }) {
  const folder = join(bridge.game, "versions", version);
  const at = Date.now() - ago;
  const begun = { version, root: bridge.game, folder, java: "/java", at: at - 90_000, process: null };
  const name = "crash-reports/crash-2026-11-30_20.14.05-client.txt";
  const how = ending ?? { how: "crash_report", file: join(folder, name) };
  const run = join(bridge.data, "runs", id);
  put(join(run, "run.json"), JSON.stringify(begun));
  put(join(run, "end.json"), JSON.stringify({ at: at, ending: how, progress: "ready", last_line: "bye" }));
  put(join(run, "output.log"), log);
  if (report) put(join(folder, name), report);
  put(join(folder, "logs/latest.log"), log);
}

/** A log of so many lines, with an error every hundredth. */
export const long = (count) =>
  Array.from({ length: count }, (_, at) =>
    at % 100 === 99
      ? `[12:00:00] [main/ERROR]: failed at ${at + 1}`
      : `[12:00:00] [main/INFO]: line ${at + 1} of a long log`,
  ).join("\n") + "\n";
