// One chat: what was said in it, the turn that runs in it, and what the player is typing.
import { language } from "../i18n/index.svelte";
import { call, faultOf } from "../lib/ipc";
import { shell } from "../lib/state.svelte";
import type { AttachedRow, ChatView, Fault, RunningTurn, TurnEvent, Turned } from "../lib/types";
import { broke, empty, ended, hear, kept, says, type Flow } from "./flow";
import { Past } from "./past";
import { follow } from "./running";

type Work = (on: (event: TurnEvent) => void) => Promise<Turned | null>;

export class Talk {
  flow = $state<Flow>(empty());
  /** Its id. A new chat may get another one with its first turn. */
  id = $state("");
  running = $state(false);
  /** The words that are not sent yet. */
  draft = $state("");
  /** Files that go with the next words. */
  attached = $state<AttachedRow[]>([]);
  /** Why none could be attached. */
  refused = $state<Fault | null>(null);
  past = new Past();
  /** The id under which the turn that runs was sent. */
  private sentAs = "";

  static of(view: ChatView): Talk {
    const talk = new Talk();
    talk.id = view.id;
    talk.flow = kept(view.items);
    for (const item of view.items) if (item.kind === "player") talk.past.keep(item.text);
    if (view.running) void talk.follow(view.running);
    return talk;
  }

  get isEmpty(): boolean {
    return this.flow.items.length === 0;
  }

  /** Says something. One turn at a time: while one runs nothing is sent. */
  async send(words: string): Promise<void> {
    const said = words.trim();
    if (said === "" || this.running || this.id === "") return;
    const attached = this.attached.map((file) => file.id);
    this.attached = [];
    this.past.keep(said);
    await this.turn(this.id, said, (on) =>
      call("chat_send", { chat: this.id, words: said, open: shell.open, attached }, on),
    );
  }

  /** Lets the player choose a file for the next words. */
  async attach(): Promise<void> {
    this.refused = null;
    try {
      const file = await call("chat_attach", {});
      if (file && !this.attached.some(({ id }) => id === file.id)) this.attached.push(file);
    } catch (error) {
      this.refused = faultOf(error);
    }
  }

  /** Goes on with a turn that ran before the page was loaded again. */
  async follow(turn: RunningTurn): Promise<void> {
    const ended = await this.turn(turn.follow, turn.words ?? "", (on) => follow(turn, on));
    if (!ended) this.flow = kept((await call("chat_open", { id: this.id })).items);
  }

  /** One turn from its first word to its end; whether there was one. */
  private async turn(sentAs: string, words: string, work: Work): Promise<boolean> {
    const spoken = language();
    this.running = true;
    this.sentAs = sentAs;
    says(this.flow, words);
    try {
      const turned = await work((event) => this.hear(event));
      if (turned) ended(this.flow, turned);
      this.id = turned?.chat ?? this.id;
      return turned !== null;
    } catch (error) {
      broke(this.flow, faultOf(error));
      return true;
    } finally {
      this.running = false;
      if (language() !== spoken) void this.again();
    }
  }

  /** Reads what was said once more, where no turn runs: the desk tells it in the language of the moment. */
  async again(): Promise<void> {
    if (this.running) return;
    this.flow.who = null;
    if (this.isEmpty) return;
    try {
      const view = await call("chat_open", { id: this.id });
      if (!this.running && !view.running) this.flow = kept(view.items);
    } catch {
      // A chat that could not be kept stays as it was told.
    }
  }

  hear(event: TurnEvent): void {
    hear(this.flow, event);
  }

  /** Stops the turn that runs. */
  async stop(): Promise<void> {
    if (this.running) await call("chat_stop", { chat: this.sentAs });
  }
}
