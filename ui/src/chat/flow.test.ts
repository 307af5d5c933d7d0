import { expect, test } from "vitest";
import { broke, empty, ended, hear, kept, says, type Flow, type Item } from "./flow";
import type { TurnEvent } from "../lib/types";
import { fault, line, turned } from "../../tests/shown/things";

const who = { rung: "tools" as const, model: "m", label: "m", why: null };
const done = { kind: "done" as const, text: "", data: { mods: [] }, foreign: false };

function flow(events: TurnEvent[], words = "help"): Flow {
  const flow = empty();
  says(flow, words);
  for (const event of events) hear(flow, event);
  return flow;
}

const kinds = (flow: Flow) => flow.items.map((item) => item.kind);
const find = <K extends Item["kind"]>(flow: Flow, kind: K) =>
  flow.items.filter((item): item is Item & { kind: K } => item.kind === kind);
const started = (id: string, tool = "list_mods", args: unknown = {}): TurnEvent => ({
  event: "tool_started",
  id,
  tool,
  title: tool,
  effect: "read",
  args,
});
const finished = (id: string): TurnEvent => ({ event: "tool_finished", id, elapsed: 200, result: done });

test("pieces of text become one message until it is done", () => {
  const now = flow([
    { event: "started", turn: "u-1", who },
    { event: "text", text: "Hel" },
    { event: "text", text: "lo" },
    { event: "text_done" },
    { event: "text", text: "Next" },
  ]);
  expect(find(now, "nova").map(({ text, streaming }) => [text, streaming])).toEqual([
    ["Hello", false],
    ["Next", true],
  ]);
  expect(now.who?.label).toBe("m");
});

test("only whole texts are announced", () => {
  const now = flow([{ event: "text", text: "Hel" }]);
  expect(now.spoken).toBe("");
  hear(now, { event: "text", text: "lo" });
  hear(now, { event: "text_done" });
  expect(now.spoken).toBe("Hello");
});

test("text that turns out to be reasoning is folded away", () => {
  const now = flow([
    { event: "text", text: "hmm" },
    { event: "text_was_reasoning" },
    { event: "text", text: "So" },
  ]);
  expect(kinds(now)).toEqual(["player", "reasoning", "nova"]);
});

test("reasoning and text do not mix", () => {
  const now = flow([
    { event: "reasoning", text: "a" },
    { event: "reasoning", text: "b" },
    { event: "text", text: "c" },
  ]);
  expect(find(now, "reasoning")).toMatchObject([{ text: "ab", streaming: false }]);
  expect(find(now, "nova")).toMatchObject([{ text: "c", streaming: true }]);
});

test("a call is one line from its beginning to its end", () => {
  const now = flow([
    started("1"),
    started("2"),
    { event: "tool_progress", id: "1", elapsed: 50, limit: null, note: "10 MB" },
  ]);
  expect(find(now, "tool")).toMatchObject([{ note: "10 MB", result: null }, { result: null }]);
  hear(now, finished("1"));
  expect(find(now, "tool")).toMatchObject([{ note: null, elapsed: 200, result: done }, { result: null }]);
});

test("waiting for a server shows until something happens", () => {
  const now = flow([{ event: "waits", time: 5000, why: "busy" }]);
  expect(kinds(now)).toEqual(["player", "waits"]);
  hear(now, { event: "waits", time: 9000, why: "busy" });
  expect(find(now, "waits")).toMatchObject([{ time: 9000 }]);
  hear(now, { event: "text", text: "x" });
  expect(kinds(now)).toEqual(["player", "nova"]);
});

test("stepping down says who goes on and why", () => {
  const down = { rung: "planner" as const, model: null, label: "built-in", why: "no network" };
  const now = flow([
    { event: "started", turn: "u", who },
    { event: "stepped_down", who: down },
  ]);
  expect(find(now, "stepped")).toMatchObject([{ who: down }]);
  expect(now.who).toEqual(down);
});

test("a checklist is called by the player's words and follows its lines", () => {
  const now = flow(
    [
      { event: "started", turn: "u-7", who },
      { event: "confirm", checklist: { id: "ask", again: false, lines: [line(1), line(2)] } },
    ],
    "sort it out",
  );
  const list = find(now, "checklist")[0]!.list;
  expect(list).toMatchObject({ id: "ask", title: "sort it out", phase: "waiting" });
  hear(now, { event: "ask_over", id: "ask" });
  hear(now, { event: "line_changed", line: 1, state: { state: "running" } });
  hear(now, { event: "line_changed", line: 1, state: { state: "done", change: "c-1" } });
  hear(now, { event: "line_changed", line: 2, state: { state: "failed", fault: fault("no room") } });
  ended(now, turned({ receipts: [{ line: 1, said: "Disabled.", change: "c-1" }] }));
  const after = find(now, "checklist")[0]!.list;
  expect(after.phase).toBe("over");
  expect(after.rows.map((row) => row.state.state)).toEqual(["done", "failed"]);
  expect(after.rows[0]!.said).toBe("Disabled.");
});

test("a line that ran at once shows as done, without a question", () => {
  const now = flow([
    { event: "line_added", line: line(1) },
    { event: "line_changed", line: 1, state: { state: "running" } },
    { event: "line_changed", line: 1, state: { state: "done", change: "c-1" } },
    { event: "line_added", line: line(2) },
    { event: "line_changed", line: 2, state: { state: "done", change: "c-2" } },
  ]);
  expect(find(now, "checklist")).toHaveLength(1);
  expect(find(now, "checklist")[0]!.list).toMatchObject({ id: null, phase: "sent" });
  expect(find(now, "checklist")[0]!.list.rows.map((row) => row.state.state)).toEqual(["done", "done"]);
});

test("a stale line keeps its card, and the fresh plan is a card of its own", () => {
  const now = flow([
    { event: "confirm", checklist: { id: "one", again: false, lines: [line(1)] } },
    { event: "ask_over", id: "one" },
    { event: "line_changed", line: 1, state: { state: "stale" } },
    { event: "confirm", checklist: { id: "two", again: false, lines: [line(1)] } },
    { event: "ask_over", id: "two" },
    { event: "line_changed", line: 1, state: { state: "done", change: "c" } },
  ]);
  ended(now, turned({ receipts: [{ line: 1, said: "Done.", change: "c" }] }));
  const [first, second] = find(now, "checklist").map((item) => item.list.rows[0]!);
  expect(first).toMatchObject({ state: { state: "stale" }, said: null });
  expect(second).toMatchObject({ state: { state: "done" }, said: "Done." });
});

test("a card is over when it is answered or its turn is stopped", () => {
  const now = flow([
    { event: "ask", id: "q", questions: [{ text: "Which?", choices: ["a"] }] },
    { event: "secret", id: "s", about: "A key" },
  ]);
  expect(now.spoken).toBe("A key");
  hear(now, { event: "ask_over", id: "q" });
  expect(find(now, "ask")[0]!.open).toBe(false);
  expect(find(now, "secret")[0]!.open).toBe(true);
  ended(now, turned({ end: { reason: "cancelled" } }));
  expect(find(now, "secret")[0]!.open).toBe(false);
  expect(kinds(now).at(-1)).toBe("note");
});

test("a stopped turn leaves nothing that seems to run", () => {
  const now = flow([
    started("1"),
    { event: "text", text: "half" },
    { event: "confirm", checklist: { id: "a", again: false, lines: [line(1)] } },
  ]);
  ended(now, turned({ end: { reason: "cancelled" } }));
  expect(find(now, "tool")[0]!.result?.kind).toBe("skipped");
  expect(find(now, "nova")[0]!.streaming).toBe(false);
  expect(find(now, "checklist")[0]!.list.phase).toBe("over");
});

test("a fault that a line has told is not told again", () => {
  const told = fault("no such mod");
  const now = flow([
    started("1"),
    { event: "tool_finished", id: "1", elapsed: 1, result: { kind: "failed", fault: told } },
  ]);
  ended(now, turned({ faults: [told, fault("other")], end: { reason: "failed", fault: fault("other") } }));
  expect(find(now, "fault").map((item) => item.fault.message)).toEqual(["other"]);
});

test("limits, notices and questions stand at the end", () => {
  const now = flow([]);
  ended(
    now,
    turned({
      notices: ["cut"],
      asked: [{ text: "Which?", choices: ["a", "b"] }],
      end: { reason: "limit", which: "rounds" },
    }),
  );
  expect(kinds(now)).toEqual(["player", "note", "asked", "note"]);
});

test("a turn that breaks says why", () => {
  const now = flow([{ event: "text", text: "half" }]);
  broke(now, fault("gone"));
  expect(kinds(now)).toEqual(["player", "nova", "fault"]);
});

test("a plan is one card that changes", () => {
  const steps = (state: string) => ({ steps: [{ text: "look", state }] });
  const now = flow([
    started("1", "write_todo", steps("doing")),
    finished("1"),
    started("2", "write_todo", steps("done")),
    finished("2"),
    started("3", "write_todo", { steps: 5 }),
  ]);
  expect(find(now, "todo")).toMatchObject([{ steps: [{ text: "look", state: "done" }] }]);
  expect(find(now, "tool")).toHaveLength(1);
});

test("a question is its card, not a line of a tool", () => {
  const now = flow([started("1", "ask_user"), { event: "ask", id: "q", questions: [] }, finished("1")]);
  expect(kinds(now)).toEqual(["player", "ask"]);
  expect(find(now, "ask")[0]!.model, "a model asks").toBe(true);
  hear(now, { event: "ask", id: "r", questions: [] });
  expect(find(now, "ask")[1]!.model, "the launcher asks").toBe(false);
});

test("a kept chat shows what it showed", () => {
  const now = kept([
    { kind: "player", text: "sort it out" },
    { kind: "tool", id: "1", tool: "list_mods", title: "List mods", effect: "read", args: {}, result: done },
    {
      kind: "tool",
      id: "2",
      tool: "ask_user",
      title: "Ask",
      effect: "read",
      args: { questions: [{ text: "Which?", choices: ["a"] }] },
      result: { kind: "done", text: "", data: { answers: ["a"] }, foreign: false },
    },
    {
      kind: "tool",
      id: "3",
      tool: "write_todo",
      title: "Plan",
      effect: "read",
      args: { steps: [{ text: "x" }] },
      result: done,
    },
    { kind: "nova", text: "Done." },
    {
      kind: "settled",
      lines: [
        {
          line: 1,
          title: "Disable mod",
          said: "Disabled a.",
          state: { state: "done", change: "c" },
          undone: false,
        },
        { line: 2, title: "Disable mod", said: null, state: { state: "done", change: "" }, undone: true },
      ],
    },
    { kind: "stepped_down", who },
    { kind: "asked", questions: [] },
  ]);
  expect(kinds(now)).toEqual(["player", "tool", "ask", "todo", "nova", "checklist", "stepped", "asked"]);
  expect(find(now, "ask")[0]).toMatchObject({ open: false, answers: ["a"] });
  expect(find(now, "checklist")[0]!.list).toMatchObject({
    title: "sort it out",
    phase: "over",
    rows: [{ said: "Disabled a.", undoing: { state: "no" } }, { undoing: { state: "done" } }],
  });
});

test("arguments that are not what they should be break nothing", () => {
  for (const args of [null, 5, "x", [], { steps: null }, { questions: [null, 3, { text: 1 }] }])
    for (const tool of ["write_todo", "ask_user", "list_mods"]) {
      hear(flow([]), started("1", tool, args));
      kept([{ kind: "tool", id: "1", tool, title: tool, effect: null, args, result: done }]);
    }
});

test("every item has a key of its own", () => {
  const now = flow([
    started("1"),
    started("2"),
    { event: "said", text: "a" },
    { event: "waits", time: 1, why: "" },
    { event: "said", text: "b" },
  ]);
  expect(new Set(now.items.map((item) => item.key)).size).toBe(now.items.length);
});
