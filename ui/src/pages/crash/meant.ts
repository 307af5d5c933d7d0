// What the page is opened for: a version, a run of the game, or the logs.

/** A line of a file. */
export interface Spot {
  file: string;
  line: number;
}

export interface Meant {
  version: string | null;
  run: string | null;
  logs: boolean;
}

/** `logs`, `logs:1.20.1`, `1.20.1#g-2b7k09xq` (a run of a version), `1.20.1`. */
export function meant(item: string | null): Meant {
  if (item === null) return { version: null, run: null, logs: false };
  const logs = item === "logs" || item.startsWith("logs:");
  const rest = logs ? item.slice("logs:".length) : item;
  const at = rest.lastIndexOf("#");
  const [version, run] = at < 0 ? [rest, ""] : [rest.slice(0, at), rest.slice(at + 1)];
  return { version: version || null, run: run || null, logs };
}
