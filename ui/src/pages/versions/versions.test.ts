import { beforeEach, expect, test } from "vitest";
import { setLanguage } from "../../i18n/index.svelte";
import { together } from "../home/problems";
import { keyOf, loaders, loadsMods, meant, shown } from "./list";
import type { VersionRow } from "../../lib/types";

function version(id: string, more: Partial<VersionRow> = {}): VersionRow {
  return {
    id,
    folder: 0,
    meant: true,
    game_version: "1.20.1",
    channel: "release",
    loaders: [],
    isolated: false,
    current: false,
    running: false,
    last_played: null,
    mods_on: 0,
    mods_off: 0,
    worlds: 0,
    problems: [],
    ...more,
  };
}

const FABRIC = { name: "Fabric", version: "0.15.11", loads_mods: true };
const OPTIFINE = { name: "OptiFine", version: "", loads_mods: false };
const VERSIONS = [
  version("1.21.4", { game_version: "1.21.4", last_played: 5 }),
  version("pack", { loaders: [FABRIC, OPTIFINE], last_played: 9 }),
  version("pack", { folder: 1, meant: false }),
  version("another"),
];
const keys = (versions: VersionRow[]) => versions.map(keyOf);

beforeEach(() => setLanguage("en"));

test("versions are found by name, game version and loader", () => {
  expect(keys(shown(VERSIONS, "fabric 1.20", "game"))).toEqual(["0/pack"]);
  expect(keys(shown(VERSIONS, "", "game"))).toEqual(["0/1.21.4", "0/pack", "1/pack", "0/another"]);
});

test("the orders keep each game folder together", () => {
  expect(keys(shown(VERSIONS, "", "name"))).toEqual(["0/1.21.4", "0/another", "0/pack", "1/pack"]);
  expect(keys(shown(VERSIONS, "", "played"))).toEqual(["0/pack", "0/1.21.4", "0/another", "1/pack"]);
});

test("an id means the version that the tools mean by it, a key exactly one", () => {
  expect(meant(VERSIONS, "pack")?.folder).toBe(0);
  expect(meant(VERSIONS, "1/pack")?.folder).toBe(1);
  expect(meant(VERSIONS, "PACK")?.folder).toBe(0);
  expect([meant(VERSIONS, "nothing"), meant(VERSIONS, null)]).toEqual([null, null]);
});

test("loaders read as one line, and OptiFine alone loads no mods", () => {
  expect(loaders(VERSIONS[1]!)).toBe("Fabric 0.15.11 + OptiFine");
  expect([loadsMods(VERSIONS[1]!), loadsMods(version("x", { loaders: [OPTIFINE] }))]).toEqual([true, false]);
});

test("the same problem is told once", () => {
  const problem = { severity: "warning", code: "x", message: "m", about: null } as const;
  expect(together([problem], [{ ...problem, message: "n" }, problem]).map((one) => one.message)).toEqual([
    "m",
    "n",
  ]);
});
