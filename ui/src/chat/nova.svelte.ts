// Which chat is shown, and those whose turns still run behind it.
import { call, faultOf } from "../lib/ipc";
import type { Fault } from "../lib/types";
import { shell } from "../lib/state.svelte";
import { chatAt } from "./running";
import { Talk } from "./talk.svelte";

const NO_CHAT = "agent.store.no-chat";

class Nova {
  talk = $state.raw(new Talk());
  /** Why no chat could be opened. */
  fault = $state<Fault | null>(null);
  private running = new Set<Talk>();
  /** The first chat on its way: what is said before it is there waits for it. */
  private opening: Promise<void> = Promise.resolve();

  /** Opens the first chat. */
  begin(): Promise<void> {
    this.opening = this.first();
    return this.opening;
  }

  /** Opens the chat in which a turn runs, else the one that was used last, or a new one where there is none. */
  private async first(): Promise<void> {
    try {
      await this.open(chatAt(shell.start) ?? "latest");
    } catch (error) {
      const fault = faultOf(error);
      await this.fresh();
      if (fault.code !== NO_CHAT) this.fault = fault;
    }
  }

  /** A new chat. */
  async fresh(): Promise<void> {
    if (this.talk.id !== "" && this.talk.isEmpty) return;
    try {
      this.show(Talk.of(await call("chat_open", { id: null })));
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  /** A chat that was kept; one whose turn runs goes on where it is. */
  async open(id: string): Promise<void> {
    const busy = [...this.running].find((talk) => talk.running && talk.id === id);
    this.show(busy ?? Talk.of(await call("chat_open", { id })));
  }

  /** Says something in the chat that is shown. */
  async send(words: string): Promise<void> {
    await this.opening;
    const { talk } = this;
    this.running.add(talk);
    await talk.send(words);
    this.running.delete(talk);
  }

  /** Another language is spoken: what was said is told in it. */
  async translate(): Promise<void> {
    await this.talk.again();
  }

  private show(talk: Talk): void {
    this.fault = null;
    // What is being typed before the first chat is there goes on in it.
    if (this.talk.id === "") talk.draft = this.talk.draft;
    this.talk = talk;
  }
}

export const nova = new Nova();
