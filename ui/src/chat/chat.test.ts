import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import AskCard from "./AskCard.svelte";
import AskedCard from "./AskedCard.svelte";
import Composer from "./Composer.svelte";
import SecretCard from "./SecretCard.svelte";
import ToolLine from "./ToolLine.svelte";
import { atEnd } from "./ends";
import type { Tool } from "./flow";
import { cursor, meaning, type Key } from "./keys";
import { nova } from "./nova.svelte";
import { Past } from "./past";
import { chatAt, pageTurnAt } from "./running";
import { Talk } from "./talk.svelte";
import { setLanguage } from "../i18n/index.svelte";
import { askNova } from "../lib/ask.svelte";
import { call, Refused } from "../lib/ipc";
import type { RunningTurn, Start, TurnEvent, Turned } from "../lib/types";
import { fault, turned } from "../../tests/shown/things";

vi.mock("../lib/ipc", async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const asked = vi.mocked(call) as unknown as ReturnType<typeof vi.fn>;

beforeEach(() => {
  setLanguage("en");
  asked.mockReset().mockResolvedValue({});
});
class Still {
  observe() {}
  disconnect() {}
}
vi.stubGlobal("ResizeObserver", Still);
afterEach(cleanup);

const at = { first: true, last: true };
const key = (more: Partial<Key>): Key => ({
  key: "Enter",
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
  ...more,
});

test("Enter sends, Shift+Enter does not", () => {
  expect(meaning(key({}), false, at)).toBe("send");
  expect(meaning(key({ shiftKey: true }), false, at)).toBeNull();
});

test("no key of an input method means anything", () => {
  for (const name of ["Enter", "Escape", "ArrowUp"]) {
    expect(meaning(key({ key: name, isComposing: true }), true, at)).toBeNull();
    expect(meaning(key({ key: name, keyCode: 229 }), true, at)).toBeNull();
  }
});

test("Escape stops what runs and nothing else", () => {
  expect(meaning(key({ key: "Escape" }), true, at)).toBe("stop");
  expect(meaning(key({ key: "Escape" }), false, at)).toBeNull();
});

test("the arrows bring back words only from the first and the last line", () => {
  const field = (value: string, at: number) => ({ value, selectionStart: at, selectionEnd: at });
  expect(meaning(key({ key: "ArrowUp" }), false, cursor(field("a\nb", 1)))).toBe("older");
  expect(meaning(key({ key: "ArrowUp" }), false, cursor(field("a\nb", 3)))).toBeNull();
  expect(meaning(key({ key: "ArrowDown" }), false, cursor(field("a\nb", 3)))).toBe("newer");
  expect(meaning(key({ key: "ArrowDown" }), false, cursor(field("a\nb", 0)))).toBeNull();
});

test("going back in time and forth again ends at what was being typed", () => {
  const past = new Past();
  for (const words of ["one", "two", "two"]) past.keep(words);
  expect([past.older("half"), past.older("two"), past.older("one")]).toEqual(["two", "one", null]);
  expect([past.newer(), past.newer(), past.newer()]).toEqual(["two", "half", null]);
});

function composer(): { talk: Talk; field: HTMLTextAreaElement } {
  const talk = Talk.of({ id: "h-1", title: "", items: [{ kind: "player", text: "before" }], running: null });
  nova.talk = talk;
  render(Composer, { talk });
  return { talk, field: screen.getByTestId("input") };
}

test("half a word of an input method is never sent", async () => {
  const { field } = composer();
  await fireEvent.compositionStart(field);
  await fireEvent.input(field, { target: { value: "ni hao" } });
  await fireEvent.keyDown(field, { key: "Enter", isComposing: true, keyCode: 229 });
  // Some engines leave the mark off while the composition is still open.
  await fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(asked).not.toHaveBeenCalled();
  await fireEvent.compositionEnd(field);
  await fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(asked).toHaveBeenCalledWith(
    "chat_send",
    expect.objectContaining({ chat: "h-1", words: "ni hao" }),
    expect.any(Function),
  );
});

test("while a turn runs nothing is sent, the draft stays, and Escape stops at once", async () => {
  const { talk, field } = composer();
  let end = (_: Turned) => {};
  asked.mockImplementationOnce(() => new Promise<Turned>((resolve) => (end = resolve)));
  await fireEvent.input(field, { target: { value: "first" } });
  await fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  await fireEvent.input(field, { target: { value: "second" } });
  await fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(talk.draft).toBe("second");
  await fireEvent.keyDown(field, { key: "Escape", keyCode: 27 });
  expect(asked).toHaveBeenLastCalledWith("chat_stop", { chat: "h-1" });
  end(turned({ chat: "h-2" }));
  await waitFor(() => expect(talk.running).toBe(false));
  expect([talk.id, talk.draft]).toEqual(["h-2", "second"]);
});

test("the arrow brings back the words of a kept chat", async () => {
  const { talk, field } = composer();
  await fireEvent.keyDown(field, { key: "ArrowUp", keyCode: 38 });
  expect(talk.draft).toBe("before");
});

test("words that a page offers wait in the input for the player to send", async () => {
  const { talk, field } = composer();
  askNova("why does it crash?");
  await waitFor(() => expect(talk.draft).toBe("why does it crash?"));
  expect(document.activeElement).toBe(field);
  expect(asked).not.toHaveBeenCalled();
});

test("a turn that the desk refuses is told and can be tried again", async () => {
  const talk = Talk.of({ id: "h-1", title: "", items: [], running: null });
  asked.mockRejectedValueOnce(new Refused(fault("busy")));
  await talk.send("hello");
  expect(talk.flow.items.map((item) => item.kind)).toEqual(["player", "fault"]);
  expect(talk.running).toBe(false);
});

test("the chat that was used last is opened, or a new one where there is none", async () => {
  asked.mockImplementation(async (_: string, { id }: { id: string | null }) => {
    if (id === "latest") throw new Refused({ ...fault("none"), code: "agent.store.no-chat" });
    return { id: "h-new", title: "", items: [] };
  });
  nova.talk = new Talk();
  await nova.begin();
  expect([nova.talk.id, nova.fault]).toEqual(["h-new", null]);
  asked.mockImplementation(async (_: string, { id }: { id: string | null }) => {
    if (id === "latest") throw new Refused(fault("the file is damaged"));
    return { id: "h-other", title: "", items: [] };
  });
  nova.talk = new Talk();
  await nova.begin();
  expect([nova.talk.id, nova.fault?.message]).toEqual(["h-other", "the file is damaged"]);
});

test("a turn that ran before the page was loaded again goes on, and can be stopped", async () => {
  let hear = (_: TurnEvent) => {};
  let end = (_: Turned) => {};
  asked.mockImplementation((name: string, _: object, on: (event: TurnEvent) => void) => {
    if (name !== "chat_follow") return Promise.resolve({});
    hear = on;
    return new Promise<Turned>((resolve) => (end = resolve));
  });
  const running = { follow: "h-1", chat: "h-1", words: "help", pending: [] };
  const talk = Talk.of({ id: "h-1", title: "", items: [], running } as never);
  hear({ event: "ask", id: "q", questions: [{ text: "Which?", choices: [] }] });
  expect(talk.flow.items.map((item) => item.kind)).toEqual(["player", "ask"]);
  expect(talk.running).toBe(true);
  await talk.stop();
  expect(asked).toHaveBeenLastCalledWith("chat_stop", { chat: "h-1" });
  end(turned());
  await waitFor(() => expect(talk.running).toBe(false));
});

test("a turn that ended in the meantime is read from the kept chat", async () => {
  asked.mockImplementation(async (name: string) =>
    name === "chat_follow" ? null : { id: "h-1", title: "", items: [{ kind: "nova", text: "Done." }] },
  );
  const running = { follow: "h-1", chat: "h-1", words: "help", pending: [] };
  const talk = Talk.of({ id: "h-1", title: "", items: [], running } as never);
  await waitFor(() => expect(talk.flow.items.map((item) => item.kind)).toEqual(["nova"]));
});

test("in another language a chat is read again, but not while a turn runs in it", async () => {
  asked.mockResolvedValue({
    id: "h-1",
    title: "",
    items: [{ kind: "nova", text: "Erledigt." }],
    running: null,
  });
  const talk = Talk.of({ id: "h-1", title: "", items: [{ kind: "nova", text: "Done." }], running: null });
  talk.running = true;
  await talk.again();
  expect(asked).not.toHaveBeenCalled();
  talk.running = false;
  await talk.again();
  expect(talk.flow.items).toMatchObject([{ kind: "nova", text: "Erledigt." }]);
});

test("of what pages asked for the one that waits is followed first, and a chat's turn in its chat", () => {
  const turn = (follow: string, chat: string | null, pending: TurnEvent[] = []) => ({
    follow,
    chat,
    words: null,
    pending,
  });
  const waits = turn("b", null, [{ event: "secret", id: "s", about: "" }]);
  const start = (running: RunningTurn[]) => ({ running }) as Start;
  expect(pageTurnAt(start([turn("a", null), turn("h-1", "h-1"), waits]))?.follow).toBe("b");
  expect(pageTurnAt(start([turn("a", null)]))?.follow).toBe("a");
  expect(pageTurnAt(start([turn("h-1", "h-1")]))).toBeNull();
  expect(chatAt(start([turn("a", null), turn("h-1", "h-1")]))).toBe("h-1");
  expect(chatAt(null)).toBeNull();
});

test("one question is answered by a click on its choice", async () => {
  const card = {
    id: "q",
    open: true,
    answers: null,
    model: true,
    questions: [{ text: "Which?", choices: ["a", "b"] }],
  };
  render(AskCard, { card });
  await fireEvent.click(screen.getByRole("button", { name: "b" }));
  expect(asked).toHaveBeenCalledWith("question_answer", { id: "q", answers: ["b"] });
});

test("of several questions all are answered together, by choices or other words", async () => {
  const questions = [
    { text: "Which?", choices: ["a", "b"] },
    { text: "Why?", choices: [] },
  ];
  render(AskCard, { card: { id: "q", open: true, answers: null, model: true, questions } });
  await fireEvent.click(screen.getByRole("button", { name: "a" }));
  expect(asked).not.toHaveBeenCalled();
  await fireEvent.input(screen.getByPlaceholderText("Your answer…"), { target: { value: " because " } });
  await fireEvent.click(screen.getByRole("button", { name: "Answer" }));
  expect(asked).toHaveBeenCalledWith("question_answer", { id: "q", answers: ["a", "because"] });
});

test("what is typed for a model says that it goes there, and a question of the launcher's own takes its choices only", async () => {
  const questions = [{ text: "Which?", choices: ["a", "b"] }];
  const card = { id: "q", open: true, answers: null, questions };
  const { unmount } = render(AskCard, { card: { ...card, model: true } });
  const goes = document.getElementById(
    screen.getByPlaceholderText("Something else…").getAttribute("aria-describedby") ?? "",
  );
  expect(goes?.textContent).toContain("goes to the model");
  unmount();
  render(AskCard, { card: { ...card, model: false } });
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByText(/goes to the model/)).toBeNull();
});

test("closing a card is no answer", async () => {
  render(AskCard, {
    card: { id: "q", open: true, answers: null, model: true, questions: [{ text: "Which?", choices: [] }] },
  });
  await fireEvent.click(screen.getByRole("button", { name: "No answer" }));
  expect(asked).toHaveBeenCalledWith("question_answer", { id: "q", answers: null });
});

test("a choice of the last question is the next sentence", async () => {
  const send = vi.fn();
  render(AskedCard, { questions: [{ text: "Which?", choices: ["the first"] }], send });
  await fireEvent.click(screen.getByRole("button", { name: "the first" }));
  expect(send).toHaveBeenCalledWith("the first");
});

test("a secret goes to the desk once and stays nowhere in the page", async () => {
  const { container } = render(SecretCard, { card: { id: "s", about: "A key", open: true } });
  const field = container.querySelector("input")!;
  expect(field.type).toBe("password");
  await fireEvent.input(field, { target: { value: "sk-secret" } });
  await fireEvent.click(screen.getByRole("button", { name: "Keep it" }));
  expect(asked).toHaveBeenCalledWith("secret_answer", { id: "s", secret: "sk-secret" });
  expect(field.value).toBe("");
});

const run = (more: Partial<Tool>): Tool => ({
  kind: "tool",
  id: "1",
  tool: "list_mods",
  title: "List mods",
  effect: "read",
  args: {},
  elapsed: 200,
  note: null,
  result: {
    kind: "done",
    text: "",
    data: { mods: [{ name: "Sodium" }, { name: "Iris" }], problems: [] },
    foreign: true,
  },
  ...more,
});

test("a call is one line with its amount, and opens to a table", async () => {
  render(ToolLine, { run: run({}) });
  const button = screen.getByRole("button", { name: /List mods · 2 items · 0.2 s/ });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await fireEvent.click(button);
  expect(screen.getByRole("columnheader", { name: "Name" })).toBeTruthy();
  expect(screen.getByText("Iris")).toBeTruthy();
  expect(screen.getByText("Contains text written by others")).toBeTruthy();
});

test("a call that failed says why without being opened", () => {
  render(ToolLine, { run: run({ result: { kind: "failed", fault: fault("no such version") } }) });
  expect(screen.getByText("no such version")).toBeTruthy();
});

test("the end is in sight within a line or two", () => {
  expect(atEnd({ scrollTop: 480, clientHeight: 500, scrollHeight: 1000 })).toBe(true);
  expect(atEnd({ scrollTop: 300, clientHeight: 500, scrollHeight: 1000 })).toBe(false);
});
