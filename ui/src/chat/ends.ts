// Where the player is in what scrolls.

const NEAR = 40;

/** Whether the end is in sight, give or take a line. */
export function atEnd(of: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  return of.scrollHeight - of.scrollTop - of.clientHeight < NEAR;
}
