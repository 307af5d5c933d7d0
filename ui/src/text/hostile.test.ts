import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import AskCard from "../chat/AskCard.svelte";
import ChatRow from "../chat/ChatRow.svelte";
import PlayerText from "../chat/PlayerText.svelte";
import Reasoning from "../chat/Reasoning.svelte";
import { Shelf } from "../chat/shelf.svelte";
import TodoCard from "../chat/TodoCard.svelte";
import ToolLine from "../chat/ToolLine.svelte";
import ChangeList from "../checklist/ChangeList.svelte";
import ChecklistCard from "../checklist/ChecklistCard.svelte";
import DataTable from "./DataTable.svelte";
import Markdown from "./Markdown.svelte";
import { HOSTILE } from "../../tests/shown/strings";
import { line, waitingList } from "../../tests/shown/things";

afterEach(cleanup);

const BANNED =
  "script, iframe, img, style, object, embed, link, meta, base, math, audio, video, frame, template, [srcdoc]";
/** Buttons and inputs are ours; a form is ours on a card only. */
const LEADS = "a, [href], [src], [action], [formaction], [data], [xlink\\:href]";
const TURNS = /[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u{e0000}-\u{e007f}\u0000-\u0008\u001b]/u;

function harmless(root: HTMLElement, what: string) {
  expect(root.querySelector(BANNED), what).toBeNull();
  expect(root.querySelector(LEADS), what).toBeNull();
  for (const element of root.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      expect(name.startsWith("on"), `${what}: ${name}`).toBe(false);
      expect(
        /javascript:|vbscript:|data:/i.test(value) && !/^(title|value|data-tool)$/.test(name),
        `${what}: ${name}`,
      ).toBe(false);
    }
    // Every drawing is one of ours, named by its class.
    if (element.tagName.toLowerCase() === "svg")
      expect(element.getAttribute("class"), what).toContain("lucide");
  }
  expect(TURNS.test(root.textContent ?? ""), what).toBe(false);
}

const strings = Object.entries(HOSTILE);

test.each(strings)("markdown draws it as text: %s", (what, text) => {
  const { container } = render(Markdown, { text });
  harmless(container, what);
  expect(container.querySelector("form, input"), what).toBeNull();
  expect(container.textContent!.trim().length, what).toBeGreaterThan(0);
});

test.each(strings)("markdown that still streams draws it as text: %s", (what, text) => {
  for (const part of [0.3, 0.7]) {
    const { container } = render(Markdown, { text: text.slice(0, text.length * part), streaming: true });
    harmless(container, what);
  }
});

test.each(strings)("everything else shows it as it is: %s", (what, text) => {
  const short = text.slice(0, 4_000);
  const run = {
    kind: "tool" as const,
    id: "1",
    tool: short,
    title: short,
    effect: "read" as const,
    args: { [short.slice(0, 100)]: short },
    elapsed: 100,
    note: null,
    result: { kind: "failed" as const, fault: { code: "x", message: short, hints: [short], retry: false } },
  };
  const changes = [{ kind: "rename" as const, what: short, to: short, bytes: 1 }];
  const bad = line(1, { title: short, changes, warnings: [short], undo: { permanent: false, note: short } });
  const head = { id: "h", title: short, changed: 0, turns: 1, deleted: null };
  const questions = [{ text: short, choices: [short] }];
  const views = [
    render(ToolLine, { run }),
    render(ChangeList, { changes }),
    render(ChecklistCard, { list: { ...waitingList([bad]), title: short } }),
    render(ChatRow, { head, current: false, open: () => {}, shelf: new Shelf() }),
    render(AskCard, { card: { id: "a", questions, open: true, answers: null, model: true } }),
    render(TodoCard, { steps: [{ text: short, state: "open" }] }),
    render(PlayerText, { text: short }),
    render(Reasoning, { text: short, streaming: false }),
    render(DataTable, {
      data: { list: [{ name: short, [short.slice(0, 60)]: { deep: [short, { x: short }] } }], text: short },
    }),
  ];
  for (const { container } of views) harmless(container, what);
});

test("a link is offered for plain addresses only, and never leads anywhere by itself", () => {
  const text = Object.values(HOSTILE).join("\n\n").slice(0, 20_000);
  const { container } = render(Markdown, { text: `https://fine.example/a ${text}` });
  const links = [...container.querySelectorAll<HTMLElement>('[role="link"]')];
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link.title).not.toMatch(/@|^$/);
});

test("hostile text is drawn in a moment", () => {
  for (const [what, text] of strings) {
    const began = performance.now();
    render(Markdown, { text });
    expect(performance.now() - began, what).toBeLessThan(8_000);
    cleanup();
  }
});
