// How large a letter is, for what has to fit by letters and not by pixels.
import { shell } from "./state.svelte";

/** The root's text size in pixels (`theme.css`), which follows the player's text size. */
export function letter(): number {
  return (14 * (shell.look?.font_scale ?? 100)) / 100;
}
