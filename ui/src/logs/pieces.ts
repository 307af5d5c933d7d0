// A row cut where the words stand that are looked for.
import type { LogRow } from "../lib/types";

export interface Piece {
  text: string;
  hit: boolean;
}

export function pieces(row: LogRow | undefined): Piece[] {
  if (!row) return [];
  const cut: Piece[] = [];
  let at = 0;
  for (const [from, to] of row.hits) {
    if (from > at) cut.push({ text: row.text.slice(at, from), hit: false });
    cut.push({ text: row.text.slice(from, to), hit: true });
    at = to;
  }
  if (at < row.text.length) cut.push({ text: row.text.slice(at), hit: false });
  return cut;
}
