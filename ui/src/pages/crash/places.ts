// Where evidence stands, as the log console takes it.
import type { CrashExcerpt, CrashView } from "../../lib/types";

/** What Nova kept of a game's output; every other file is a log of the version. */
const OUTPUT = "output.log";

export interface Place {
  version: string;
  file?: string;
  run?: string;
  line?: number;
}

/** The line of the evidence; none in files from elsewhere. */
export function place(view: CrashView, excerpt: CrashExcerpt): Place | null {
  const line = excerpt.lines.find((one) => one.hit)?.line;
  return named(view, excerpt.file, line);
}

/** The file that tells most: what the game said last, else the first that was read. */
export function whole(view: CrashView): Place | null {
  const file = view.files.find((name) => name === OUTPUT) ?? view.files[0];
  return file === undefined ? null : named(view, file);
}

function named(view: CrashView, file: string, line?: number): Place | null {
  if (view.version === null) return null;
  const at = line === undefined ? {} : { line };
  if (file === OUTPUT && view.run !== null) return { version: view.version, run: view.run, ...at };
  return { version: view.version, file, ...at };
}
