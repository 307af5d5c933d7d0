// One change that a page proposed, from its plan to what came of it.
import { broke, empty, ended, hear, type Flow, type Item } from "../chat/flow";
import { follow } from "../chat/running";
import { call, faultOf } from "../lib/ipc";
import type { RunningTurn, TurnEvent, Turned } from "../lib/types";
import { decline } from "./act";
import type { Proposal } from "./write.svelte";

export class Planning {
  flow = $state<Flow>(empty());
  running = $state(false);
  /** Whether the player has left: then what still asks gets a no. */
  private left = false;

  constructor(private readonly from: Proposal | RunningTurn) {}

  /** What the sheet shows: the call itself is plain from the button that made it, but not why it failed. */
  get items(): Item[] {
    return this.flow.items.flatMap((item): Item[] => {
      if (item.kind !== "tool") return [item];
      return item.result?.kind === "failed"
        ? [{ kind: "fault", fault: item.result.fault, key: item.key }]
        : [];
    });
  }

  /** Whether a card waits for the player. */
  get waits(): boolean {
    return this.flow.items.some((item) => {
      if (item.kind === "checklist") return item.list.phase === "waiting";
      return (item.kind === "ask" || item.kind === "secret") && item.open;
    });
  }

  /** Whether nothing is left to be read: the player said no to all of it, and knows. */
  get isNothing(): boolean {
    return this.items.every(
      (item) =>
        item.kind === "checklist" &&
        item.list.rows.every(({ state }) => state.state === "refused" || state.state === "waiting"),
    );
  }

  async run(): Promise<void> {
    this.running = true;
    try {
      const turned = await this.turn((event) => this.hear(event));
      if (turned) ended(this.flow, turned);
      if (turned && "done" in this.from) this.from.done?.(turned);
    } catch (error) {
      broke(this.flow, faultOf(error));
    }
    this.running = false;
  }

  private async turn(on: (event: TurnEvent) => void): Promise<Turned | null> {
    if ("follow" in this.from) return await follow(this.from, on);
    const { tool, args } = this.from;
    return await call("tool_write", { tool, args }, on);
  }

  /** Whether it can be stopped: only what is followed has a name to stop it by. */
  get canStop(): boolean {
    return this.running && "follow" in this.from;
  }

  async stop(): Promise<void> {
    if ("follow" in this.from) await call("chat_stop", { chat: this.from.follow });
  }

  /** The sheet was closed. What runs goes on; what asks is answered with no. */
  async leave(): Promise<void> {
    this.left = true;
    await this.refuse();
  }

  private hear(event: TurnEvent): void {
    hear(this.flow, event);
    if (this.left) void this.refuse();
  }

  private async refuse(): Promise<void> {
    for (const item of this.flow.items) {
      if (item.kind === "checklist") await decline(item.list);
      if (item.kind === "ask" && item.open) await call("question_answer", { id: item.id, answers: null });
      if (item.kind === "secret" && item.open) await call("secret_answer", { id: item.id, secret: null });
    }
  }
}
