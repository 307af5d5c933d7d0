// Where rows stand when they are of different heights: every row is as high as one line until it was measured. Only rows that are higher
// than that are remembered, so that a log of any length costs no more than what was looked at.

export class Heights {
  /** Counts up with every change. */
  changed = $state(0);
  private more = new Map<number, number>();
  /** The higher rows in order, and by how much all of them up to each are higher. */
  private places: number[] = [];
  private sums: number[] = [];

  /** Forgets them all; whether there were any. */
  clear(): boolean {
    if (this.more.size === 0) return false;
    this.more.clear();
    this.settle();
    return true;
  }

  /** Takes down measured heights, as pairs of a place and a height. */
  measured(row: number, heights: Iterable<[number, number]>): void {
    let any = false;
    for (const [place, height] of heights) {
      const more = Math.max(0, height - row);
      if ((this.more.get(place) ?? 0) === more) continue;
      any = true;
      if (more > 0) this.more.set(place, more);
      else this.more.delete(place);
    }
    if (any) this.settle();
  }

  /** The upper edge of a row; of the one behind the last, the height of all. */
  top(place: number, row: number): number {
    void this.changed;
    return place * row + this.before(place);
  }

  /** The row at a height, of so many. */
  at(y: number, row: number, total: number): number {
    let [low, high] = [0, Math.max(0, total - 1)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.top(middle, row) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** By how much the rows before a place are higher than a line each. */
  private before(place: number): number {
    let [low, high] = [0, this.places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.places[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : (this.sums[low - 1] ?? 0);
  }

  private settle(): void {
    this.places = [...this.more.keys()].sort((a, b) => a - b);
    let sum = 0;
    this.sums = this.places.map((place) => (sum += this.more.get(place) ?? 0));
    this.changed += 1;
  }
}
