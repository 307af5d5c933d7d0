// Which mods are shown, and in which order.
import { ago, bytes, language } from "../../i18n/index.svelte";
import type { ModRow } from "../../lib/types";

export const STATES = ["all", "on", "off", "problems"] as const;
export type State = (typeof STATES)[number];

export const SORTS = ["name", "newest", "largest", "state"] as const;
export type Sort = (typeof SORTS)[number];

/** What the player wants to see. */
export interface Wish {
  text: string;
  state: State;
  sort: Sort;
}

/** Something is wrong with it, by itself or beside others. Notes are no trouble. */
export function troubled(mod: ModRow): boolean {
  return mod.findings.length > 0 || mod.problems.some((problem) => problem.severity !== "note");
}

const FITS: Record<State, (mod: ModRow) => boolean> = {
  all: () => true,
  on: (mod) => mod.enabled,
  off: (mod) => !mod.enabled,
  problems: troubled,
};

/** How many there are of each state. */
export function counts(mods: ModRow[]): Record<State, number> {
  const count = (state: State) => mods.filter(FITS[state]).length;
  return { all: mods.length, on: count("on"), off: count("off"), problems: count("problems") };
}

/** The mods to show, in order. Every word has to be somewhere in the name, an id or the file. */
export function shown(mods: ModRow[], wish: Wish): ModRow[] {
  const words = wish.text.toLowerCase().split(/\s+/).filter(Boolean);
  const says = (mod: ModRow) => {
    const text = [mod.name, mod.id, ...mod.ids, mod.file].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return mods.filter((mod) => FITS[wish.state](mod) && says(mod)).sort(order(wish.sort));
}

function order(sort: Sort): (a: ModRow, b: ModRow) => number {
  const names = new Intl.Collator(language(), { numeric: true, sensitivity: "base" });
  const byName = (a: ModRow, b: ModRow) => names.compare(a.name, b.name) || (a.file < b.file ? -1 : 1);
  const first: Record<Sort, (mod: ModRow) => number> = {
    name: () => 0,
    newest: (mod) => -mod.modified,
    largest: (mod) => -mod.size,
    state: (mod) => (troubled(mod) ? 0 : mod.enabled ? 1 : 2),
  };
  const rank = first[sort];
  return (a, b) => rank(a) - rank(b) || byName(a, b);
}

/** What a row says about the order it stands in; none where it shows it anyway. */
export function told(mod: ModRow, sort: Sort): string | null {
  if (sort === "newest") return ago(mod.modified);
  return sort === "largest" ? bytes(mod.size) : null;
}

/** The mod that an id, a file or a name means: ids first, as the tools read it. */
export function meant(mods: ModRow[], item: string): ModRow | null {
  const lower = item.toLowerCase();
  const ways: ((mod: ModRow) => boolean)[] = [
    (mod) => mod.id === item,
    (mod) => mod.file === item,
    (mod) => mod.ids.includes(item),
    (mod) => bare(mod.file) === bare(item),
    (mod) => bare(mod.file).toLowerCase() === `${lower}.jar`,
    (mod) => mod.name.toLowerCase() === lower || mod.id.toLowerCase() === lower,
  ];
  for (const means of ways) {
    const found = mods.find(means);
    if (found) return found;
  }
  return null;
}

/** What a row is known by: the file however it is switched, but where both of its names are there. */
export function keyed(mods: ModRow[]): (mod: ModRow) => string {
  const times = new Map<string, number>();
  for (const { file } of mods) times.set(bare(file), (times.get(bare(file)) ?? 0) + 1);
  return ({ file }) => (times.get(bare(file)) === 1 ? bare(file) : file);
}

/** A file's name however it is switched. */
export function bare(file: string): string {
  return file.replace(/\.disabled$/i, "");
}
