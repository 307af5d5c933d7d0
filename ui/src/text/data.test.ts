import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LABELS } from "../i18n/labels";
import { setLanguage } from "../i18n/index.svelte";
import DataTable from "./DataTable.svelte";
import { cell, columns, mainList } from "./shape";
import KEYS from "../../tests/shown/data-keys.json";

beforeEach(() => setLanguage("en"));
afterEach(cleanup);

test("every key that a read tool gives has a label", () => {
  expect(KEYS.filter((key) => !(`data.${key}` in LABELS))).toEqual([]);
});

test("names come first, empty columns and codes are left out, what stands above is not repeated", () => {
  const rows = [
    { a: 1, code: "x", empty: null, id: "one", list: [], name: "One", version_id: "v" },
    { a: 2, code: "y", empty: null, id: "two", list: [], name: "Two", version_id: "v" },
  ];
  expect(columns(rows)).toEqual(
    ["name", "id", "a", "version_id"].sort((x, y) => columns(rows).indexOf(x) - columns(rows).indexOf(y)),
  );
  expect(columns(rows)[0]).toBe("name");
  expect(columns(rows, { version_id: "v" })).not.toContain("version_id");
});

test("values are shown by what their key says they are", () => {
  expect(cell("size", 1536)).toEqual({ kind: "number", text: "1.5 KB" });
  expect(cell("max_mb", 2048)).toEqual({ kind: "number", text: "2 GB" });
  expect(cell("last_played", 1_709_287_200_000)).toMatchObject({
    text: expect.stringContaining("2024") as string,
  });
  expect(cell("rounds", 12)).toEqual({ kind: "number", text: "12" });
  expect(cell("enabled", true)).toEqual({ kind: "yes" });
  expect(cell("x", null)).toEqual({ kind: "none" });
  expect(cell("loaders", ["fabric", "quilt"])).toMatchObject({ kind: "text" });
  expect(cell("side", "both")).toEqual({ kind: "text", text: "client and server" });
  expect(cell("x", { y: 1 })).toMatchObject({ kind: "nested" });
});

test("an answer is about one list, or about none", () => {
  expect(mainList({ mods: [1, 2], problems: [3] })).toMatchObject({ key: "mods", rows: [1, 2] });
  expect(mainList({ a: [], b: [] })).toBeNull();
  expect(mainList([1])).toBeNull();
  expect(mainList(null)).toBeNull();
});

test("a long table shows its beginning until all is asked for", async () => {
  const { container } = render(DataTable, {
    data: { mods: Array.from({ length: 120 }, (_, at) => ({ name: `mod ${at}` })) },
  });
  expect(container.querySelectorAll("tr")).toHaveLength(51);
  await fireEvent.click(screen.getByText("Show all 120"));
  expect(container.querySelectorAll("tr")).toHaveLength(121);
});

test("what is nested is summed up and opens", async () => {
  render(DataTable, { data: { mods: [{ name: "a", dependents: { direct: ["b"] } }], java: { major: 17 } } });
  await fireEvent.click(screen.getByRole("button", { name: "Major version 17" }));
  expect(screen.getByText("17")).toBeTruthy();
});

test("any JSON at all is shown", () => {
  let deep: unknown = 1;
  for (let at = 0; at < 500; at += 1) deep = { deep };
  for (const data of [null, 1, "x", true, [], {}, [1, "a", null, [2]], { a: { b: [{ c: [] }] } }, deep])
    expect(render(DataTable, { data }).container.innerHTML).not.toBe("");
});
