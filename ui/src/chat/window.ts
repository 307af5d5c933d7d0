// How much of a long chat is drawn. Few at a time: what is drawn at once is drawn between two frames.

/** The newest items that are drawn at once. */
export const FIRST = 40;
const MORE = 12;

/** This near to the oldest that are drawn, in pixels, more are drawn: far enough that they are there before the player is. */
export const NEAR = 1600;

/** How many are drawn after the player went up to the oldest of them. */
export function older(drawn: number, all: number): number {
  return Math.min(all, drawn + MORE);
}
