// How much of a long chat is drawn.

/** The newest items that are drawn at once. */
export const FIRST = 80;
const MORE = 120;

/** How many are drawn after the player went up to the oldest of them. */
export function older(drawn: number, all: number): number {
  return Math.min(all, drawn + MORE);
}
