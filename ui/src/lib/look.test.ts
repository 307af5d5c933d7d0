import { expect, test } from "vitest";
import { contrast, parse, READABLE, type Rgb } from "./contrast";
import { shades } from "./look";

const rgb = (text: string) => parse(text) as Rgb;
const of = (accent: string | null, theme: "light" | "dark") => Object.fromEntries(shades(accent, theme));

test("each accent has text on it that can be read, under the pointer too", () => {
  for (const accent of [null, "#ffeb3b", "#111111", "#808080", "#ff0000", "#00ff99"]) {
    for (const theme of ["light", "dark"] as const) {
      const tokens = of(accent, theme);
      for (const under of ["--accent", "--accent-hover"])
        expect(contrast(rgb(tokens["--on-accent"]!), rgb(tokens[under]!))).toBeGreaterThanOrEqual(READABLE);
    }
  }
});

test("what is no colour is Nova's own accent", () => {
  expect(of("url(x)", "light")).toEqual(of(null, "light"));
});

test("a light accent is darkened as text on light, and stays on dark", () => {
  expect(of("#ffeb3b", "light")["--accent-text"]).not.toBe("#ffeb3b");
  expect(of("#ffeb3b", "dark")["--accent-text"]).toBe("#ffeb3b");
});
