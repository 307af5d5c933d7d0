import { expect, test } from "vitest";
import { LABELS, TAIWAN, type Label } from "./labels";

const ROWS = Object.entries(LABELS) as [string, Label][];
const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test("every label is there in the three languages, with the same values to fill in", () => {
  expect(Object.keys(TAIWAN).sort()).toEqual(Object.keys(LABELS).sort());
  for (const [key, label] of ROWS) {
    const tw = label.tw ?? TAIWAN[key] ?? "";
    expect(
      [label.zh, label.en, tw].every((text) => text.trim() !== ""),
      key,
    ).toBe(true);
    expect(holes(label.en), key).toEqual(holes(label.zh));
    expect(holes(tw), key).toEqual(holes(label.zh));
  }
});

test("no English label is left in Chinese", () => {
  for (const [key, label] of ROWS)
    expect(/[\u4e00-\u9fff]/.test(label.en.replace(/繁體中文|简体中文/g, "")), key).toBe(false);
});

test("a label stands in one file only", () => {
  const files = import.meta.glob<Record<string, Label>>("./labels/*.json", {
    eager: true,
    import: "default",
  });
  const keys = Object.values(files).flatMap((file) => Object.keys(file));
  expect(keys.length).toBe(new Set(keys).size);
});
