import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import Markdown from "./Markdown.svelte";
import { address } from "./address";
import { line, plain, reveal } from "./plain";
import { settled } from "./settle";
import { parts } from "./tree";
import { call } from "../lib/ipc";

vi.mock("../lib/ipc", async (original) => ({ ...(await original<object>()), call: vi.fn() }));
beforeEach(() => {
  document.body.replaceChildren();
  vi.mocked(call).mockReset();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
});

const html = (text: string, streaming = false) => render(Markdown, { text, streaming }).container;
const kinds = (text: string) => parts(text)?.map((part) => part.block.kind);

test("headings begin below those of the page", () => {
  const container = html("# One\n\n## Two\n\n###### Six");
  expect([...container.querySelectorAll(".heading")].map((heading) => heading.tagName)).toEqual([
    "H3",
    "H4",
    "H6",
  ]);
});

test("lists, tasks, quotes, tables, code and rules are what they are", () => {
  expect(kinds("a\n\n- b\n\n1. c\n\n> d\n\n---\n\n```js\ne\n```\n\n|f|g|\n|-|-|\n|1|2|")).toEqual([
    "paragraph",
    "list",
    "list",
    "quote",
    "rule",
    "code",
    "table",
  ]);
  const container = html("- [x] done\n- [ ] open\n\n3. three");
  expect(container.querySelectorAll(".task")).toHaveLength(2);
  expect(container.querySelector("ol")?.getAttribute("start")).toBe("3");
});

test("the launcher's own bullets become a list", () => {
  expect(kinds("Two mods:\n· a.jar\n· b.jar")).toEqual(["paragraph", "list"]);
});

test("a line break of the text is one on the screen", () => {
  expect(html("one\ntwo").querySelector("p")?.textContent).toBe("one\ntwo");
});

test("a picture is its description, and html its own letters", () => {
  const container = html("![a cat](https://x.example/cat.png) <b>bold</b>");
  expect(container.textContent).toContain("a cat <b>bold</b>");
});

test("a block whose lines did not change is not made again", () => {
  const before = parts("one\n\ntwo")!;
  const after = parts("one\n\ntwo and more", before)!;
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test("a text that is too long or too deep is shown as it is", () => {
  expect(parts("x".repeat(200_001))).toBeNull();
  expect(parts(`${">".repeat(60)} deep`)).toBeNull();
  const deep = `${"*a _b ".repeat(30)}x${"_*".repeat(30)}`;
  expect(html(deep).querySelector("em")).toBeNull();
});

test.each([
  ["**bo", "**bo**"],
  ["a *b", "a *b*"],
  ["`co", "`co`"],
  ["see [the wi", "see the wi"],
  ["see [the wiki](https://minecraft.wi", "see the wiki"],
  ["text\n-", "text\n"],
  ["text **", "text "],
  ["## ", ""],
  ["**a** and **b", "**a** and **b**"],
  ["- one\n- two", "- one\n- two"],
  ["```js\nlet a = **", "```js\nlet a = **"],
])("a mark whose partner has not come yet does not show: %j", (text, shown) => {
  expect(settled(text)).toBe(shown);
});

test("every beginning of a text is drawn without its marks", () => {
  const text = "Here is **bold text** with `code`, a [link](https://a.example/b) and *more*.";
  for (let end = 1; end <= text.length; end += 1) {
    const shown = JSON.stringify(parts(settled(text.slice(0, end)))?.map((part) => part.block));
    expect(shown.match(/"text":"[^"]*[*`\]][^"]*"/), text.slice(0, end)).toBeNull();
  }
});

test("only plain addresses of the web can be opened", () => {
  expect(address("https://a.example/b?c=d")?.host).toBe("a.example");
  for (const bad of [
    "javascript:1",
    "ftp://a.example",
    "//a.example",
    "https://name@a.example",
    "http://a:b@c.example",
    "x",
    "https://",
  ])
    expect(address(bad), bad).toBeNull();
  expect(address("https://аррӏе.com/")?.host).toMatch(/^xn--/);
});

test("what cannot be seen is taken out of text and shown in addresses", () => {
  expect(plain("a\u202eb\u200bc\u0007d\r\ne")).toBe("abcd\ne");
  expect(plain("👩‍🚀 é 한국어")).toBe("👩‍🚀 é 한국어");
  expect(plain(`o${"\u0301".repeat(40)}`).length).toBe(5);
  expect(line("a\n  b")).toBe("a b");
  expect(reveal("a\u202eb")).toBe("a⟨U+202E⟩b");
});

test("a link asks first, with the whole address, and opens through the desk", async () => {
  html("[good](https://evil.example/%E2%80%AEx)");
  await fireEvent.click(screen.getByRole("link"));
  const dialog = document.querySelector("dialog")!;
  expect(dialog.textContent).toContain("evil.example");
  expect(dialog.textContent).toContain("https://evil.example/%E2%80%AEx");
  expect(call).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByText("Open"));
  expect(call).toHaveBeenCalledWith("link_open", { url: "https://evil.example/%E2%80%AEx" });
});

test("code can be copied", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  html("```\nlet a = 1;\n```");
  await fireEvent.click(screen.getByRole("button"));
  expect(writeText).toHaveBeenCalledWith("let a = 1;");
});
