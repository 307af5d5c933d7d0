import { expect, test } from "vitest";
import type { ModelPage } from "../../lib/types";
import { afterTick, isMemory, modelChange, providerOf, wayOf, withProvider } from "./forms";

const preset = (id: string, base: string, models: string[] = []) => ({
  id,
  name: id,
  base,
  keys: null,
  needs_key: true,
  models,
});

const page: ModelPage = {
  who: { rung: "tools", model: "m", label: "m", why: null },
  base: "https://api.a.example/v1",
  host: "api.a.example",
  server: "api.a.example",
  name: "m",
  provider: "a",
  providers: [
    preset("a", "https://api.a.example/v1"),
    preset("b", "https://api.b.example/v1/", ["b-one", "b-two"]),
  ],
  local: "ask",
  price: null,
  context: null,
  proxy: null,
  overridden: [],
  plain: false,
  at_home: false,
};

test("an untouched form has nothing to save", () => {
  expect(modelChange(page, {})).toBeNull();
  expect(modelChange(page, { name: " m " })).toBeNull();
});

test("another name alone leaves the address as it is", () => {
  expect(modelChange(page, { name: "n" })).toEqual({ name: "n" });
});

test("another provider brings its address and a model, and nothing of the one before", () => {
  const draft = withProvider(page, "b");
  expect(modelChange(page, draft)).toEqual({
    base: "https://api.b.example/v1/",
    name: "b-one",
    provider: "b",
  });
});

test("an address that is typed belongs to no provider, unless it is the provider's own", () => {
  expect(providerOf(page, {})).toBe("a");
  expect(modelChange(page, { base: "https://proxy.example/v1" })).toMatchObject({ provider: "" });
  expect(providerOf(page, { base: "https://api.a.example/v1/" })).toBe("a");
});

test("the last tick that goes takes the step with it", () => {
  expect(afterTick([], "disable_mod", true)).toEqual({ step: "chosen", tools: ["disable_mod"] });
  expect(afterTick(["b", "a"], "c", true).tools).toEqual(["a", "b", "c"]);
  expect(afterTick(["a"], "a", false)).toEqual({ step: "confirm", tools: [] });
});

test("a proxy is the system's, none, or an address", () => {
  expect([null, "direct", "http://p:1"].map(wayOf)).toEqual(["system", "direct", "through"]);
});

test("memory is a whole number within what the computer has", () => {
  expect(["4096", " 512 ", "8192"].every((typed) => isMemory(typed, 8192))).toBe(true);
  expect(["", "511", "8193", "4.5", "-1", "4g"].some((typed) => isMemory(typed, 8192))).toBe(false);
});
