// What the player has chosen to install, and what follows from it: the loaders there are, a name that is free.
import { propose } from "../../checklist/write.svelte";
import { call, faultOf } from "../../lib/ipc";
import type { Fault, InstallView, LoaderOffer, NewName, Turned } from "../../lib/types";
import { available, best } from "./list";

/** How long the player's typing rests before a name is looked at. */
const REST = 250;

export class Wizard {
  game = $state<string | null>(null);
  /** All loaders with their builds; none while they are asked for. */
  offers = $state.raw<LoaderOffer[] | null>(null);
  fault = $state<Fault | null>(null);
  loader = $state<string | null>(null);
  build = $state<string | null>(null);
  /** What the player typed as a name; empty for the suggested one. */
  typed = $state("");
  checked = $state.raw<NewName | null>(null);
  /** The version that was installed last. */
  made = $state<string | null>(null);
  /** Whether the name that is shown is not yet the one for what is chosen and typed now. */
  private unnamed = $state(true);
  private round = 0;
  private naming = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /** The list is there: the newest release is what most want. */
  listed(view: InstallView): void {
    const game = this.game ?? view.latest ?? view.games[0]?.id ?? null;
    if (this.game === null && game !== null) this.choose(game);
  }

  choose(game: string): void {
    if (game === this.game) return;
    [this.game, this.build, this.offers] = [game, null, null];
    void this.ask();
    void this.name();
  }

  /** Asks for the loaders of the game version. */
  async ask(): Promise<void> {
    const [round, game] = [++this.round, this.game];
    if (game === null) return;
    [this.offers, this.fault] = [null, null];
    try {
      const offers = await call("install_loaders", { game });
      if (round === this.round) this.offers = offers;
    } catch (error) {
      if (round === this.round) [this.fault, this.offers] = [faultOf(error), []];
    }
    if (round === this.round) this.take(this.has(this.loader) ? this.loader : null);
  }

  take(loader: string | null): void {
    this.loader = loader;
    this.build = best(this.offers?.find((offer) => offer.loader === loader));
    void this.name();
  }

  with(build: string): void {
    this.build = build;
    void this.name();
  }

  type(name: string): void {
    [this.typed, this.unnamed] = [name, true];
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.name(), REST);
  }

  /** Looks whether the name can be taken, or which one would be. */
  async name(): Promise<void> {
    const { game, loader, build } = this;
    if (game === null) return;
    const naming = ++this.naming;
    this.unnamed = true;
    const wished = this.typed.trim() === "" ? null : this.typed;
    try {
      const checked = await call("install_name", { game, loader, build, wished });
      if (naming === this.naming) this.checked = checked;
    } catch (error) {
      if (naming === this.naming) this.checked = { name: null, fault: faultOf(error) };
    }
    if (naming === this.naming) this.unnamed = false;
  }

  /** Everything is known that the checklist needs. */
  get ready(): boolean {
    return this.game !== null && !this.unnamed && (this.checked?.name ?? null) !== null && this.isKnown;
  }

  private get isKnown(): boolean {
    return this.loader === null || this.build !== null;
  }

  private has(loader: string | null): boolean {
    return loader !== null && available(this.offers ?? []).some((offer) => offer.loader === loader);
  }

  propose(): void {
    const { game, loader, build } = this;
    const name = this.checked?.name;
    if (game === null || !name) return;
    const args = { game_version: game, ...(loader && { loader, loader_version: build }), name };
    propose("install_version", args, (turned) => this.done(turned, name));
  }

  private done(turned: Turned, name: string): void {
    if (turned.receipts.length > 0) this.made = name;
    this.typed = "";
    void this.name();
  }

  /** On to the next one. */
  more(): void {
    this.made = null;
    void this.name();
  }
}
