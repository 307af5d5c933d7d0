// The list of chats that were kept, and what is done with them.
import { call, faultOf } from "../lib/ipc";
import type { ChatFound, ChatHead, Fault } from "../lib/types";

export class Shelf {
  heads = $state.raw<ChatHead[]>([]);
  /** What a search found; none while nothing is looked for. */
  found = $state.raw<ChatFound[] | null>(null);
  words = $state("");
  /** Whether those are listed that were put away. */
  deleted = $state(false);
  /** The chat that was put away last, for the way back. */
  away = $state.raw<ChatHead | null>(null);
  loading = $state(true);
  fault = $state<Fault | null>(null);
  private round = 0;

  async read(): Promise<void> {
    const round = ++this.round;
    this.loading = true;
    await this.tried(async () => {
      const heads = await call("chat_list", { deleted: this.deleted });
      if (round === this.round) this.heads = heads;
    });
    if (round === this.round) this.loading = false;
  }

  /** Reads again what is shown: the list, or what was found. */
  again(): Promise<void> {
    return this.found === null ? this.read() : this.search(this.words);
  }

  async turn(deleted: boolean): Promise<void> {
    [this.deleted, this.away, this.words, this.found] = [deleted, null, "", null];
    await this.read();
  }

  async search(words: string): Promise<void> {
    const round = ++this.round;
    this.words = words;
    if (words.trim() === "") {
      this.found = null;
      return await this.read();
    }
    await this.tried(async () => {
      const found = await call("chat_search", { words });
      if (round === this.round) this.found = found;
    });
  }

  async rename(chat: string, title: string): Promise<void> {
    if (title.trim() === "") return;
    await this.tried(() => call("chat_rename", { chat, title: title.trim() }));
    await this.read();
  }

  async putAway(head: ChatHead): Promise<void> {
    if (await this.tried(() => call("chat_delete", { chat: head.id }))) this.away = head;
    await this.read();
  }

  async restore(chat: string): Promise<void> {
    await this.tried(() => call("chat_restore", { chat }));
    this.away = null;
    await this.read();
  }

  /** Whether something worked; why it did not is kept. */
  async tried(work: () => Promise<unknown>): Promise<boolean> {
    this.fault = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.fault = faultOf(error);
      return false;
    }
  }
}
