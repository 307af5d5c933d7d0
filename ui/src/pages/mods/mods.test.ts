import { afterEach, beforeEach, expect, test } from "vitest";
import { setLanguage } from "../../i18n/index.svelte";
import { shell } from "../../lib/state.svelte";
import { bare, counts, keyed, meant, shown, told, type Wish } from "./list";
import { moved } from "./keys";
import { ModsState } from "./mods.svelte";
import type { ModRow } from "../../lib/types";

function mod(id: string, more: Partial<ModRow> = {}): ModRow {
  return {
    id,
    ids: [id],
    name: id,
    version: "1.0",
    loaders: ["Fabric"],
    side: "both",
    enabled: true,
    file: `${id}.jar`,
    size: 1,
    modified: 0,
    problems: [],
    findings: [],
    pictured: false,
    ...more,
  };
}

const note = { severity: "note", code: "x", message: "x", about: null } as const;
const ALL: Wish = { text: "", state: "all", sort: "name" };
const ids = (mods: ModRow[]) => mods.map((one) => one.id);

const MODS = [
  mod("sodium", { name: "Sodium", findings: ["f-1"], size: 5, modified: 3 }),
  mod("iris", { name: "Iris Shaders", enabled: false, file: "iris-1.6.jar.disabled", modified: 9 }),
  mod("mod10", { problems: [{ ...note, severity: "warning" }], size: 9 }),
  mod("mod9", { problems: [note], ids: ["mod9", "inner"] }),
];

beforeEach(() => setLanguage("en"));
afterEach(() => (shell.item = null));

test("a row says what it is ordered by, where nothing else does", () => {
  const recent = mod("a", { size: 3 * 1024 * 1024, modified: Date.now() });
  expect(told(recent, "largest")).toBe("3 MB");
  expect(told(recent, "newest")).toBe("just now");
  expect([told(recent, "name"), told(recent, "state")]).toEqual([null, null]);
});

test("each state shows its own mods, and a note is no problem", () => {
  expect(counts(MODS)).toEqual({ all: 4, on: 3, off: 1, problems: 2 });
  expect(ids(shown(MODS, { ...ALL, state: "off" }))).toEqual(["iris"]);
  expect(ids(shown(MODS, { ...ALL, state: "problems" }))).toEqual(["mod10", "sodium"]);
});

test("a row stays itself when its mod is switched, also where both of its files are there", () => {
  const [on, off] = [mod("a"), mod("a", { file: "a.jar.disabled", enabled: false })];
  expect(keyed([on])(on)).toBe(keyed([off])(off));
  const both = keyed([on, off]);
  expect(both(on)).not.toBe(both(off));
});

test("every word has to be somewhere in name, ids or file", () => {
  expect(ids(shown(MODS, { ...ALL, text: "SHADERS 1.6" }))).toEqual(["iris"]);
  expect(ids(shown(MODS, { ...ALL, text: "inner" }))).toEqual(["mod9"]);
  expect(shown(MODS, { ...ALL, text: "sodium iris" })).toEqual([]);
});

test("names are ordered as people count, and the other orders by what they say", () => {
  expect(ids(shown(MODS, ALL))).toEqual(["iris", "mod9", "mod10", "sodium"]);
  expect(ids(shown(MODS, { ...ALL, sort: "newest" }))[0]).toBe("iris");
  expect(ids(shown(MODS, { ...ALL, sort: "largest" }))[0]).toBe("mod10");
  expect(ids(shown(MODS, { ...ALL, sort: "state" }))).toEqual(["mod10", "sodium", "mod9", "iris"]);
});

test("an item means a mod by id, file, file without its switch, or name", () => {
  for (const item of ["iris", "iris-1.6.jar.disabled", "iris-1.6.jar", "iris-1.6", "iris shaders"])
    expect(meant(MODS, item)?.id, item).toBe("iris");
  expect(meant(MODS, "inner")?.id).toBe("mod9");
  expect(meant(MODS, "nothing")).toBeNull();
  expect(bare("a.jar.Disabled")).toBe("a.jar");
});

test("keys move within the list and no further", () => {
  expect([moved("ArrowDown", 3, 4), moved("ArrowUp", 0, 4), moved("End", 0, 4)]).toEqual([3, 0, 3]);
  expect([moved("PageDown", 0, 40), moved("Home", 9, 40)]).toEqual([10, 0]);
  expect([moved("a", 0, 4), moved("ArrowDown", 0, 0)]).toEqual([null, null]);
});

test("what Nova shows is found behind a filter that hid it, and is meant until the player does something else", () => {
  const mods = new ModsState(() => MODS);
  [mods.text, mods.state] = ["sodium", "on"];
  shell.item = "iris";
  expect(mods.reveal()).toBe(0);
  expect([mods.text, mods.state, mods.at]).toEqual(["", "all", 0]);
  expect(mods.chosen?.id).toBe("iris");
  expect(mods.opened).toBeNull();
  expect(mods.reveal(), "only once").toBeNull();
  mods.elsewhere();
  expect([shell.item, mods.chosen]).toEqual([null, null]);
});

test("what the player opens is meant, and is not scrolled to", () => {
  const mods = new ModsState(() => MODS);
  mods.open(MODS[0]!);
  expect([shell.item, mods.opened?.id, mods.at, mods.reveal()]).toEqual(["sodium", "sodium", 3, null]);
  mods.close();
  expect([mods.opened, mods.chosen?.id]).toEqual([null, "sodium"]);
});

test("an item that is no mod here moves nothing", () => {
  const mods = new ModsState(() => MODS);
  mods.text = "sodium";
  shell.item = "nothing";
  expect([mods.reveal(), mods.text, mods.chosen]).toEqual([null, "sodium", null]);
});

test("an open mod stays open when it is switched", () => {
  let mods = MODS;
  const open = (file: string) => {
    const made = new ModsState(() => mods);
    made.openNamed(file);
    return made;
  };
  const made = open("sodium.jar");
  mods = [mod("sodium", { file: "sodium.jar.disabled", enabled: false })];
  made.text = "sod";
  expect(made.opened?.file ?? open("sodium.jar").opened?.file).toBe("sodium.jar.disabled");
});
