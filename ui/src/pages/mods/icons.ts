// The icons of mods: asked for when a row is on the screen, a few at a time, and kept while the file stays the same.
import { call } from "../../lib/ipc";
import type { ModRow } from "../../lib/types";

const AT_ONCE = 4;
const MOST = 2_000;

const known = new Map<string, Promise<string | null>>();
const waiting: (() => void)[] = [];
let running = 0;

/** The icon of a mod as a data address; none where it has none that can be shown. */
export function iconOf(version: string, mod: ModRow): Promise<string | null> {
  if (!mod.pictured) return Promise.resolve(null);
  const key = [version, mod.file, mod.size, mod.modified].join("\n");
  const asked = known.get(key);
  if (asked) return asked;
  if (known.size >= MOST) known.clear();
  const icon = ask(version, mod.file).catch(() => {
    known.delete(key);
    return null;
  });
  known.set(key, icon);
  return icon;
}

async function ask(version: string, file: string): Promise<string | null> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  running += 1;
  try {
    return (await call("mod_icon", { version: version || null, file })).url;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
