// What was said in a chat, as a list of items, and how each event of a turn changes it. Plain values and plain functions: the list can
// be tested without a window.
import { t } from "../i18n/index.svelte";
import type {
  ChatItem,
  Fault,
  Line,
  LineState,
  Question,
  ToolResult,
  TurnEvent,
  Turned,
  Who,
} from "../lib/types";
import { list, receive, row, settled, waiting, type List, type Row } from "../checklist/rows";

export type Effect = "read" | "navigate" | "write" | null;

export interface Tool {
  kind: "tool";
  id: string;
  tool: string;
  title: string;
  effect: Effect;
  args: unknown;
  /** Milliseconds it took, or takes so far. */
  elapsed: number | null;
  note: string | null;
  /** What came of it; none while it runs. */
  result: ToolResult | null;
}

export interface Ask {
  kind: "ask";
  id: string;
  questions: Question[];
  open: boolean;
  answers: string[] | null;
  /** Whether a model asks: then it gets the answers. */
  model: boolean;
}

export interface Step {
  text: string;
  state: "open" | "doing" | "done";
}

type Kind =
  | { kind: "player" | "note"; text: string }
  | { kind: "nova" | "reasoning"; text: string; streaming: boolean }
  | Tool
  | { kind: "todo"; steps: Step[] }
  | { kind: "stepped"; who: Who }
  | { kind: "waits"; time: number; why: string }
  | { kind: "checklist"; list: List }
  | Ask
  | { kind: "secret"; id: string; about: string; open: boolean }
  | { kind: "asked"; questions: Question[] }
  | { kind: "fault"; fault: Fault };

export type Item = Kind & { key: number };

export interface Flow {
  items: Item[];
  /** The turn that runs, or ran last. */
  turn: string | null;
  /** Where its items begin. */
  since: number;
  /** Who answers, or answered last. */
  who: Who | null;
  /** What a screen reader is told: whole sentences only. */
  spoken: string;
  /** Lines that were planned in this turn, until it is known whether the player is asked about them. */
  planned: Line[];
  /** The call by which a model asks the player. */
  asking: string | null;
  next: number;
}

export function empty(): Flow {
  return { items: [], turn: null, since: 0, who: null, spoken: "", planned: [], asking: null, next: 1 };
}

/** A chat that was kept. */
export function kept(from: ChatItem[]): Flow {
  const flow = empty();
  for (const item of from) add(flow, ofKept(item, title(flow)));
  flow.since = flow.items.length;
  return flow;
}

/** The player says something: a turn begins. */
export function says(flow: Flow, text: string): void {
  flow.since = flow.items.length;
  flow.planned = [];
  [flow.turn, flow.asking] = [null, null];
  add(flow, { kind: "player", text });
}

/** One step of the turn. */
export function hear(flow: Flow, event: TurnEvent): void {
  while (flow.items.at(-1)?.kind === "waits") flow.items.pop();
  switch (event.event) {
    case "started":
      [flow.turn, flow.who] = [event.turn, event.who];
      return;
    case "stepped_down":
      flow.who = event.who;
      return add(flow, { kind: "stepped", who: event.who });
    case "waits":
      return add(flow, { kind: "waits", time: event.time, why: event.why });
    case "line_added":
      flow.planned.push(event.line);
      return;
    case "line_changed":
      return changed(flow, event.line, event.state);
    case "confirm":
      flow.spoken = t("checklist.spoken", { n: event.checklist.lines.length });
      return add(flow, { kind: "checklist", list: waiting(event.checklist, title(flow)) });
    case "ask":
      flow.spoken = event.questions.map((question) => question.text).join(" ");
      return add(flow, asks(flow, event));
    case "secret":
      flow.spoken = event.about;
      return add(flow, { kind: "secret", id: event.id, about: event.about, open: true });
    case "ask_over":
      return over(flow, event.id);
    default:
      return event.event.startsWith("tool") ? tool(flow, event) : words(flow, event);
  }
}

/** The turn is over. */
export function ended(flow: Flow, turned: Turned): void {
  close(flow);
  [flow.turn, flow.who] = [turned.turn, turned.who];
  const rows = rowsOf(flow);
  for (const receipt of turned.receipts) {
    const done = rows.findLast((row) => row.number === receipt.line && row.state.state !== "stale");
    if (done) receive(done, receipt);
  }
  const shown = faults(flow);
  for (const fault of turned.faults) if (!shown.has(fault.message)) fail(flow, fault);
  for (const notice of turned.notices) add(flow, { kind: "note", text: notice });
  if (turned.asked.length > 0) {
    flow.spoken = turned.asked.map((question) => question.text).join(" ");
    add(flow, { kind: "asked", questions: turned.asked });
  }
  const { end } = turned;
  if (end.reason === "limit") add(flow, { kind: "note", text: end.which });
  if (end.reason === "cancelled") add(flow, { kind: "note", text: t("chat.stopped") });
  if (end.reason === "failed" && !faults(flow).has(end.fault.message)) fail(flow, end.fault);
}

/** The turn could not even end in order. */
export function broke(flow: Flow, fault: Fault): void {
  close(flow);
  fail(flow, fault);
}

function fail(flow: Flow, fault: Fault): void {
  flow.spoken = fault.message;
  add(flow, { kind: "fault", fault });
}

function add(flow: Flow, item: Kind): void {
  flow.items.push({ ...item, key: flow.next });
  flow.next += 1;
}

/** Nothing streams, runs or waits any more. */
function close(flow: Flow): void {
  while (flow.items.at(-1)?.kind === "waits") flow.items.pop();
  for (const item of flow.items.slice(flow.since)) {
    if (item.kind === "nova" || item.kind === "reasoning") item.streaming = false;
    if (item.kind === "ask" || item.kind === "secret") item.open = false;
    if (item.kind === "checklist") item.list.phase = "over";
    if (item.kind === "tool") item.result ??= { kind: "skipped", why: t("chat.tool.stopped") };
  }
}

function asks(flow: Flow, { id, questions }: TurnEvent & { event: "ask" }): Ask {
  return { kind: "ask", id, questions, open: true, answers: null, model: flow.asking !== null };
}

function over(flow: Flow, id: string): void {
  for (const item of flow.items) {
    if ((item.kind === "ask" || item.kind === "secret") && item.id === id) item.open = false;
    if (item.kind === "checklist" && item.list.id === id) item.list.phase = "sent";
  }
}

/** What a checklist is called: the player's last words. */
function title(flow: Flow): string {
  const last = flow.items.findLast((item) => item.kind === "player");
  return last?.kind === "player" ? last.text : "";
}

function rowsOf(flow: Flow): Row[] {
  return flow.items.slice(flow.since).flatMap((item) => (item.kind === "checklist" ? item.list.rows : []));
}

/** A line of the newest checklist that has it; one that nobody was asked about is shown from here on. */
function changed(flow: Flow, number: number, state: LineState): void {
  const known = rowsOf(flow).findLast((row) => row.number === number);
  if (known) {
    known.state = state;
    return;
  }
  const line = flow.planned.find((line) => line.line === number);
  if (!line || state.state === "waiting") return;
  const last = flow.items.at(-1);
  if (last?.kind === "checklist" && last.list.id === null) last.list.rows.push(row(line, state));
  else add(flow, { kind: "checklist", list: list(title(flow), [row(line, state)], "sent") });
}

function words(flow: Flow, event: TurnEvent): void {
  const last = flow.items.at(-1);
  switch (event.event) {
    case "text":
    case "reasoning":
      return piece(flow, event.event === "text" ? "nova" : "reasoning", event.text);
    case "text_done":
      for (const item of flow.items.slice(flow.since)) if ("streaming" in item) item.streaming = false;
      if (last?.kind === "nova") flow.spoken = last.text;
      return;
    case "text_was_reasoning":
      if (last?.kind === "nova") flow.items[flow.items.length - 1] = { ...last, kind: "reasoning" };
      return;
    case "said":
      flow.spoken = event.text;
      return add(flow, { kind: "nova", text: event.text, streaming: false });
  }
}

function piece(flow: Flow, kind: "nova" | "reasoning", text: string): void {
  const last = flow.items.at(-1);
  if (last?.kind === kind && last.streaming) {
    last.text += text;
    return;
  }
  if (last && "streaming" in last) last.streaming = false;
  add(flow, { kind, text, streaming: true });
}

function tool(flow: Flow, event: TurnEvent): void {
  if (event.event === "tool_started") return starts(flow, event);
  if (event.event !== "tool_progress" && event.event !== "tool_finished") return;
  if (event.event === "tool_finished" && event.id === flow.asking) flow.asking = null;
  const run = flow.items.findLast((item) => item.kind === "tool" && item.id === event.id);
  if (run?.kind !== "tool") return;
  run.elapsed = event.elapsed;
  if (event.event === "tool_progress") run.note = event.note;
  else finishes(flow, run, event.result);
}

function starts(flow: Flow, event: TurnEvent & { event: "tool_started" }): void {
  // Its card says it all.
  if (event.tool === "ask_user") {
    flow.asking = event.id;
    return;
  }
  const steps = event.tool === "write_todo" ? stepsOf(event.args) : null;
  if (!steps) {
    const { id, tool, title, effect, args } = event;
    return add(flow, {
      kind: "tool",
      id,
      tool,
      title,
      effect,
      args,
      elapsed: null,
      note: null,
      result: null,
    });
  }
  const before = flow.items.slice(flow.since).findLast((item) => item.kind === "todo");
  if (before?.kind === "todo") before.steps = steps;
  else add(flow, { kind: "todo", steps });
}

function finishes(flow: Flow, run: Tool, result: ToolResult): void {
  // Frozen, so that a large answer stays a plain value.
  run.result = Object.freeze(result);
  run.note = null;
  if (result.kind === "failed") flow.spoken = `${run.title}: ${result.fault.message}`;
}

function ofKept(item: ChatItem, title: string): Kind {
  switch (item.kind) {
    case "player":
      return item;
    case "nova":
      return { ...item, streaming: false };
    case "asked":
      return item;
    case "settled":
      return { kind: "checklist", list: settled(item.lines, title) };
    case "stepped_down":
      return { kind: "stepped", who: item.who };
    case "tool": {
      const steps = item.tool === "write_todo" ? stepsOf(item.args) : null;
      if (steps) return { kind: "todo", steps };
      const asked = item.tool === "ask_user" ? askedOf(item.args, item.result) : null;
      if (asked) return { kind: "ask", id: item.id, open: false, model: true, ...asked };
      return { ...item, result: Object.freeze(item.result), elapsed: null, note: null };
    }
  }
}

/** The steps of a plan, as far as they are some. */
function stepsOf(args: unknown): Step[] | null {
  const steps = (args as { steps?: unknown } | null)?.steps;
  if (!Array.isArray(steps)) return null;
  const known = steps.filter((step: unknown) => typeof (step as Step | null)?.text === "string") as Step[];
  return known.slice(0, 40).map((step) => ({ text: step.text, state: step.state ?? "open" }));
}

/** A card that was answered in a chat that was kept. */
function askedOf(
  args: unknown,
  result: ToolResult,
): { questions: Question[]; answers: string[] | null } | null {
  const asked = (args as { questions?: unknown } | null)?.questions;
  if (!Array.isArray(asked)) return null;
  const known = asked.filter(
    (one: unknown) => typeof (one as Question | null)?.text === "string",
  ) as Question[];
  const questions = known.map(({ text, choices }) => ({
    text,
    choices: Array.isArray(choices) ? choices : [],
  }));
  const answers = result.kind === "done" ? (result.data as { answers?: unknown } | null)?.answers : null;
  return { questions, answers: Array.isArray(answers) ? answers.map(String) : null };
}

/** What the turn has said of faults already. */
function faults(flow: Flow): Set<string> {
  return new Set(
    flow.items.slice(flow.since).flatMap((item) => {
      if (item.kind === "fault") return [item.fault.message];
      return item.kind === "tool" && item.result?.kind === "failed" ? [item.result.fault.message] : [];
    }),
  );
}
