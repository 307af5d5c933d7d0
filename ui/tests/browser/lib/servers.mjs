// What the game and its loaders are installed from, and a game that can be started: the testkit's stand-ins.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start, testkitProgram } from "./programs.mjs";

/** The client id that the stand-in of Microsoft knows. */
const CLIENT_ID = "00000000-1111-2222-3333-444444444444";

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

/** The services that sign players in. `agree` is what the player does in the browser with the code. */
export async function signIns(t) {
  const folder = mkdtempSync(join(tmpdir(), "nova-sign-ins-"));
  const sources = join(folder, "sources.json");
  const server = await start(testkitProgram(), ["accounts"]);
  t.after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const base = server.line.replace("listening on ", "");
  while (server.words().split("\n").length < 3) await new Promise((done) => setTimeout(done, 20));
  writeFileSync(sources, server.words().split("\n")[1]);
  const agree = (code) => fetch(`${base}/testkit/agree/${code}`, { method: "POST" });
  return { sources, base, agree, clientId: CLIENT_ID };
}
