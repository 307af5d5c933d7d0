// The programs that the suite starts: they have to be built before, by whoever runs it.
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
export const UI = resolve(HERE, "../../..");
const ROOT = resolve(UI, "..");

/** A program of the workspace, or the one that the variable names. */
function program(name, variable) {
  const folder = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const path =
    process.env[variable] ?? join(folder, "debug", name + (process.platform === "win32" ? ".exe" : ""));
  if (existsSync(path)) return path;
  throw new Error(
    `${path} is not there: run \`cargo build -p ${name === "testkit" ? "nova-testkit" : name}\``,
  );
}

export const bridgeProgram = () => program("nova-bridge", "NOVA_BRIDGE");
export const testkitProgram = () => program("testkit", "NOVA_TESTKIT");

/** The browser: the one that `NOVA_CHROMIUM` names, else one on the PATH. */
export function chromiumProgram() {
  if (process.env.NOVA_CHROMIUM) return process.env.NOVA_CHROMIUM;
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (!found) throw new Error("no Chromium on the PATH; name one in NOVA_CHROMIUM");
  return found;
}

/** Runs a program to its end. */
export function run(path, args) {
  return execFileSync(path, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts a program and waits for its first line. It ends by its own process id, never by name. */
export async function start(path, args, env = {}) {
  // Some run until their input is closed.
  const child = spawn(path, args, { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] });
  const said = { out: "", err: "" };
  child.stderr.on("data", (piece) => (said.err += piece));
  const line = await new Promise((there, broke) => {
    child.once("error", broke);
    child.once("exit", (code) => broke(new Error(`${path} ended with ${code}: ${said.err}`)));
    child.stdout.on("data", (piece) => {
      said.out += piece;
      if (said.out.includes("\n")) there(said.out.split("\n")[0]);
    });
  });
  const gone = new Promise((over) => child.once("exit", over));
  return {
    line,
    /** All that it has said so far. */
    words: () => said.out,
    /** What it complained about so far. */
    complaints: () => said.err,
    async stop() {
      child.kill();
      await gone;
    },
  };
}
