// What the game and its loaders are installed from, and a game that can be started: the testkit's stand-ins.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start, testkitProgram } from "./programs.mjs";

/** Running servers; `sources` leads a bridge to them. With `game` what they serve is a stand-in that can be run, which takes a `javac`. */
export async function servers(t, { game = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "nova-servers-"));
  const sources = join(folder, "sources.json");
  const programs = game ? ["--programs", join(tmpdir(), "nova-standin-programs")] : [];
  const server = await start(testkitProgram(), [
    "upstream",
    "--assets",
    "6",
    ...programs,
    "--sources-out",
    sources,
  ]);
  t.after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { sources, stop: () => server.stop() };
}
