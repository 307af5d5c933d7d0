import { expect, test } from "vitest";
import { contrast, hex, on, parse, readable, READABLE, type Rgb } from "./contrast";

const rgb = (text: string) => parse(text) as Rgb;
const SOME = [0, 40, 90, 128, 170, 215, 255].flatMap((red) =>
  [0, 60, 128, 190, 255].flatMap((green) => [0, 100, 180, 255].map((blue): Rgb => [red, green, blue])),
);

test("black on white is 21, a colour on itself 1", () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrast(rgb("#2f6df0"), rgb("#2f6df0"))).toBe(1);
});

test("only six digits are a colour", () => {
  for (const bad of ["", "#fff", "red", "#12345g", "url(x)", "#1234567"]) expect(parse(bad)).toBeNull();
  expect(hex(rgb("#0aF0bc"))).toBe("#0af0bc");
});

test("text on any accent can be read", () => {
  for (const colour of SOME) expect(contrast(on(colour), colour)).toBeGreaterThanOrEqual(READABLE);
});

test("any accent as text can be read on light and on dark", () => {
  for (const behind of ["#eceef3", "#2a2f3a", "#ffffff", "#14161b"].map(rgb))
    for (const colour of SOME)
      expect(contrast(readable(colour, behind), behind)).toBeGreaterThanOrEqual(READABLE);
});

test("an accent that can be read already stays as it is", () => {
  expect(hex(readable(rgb("#1d4ed8"), rgb("#ffffff")))).toBe("#1d4ed8");
});
