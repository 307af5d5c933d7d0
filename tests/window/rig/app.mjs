// The real program in a home of its own, on a game folder made for the test, with a driver at its side.
import { spawn, execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Driver, until } from "./driver.mjs";

const built = path.join(process.env.CARGO_TARGET_DIR ?? "target", "debug");
export const DESKTOP = path.resolve(process.env.NOVA_DESKTOP ?? path.join(built, "nova-desktop"));
const TESTKIT = path.resolve(process.env.NOVA_TESTKIT ?? path.join(built, "testkit"));

/** Two mods that do not start together, one that is switched off, and a world. */
export const CLASH = {
  selected: "1.20.1-fabric",
  versions: [
    {
      id: "1.20.1-fabric",
      game: "1.20.1",
      loader: "fabric",
      isolated: true,
      mods: [
        "fabric-api",
        { id: "sodium", name: "Sodium", version: "0.5.3", breaks: { optifabric: "*" }, file: "sodium.jar" },
        { id: "optifabric", name: "OptiFabric", version: "1.13.24", file: "optifabric.jar" },
      ],
      disabled: ["litematica"],
      saves: ["新的世界"],
    },
  ],
};

/** A folder with a game root, a data folder and a home, which goes away after the test. */
export function place(t, spec = CLASH) {
  const folder = mkdtempSync(path.join(process.env.NOVA_TESTS ?? tmpdir(), "nova-window-"));
  later(t, () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const at = (name) => path.join(folder, name);
  mkdirSync(at("home"));
  writeFileSync(at("root.json"), JSON.stringify(spec));
  execFileSync(TESTKIT, ["root", at("root.json"), at("game")], { stdio: "pipe" });
  return { folder, game: at("game"), data: at("data"), home: at("home") };
}

/** The environment of a player who is nobody else. */
export function environment({ home }, more = {}) {
  const kept = ["PATH", "DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "LANG", "TMPDIR"];
  const own = Object.fromEntries(
    kept.filter((name) => process.env[name]).map((name) => [name, process.env[name]]),
  );
  return {
    ...own,
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, "config"),
    XDG_DATA_HOME: path.join(home, "share"),
    XDG_CACHE_HOME: path.join(home, "cache"),
    XDG_STATE_HOME: path.join(home, "state"),
    NOVA_LOCAL_PORTS: "0,0,0",
    NO_AT_BRIDGE: "1",
    ...more,
  };
}

export const words = ({ game, data }, lang = "zh-CN") => [
  "--game-dir",
  game,
  "--data-dir",
  data,
  "--lang",
  lang,
];

/** Opens the window and waits until its page is there. */
export async function open(t, { spec, at = place(t, spec), env = {}, lang } = {}) {
  const port = await freePort();
  const driver = child(t, "WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    ...environment(at, env),
    TAURI_WEBVIEW_AUTOMATION: "true",
  });
  const address = `http://127.0.0.1:${port}`;
  await until("the driver", () => fetch(`${address}/status`));
  const window = await Driver.open(address, DESKTOP, words(at, lang));
  // The program ends with its session.
  driver.before = () => window.close();
  await window.find("nav");
  return Object.assign(window, at, { env });
}

/** A program that is ended after the test, with all that it started, and with what it printed. */
export function child(t, program, args, env, input = "") {
  // It leads a group of its own, so that a window ends with its driver.
  const running = spawn(program, args, { env, stdio: "pipe", detached: true });
  running.stdin.on("error", () => {}).end(input);
  running.printed = "";
  for (const stream of [running.stdout, running.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (running.printed += text));
  }
  running.ended = new Promise((end) => running.on("close", (code) => end(code)));
  running.end = (signal) => {
    try {
      process.kill(-running.pid, signal);
    } catch {
      // It is gone.
    }
  };
  later(t, async () => {
    await running.before?.().catch(() => {});
    running.end("SIGTERM");
    const slow = setTimeout(() => running.end("SIGKILL"), 3000);
    await running.ended;
    clearTimeout(slow);
  });
  return running;
}

const ends = new WeakMap();

/** Does something after the test; what was begun last ends first. */
function later(t, end) {
  if (!ends.has(t)) {
    const all = [];
    ends.set(t, all);
    t.after(async () => {
      for (const one of all.reverse()) await one();
    });
  }
  ends.get(t).push(end);
}

/** A model that does what a script says; `kill()` makes it die. */
export async function model(t, at, script) {
  const file = path.join(at.folder, "script.json");
  writeFileSync(file, JSON.stringify(script));
  const server = child(t, TESTKIT, ["model", file, "--port", "0"], process.env);
  const line = await until("the model's address", () => /listening on (\S+)/.exec(server.printed));
  server.env = { NOVA_LLM_BASE: line[1], NOVA_LLM_KEY: "sk-test", NOVA_LLM_MODEL: "scripted" };
  return server;
}

function freePort() {
  return new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });
}
