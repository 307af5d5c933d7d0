import { afterEach, expect, test, vi } from "vitest";
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import Trust from "./Trust.svelte";
import KeyPart from "./KeyPart.svelte";
import { setLanguage } from "../../i18n/index.svelte";
import { call } from "../../lib/ipc";
import { shell } from "../../lib/state.svelte";

vi.mock("../../lib/ipc", async (real) => ({ ...(await real<object>()), call: vi.fn() }));

const TOOLS = [
  { name: "disable_mod", title: "Disable mod", effect: "write", choosable: true },
  { name: "empty_trash", title: "Empty trash", effect: "write", choosable: false },
];
const KEY = { host: "a.example", place: "none", needed: true, said: "no key", problems: [] };

/** Answers commands from a table; what was asked can be looked at. */
function desk(answers: Record<string, (args: never) => unknown>) {
  const asked: [string, unknown][] = [];
  vi.mocked(call).mockImplementation((name: string, args: unknown) => {
    asked.push([name, args]);
    return Promise.resolve(answers[name]?.(args as never)) as never;
  });
  return asked;
}

const saves = (asked: [string, unknown][], name: string) =>
  asked.filter(([one]) => one === name).map(([, args]) => args);

afterEach(cleanup);
setLanguage("en");

test("the last step is saved with the first tool that is ticked, not before", async () => {
  let now: { step: string; tools: string[] } = { step: "confirm", tools: [] };
  const asked = desk({
    trust_read: () => now,
    tool_list: () => TOOLS,
    trust_set: (args) => {
      now = args;
      shell.changed += 1;
      return { said: "", change: "c-1" };
    },
  });
  render(Trust);
  await fireEvent.click(await screen.findByLabelText(/Do some at once/));
  expect(saves(asked, "trust_set")).toEqual([]);
  const tick = await screen.findByLabelText("Disable mod");
  expect(screen.queryByLabelText("Empty trash")).toBeNull();
  await fireEvent.click(tick);
  expect(saves(asked, "trust_set")).toEqual([{ step: "chosen", tools: ["disable_mod"] }]);
  expect(await screen.findByText("Undo")).toBeTruthy();
  await vi.waitFor(() => expect((tick as HTMLInputElement).disabled).toBe(false));
  await fireEvent.click(tick);
  expect(saves(asked, "trust_set").at(-1)).toEqual({ step: "confirm", tools: [] });
});

test("a typed key is out of the page as soon as it is sent", async () => {
  const asked = desk({
    key_read: () => KEY,
    key_keep: () => ({ ...KEY, place: "file", said: "kept in a file" }),
  });
  const { container } = render(KeyPart, { server: "a.example", provider: undefined });
  const field = screen.getByLabelText("Key") as HTMLInputElement;
  expect(field.type).toBe("password");
  await screen.findByText("no key");
  await fireEvent.input(field, { target: { value: "sk-secret" } });
  await fireEvent.click(screen.getByText("Keep key"));
  expect(saves(asked, "key_keep")).toEqual([{ server: "a.example", key: "sk-secret" }]);
  await screen.findByText("kept in a file");
  expect(field.value).toBe("");
  expect(container.innerHTML).not.toContain("sk-secret");
});

test("the key ring is not asked again when other settings change", async () => {
  const asked = desk({ key_read: () => KEY });
  const { rerender } = render(KeyPart, { server: "a.example", provider: undefined });
  await screen.findByText("no key");
  await rerender({ server: "a.example", provider: undefined });
  expect(saves(asked, "key_read").length).toBe(1);
  await rerender({ server: "b.example", provider: undefined });
  await vi.waitFor(() => expect(saves(asked, "key_read").length).toBe(2));
});
