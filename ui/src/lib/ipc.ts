// The one way to the desk: a command by its name. In the desktop window it goes through Tauri, in a browser through the bridge. The
// way is chosen at each call, so that a test may put either in place.
import type { Commands, Fault } from "./types";

export type Name = keyof Commands;
type Args<K extends Name> = Commands[K]["args"];
type Result<K extends Name> = Commands[K]["result"];
type Event<K extends Name> = Commands[K]["event"];

/** A command that could not be done, with what to tell the player. */
export class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** Asks the desk for something; `on` hears what happens meanwhile. */
export async function call<K extends Name>(
  name: K,
  args: Args<K>,
  on: (event: Event<K>) => void = () => {},
): Promise<Result<K>> {
  const way = "__TAURI_INTERNALS__" in globalThis ? tauri : bridge;
  return (await way(name, args, on as (event: unknown) => void)) as Result<K>;
}

/** What went wrong, as a fault, whatever was thrown. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Refused) return error.fault;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "ui.broke", message, hints: [], retry: false };
}

async function tauri(name: string, args: unknown, on: (event: unknown) => void): Promise<unknown> {
  const { Channel, invoke } = await import("@tauri-apps/api/core");
  const events = new Channel<unknown>();
  events.onmessage = on;
  try {
    return await invoke(name, { args, events });
  } catch (error) {
    throw isFault(error) ? new Refused(error) : error;
  }
}

/** The bridge streams one JSON object a line: `{"event": …}` while it works, then `{"result": …}` or `{"fault": …}`. */
async function bridge(name: string, args: unknown, on: (event: unknown) => void): Promise<unknown> {
  const response = await fetch(`/ipc/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-nova-token": token() },
    body: JSON.stringify(args),
  });
  if (!response.ok || !response.body) throw new Error(`${name}: HTTP ${response.status}`);
  for await (const line of lines(response.body)) {
    const told = JSON.parse(line) as { event?: unknown; result?: unknown; fault?: Fault };
    if (told.fault) throw new Refused(told.fault);
    if ("result" in told) return told.result;
    on(told.event);
  }
  throw new Error(`${name}: the answer broke off`);
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? "";
    const whole = rest.split("\n");
    rest = whole.pop() ?? "";
    yield* whole.filter((line) => line !== "");
    if (done) return;
  }
}

/** The bridge prints its address with the token behind `#`, where no server sees it. */
function token(): string {
  return location.hash.replace(/^#token=/, "");
}

function isFault(error: unknown): error is Fault {
  return typeof error === "object" && error !== null && "code" in error && "message" in error;
}
