// Which versions are shown, and in which order.
import { language } from "../../i18n/index.svelte";
import type { VersionRow } from "../../lib/types";

export const SORTS = ["game", "name", "played"] as const;
export type Sort = (typeof SORTS)[number];

/** What a version is known by: two game folders may have one of the same name. */
export function keyOf(version: VersionRow): string {
  return `${version.folder}/${version.id}`;
}

/** The versions to show, in order. Every word has to be somewhere in the name, the game version or a loader. */
export function shown(versions: VersionRow[], text: string, sort: Sort): VersionRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const says = (version: VersionRow) => {
    const loaders = version.loaders.map((loader) => loader.name);
    const own = [version.id, version.game_version ?? "", ...loaders].join("\n").toLowerCase();
    return words.every((word) => own.includes(word));
  };
  const found = versions.filter(says);
  // As they come they stand by game version, newest first.
  if (sort === "game") return found;
  const names = new Intl.Collator(language(), { numeric: true, sensitivity: "base" });
  const byName = (a: VersionRow, b: VersionRow) => names.compare(a.id, b.id);
  const byPlayed = (a: VersionRow, b: VersionRow) =>
    (b.last_played ?? 0) - (a.last_played ?? 0) || byName(a, b);
  return found.sort((a, b) => a.folder - b.folder || (sort === "name" ? byName(a, b) : byPlayed(a, b)));
}

/** Its loaders as one text; empty for vanilla. */
export function loaders(version: VersionRow): string {
  return version.loaders.map((loader) => `${loader.name} ${loader.version}`.trim()).join(" + ");
}

/** Mods mean something to it. */
export function loadsMods(version: VersionRow): boolean {
  return version.loaders.some((loader) => loader.loads_mods);
}

/** The version that an id or a key means. */
export function meant(versions: VersionRow[], item: string | null): VersionRow | null {
  if (!item) return null;
  return (
    versions.find((version) => keyOf(version) === item) ??
    versions.find((version) => version.id === item && version.meant) ??
    versions.find((version) => version.id.toLowerCase() === item.toLowerCase()) ??
    null
  );
}
