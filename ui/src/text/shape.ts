// How any answer of a tool is laid out: what becomes a table, what a list of names and values, and what a value is.
import { bytes, maybe, moment } from "../i18n/index.svelte";

export type Fields = Record<string, unknown>;

export type Cell =
  | { kind: "text"; text: string }
  | { kind: "number"; text: string }
  | { kind: "yes" }
  | { kind: "no" }
  | { kind: "none" }
  | { kind: "nested"; of: Fields | unknown[] };

/** Keys whose values are nothing for people: codes of sentences that stand beside them. */
const SILENT = new Set(["code"]);
/** What tells things apart comes first; everything else follows in the order it has. */
const FIRST = [
  "name",
  "title",
  "message",
  "said",
  "text",
  "mod",
  "file",
  "path",
  "id",
  "kind",
  "state",
  "verdict",
  "version",
  "game_version",
  "loader",
  "loader_version",
  "enabled",
  "current",
];
const MOMENT = /(^|_)(at|played|moment|time|changed|created|modified|made|deleted|until|since)$/;
const BYTES = /(^|_)(bytes|size|free|memory_total|memory_available|written|downloaded)$/;
/** Moments of this century, in milliseconds. */
const EARLIEST = 946_684_800_000;
const LATEST = 4_102_444_800_000;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isTable(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}

export function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

/** A key for people. */
export function label(key: string): string {
  return maybe(`data.${key}`) ?? key.replace(/_/g, " ").replace(/^./, (first) => first.toUpperCase());
}

/** The keys of one thing that have something to say. */
export function keys(of: Fields): string[] {
  return sorted(Object.keys(of).filter((key) => !SILENT.has(key) && !isEmpty(of[key])));
}

/** The columns of a table: those in which any row says something that does not stand above the table already. */
export function columns(rows: Fields[], above: Fields = {}): string[] {
  const found = new Set(rows.flatMap((row) => Object.keys(row)));
  return sorted(
    [...found].filter(
      (key) => !SILENT.has(key) && rows.some((row) => !isEmpty(row[key]) && row[key] !== above[key]),
    ),
  );
}

function sorted(keys: string[]): string[] {
  const rank = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  return keys.sort((one, other) => rank(one) - rank(other));
}

/** What is shown for a value under its key. */
export function cell(key: string, value: unknown): Cell {
  if (isEmpty(value)) return { kind: "none" };
  if (typeof value === "boolean") return { kind: value ? "yes" : "no" };
  if (typeof value === "number") return { kind: "number", text: amount(key, value) };
  if (typeof value === "string") return { kind: "text", text: word(key, value) };
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return { kind: "text", text: value.map((one) => word(key, String(one))).join(", ") };
  return { kind: "nested", of: value as Fields | unknown[] };
}

function amount(key: string, value: number): string {
  if (MOMENT.test(key) && value > EARLIEST && value < LATEST) return moment(value);
  if (BYTES.test(key) && value >= 0) return bytes(value);
  if (/_mb$/.test(key)) return bytes(value * 1024 * 1024);
  return String(value);
}

/** Closed words such as states have a label of their own. */
function word(key: string, value: string): string {
  return /^[a-z_-]{1,30}$/.test(value) ? (maybe(`data.${key}=${value}`) ?? value) : value;
}

/** The one list that an answer is about, if there is one. */
export function mainList(data: unknown): { key: string; rows: unknown[] } | null {
  if (!isFields(data)) return null;
  const lists = Object.entries(data).filter(([key, value]) => Array.isArray(value) && key !== "problems");
  const [only] = lists;
  return lists.length === 1 && only ? { key: only[0], rows: only[1] as unknown[] } : null;
}
