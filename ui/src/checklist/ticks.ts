// Ticking: lines that need each other go together, and what is lost for good takes a word of its own.
import type { Row } from "./rows";

export function isPermanent(row: Row): boolean {
  return row.line?.undo.permanent ?? false;
}

/** Ticks a row and all it needs, or unticks it and all that need it. */
export function tick(rows: Row[], number: number, to: boolean): void {
  for (const row of rows) {
    if (!bound(rows, number, to).has(row.number)) continue;
    row.ticked = to;
    if (!to) row.sure = false;
  }
}

/** The rows that go with one: those it needs, or those that need it. */
function bound(rows: Row[], number: number, to: boolean): Set<number> {
  const found = new Set([number]);
  for (const one of found)
    for (const row of rows) {
      const goes = to
        ? rows.some((other) => other.number === one && needs(other).includes(row.number))
        : needs(row).includes(one);
      if (goes) found.add(row.number);
    }
  return found;
}

export function needs(row: Row): number[] {
  return row.line?.needs ?? [];
}

export function ticked(rows: Row[]): number[] {
  return rows.filter((row) => row.ticked).map((row) => row.number);
}

/** The ticked rows whose loss for good was confirmed. */
export function lost(rows: Row[]): number[] {
  return rows.filter((row) => row.ticked && isPermanent(row) && row.sure).map((row) => row.number);
}

/** Whether a ticked row still waits for the word that its loss is meant. */
export function unsure(rows: Row[]): boolean {
  return rows.some((row) => row.ticked && isPermanent(row) && !row.sure);
}

/** Whether something ticked would be lost for good: then Enter is not enough. */
export function loses(rows: Row[]): boolean {
  return rows.some((row) => row.ticked && isPermanent(row));
}

export function ready(rows: Row[]): boolean {
  return ticked(rows).length > 0 && !unsure(rows);
}
