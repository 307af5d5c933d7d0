// The text size while the player moves the slider: seen at once, saved when it has rested. The arrow keys move it in many small steps,
// which are one change.
import { shell } from "../../lib/state.svelte";

const REST = 350;

export class Size {
  /** What the player means; none once it is saved. */
  meant = $state<number | null>(null);
  /** What was saved last. */
  private kept = 100;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly save: (percent: number) => Promise<boolean>) {}

  move(percent: number): void {
    if (this.meant === null) this.kept = shell.look?.font_scale ?? percent;
    this.meant = percent;
    this.show(percent);
  }

  /** The slider was let go, or moved by a key: saved, unless it moves on. */
  letGo(percent: number): void {
    this.move(percent);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.keep(), REST);
  }

  /** Saves what waits to be saved. */
  async keep(): Promise<void> {
    const percent = this.meant;
    if (percent === null) return;
    clearTimeout(this.rest);
    const saved = await this.save(percent);
    if (saved) this.kept = percent;
    if (this.meant !== percent) return;
    this.meant = null;
    if (!saved) this.show(this.kept);
  }

  /** The desk may tell of a size from before, while the player is on the way to another. */
  show(percent: number): void {
    if (shell.look && shell.look.font_scale !== percent) shell.looks({ ...shell.look, font_scale: percent });
  }
}
