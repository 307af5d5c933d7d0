// What of a log is on the screen, and what has to stay there while rows turn out to be higher than a line.
import { tick } from "svelte";
import { Heights } from "./heights.svelte";

/** Rows that are drawn above and below the screen. */
const BEYOND = 20;

/** What has to be seen: the end, a row in the middle, or a row anywhere. */
type Hold = "end" | { place: number; where: "middle" | "near" } | null;

export class Scroll {
  box = $state<HTMLElement>();
  top = $state(0);
  height = $state(0);
  width = $state(0);
  private heights = new Heights();
  private hold: Hold = null;

  /** `row`: the height of a line; `total`: how many rows there are. */
  constructor(
    readonly row: () => number,
    private readonly total: () => number,
  ) {}

  /** The first row that is drawn, and the one behind the last. */
  get from(): number {
    return Math.max(0, this.at(this.top) - BEYOND);
  }
  get to(): number {
    return Math.min(this.total(), this.at(this.top + this.height) + 1 + BEYOND);
  }

  /** The upper edge of a row. */
  edge(place: number): number {
    return this.heights.top(place, this.row());
  }

  /** The height of all rows. */
  get whole(): number {
    return Math.max(1, this.edge(this.total()));
  }

  /** Nothing has to stay in sight any more: the player scrolls. */
  free(): void {
    this.hold = null;
  }

  async end(): Promise<void> {
    this.hold = "end";
    await this.settle();
  }

  async middle(place: number): Promise<void> {
    this.hold = { place, where: "middle" };
    await this.settle();
  }

  /** Moves no more than it takes to see a row. */
  near(place: number): void {
    this.hold = { place, where: "near" };
    this.move(this.wanted(this.box?.scrollTop ?? 0));
  }

  /** Rows are as high as a line again, until they are measured. */
  forget(): void {
    const edge = this.at(this.box?.scrollTop ?? 0);
    if (this.heights.clear()) void tick().then(() => this.move(this.wanted(this.edge(edge))));
  }

  /** Takes down how high the drawn rows are; what stands at the upper edge stays there, unless something else has to be seen. */
  measure(): void {
    const box = this.box;
    if (!box) return;
    const edge = this.at(box.scrollTop);
    const within = box.scrollTop - this.edge(edge);
    const drawn = [...box.querySelectorAll<HTMLElement>("[data-place]")];
    const heights = drawn.map((one): [number, number] => [Number(one.dataset.place), one.offsetHeight]);
    this.heights.measured(this.row(), heights);
    void tick().then(() => this.move(this.wanted(this.edge(edge) + within)));
  }

  private async settle(): Promise<void> {
    await tick();
    this.move(this.wanted(this.box?.scrollTop ?? 0));
  }

  /** Where to scroll, seen from where it would be without anything that has to be seen. */
  private wanted(from: number): number {
    if (this.hold === null) return from;
    if (this.hold === "end") return this.whole - this.height;
    const [upper, lower] = [this.edge(this.hold.place), this.edge(this.hold.place + 1)];
    if (this.hold.where === "middle") return upper - this.height / 2;
    if (upper < from) return upper;
    return lower > from + this.height ? lower - this.height : from;
  }

  private move(wanted: number): void {
    const top = Math.max(0, wanted);
    if (this.box && Math.abs(this.box.scrollTop - top) >= 1) this.box.scrollTop = top;
  }

  private at(y: number): number {
    return this.heights.at(y, this.row(), this.total());
  }
}
