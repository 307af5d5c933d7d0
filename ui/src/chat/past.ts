// What the player said before, for the arrow keys of the input.

const MOST = 200;

export class Past {
  private said: string[] = [];
  /** Where the arrows are; at the end stands what is being typed. */
  private at = 0;
  private typed = "";

  keep(words: string): void {
    if (this.said.at(-1) !== words) this.said.push(words);
    this.said = this.said.slice(-MOST);
    this.at = this.said.length;
  }

  /** The words before; none where there are none. */
  older(now: string): string | null {
    if (this.at === 0) return null;
    if (this.at === this.said.length) this.typed = now;
    this.at -= 1;
    return this.said[this.at] ?? null;
  }

  /** The words after, and what was being typed after the last. */
  newer(): string | null {
    if (this.at === this.said.length) return null;
    this.at += 1;
    return this.said[this.at] ?? this.typed;
  }
}
