// One chat: what was said in it, the turn that runs in it, and what the player is typing.
import { call, faultOf } from "../lib/ipc";
import { shell } from "../lib/state.svelte";
import type { ChatView, TurnEvent } from "../lib/types";
import { broke, empty, ended, hear, kept, says, type Flow } from "./flow";
import { Past } from "./past";

export class Talk {
  flow = $state<Flow>(empty());
  /** Its id. A new chat may get another one with its first turn. */
  id = $state("");
  running = $state(false);
  /** The words that are not sent yet. */
  draft = $state("");
  past = new Past();
  /** The id under which the turn that runs was sent. */
  private sentAs = "";

  static of(view: ChatView): Talk {
    const talk = new Talk();
    talk.id = view.id;
    talk.flow = kept(view.items);
    for (const item of view.items) if (item.kind === "player") talk.past.keep(item.text);
    return talk;
  }

  get isEmpty(): boolean {
    return this.flow.items.length === 0;
  }

  /** Says something. One turn at a time: while one runs nothing is sent. */
  async send(words: string): Promise<void> {
    const said = words.trim();
    if (said === "" || this.running || this.id === "") return;
    this.running = true;
    this.sentAs = this.id;
    this.past.keep(said);
    says(this.flow, said);
    try {
      const turned = await call("chat_send", { chat: this.id, words: said, open: shell.open }, (event) =>
        this.hear(event),
      );
      ended(this.flow, turned);
      this.id = turned.chat ?? this.id;
    } catch (error) {
      broke(this.flow, faultOf(error));
    }
    this.running = false;
  }

  hear(event: TurnEvent): void {
    hear(this.flow, event);
  }

  /** Stops the turn that runs. */
  async stop(): Promise<void> {
    if (this.running) await call("chat_stop", { chat: this.sentAs });
  }
}
