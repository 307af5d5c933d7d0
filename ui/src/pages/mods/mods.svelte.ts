// What the player sees of the mods: which are shown, which row is meant, which mod is open.
import { shell } from "../../lib/state.svelte";
import type { ModRow } from "../../lib/types";
import { bare, meant, shown, type Sort, type State } from "./list";

export class ModsState {
  text = $state("");
  state = $state<State>("all");
  sort = $state<Sort>("name");
  /** The row that the keyboard is on. */
  at = $state(0);
  /** The file that is open beside the list, however it is switched meanwhile. */
  private file = $state<string | null>(null);
  /** The item that this page named itself, so that only one from elsewhere is scrolled to. */
  private own: string | null = null;

  constructor(private readonly mods: () => ModRow[]) {}

  /** The mods to show, in order. */
  readonly rows = $derived.by(() =>
    shown(this.mods(), { text: this.text, state: this.state, sort: this.sort }),
  );

  /** The mod that is meant: chosen here, or shown by Nova. */
  readonly chosen = $derived.by(() => (shell.item ? meant(this.mods(), shell.item) : null));

  /** The mod that is open beside the list. */
  readonly opened = $derived.by(() => this.find(this.file));

  /** Opens a mod beside the list. */
  open(mod: ModRow): void {
    this.file = mod.file;
    this.means(mod.id);
    const row = this.rows.findIndex((one) => one.file === mod.file);
    if (row >= 0) this.at = row;
  }

  /** Opens the mod of a file or an id, where it is there. */
  openNamed(name: string): void {
    const mod = meant(this.mods(), name);
    if (mod) this.open(mod);
  }

  close(): void {
    this.file = null;
  }

  /** All mods are shown again. */
  all(): void {
    [this.text, this.state] = ["", "all"];
  }

  /** The player does something else: nothing is meant any more. */
  elsewhere(): void {
    this.means(null);
  }

  /** The row that Nova wants to be seen, made visible; none where the page named it itself, or it is not there. */
  reveal(): number | null {
    const item = shell.item;
    if (!item || item === this.own) return null;
    const mod = this.chosen;
    if (!mod) return null;
    this.own = item;
    if (!this.rows.some((row) => row.file === mod.file)) this.all();
    this.at = this.rows.findIndex((row) => row.file === mod.file);
    return this.at;
  }

  private means(item: string | null): void {
    this.own = item;
    shell.item = item;
  }

  private find(file: string | null): ModRow | null {
    if (!file) return null;
    const mods = this.mods();
    return mods.find((mod) => mod.file === file) ?? mods.find((mod) => bare(mod.file) === bare(file)) ?? null;
  }
}
